"""Pictures of a mail and of the web as data: addresses of one page: decoded and drawn anew within
bounds.

No bytes of a sender or a server reach the web view as they came. Runs in a job.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage, QImageWriter

from desktop_app.ui.reading.pictures import MOST_READ, decode, pixels

QUALITY = 82


def as_data(pictures: Mapping[str, bytes], room: int) -> dict[str, str]:
    """data: addresses by address, of at most `room` characters together, in their order; what is
    too large or can't be decoded is left out."""
    found: dict[str, str] = {}
    unread = MOST_READ
    for address, data in pictures.items():
        unread -= pixels(data)
        if unread < 0:
            break
        drawn = _encoded(decode(data))
        if drawn and len(drawn) <= room:
            found[address] = drawn
            room -= len(drawn)
    return found


def _encoded(image: QImage) -> str:
    if image.isNull():
        return ""
    is_photo = not image.hasAlphaChannel() and image.depth() > 8
    kind, quality = ("jpeg", QUALITY) if is_photo else ("png", -1)
    out = QBuffer()
    out.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(out, QByteArray(kind.encode()))
    writer.setQuality(quality)
    if not writer.write(image):
        return ""
    data = base64.b64encode(out.data().data()).decode("ascii")
    return f"data:image/{kind};base64,{data}"
