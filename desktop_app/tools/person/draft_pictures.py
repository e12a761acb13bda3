"""Pictures of a draft: some are put into the text, those there are read to be shown, and files of
pictures give way to smaller ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from types import MappingProxyType

from desktop_app.mail.drafts.mail_size import is_photo
from desktop_app.mail.files.picture_kinds import picture_kind
from desktop_app.mail.rich.markup import markup
from desktop_app.mail.rich.picture_widths import no_wider
from desktop_app.mail.rich.reading import own_document
from desktop_app.model.draft import DraftAttachment, NewFile
from desktop_app.model.errors import BadInput, Conflict, NotFound
from desktop_app.tools.answers import rows
from desktop_app.tools.calls.base import Effect, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import DraftSaved
from desktop_app.tools.drafting import draft_attachments

MOST_TOGETHER = 40_000_000
"""Bytes of pictures that are read for one draft; those beyond show their description."""


SHOWN = frozenset({"png", "jpeg", "gif", "webp"})
"""The kinds that mail programs show."""

_ENDINGS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"image/png": (".png",), "image/jpeg": (".jpg", ".jpeg")}
)


class GivenPicture(Params, frozen=True, kw_only=True):
    """A picture that the text shows by `cid` (a content id, RFC 2392); without one it is a file
    like any other."""

    filename: str
    content_type: str
    data: bytes
    cid: str = ""


class AttachPictures(Params, frozen=True, kw_only=True):
    draft_id: str
    base_revision: int
    pictures: tuple[GivenPicture, ...]


class OpenPicture(Params, frozen=True, kw_only=True):
    """`path` is a file of this computer."""

    path: str


class ReadPictures(Params, frozen=True, kw_only=True):
    draft_id: str


@dataclass(frozen=True, slots=True)
class Pictures:
    """The bytes of a draft's pictures by their content ids."""

    by_cid: dict[str, bytes]


class PictureFiles(Params, frozen=True, kw_only=True):
    draft_id: str


class SmallerFile(Params, frozen=True, kw_only=True):
    """A file for a picture: its bytes, its type (`image/jpeg`), and its width in pixels."""

    data: bytes
    content_type: str
    width: int


class ReplacePictures(Params, frozen=True, kw_only=True):
    """`files` by the ids of the attachments that they are for."""

    draft_id: str
    base_revision: int
    files: dict[str, SmallerFile]


@dataclass(frozen=True, slots=True)
class Replaced:
    """The ids of the new attachments by those in whose place they are."""

    by_id: dict[str, str]


@dataclass(frozen=True, slots=True)
class PictureFile:
    """A picture of this computer."""

    filename: str
    content_type: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Files:
    """The bytes of a draft's pictures by the ids of their attachments."""

    by_id: dict[str, bytes]


def attach_pictures(context: Context, params: AttachPictures) -> DraftSaved:
    """Let pictures go along with a draft, as one version. Raises `BadInput` when one is too large,
    `Conflict`."""
    draft = context.store.drafts.get(params.draft_id)
    if draft.revision != params.base_revision:
        raise Conflict("The draft has changed in the meantime.")
    if any(p.cid and not draft_attachments.is_content_id(p.cid) for p in params.pictures):
        raise BadInput("That is no content id.")
    files = [NewFile(p.filename, p.content_type, p.data, p.cid) for p in params.pictures]
    return rows.draft_saved(context, draft_attachments.attach_new(context, draft, files))


def read_pictures(context: Context, params: ReadPictures) -> Pictures:
    """The pictures of a draft's text. Raises `NotFound` for the draft; a missing file is left
    out."""
    parts = context.store.drafts.get(params.draft_id).content.attachments
    return Pictures({p.cid: data for p, data in _read(context, (p for p in parts if p.cid))})


def open_picture(_: Context, params: OpenPicture) -> PictureFile:
    """A picture of this computer, by what its bytes are. Raises `BadInput` for a file that can't be
    read, is too large, or is no picture that mail programs show."""
    [file] = draft_attachments.read_files([Path(params.path)])
    kind = picture_kind(file.data)
    if kind not in SHOWN:
        raise BadInput(
            f"{file.filename} is no picture that mail programs show.",
            next_step="PNG, JPEG, GIF and WebP are. Any file can be attached.",
        )
    return PictureFile(file.filename, f"image/{kind}", file.data)


def picture_files(context: Context, params: PictureFiles) -> Files:
    """The pictures that go along with a draft, in its text or beside it. Raises `NotFound` for the
    draft; a missing file is left out, as are those beyond `MOST_TOGETHER`."""
    parts = context.store.drafts.get(params.draft_id).content.attachments
    photos = (part for part in parts if is_photo(part))
    return Files({part.id: data for part, data in _read(context, photos)})


def _read(
    context: Context, parts: Iterable[DraftAttachment]
) -> Iterator[tuple[DraftAttachment, bytes]]:
    """The bytes of files: a missing one is left out, as are those beyond `MOST_TOGETHER`."""
    room = MOST_TOGETHER
    for part in parts:
        if part.size > room:
            continue
        try:
            data = context.store.drafts.read_file(part.id)
        except NotFound:
            continue
        room -= part.size
        yield part, data


def replace_pictures(context: Context, params: ReplacePictures) -> Replaced:
    """Let smaller files go along in place of those of a draft, as its next version; a picture is
    shown no wider than its file. Raises `Conflict`, `NotFound` where an attachment is not there any
    more, `BadInput` for a type that is no picture's."""
    store = context.store.drafts
    draft, files = store.get(params.draft_id), params.files
    if draft.revision != params.base_revision:
        raise Conflict("The draft has changed in the meantime.")
    there = {part.id: part for part in draft.content.attachments}
    if not files.keys() <= there.keys():
        raise NotFound("An attachment is not there any more.")
    if any(file.content_type not in _ENDINGS for file in files.values()):
        raise BadInput("That is no picture that mail programs show.")
    new = {name: _stored(context, draft.id, there[name], file) for name, file in files.items()}
    own = {there[name].cid: file.width for name, file in files.items() if there[name].cid}
    parts = tuple(new.get(part.id, part) for part in draft.content.attachments)
    content = replace(draft.content, attachments=parts)
    if content.content_type == "text/html":
        body, quoted = (_fitted(html, own) for html in (content.body, content.quoted))
        content = replace(content, body=body, quoted=quoted)
    store.save(draft.id, draft.revision, content, context.author, now=context.clock())
    return Replaced({name: part.id for name, part in new.items()})


def _stored(
    context: Context, draft_id: str, part: DraftAttachment, file: SmallerFile
) -> DraftAttachment:
    name = PurePath(part.filename)
    ending = _ENDINGS[file.content_type]
    same = name.suffix.lower() in ending
    called = part.filename if same else f"{name.stem or 'picture'}{ending[0]}"
    return context.store.drafts.add_file(draft_id, called, file.content_type, file.data, part.cid)


def _fitted(html: str, own: Mapping[str, int]) -> str:
    """HTML in our own form with no picture wider than its file; what is not ours stays."""
    document = own_document(html) if html.startswith("<") else None
    return html if document is None else markup(no_wider(document, own))


OPEN_PICTURE = person_tool(open_picture, Effect.READ, OpenPicture)
PICTURE_FILES = person_tool(picture_files, Effect.READ, PictureFiles)
REPLACE_PICTURES = person_tool(replace_pictures, Effect.DRAFT, ReplacePictures)
ATTACH_PICTURES = person_tool(attach_pictures, Effect.DRAFT, AttachPictures)
READ_PICTURES = person_tool(read_pictures, Effect.READ, ReadPictures)

TOOLS = (OPEN_PICTURE, PICTURE_FILES, REPLACE_PICTURES, ATTACH_PICTURES, READ_PICTURES)
