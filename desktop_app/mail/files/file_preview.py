"""What an attachment is shown as in the window: a picture, the pages of a PDF, or text.

The content decides. Text is words alone: a script, a web page or an office document shows what is
written in it and does nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.mail.files.extract import attachment_text
from desktop_app.mail.files.file_signs import Content, content_of
from desktop_app.mail.wire.charsets import decode
from desktop_app.model.errors import BadInput

MOST_BYTES = 40_000_000
"""Bytes of a file that is shown at all."""

MOST_TEXT = 200_000
"""Characters of a text that are shown."""

MOST_LINE = 2_000
"""Characters of one line, which a text field lays out as a whole."""


@dataclass(frozen=True, slots=True)
class FilePreview:
    """`kind` is picture, pdf, text, or empty: then `why` is a sentence. `data` is the file for a
    picture and a PDF; `cut` says that there is more text than `text`."""

    kind: str
    data: bytes = b""
    text: str = ""
    cut: bool = False
    why: str = ""


def preview_of(filename: str, content_type: str, data: bytes) -> FilePreview:
    """The file as it is shown in the window. Never raises."""
    if len(data) > MOST_BYTES:
        return FilePreview("", why=f"It is larger than {MOST_BYTES // 1_000_000} MB.")
    found = content_of(data)
    if found is Content.PICTURE:
        return FilePreview("picture", data)
    if found is Content.PDF:
        return FilePreview("pdf", data)
    text = _text(filename, content_type, data, found)
    if not text.strip():
        return FilePreview("", why="There is nothing in it that can be shown here.")
    return FilePreview("text", text=shown_text(text), cut=len(text) > MOST_TEXT)


def _text(filename: str, content_type: str, data: bytes, found: Content) -> str:
    if found in {Content.OFFICE, Content.MACROS, Content.RICH_TEXT}:
        try:
            return attachment_text(filename, content_type, data, MOST_TEXT + 1)
        except BadInput:
            return ""
    wide = data[:2] in {b"\xff\xfe", b"\xfe\xff"}
    if b"\0" in data[:8192] and not wide:
        return ""
    text = decode(data[: MOST_TEXT * 4 + 4], "utf-16" if wide else "")
    return "".join(c for c in text.replace("\r\n", "\n") if c >= " " or c in "\n\t")


def shown_text(text: str) -> str:
    """As much of a text as is shown, in lines no longer than `MOST_LINE`."""
    lines = text[:MOST_TEXT].split("\n")
    return "\n".join(
        line[at : at + MOST_LINE] for line in lines for at in range(0, max(len(line), 1), MOST_LINE)
    )
