"""Where on a page of a PDF something has been painted, in cells, so that a look-up costs the same
however much was painted. A part of a cell counts as the cell."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

Box = tuple[float, float, float, float]
"""Left, bottom, right and top, in points of the page."""
Matrix = Sequence[float]
"""`a b c d e f` (ISO 32000-2, section 8.3.3)."""

SIDE = 64
"""Cells across and along the page."""
FARTHEST = 1e7
"""Points; what lies farther out, or nowhere, is at no place."""
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
NOWHERE: Box = (FARTHEST, FARTHEST, -FARTHEST, -FARTHEST)
"""A box that shares nothing with any other."""


def combined(first: Matrix, then: Matrix) -> Matrix:
    """One matrix that does what both do, one after the other."""
    if then is IDENTITY:
        return first
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return (
        *(a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s),
        *(e * p + f * r + t, e * q + f * s + u),
    )


def moved(x: float, y: float, by: Matrix) -> tuple[float, float]:
    """Where a point comes to lie."""
    return x * by[0] + y * by[2] + by[4], x * by[1] + y * by[3] + by[5]


def around(points: Iterable[tuple[float, float]]) -> Box | None:
    """The box around points; None where one of them is at no place."""
    xs, ys = zip(*points, strict=True)
    box = (min(xs), min(ys), max(xs), max(ys))
    return box if all(math.isfinite(v) and abs(v) < FARTHEST for v in (*xs, *ys)) else None


def corners(box: Box, by: Matrix) -> Box | None:
    """The box around a box that has been moved."""
    left, bottom, right, top = box
    at = ((left, bottom), (right, bottom), (left, top), (right, top))
    return around(moved(x, y, by) for x, y in at)


def common(one: Box, other: Box) -> Box | None:
    """What two boxes share; None where they are apart."""
    box = (
        *(max(one[0], other[0]), max(one[1], other[1])),
        *(min(one[2], other[2]), min(one[3], other[3])),
    )
    return box if box[0] <= box[2] and box[1] <= box[3] else None


class Ground:
    """Cells of a page's visible part that are painted on."""

    def __init__(self, page: Box) -> None:
        self._page = page
        self._rows = [0] * SIDE

    def paint(self, area: Box, *, whole: bool = False) -> None:
        """Paint an area; `whole` leaves out the cells whose middle it does not reach."""
        found = self._cells(area, 0.5 if whole else 0.0)
        if found is not None:
            first, last, mask = found
            for row in range(first, last + 1):
                self._rows[row] |= mask

    def touches(self, area: Box) -> bool:
        """Whether anything is painted in the area. The page's surroundings are its edge."""
        found = self._cells(area, 0.0)
        if found is None:
            return False
        first, last, mask = found
        return any(row & mask for row in self._rows[first : last + 1])

    @property
    def share(self) -> float:
        """The part of the page that is painted, 0 to 1."""
        return sum(row.bit_count() for row in self._rows) / SIDE**2

    def _cells(self, area: Box, reach: float) -> tuple[int, int, int] | None:
        """The first and the last row, and the columns as bits; None where there is none."""
        shared = common(area, self._page)
        if shared is None:
            return None
        left, bottom, right, top = self._page
        wide, high = (right - left) / SIDE, (top - bottom) / SIDE
        row, last_row = _span((shared[1] - bottom) / high, (shared[3] - bottom) / high, reach)
        column, last = _span((shared[0] - left) / wide, (shared[2] - left) / wide, reach)
        if row > last_row or column > last:
            return None
        return row, last_row, (1 << last + 1) - (1 << column)


def _span(start: float, end: float, reach: float) -> tuple[int, int]:
    """The first and the last cell between two places that are counted in cells."""
    if reach:
        return math.ceil(start - reach), min(math.floor(end - reach), SIDE - 1)
    return min(int(start), SIDE - 1), min(int(end), SIDE - 1)
