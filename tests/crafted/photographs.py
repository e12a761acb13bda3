"""Photographs as cameras make them: with places, times and turns in them."""

from __future__ import annotations

import random
import struct

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage, QImageWriter

PLACE = b"51.5007N 0.1246W"
"""What a camera wrote of the place, as it stands in the file."""

COMMENT = "taken in the kitchen"
ASIDE = 6
"""Orientation of Exif: to be turned by a quarter."""


def photograph(
    width: int, height: int, *, orientation: int = 1, kind: str = "jpeg", noise: int = 40
) -> bytes:
    """A noisy picture, the left half dark, the right half light, with a comment; as JPEG with Exif
    data that names a place."""
    chance = random.Random(width * height)
    row = bytearray()
    for x in range(width):
        level = 40 if x < width // 2 else 200
        row += bytes((level, level, min(255, level + chance.randrange(noise + 1)), 255))
    lines = [bytes(row[4 * (y % 7) :]) + bytes(row[: 4 * (y % 7)]) for y in range(height)]
    image = QImage(b"".join(lines), width, height, width * 4, QImage.Format.Format_RGB32).copy()
    image.setText("Comment", COMMENT)
    out = QBuffer()
    out.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(out, QByteArray(kind.encode()))
    writer.setQuality(95)
    assert writer.write(image)
    data = bytes(out.data().data())
    return with_exif(data, orientation) if kind == "jpeg" else data


def with_exif(jpeg: bytes, orientation: int) -> bytes:
    """A JPEG with Exif data: its orientation, and a place."""
    place = PLACE + b"\0"
    entries = struct.pack("<HHII", 0x0112, 3, 1, orientation)
    entries += struct.pack("<HHII", 0x010E, 2, len(place), 38)
    tiff = b"II*\0" + struct.pack("<I", 8) + struct.pack("<H", 2) + entries
    tiff += struct.pack("<I", 0) + place
    body = b"Exif\0\0" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]
