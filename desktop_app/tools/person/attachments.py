"""Attachments of a mail as the window needs them: shown, opened, dragged out, small pictures."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from desktop_app.mail.files.file_preview import MOST_TEXT, FilePreview, preview_of, shown_text
from desktop_app.mail.files.file_risks import why_not
from desktop_app.mail.files.files import safe_filename
from desktop_app.mail.message.access import attachment_bytes, parts_bytes, written_name
from desktop_app.model.errors import NotFound, Refused
from desktop_app.model.message import Attachment
from desktop_app.store.mail import attachment_files
from desktop_app.tools.calls.base import Effect, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Result


class PartBytes(Result, frozen=True):
    """Bytes of several parts, by their ids."""

    parts: Mapping[str, bytes]


class OnePart(Params, frozen=True, kw_only=True):
    message_id: int
    attachment_id: str


class SomeParts(Params, frozen=True, kw_only=True):
    message_id: int
    attachment_ids: Annotated[tuple[str, ...], Meta(max_length=40)]


def preview_attachment(context: Context, params: OnePart) -> FilePreview:
    """The attachment as it is shown in the window. Raises `NotFound`."""
    part, data = _found(context, params)
    return preview_of(part.filename, part.content_type, data)


def preview_text(context: Context, params: OnePart) -> FilePreview:
    """The text of a file as it was read for the search."""
    text = context.store.file_texts.text(params.message_id, params.attachment_id)
    if not text:
        return FilePreview("", why="Its text has not been read.")
    return FilePreview("text", text=shown_text(text), cut=len(text) > MOST_TEXT)


def open_attachment(context: Context, params: OnePart) -> Path:
    """A copy for a program of the system. Raises `Refused` with the reason where name or content
    speak against it, `NotFound`, `StorageError`."""
    part, data = _found(context, params)
    written = written_name(context.store.messages.raw(params.message_id), part.id)
    reason, name = why_not(written or part.filename, data), safe_filename(part.filename)
    if reason:
        raise Refused(f"{name} is not opened. {reason}", next_step="You can save it.")
    account = context.store.messages.get(params.message_id).account_id
    path = attachment_files.opened_copy(context.profile, account, params.message_id, part.id, name)
    return attachment_files.write_copy(path, data)


def copy_attachment(context: Context, params: OnePart) -> Path:
    """A read-only copy to drag out; it is deleted after an hour. Raises as `open_attachment`, for
    any kind of file."""
    part, data = _found(context, params)
    account = context.store.messages.get(params.message_id).account_id
    path = attachment_files.dragged_copy(
        context.profile, account, params.message_id, part.id, safe_filename(part.filename)
    )
    return attachment_files.write_copy(path, data, read_only=True)


def read_parts(context: Context, params: SomeParts) -> PartBytes:
    """Several parts at once. Raises `NotFound`."""
    raw = context.store.messages.raw(params.message_id)
    return PartBytes(parts_bytes(raw, frozenset(params.attachment_ids)))


def _found(context: Context, params: OnePart) -> tuple[Attachment, bytes]:
    message = context.store.messages.get(params.message_id)
    for part in message.attachments:
        if part.id == params.attachment_id:
            return part, attachment_bytes(context.store.messages.raw(message.id), part.id)
    raise NotFound("That attachment is not in the mail.")


PREVIEW_ATTACHMENT = person_tool(preview_attachment, Effect.READ, OnePart)
PREVIEW_TEXT = person_tool(preview_text, Effect.READ, OnePart)
OPEN_ATTACHMENT = person_tool(open_attachment, Effect.READ, OnePart)
COPY_ATTACHMENT = person_tool(copy_attachment, Effect.READ, OnePart)
READ_PARTS = person_tool(read_parts, Effect.READ, SomeParts)

TOOLS = (PREVIEW_ATTACHMENT, PREVIEW_TEXT, OPEN_ATTACHMENT, COPY_ATTACHMENT, READ_PARTS)
