"""What the clipboard or a drop holds, for an editor of a draft: files, a picture, words."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMimeData
from PySide6.QtGui import QImage

MOST_BYTES = 25_000_000
"""Largest picture that is put into a mail, as PNG or as it was copied."""

_KINDS = ("image/png", "image/jpeg", "image/gif", "image/webp")


def files_in(data: QMimeData) -> list[Path]:
    """Files of this computer that were copied or dropped."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]


def is_picture(data: QMimeData) -> bool:
    """Whether it is a picture and no text: office programs offer their text as one too."""
    return data.hasImage() and not data.hasText() and not data.urls()


def picture_in(data: QMimeData) -> tuple[QImage, str, bytes] | None:
    """The picture, its kind and its bytes, as they were copied where a mail can show them; else as
    PNG. None where it can't be read or is too large."""
    image = QImage(data.imageData())
    if image.isNull():
        return None
    for kind in _KINDS:
        if data.hasFormat(kind):
            raw = bytes(data.data(kind).data())
            if raw and len(raw) <= MOST_BYTES:
                return image, kind, raw
    raw = as_png(image)
    return (image, "image/png", raw) if len(raw) <= MOST_BYTES else None


def as_png(image: QImage) -> bytes:
    held = QByteArray()
    buffer = QBuffer(held)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stubs know no str
    buffer.close()
    return bytes(held.data())
