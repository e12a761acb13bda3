"""Generator of pictures that are no bitmaps: drawings that take for ever, that open what they name,
and documents, to be planted under any name and type."""

from __future__ import annotations

import gzip
import struct
from collections.abc import Mapping


def nested_svg(depth: int = 40) -> bytes:
    """A drawing in which each group uses the one below ten times: ten to the power of `depth`
    circles out of a hundred bytes for each level."""
    groups = "".join(
        f'<g id="g{n}">' + f'<use xlink:href="#g{n - 1}"/>' * 10 + "</g>" for n in range(1, depth)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        ' width="300" height="300"><defs><g id="g0"><circle r="5"/></g>'
        f'{groups}</defs><use xlink:href="#g{depth - 1}"/></svg>'
    ).encode()


def naming_svg(address: str) -> bytes:
    """A drawing that shows the picture at an address of this computer."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        f' width="9" height="9"><image xlink:href="{address}" width="9" height="9"/></svg>'
    ).encode()


def large_svgz(circles: int = 300_000) -> bytes:
    """A drawing that is a thousand times as large as its bytes."""
    shapes = b'<circle cx="1" cy="1" r="1"/>' * circles
    return gzip.compress(
        b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">' + shapes + b"</svg>", 9
    )


def tiff() -> bytes:
    """One grey pixel."""
    tags = ((256, 1), (257, 1), (258, 8), (259, 1), (262, 1), (273, 8), (277, 1), (278, 1))
    head = b"II*\0" + struct.pack("<I", 10) + b"\x80\0"
    rows = b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in (*tags, (279, 1)))
    return head + struct.pack("<H", len(tags) + 1) + rows + bytes(4)


def drawings(address: str = "file:///nowhere/planted.png") -> Mapping[str, bytes]:
    """Each by what it is."""
    from tests.ui.thread.attached import a_pdf  # with Qt, which not everybody needs

    bare = nested_svg()
    return {
        "svg": bare,
        "svg behind a declaration": b'<?xml version="1.0"?><!DOCTYPE svg>' + bare,
        "svg behind white space": b"\n" * 700 + bare,
        "svg with a mark of its order": b"\xef\xbb\xbf" + bare,
        "svg in utf-16": bare.decode().encode("utf-16"),
        "svg that names a file": naming_svg(address),
        "svgz": gzip.compress(bare),
        "large svgz": large_svgz(),
        "pdf": a_pdf(1),
        "tiff": tiff(),
        "ico": b"\0\0\1\0\1\0" + bytes(40),
        "xpm": b'/* XPM */ static char *x[] = {"9 9 1 1", "  c #000"};',
        "pbm": b"P4\n30000 30000\n",
    }


SIGNS = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0", b"GIF89a", b"RIFF\0\0\0\0WEBP", b"BM")
"""First bytes of the bitmaps, to be put before a drawing."""
