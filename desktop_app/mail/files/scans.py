"""Pictures of pages: what a scanner has made, a page each, for a program that recognises words.

Nothing is decoded here. A PDF gives the largest picture of each page, where that is kept in a
format that stands alone (JPEG), or as plain pixels or a fax, which get the head they need.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator
from typing import Any

from desktop_app.mail.files.picture_kinds import picture_kind

MOST_PAGES = 30
LEAST_BYTES = 3_000
"""A smaller picture is a logo or a line, not a page."""

_READABLE = frozenset({"png", "jpeg", "tiff"})
_MOST_PIXELS = 60_000_000
_MOST_BYTES = 200_000_000
_SUFFIXES = ("png", "jpg", "jpeg", "tif", "tiff", "pdf")
_COLOURS = {"/DeviceGray": b"P5", "/DeviceRGB": b"P6"}


def may_be_scanned(filename: str) -> bool:
    """Whether a file of this name may be pages without words."""
    return filename.lower().rpartition(".")[2] in _SUFFIXES


def page_pictures(data: bytes) -> Iterator[bytes]:
    """The pictures of a file's pages, one that is a picture itself as it is. A damaged file has as
    many as could be read."""
    if picture_kind(data) in _READABLE and len(data) >= LEAST_BYTES:
        yield data
    elif data.startswith(b"%PDF"):
        yield from _of_pdf(data)


def _of_pdf(data: bytes) -> Iterator[bytes]:
    from pypdf import PdfReader

    try:
        pages = PdfReader(io.BytesIO(data)).pages
        for number in range(min(len(pages), MOST_PAGES)):
            picture = _largest(pages[number])
            if picture:
                yield picture
    except Exception:  # noqa: BLE001 - a library that reads a stranger's file: it has no more pages
        return


def _largest(page: Any) -> bytes:
    found = page.get("/Resources", {}).get_object().get("/XObject", {}).get_object()
    pictures = [one.get_object() for one in list(found.values())[:50]]
    pictures = [one for one in pictures if one.get("/Subtype") == "/Image" and _pixels(one)]
    return _alone(max(pictures, key=_pixels)) if pictures else b""


def _pixels(picture: Any) -> int:
    pixels = int(picture.get("/Width", 0)) * int(picture.get("/Height", 0))
    return pixels if 0 < pixels <= _MOST_PIXELS else 0


def _alone(picture: Any) -> bytes:
    """The picture as a file; nothing where its format needs more than a head."""
    filters = picture.get("/Filter")
    names = [str(filters)] if not isinstance(filters, list) else [str(one) for one in filters]
    stored: bytes = picture._data
    if names == ["/DCTDecode"]:
        return stored
    if names == ["/CCITTFaxDecode"]:
        return _fax(picture, stored)
    if names == ["/FlateDecode"] and not picture.get("/DecodeParms"):
        return _plain(picture, zlib.decompressobj().decompress(stored, _MOST_BYTES))
    return b""


def _plain(picture: Any, pixels: bytes) -> bytes:
    """Pixels of eight bits a colour as a PNM file."""
    sign = _COLOURS.get(str(picture.get("/ColorSpace")))
    if sign is None or picture.get("/BitsPerComponent") != 8:
        return b""
    width, height = int(picture["/Width"]), int(picture["/Height"])
    wanted = width * height * (3 if sign == b"P6" else 1)
    return b"%b\n%d %d\n255\n" % (sign, width, height) + pixels[:wanted].ljust(wanted, b"\xff")


def _fax(picture: Any, stored: bytes) -> bytes:
    """A fax of group 4 as a TIFF file of one strip (TIFF 6.0, section 11)."""
    given = picture.get("/DecodeParms", {})
    given = given[0] if isinstance(given, list) else given
    given = given.get_object()
    if int(given.get("/K", 0)) >= 0:
        return b""
    white = 1 if given.get("/BlackIs1") else 0
    tags = (
        (256, int(picture["/Width"])),
        (257, int(picture["/Height"])),
        (258, 1),
        (259, 4),
        (262, white),
        (273, 8),
        (277, 1),
        (278, int(picture["/Height"])),
        (279, len(stored)),
    )
    head = struct.pack("<2sHI", b"II", 42, 8 + len(stored) + len(stored) % 2)
    table = b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in tags)
    padding = b"\0" * (len(stored) % 2)
    return head + stored + padding + struct.pack("<H", len(tags)) + table + bytes(4)
