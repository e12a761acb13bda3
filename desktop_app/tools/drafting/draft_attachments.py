"""Attachments of a draft: parts of stored mail, files the person picked, or given by content."""

from __future__ import annotations

import base64
import mimetypes
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from desktop_app.mail.drafts.visible_content import FILES
from desktop_app.mail.files.files import safe_filename
from desktop_app.mail.hidden.invisible import without_invisible
from desktop_app.mail.message.access import attachment_bytes
from desktop_app.model.draft import Draft, NewFile
from desktop_app.model.errors import BadInput, NotFound
from desktop_app.model.message import Attachment, Message
from desktop_app.tools.calls.base import Params
from desktop_app.tools.calls.context import Context
from desktop_app.tools.names.handed_in import MOST_TOGETHER, file_name, handed_in_file
from desktop_app.tools.names.reference import message_number

MOST_BYTES = 50_000_000
"""Largest single file; lower limits of an account are checked before sending."""

MOST_CONTENT = 3_000_000
"""Bytes of all files given by their content, which a request carries and may be stored with."""

BOTH_AS_THERE = "As in create_draft, like attachments."
"""Description of `files` beside `attachments` where both are those of `create_draft`."""

_KIND = re.compile(r"[\w.+-]{1,60}/[\w.+-]{1,100}", re.ASCII)
_CONTENT_ID = re.compile(r"[!#-;=?-~]{1,200}")
"""Printable characters without quotes and angle brackets (RFC 2392)."""

_BASE64 = re.compile(r"[A-Za-z0-9+/]*={0,2}")
_LINE_ENDS = str.maketrans("", "", "\r\n")


class FileContent(Params, frozen=True, kw_only=True):
    """A file with its content."""

    filename: str
    content: Annotated[str, Meta(description="Base64.")]
    mime_type: str = ""


def decoded(files: Iterable[FileContent]) -> tuple[NewFile, ...]:
    """The files by their bytes. Raises `BadInput` for one without a name, for what is no base64
    (RFC 4648, either alphabet, padding left out or right), and above a bound."""
    given = tuple(files)
    if sum(len(file.content) for file in given) * 3 > MOST_CONTENT * 4 + 4_000:
        raise BadInput(
            f"Files given by their content may have {MOST_CONTENT // 1_000_000} MB together.",
            next_step="Leave the larger ones to the person, or attach them from a mail.",
        )
    return tuple(_decoded(file) for file in given)


def _decoded(file: FileContent) -> NewFile:
    name = file.filename.strip()
    if not name:
        raise BadInput("An attachment needs a filename.")
    if file.mime_type and not _KIND.fullmatch(file.mime_type):
        raise BadInput(f"{file.mime_type[:80]!r} is no MIME type.", next_step="Or leave it out.")
    text = file.content.translate(_LINE_ENDS).replace("-", "+").replace("_", "/")
    text += "=" * (-len(text) % 4) if "=" not in text else ""
    if len(text) % 4 or not _BASE64.fullmatch(text):
        raise BadInput(
            f"The content of {name[:80]} is not valid base64.",
            next_step="Give the file's bytes in base64 (RFC 4648).",
        )
    kind = file.mime_type or _kind_of(name)
    return NewFile(_kept(name), kind, base64.b64decode(text))


def names(
    context: Context, parts: Iterable[str], files: Iterable[FileContent] = ()
) -> tuple[str, ...]:
    """The file names of attachments that are to be added. Raises `NotFound`, `BadInput`."""
    found = tuple(file_name(name) or _part(context, name)[1].filename for name in parts)
    return tuple(map(without_invisible, (*found, *(file.filename for file in decoded(files)))))


def gathered(
    context: Context, parts: Iterable[str], files: Iterable[FileContent] = ()
) -> tuple[NewFile, ...]:
    """Stored attachments, each named `message_id/attachment_id`, files that were handed in, and
    files given by content, with their bytes. Raises `NotFound`, `BadInput`: nothing is stored by
    then."""
    given = decoded(files)
    found, room = [], MOST_TOGETHER
    for name in parts:
        own = file_name(name)
        file = _from_folder(context, own) if own else _from_mail(context, name)
        room -= len(file.data) if own else 0
        if room < 0:
            raise BadInput(f"Those files have more than {MOST_TOGETHER // 1_000_000} MB together.")
        found.append(file)
    return (*found, *given)


def _from_folder(context: Context, name: str) -> NewFile:
    data = handed_in_file(context.profile, name, context.author)
    return NewFile(_kept(name), _kind_of(name), data)


def _kept(name: str) -> str:
    """The name, valid on every system; one with invisible characters is left to `visible_files`,
    which tells of them."""
    return safe_filename(name) if without_invisible(name) == name else name


def attach_files(context: Context, draft: Draft, paths: Iterable[Path]) -> Draft:
    """Attach files of this computer. Raises `BadInput` for one that can't be read."""
    return _attached(context, draft, list(read_files(paths)))


def read_files(paths: Iterable[Path]) -> tuple[NewFile, ...]:
    """Files of this computer. Raises `BadInput` for one that can't be read."""
    return tuple(_from_disk(path) for path in paths)


def parts_of(message: Message) -> tuple[str, ...]:
    """The names of all attachments of a mail, as `gathered` takes them, and of the pictures that
    stand in its text; a signature of the mail as it was says nothing of another one."""
    kept = (p for p in message.attachments if not p.inline or p.content_type.startswith("image/"))
    return tuple(f"{message.id}/{part.id}" for part in kept)


def pictures_of(message: Message) -> frozenset[str]:
    """The content ids by which a mail's text may show its pictures."""
    return frozenset(
        part.content_id
        for part in message.attachments
        if part.content_type.startswith("image/") and _CONTENT_ID.fullmatch(part.content_id)
    )


def mails_of(context: Context, parts: Iterable[str]) -> tuple[Message, ...]:
    """The mails that resolved parts are attached to, each once."""
    numbers = dict.fromkeys(
        message_number(name.partition("/")[0]) for name in parts if not file_name(name)
    )
    return tuple(context.store.messages.get_many(numbers))


def resolved_parts(context: Context, parts: Iterable[str]) -> tuple[str, ...]:
    """The parts by the ids of their mail and part. Raises `NotFound`, `BadInput`."""
    return tuple(_resolved(context, name) for name in parts)


def _resolved(context: Context, name: str) -> str:
    if own := file_name(name):
        handed_in_file(context.profile, own, context.author)  # raises where it is not there
        return name
    message, part = _part(context, name)
    return f"{message.id}/{part.id}"


def attach_bytes(
    context: Context, draft: Draft, filename: str, content_type: str, data: bytes
) -> Draft:
    """Attach what was downloaded. Raises `BadInput` when it is too large."""
    return attach_new(context, draft, [NewFile(safe_filename(filename), content_type, data)])


def attach_new(context: Context, draft: Draft, files: list[NewFile]) -> Draft:
    """Attach files by their bytes. Raises `BadInput` when one is too large."""
    for file in files:
        if len(file.data) > MOST_BYTES:
            raise BadInput(f"{file.filename} is larger than {MOST_BYTES // 1_000_000} MB.")
    return _attached(context, draft, files)


def is_content_id(text: str) -> bool:
    """Whether it can be a content id, without angle brackets."""
    return _CONTENT_ID.fullmatch(text) is not None


def _attached(context: Context, draft: Draft, added: list[NewFile]) -> Draft:
    seen, _ = visible_files(added)
    return context.store.drafts.save(
        draft.id,
        draft.revision,
        draft.content,
        context.author,
        now=context.clock(),
        files=seen,
    )


def visible_files(files: Iterable[NewFile]) -> tuple[tuple[NewFile, ...], tuple[str, ...]]:
    """The files without invisible characters in their names; the place, where there were any."""
    given = tuple(files)
    seen = tuple(_visible(file) for file in given)
    return seen, () if seen == given else (FILES,)


def _visible(file: NewFile) -> NewFile:
    name = without_invisible(file.filename)
    return file if name == file.filename else replace(file, filename=safe_filename(name))


def _from_mail(context: Context, name: str) -> NewFile:
    message, part = _part(context, name)
    data = attachment_bytes(context.store.messages.raw(message.id), part.id)
    cid = part.content_id if part.content_id in pictures_of(message) else ""
    return NewFile(part.filename, part.content_type, data, cid)


def _part(context: Context, name: str) -> tuple[Message, Attachment]:
    message_id, _, part_id = name.partition("/")
    message = context.store.messages.get(message_number(message_id))
    for part in message.attachments:
        if part_id in {part.id, part.filename}:
            return message, part
    raise NotFound(f"That mail has no attachment {part_id or '(none named)'}.")


def _from_disk(path: Path) -> NewFile:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadInput(f"{path.name} is larger than {MOST_BYTES // 1_000_000} MB.")
        data = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path.name} can't be read: {error.strerror}.") from error
    return NewFile(safe_filename(path.name), _kind_of(path.name), data)


def _kind_of(filename: str) -> str:
    return mimetypes.guess_type(filename)[0] or "application/octet-stream"
