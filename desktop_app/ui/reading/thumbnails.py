"""Small pictures of attachments, made in a job from their bytes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtGui import QImage

from desktop_app.bounded_process import Passed
from desktop_app.mail.files.picture_kinds import picture_kind
from desktop_app.model.message import Attachment
from desktop_app.ui.reading.drawing import Wanted, draw

MOST_PICTURES = 12
MOST_BYTES = 8_000_000
MOST_PIXELS = 4_000_000
"""Pixels of a picture that has to be read as a whole; a photograph is read small at once."""

_MOST_PHOTOGRAPH = 60_000_000
_NAMES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp")


def pictured(parts: Iterable[Attachment]) -> tuple[Attachment, ...]:
    """Those of which a small picture may be made: by type or, since many senders name none, by
    file name. What they are is told by their bytes later."""
    fitting = (p for p in parts if _is_picture(p) and p.size <= MOST_BYTES)
    return tuple(fitting)[:MOST_PICTURES]


def _is_picture(part: Attachment) -> bool:
    return part.content_type.startswith("image/") or part.filename.lower().endswith(_NAMES)


def thumbnails(files: Mapping[str, bytes], side: int) -> dict[str, QImage]:
    """Those that can be made, by what their files are called here. Behind one that passes a limit
    of the drawing process there is none."""
    made: dict[str, QImage] = {}
    for name, data in files.items():
        try:
            image = thumbnail(data, side)
        except Passed:
            break
        if not image.isNull():
            made[name] = image
    return made


def thumbnail(data: bytes, side: int) -> QImage:
    """The picture within a square of `side` pixels; null for anything but a plain bitmap, and for
    one that would take long. Raises `Passed`: those beside it may take as long."""
    most = _MOST_PHOTOGRAPH if picture_kind(data) == "jpeg" else MOST_PIXELS
    wanted = Wanted(side, side, most, side * side, filling=True, turned=True)
    return draw(data, wanted).image()
