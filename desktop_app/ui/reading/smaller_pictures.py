"""Pictures made smaller before they leave, each at the one door for pictures (`drawing`).

A smaller picture has the pixels alone: turned as the camera says, without what the camera wrote
about the place, the time and itself. For jobs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from desktop_app.bounded_process import Passed
from desktop_app.mail.files.picture_kinds import moves, picture_kind
from desktop_app.ui.reading.drawing import Wanted, draw

SMALL, MEDIUM = 640, 1_280
"""Pixels of the longer side."""

SMALLER = 0.9
"""What is left of the bytes of a picture that is worth being replaced, at most."""

LEAST_SPARED = 20_000
"""Bytes for which a picture is written anew at all: a logo stays as it is."""

_MOST_PIXELS = 24_000_000
_MOST_PHOTOGRAPH = 60_000_000
"""Pixels of one that is read: a photograph is read small at once."""


@dataclass(frozen=True, slots=True)
class SmallerPicture:
    """The file of a picture, its type (`image/jpeg`) and its width in pixels."""

    data: bytes
    content_type: str
    width: int


def smaller(data: bytes, side: int) -> SmallerPicture | None:
    """The picture with a longer side of at most `side` pixels; None where that spares little, for a
    film, and for what can't be read. Raises `Passed`."""
    if moves(data):
        return None
    most = _MOST_PHOTOGRAPH if picture_kind(data) == "jpeg" else _MOST_PIXELS
    drawn = draw(data, Wanted(side, side, most, side * side, turned=True, as_file=True))
    spared = len(data) - len(drawn.file)
    if not drawn.file or spared < LEAST_SPARED or len(drawn.file) > len(data) * SMALLER:
        return None
    return SmallerPicture(drawn.file, f"image/{drawn.kind}", drawn.width)


def smaller_ones(pictures: Mapping[str, bytes], side: int) -> dict[str, SmallerPicture]:
    """Those that become smaller. Behind one that passes a limit of the drawing process there is
    none: each would take as long."""
    made: dict[str, SmallerPicture] = {}
    for name, data in pictures.items():
        try:
            found = smaller(data, side)
        except Passed:
            break
        if found is not None:
            made[name] = found
    return made
