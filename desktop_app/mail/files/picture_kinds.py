"""Kind of a picture by its first bytes, which alone decide who reads it: no name, no type that a
sender gives, and nobody who looks what else it might be."""

from __future__ import annotations

_SIGNS: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", "png"),
    (b"\xff\xd8\xff", "jpeg"),
    (b"GIF87a", "gif"),
    (b"GIF89a", "gif"),
    (b"II*\0", "tiff"),
    (b"MM\0*", "tiff"),
)
_BMP_HEAD = 18
"""Bytes of a file header and of the size of the next one, which says that it is one."""

_HEAD = 4_096
"""Bytes in which a film says that it is one."""

PLAIN = frozenset({"png", "jpeg", "gif", "webp", "bmp"})
"""Bitmaps that are shown without being asked for."""


def picture_kind(data: bytes) -> str:
    """png, jpeg, gif, webp, bmp or tiff; empty for anything else. Drawings with code or addresses
    in them (SVG, PDF) are none."""
    for sign, kind in _SIGNS:
        if data.startswith(sign):
            return kind
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "webp"
    if data[:2] == b"BM" and len(data) > _BMP_HEAD and data[14] in {12, 40, 52, 56, 64, 108, 124}:
        return "bmp"
    return ""


def moves(data: bytes) -> bool:
    """Whether it may be a film of several pictures, of which one alone would be left when it is
    written anew: any GIF, a WebP with `ANIM`, a PNG with `acTL` among its first chunks."""
    kind = picture_kind(data)
    if kind == "webp":
        return b"ANIM" in data[:_HEAD]
    return kind == "gif" or (kind == "png" and b"acTL" in data[:_HEAD])
