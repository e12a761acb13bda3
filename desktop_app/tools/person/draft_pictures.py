"""Pictures in the text of a draft: one is put in, and those there are read to be shown."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.model.draft import NewFile
from desktop_app.model.errors import BadInput, Conflict, NotFound
from desktop_app.tools.answers import rows
from desktop_app.tools.calls.base import Effect, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import DraftSaved
from desktop_app.tools.drafting import draft_attachments

MOST_TOGETHER = 40_000_000
"""Bytes of pictures that are read for one draft; those beyond show their description."""


class AttachPicture(Params, frozen=True, kw_only=True):
    """A picture that the text shows by `cid` (a content id, RFC 2392); without one it is a file
    like any other."""

    draft_id: str
    base_revision: int
    filename: str
    content_type: str
    data: bytes
    cid: str = ""


class ReadPictures(Params, frozen=True, kw_only=True):
    draft_id: str


@dataclass(frozen=True, slots=True)
class Pictures:
    """The bytes of a draft's pictures by their content ids."""

    by_cid: dict[str, bytes]


def attach_picture(context: Context, params: AttachPicture) -> DraftSaved:
    """Let a picture go along with a draft. Raises `BadInput` when it is too large, `Conflict`."""
    draft = context.store.drafts.get(params.draft_id)
    if draft.revision != params.base_revision:
        raise Conflict("The draft has changed in the meantime.")
    if params.cid and not draft_attachments.is_content_id(params.cid):
        raise BadInput("That is no content id.")
    file = NewFile(params.filename, params.content_type, params.data, params.cid)
    return rows.draft_saved(context, draft_attachments.attach_new(context, draft, file))


def read_pictures(context: Context, params: ReadPictures) -> Pictures:
    """The pictures of a draft's text. Raises `NotFound` for the draft; a missing file is left
    out."""
    draft = context.store.drafts.get(params.draft_id)
    found: dict[str, bytes] = {}
    room = MOST_TOGETHER
    for part in draft.content.attachments:
        if not part.cid or part.size > room:
            continue
        try:
            found[part.cid] = context.store.drafts.read_file(part.id)
        except NotFound:
            continue
        room -= part.size
    return Pictures(found)


ATTACH_PICTURE = person_tool(attach_picture, Effect.DRAFT, AttachPicture)
READ_PICTURES = person_tool(read_pictures, Effect.READ, ReadPictures)

TOOLS = (ATTACH_PICTURE, READ_PICTURES)
