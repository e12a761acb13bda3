"""Attachments of a draft: parts of stored mail, or files the person picked."""

from __future__ import annotations

import mimetypes
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from desktop_app.mime.access import attachment_bytes
from desktop_app.mime.files import safe_filename
from desktop_app.model.draft import Draft, DraftAttachment
from desktop_app.model.errors import BadInput, NotFound
from desktop_app.model.message import Attachment, Message
from desktop_app.tools.context import Context
from desktop_app.tools.reference import message_number

MOST_BYTES = 50_000_000
"""Largest single file; lower limits of an account are checked before sending."""


def attach_parts(context: Context, draft: Draft, parts: Iterable[str]) -> Draft:
    """Attach stored attachments, each named `message_id/attachment_id`."""
    return _attached(context, draft, [_from_mail(context, draft, name) for name in parts])


def attach_files(context: Context, draft: Draft, paths: Iterable[Path]) -> Draft:
    """Attach files of this computer. Raises `BadInput` for one that can't be read."""
    return _attached(context, draft, [_from_disk(context, draft, path) for path in paths])


def parts_of(message: Message) -> tuple[str, ...]:
    """The names of all visible attachments of a mail, as `attach_parts` takes them."""
    return tuple(f"{message.id}/{part.id}" for part in message.visible_attachments)


def resolved_parts(context: Context, parts: Iterable[str]) -> tuple[str, ...]:
    """The parts by the ids of their mail and part. Raises `NotFound`, `BadInput`."""
    found = (_part(context, name) for name in parts)
    return tuple(f"{message.id}/{part.id}" for message, part in found)


def attach_bytes(
    context: Context, draft: Draft, filename: str, content_type: str, data: bytes
) -> Draft:
    """Attach what was downloaded. Raises `BadInput` when it is too large."""
    if len(data) > MOST_BYTES:
        raise BadInput(f"{filename} is larger than {MOST_BYTES // 1_000_000} MB.")
    part = context.store.drafts.add_file(draft.id, safe_filename(filename), content_type, data)
    return _attached(context, draft, [part])


def _attached(context: Context, draft: Draft, added: list[DraftAttachment]) -> Draft:
    if not added:
        return draft
    content = replace(draft.content, attachments=(*draft.content.attachments, *added))
    return context.store.drafts.save(
        draft.id, draft.revision, content, context.author, now=context.clock()
    )


def _from_mail(context: Context, draft: Draft, name: str) -> DraftAttachment:
    message, part = _part(context, name)
    data = attachment_bytes(context.store.messages.raw(message.id), part.id)
    return context.store.drafts.add_file(draft.id, part.filename, part.content_type, data)


def _part(context: Context, name: str) -> tuple[Message, Attachment]:
    message_id, _, part_id = name.partition("/")
    message = context.store.messages.get(message_number(message_id))
    for part in message.attachments:
        if part_id in {part.id, part.filename}:
            return message, part
    raise NotFound(f"That mail has no attachment {part_id or '(none named)'}.")


def _from_disk(context: Context, draft: Draft, path: Path) -> DraftAttachment:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadInput(f"{path.name} is larger than {MOST_BYTES // 1_000_000} MB.")
        data = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path.name} can't be read: {error.strerror}.") from error
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return context.store.drafts.add_file(draft.id, safe_filename(path.name), kind, data)
