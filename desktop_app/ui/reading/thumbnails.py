"""Small pictures of attachments, made in a job from their bytes."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QBuffer, QByteArray, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

from desktop_app.model.message import Attachment

MOST_PICTURES = 12
MOST_BYTES = 8_000_000
MOST_PIXELS = 4_000_000
"""Pixels of a picture that has to be read as a whole; a photograph is read small at once."""

_MOST_PHOTOGRAPH = 60_000_000
_FORMATS = frozenset({b"png", b"jpeg", b"gif", b"webp", b"bmp"})
_NAMES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp")


def pictured(parts: Iterable[Attachment]) -> tuple[Attachment, ...]:
    """Those of which a small picture may be made: by type or, since many senders name none, by
    file name. What they are is told by their bytes later."""
    fitting = (p for p in parts if _is_picture(p) and p.size <= MOST_BYTES)
    return tuple(fitting)[:MOST_PICTURES]


def _is_picture(part: Attachment) -> bool:
    return part.content_type.startswith("image/") or part.filename.lower().endswith(_NAMES)


def thumbnail(data: bytes, side: int) -> QImage:
    """The picture within a square of `side` pixels; null for anything but a plain bitmap, and for
    one that would take long."""
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QBuffer.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setDecideFormatFromContent(True)
    reader.setAutoTransform(True)
    size, kind = reader.size(), reader.format().data()
    most = _MOST_PHOTOGRAPH if kind == b"jpeg" else MOST_PIXELS
    if kind not in _FORMATS or not size.isValid() or size.width() * size.height() > most:
        return QImage()
    fitted = size.scaled(QSize(side, side), Qt.AspectRatioMode.KeepAspectRatio)
    reader.setScaledSize(fitted.expandedTo(QSize(1, 1)))
    return reader.read()
