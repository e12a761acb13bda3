"""Mails that are hard to set well: tests/data/designed, each file the body of one.

HTML has its subject in `<title>`; plain text in its first line. A picture is named by its size:
`cid:hero-1200x500` is drawn, any other `cid:` is missing. Every mail is the same on every run.
"""

from __future__ import annotations

import html
import re
import struct
import zlib
from email.message import EmailMessage
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "data" / "designed"
_PICTURE = re.compile(r"cid:([a-z0-9]+-(\d+)x(\d+))")
_TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)


def names() -> list[str]:
    """Of all mails, in their order."""
    return sorted(path.name for path in FOLDER.iterdir())


def mail(name: str) -> bytes:
    """The mail whose body is a file of `FOLDER`."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    message = EmailMessage()
    message["From"] = "Fernhill <post@fernhill.example>"
    message["To"] = "Alex Morgan <alex@fernhill.example>"
    message["Date"] = "Mon, 14 Sep 2026 10:00:00 +0000"
    message["Message-ID"] = f"<{name}@designed.example>"
    if name.endswith(".html"):
        found = _TITLE.search(text)
        message["Subject"] = html.unescape(found[1]) if found else name
        message.set_content(text, subtype="html", cte="base64")
        for content_id, width, height in dict.fromkeys(_PICTURE.findall(text)):
            data = picture(int(width), int(height))
            message.add_related(data, "image", "png", cid=f"<{content_id}>")
        if message.is_multipart():
            message.set_boundary("edge")
        return bytes(message)
    message["Subject"], _, body = text.partition("\n")
    message.set_content(body, cte="base64")
    if name.endswith(".flowed.txt"):
        message.set_param("format", "flowed")
    return bytes(message)


def picture(width: int, height: int) -> bytes:
    """A PNG of two colours that run into each other, with a frame, so that its edges are seen."""
    rows = bytearray()
    for y in range(height):
        rows.append(0)
        for x in range(width):
            edge = x < 2 or y < 2 or x >= width - 2 or y >= height - 2
            shade = (60, 60, 60) if edge else (90 + 120 * x // width, 150, 90 + 120 * y // height)
            rows += bytes(shade)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(bytes(rows), 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
