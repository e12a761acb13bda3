"""Read what is attached to a message: as text, as base64, or into the profile's own folder."""

from __future__ import annotations

import base64
from typing import Annotated, Literal

from msgspec import Meta, structs

from desktop_app.mail.files.extract import file_words
from desktop_app.mail.files.files import safe_filename
from desktop_app.mail.message.access import attachment_bytes
from desktop_app.model.draft import Source, SourceKind
from desktop_app.model.errors import BadInput
from desktop_app.model.message import Attachment, Message
from desktop_app.tools.answers import rows
from desktop_app.tools.answers.fence import Fence
from desktop_app.tools.calls.base import Effect, Group, Tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import AttachmentContent, AttachmentContents, Candidates
from desktop_app.tools.names.reference import HINTS, MessageReference, resolve
from desktop_app.tools.reading.message_texts import capped, hides

MOST_FILES = 20
LEAST_CHARACTERS = 200
"""Of one file, however many are read at once."""

MOST_BASE64 = 5_000_000
"""Bytes handed out as base64 at the most; larger ones go into a file."""


class GetAttachment(MessageReference, frozen=True, kw_only=True, rename={"as_": "as"}):
    attachment_id: str = ""
    attachment_ids: Annotated[
        tuple[str, ...], Meta(max_length=MOST_FILES, description="Or file names.")
    ] = ()
    as_: Literal["text", "base64", "file"] = "text"
    offset: Annotated[int, Meta(ge=0)] = 0
    max_chars: Annotated[int, Meta(ge=200, le=100_000)] = 20_000


def run(
    context: Context, params: GetAttachment
) -> AttachmentContent | AttachmentContents | Candidates:
    """Raises `BadInput` when it is not clear which attachment, `NotFound`."""
    message = resolve(context, params)
    if isinstance(message, tuple):
        return rows.candidates(context, message)
    wanted = params.attachment_ids or (params.attachment_id,)
    if len(wanted) > 1:
        return _several(context, message, params)
    return _one(context, message, _pick(message, params.attachment_id or wanted[0]), params)


def _several(context: Context, message: Message, params: GetAttachment) -> AttachmentContents:
    """Each file, with its part of the room of one answer. Raises `BadInput`, `NotFound`."""
    if params.offset:
        raise BadInput("offset is for one file.", next_step="Give its attachment_id alone.")
    parts = tuple(dict.fromkeys(_pick(message, wanted) for wanted in params.attachment_ids))
    room = max(LEAST_CHARACTERS, params.max_chars // len(parts))
    alone = structs.replace(params, max_chars=room)
    files = tuple(_one(context, message, part, alone) for part in parts)
    return AttachmentContents("\n\n———\n\n".join(f.display for f in files), len(files), files)


def _one(
    context: Context, message: Message, part: Attachment, params: GetAttachment
) -> AttachmentContent:
    data = attachment_bytes(context.store.messages.raw(message.id), part.id)
    context.conversation.read(
        Source(SourceKind.ATTACHMENT, f"{message.id}/{part.id}", part.filename)
    )
    return _SHAPES[params.as_](context, message, part, data, params)


def _pick(message: Message, wanted: str) -> Attachment:
    parts = message.attachments
    wanted = wanted.rpartition("/")[2] if "/" in wanted else wanted
    found = [a for a in parts if wanted in {a.id, a.filename}] if wanted else list(parts)
    if not found:
        found = [a for a in parts if a.filename.casefold() == wanted.casefold()]
    if len(found) == 1:
        return found[0]
    raise BadInput(
        "Which attachment? Give attachment_id.",
        next_step="There are those below." if parts else "There are none.",
        untrusted="\n".join(f"{a.id} ({rows.visible(a.filename)})" for a in parts),
    )


def _text(
    context: Context, message: Message, part: Attachment, data: bytes, params: GetAttachment
) -> AttachmentContent:
    wanted = params.offset + params.max_chars
    words = file_words(part.filename, part.content_type, data, wanted + 1)
    shown = words.text[params.offset : wanted]
    more = len(words.text) > wanted
    hidden = capped(words.hidden)
    name = rows.visible(part.filename)
    tail = [f"[cut here; offset={wanted} reads on]"] if more else []
    told = Fence().around(f"{_name_of(part)}\n\n{shown}".rstrip())
    return AttachmentContent(
        display="\n".join((f"{part.size} bytes", *hides(hidden, shown), *told, *tail)),
        filename=name,
        content_type=part.content_type,
        size=part.size,
        untrusted_text=shown,
        hidden_text=hidden,
        truncated=more,
        next_offset=wanted if more else 0,
    )


def _base64(
    context: Context, message: Message, part: Attachment, data: bytes, params: GetAttachment
) -> AttachmentContent:
    if len(data) > MOST_BASE64:
        raise BadInput("The file is too large for base64.", next_step="Ask for as=file.")
    return AttachmentContent(
        display="\n".join((f"{part.size} bytes as base64", *Fence().around(_name_of(part)))),
        filename=rows.visible(part.filename),
        content_type=part.content_type,
        size=part.size,
        base64=base64.b64encode(data).decode(),
    )


def _file(
    context: Context, message: Message, part: Attachment, data: bytes, params: GetAttachment
) -> AttachmentContent:
    told = context.store.told_ids.message(message.id)
    folder = context.profile / "attachments" / message.account_id / told
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"{part.id}-{safe_filename(part.filename)}"
    path.write_bytes(data)
    path.chmod(0o600)
    return AttachmentContent(
        display="\n".join(("The file is at:", *Fence().around(str(path)))),
        filename=rows.visible(part.filename),
        content_type=part.content_type,
        size=part.size,
        path=str(path),
    )


def _name_of(part: Attachment) -> str:
    return rows.one_line(rows.visible(part.filename), rows.MOST_LINE)


_SHAPES = {"text": _text, "base64": _base64, "file": _file}

TOOL = Tool(
    name="get_attachment",
    title="Read an attachment",
    done="Read an attachment",
    effect=Effect.READ,
    group=Group.READING,
    description="Read attachments as text (PDF, office, text), base64, or files in the profile.",
    params=GetAttachment,
    result=AttachmentContent,
    several=AttachmentContents,
    picks=True,
    unlisted=HINTS,
    other_ways=frozenset({"attachment_id", "number"}),
    run=run,
)
