"""Pictures of a mail, decoded in a job: each part once, within a budget of pixels.

A picture of a few kilobytes can take gigabytes decoded, so its size is looked at first, and that in
the drawing process (`drawing`). Nothing here touches a widget or the network.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from PySide6.QtGui import QImage

from desktop_app.bounded_process import Passed
from desktop_app.mail.message.access import plain_id
from desktop_app.model.errors import KnownError
from desktop_app.ui.reading.drawing import LONGEST_SIDE, Drawn, Wanted, draw

WIDEST, HIGHEST = 720, 4_000
"""Pixels of a side that are kept; a larger picture is made smaller."""

MOST_PIXELS = 24_000_000
"""Of one picture that is decoded, some 96 MB while it is."""

MOST_KEPT = 8_000_000
"""Pixels of all pictures of a mail together, 32 MB; those beyond are left out."""

MOST_READ = 100_000_000
"""Pixels of all pictures of a mail as they came: what decoding them costs, a second or two."""


@dataclass(frozen=True)
class Pictures:
    """`images` by the spelling of their content id, null ones for what can't be shown; `left_out`
    counts the parts that are too large, or took too long."""

    images: Mapping[str, QImage]
    left_out: int = 0


def pictures_of(spellings: Iterable[str], part: Callable[[str], bytes]) -> Pictures:
    """The pictures that `cid:` addresses name (RFC 2392), percent-encoded in any way. `part` gives
    the bytes of one, or raises KnownError; it is asked once for each part."""
    by_id: dict[str, QImage] = {}
    found: dict[str, QImage] = {}
    budget, left_out = Budget(), 0
    for spelling in spellings:
        name = plain_id(spelling)
        if name not in by_id:
            drawn = budget.draw(_asked(part, name))
            by_id[name] = drawn.image()
            left_out += by_id[name].isNull() and drawn.natural != (0, 0)
        found[spelling] = found[name] = by_id[name]
    return Pictures(found, left_out)


def decode(data: bytes) -> QImage:
    """A picture no larger than the Reader shows; a null image for anything but a plain bitmap, and
    for one that is too large to be decoded."""
    return draw_one(data).image()


def draw_one(data: bytes) -> Drawn:
    """As `decode`, with its own size."""
    return Budget().draw(data)


def as_file(data: bytes) -> tuple[str, bytes]:
    """The type (`image/png` or `image/jpeg`) and the bytes of a file for a bitmap of its own size,
    which every mail program shows; empty for what `decode` refuses. For jobs."""
    wanted = Wanted(LONGEST_SIDE, LONGEST_SIDE, MOST_PIXELS, MOST_PIXELS, as_file=True)
    try:
        drawn = draw(data, wanted)
    except Passed:
        return "", b""
    return (f"image/{drawn.kind}", drawn.file) if drawn.file else ("", b"")


_REFUSED = Drawn((1, 1))


@dataclass
class Budget:
    """What the pictures of one mail may take together. Behind one that passes a limit of the
    drawing process none is drawn: forty of them would take forty times as long."""

    room: int = MOST_KEPT
    unread: int = MOST_READ
    over: bool = field(default=False, init=False)

    def draw(self, data: bytes, *, encoded: bool = False) -> Drawn:
        if self.over:
            return _REFUSED if data else Drawn()
        most = min(MOST_PIXELS, self.unread)
        try:
            wanted = Wanted(WIDEST, HIGHEST, most, self.room, turned=True, encoded=encoded)
            drawn = draw(data, wanted)
        except Passed:
            self.over = True
            return _REFUSED
        pixels = drawn.natural[0] * drawn.natural[1]
        self.unread -= pixels if pixels <= MOST_PIXELS else 0
        self.room -= 0 if encoded else drawn.width * drawn.height
        self.over = self.unread < 0
        return drawn


def _asked(part: Callable[[str], bytes], name: str) -> bytes:
    try:
        return part(name)
    except KnownError:
        return b""
