"""Which text of a page of a PDF a reader does not see.

Text is unseen that is drawn in no ink (render modes 3 and 7), in a transparent one, in white where
nothing was painted before it, smaller than a point, or outside the page. Where pictures cover most
of the page, text in no ink that lies on them is what was recognised in a scan: it is seen. In any
doubt text is seen.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Protocol

from desktop_app.mail.files.pdf_ground import (
    FARTHEST,
    IDENTITY,
    NOWHERE,
    Box,
    Ground,
    Matrix,
    around,
    combined,
    common,
    corners,
    moved,
)
from desktop_app.mail.files.pdf_look import Ink, Look, changed, named, numbers, whole

SHOWS = frozenset((b"Tj", b"TJ", b"'", b'"'))
"""Operators that show text (ISO 32000-2, section 9.4.3)."""

_SMALLEST = 1.0
"""Points of the smallest type that is read, on a page as high as `_PAGE`; less on a smaller one."""
_PAGE = 800.0
_MOST_OF_PAGE = 0.5
_THINNEST = 4.0
"""Points of a line that is a ground for text."""
_MOVES = frozenset((b"BT", b"Td", b"TD", b"Tm", b"T*", b"'", b'"'))
_FILLS = frozenset((b"f", b"F", b"f*", b"B", b"B*", b"b", b"b*"))
_STROKES = frozenset((b"S", b"s", b"B", b"B*", b"b", b"b*"))
_PAINTS = _FILLS | _STROKES | {b"n"}
_POINTS = {b"m": 1, b"l": 1, b"c": 3, b"v": 2, b"y": 2}
_UNIT: Box = (0.0, 0.0, 1.0, 1.0)
_FAULTS = (ArithmeticError, ValueError, TypeError, LookupError, AttributeError, RecursionError)


class Page(Protocol):
    """What is asked of a page."""

    @property
    def cropbox(self) -> Any: ...

    @property
    def mediabox(self) -> Any: ...

    def get_inherited(self, key: str, default: Any = None) -> Any: ...


@dataclass(slots=True)
class _Frame:
    """A content stream: the page's or a form's, with what is put aside in it."""

    look: Look
    base: Matrix
    resources: Mapping[str, Any]
    aside: list[tuple[Look, int]]
    clipping: int = 0


class UnseenText:
    """Follows the operators of a page as pypdf reads them, and numbers those that show text."""

    def __init__(self, page: Page) -> None:
        self._page = _visible_part(page)
        box = self._page or _UNIT
        self._ground, self._pictures = Ground(box), Ground(box)
        self._smallest = _SMALLEST * min(1.0, (box[3] - box[1]) / _PAGE)
        resources = page.get_inherited("/Resources", {})
        self._frames = [_Frame(Look(), IDENTITY, _mapping(resources), [])]
        self._count = 0
        self._unseen: set[int] = set()
        self._uninked: list[tuple[int, Box]] = []
        self._clipping: list[int] = []
        self._least = self._most = 0.0
        self._boxes: list[Box] = []
        self._points: list[tuple[float, float]] = []
        self._clips = False

    def before(self, operator: bytes, operands: Any, cm: Matrix, tm: Matrix) -> None:
        """An operator that is about to be read; the matrices are those of its content stream."""
        if operator == b"Do":  # put aside whatever becomes of it: `after` takes it back
            frame = self._frames[-1]
            self._frames.append(replace(frame, aside=[], clipping=len(self._clipping)))
        with suppress(*_FAULTS):  # a damaged operator changes nothing
            self._follow(operator, operands, cm, tm)
        if operator in SHOWS:
            self._count += 1

    def after(self, operator: bytes, _operands: Any, _cm: Matrix, _tm: Matrix) -> None:
        """An operator that has been read."""
        if operator == b"Do":
            del self._clipping[self._frames.pop().clipping :]

    def found(self) -> frozenset[int]:
        """The numbers of the operators whose text is unseen, once the page has been read."""
        if self._pictures.share > _MOST_OF_PAGE:
            recognised = {n for n, area in self._uninked if self._pictures.touches(area)}
            return frozenset(self._unseen - recognised)
        return frozenset(self._unseen)

    def _follow(self, operator: bytes, operands: Any, cm: Matrix, tm: Matrix) -> None:
        frame = self._frames[-1]
        if operator in SHOWS:
            self._show(operator, operands, combined(cm, frame.base), tm)
        elif operator in _MOVES:
            self._least = self._most = 0.0
            if operator == b"TD" and (given := numbers(operands, 2)) is not None:
                frame.look = replace(frame.look, leading=-given[1])
        elif operator in _POINTS or operator == b"re":
            self._draw(operator, operands, combined(cm, frame.base))
        elif operator in _PAINTS:
            self._paint(operator, combined(cm, frame.base))
        elif operator in {b"Do", b"INLINE IMAGE", b"sh"}:
            self._place(operator, operands, combined(cm, frame.base))
        else:
            self._keep(operator, operands)

    def _keep(self, operator: bytes, operands: Any) -> None:
        """An operator of the graphics state."""
        frame = self._frames[-1]
        if operator == b"q":
            frame.aside.append((frame.look, len(self._clipping)))
        elif operator == b"Q":
            if frame.aside:
                frame.look, clipping = frame.aside.pop()
                del self._clipping[clipping:]
        elif operator in {b"W", b"W*"}:
            self._clips = True
        else:
            frame.look = changed(frame.look, operator, operands, frame.resources)

    # Shapes and pictures

    def _draw(self, operator: bytes, operands: Any, by: Matrix) -> None:
        """A step of a path. Each part of it is taken for the box around it."""
        given = numbers(operands, 4 if operator == b"re" else 2 * _POINTS[operator])
        if given is None:
            return
        if operator in {b"m", b"re"}:
            self._end_part()
        if operator == b"re":
            x, y, wide, high = given
            given = (x, y, x + wide, y, x, y + high, x + wide, y + high)
        self._points += [moved(given[i], given[i + 1], by) for i in range(0, len(given), 2)]

    def _end_part(self) -> None:
        if self._points and (box := around(self._points)) is not None:
            self._boxes.append(box)
        self._points = []

    def _paint(self, operator: bytes, by: Matrix) -> None:
        self._end_part()
        frame = self._frames[-1]
        look, boxes = frame.look, self._boxes
        if operator in _FILLS:
            self._cover(boxes, look.fill)
        if operator in _STROKES:
            width = look.line * math.hypot(by[0], by[1])
            self._cover([_wider(b, width) for b in boxes if _is_bar(b, width)], look.stroke)
        if self._clips and boxes:
            whole = around((x, y) for b in boxes for x, y in (b[:2], b[2:]))
            frame.look = replace(look, clip=_clipped(look.clip, whole))
        self._boxes, self._clips = [], False

    def _cover(self, boxes: list[Box], ink: Ink) -> None:
        look = self._frames[-1].look
        if not ink.drawn or ink.white or look.veiled:
            return
        for box in boxes:
            if (area := common(look.clip or box, box)) is not None:
                self._ground.paint(area)
        if boxes:
            self._unseen.difference_update(self._clipping)
            self._clipping.clear()

    def _place(self, operator: bytes, operands: Any, by: Matrix) -> None:
        """A picture, a shading, or a form, which is entered."""
        frame = self._frames[-1]
        if operator == b"sh":
            self._cover([frame.look.clip or self._page or _UNIT], Ink(alpha=frame.look.fill.alpha))
            return
        if operator == b"Do":
            thing = _mapping(named(frame.resources, "/XObject", operands[0]))
            if whole(thing.get("/Subtype")) != "/Image":
                self._enter(frame, thing, by)
                return
        box = corners(_UNIT, by)
        if box is None or not frame.look.fill.drawn or frame.look.veiled:
            return
        self._cover([box], Ink())
        if (area := common(frame.look.clip or box, box)) is not None:
            self._pictures.paint(area, whole=True)

    @staticmethod
    def _enter(frame: _Frame, form: Mapping[str, Any], by: Matrix) -> None:
        own = numbers(whole(form.get("/Matrix")), 6)
        frame.base = by if own is None else combined(own, by)
        frame.resources = _mapping(form.get("/Resources")) or frame.resources
        box = numbers(whole(form.get("/BBox")), 4)
        if box is not None:
            area = corners((box[0], box[1], box[2], box[3]), frame.base)
            frame.look = replace(frame.look, clip=_clipped(frame.look.clip, area))
        if "/Group" in form:
            look = frame.look
            frame.look = replace(
                look,
                veiled=look.veiled or not look.fill.drawn,
                fill=replace(look.fill, alpha=1.0),
                stroke=replace(look.stroke, alpha=1.0),
            )

    # Text

    def _show(self, operator: bytes, operands: Any, by: Matrix, tm: Matrix) -> None:
        look = self._frames[-1].look
        if operator in _MOVES:
            self._least = self._most = 0.0
            x, y = moved(0.0, -look.leading, tm)
            tm = (*tm[:4], x, y)
        by = combined(tm, by)
        size, reach = look.size, _reach(operands, look, self._least, self._most)
        self._least, self._most = reach.least, reach.most
        (start, end), (first, last) = reach.on, reach.within
        on = corners((start, 0.0, end, size / 2), by)
        area = corners((first, -size, last, size), by)
        if on is None or area is None or self._page is None:
            return
        if self._is_unseen(look, by, on, area):
            self._unseen.add(self._count)

    def _is_unseen(self, look: Look, by: Matrix, on: Box, area: Box) -> bool:
        inks = [ink for ink in look.inks if ink.drawn]
        if not inks:
            self._uninked.append((self._count, on))
            if look.mode >= _CLIPS:
                self._clipping.append(self._count)
            return True
        if all(ink.white for ink in inks) and not self._ground.touches(on):
            return common(on, self._page or _UNIT) is not None or self._is_outside(look, area)
        return self._is_outside(look, area) or self._is_small(look, by)

    def _is_outside(self, look: Look, area: Box) -> bool:
        return not look.odd and common(area, self._page or _UNIT) is None

    def _is_small(self, look: Look, by: Matrix) -> bool:
        wide, high = math.hypot(by[0], by[1]) * look.stretch, math.hypot(by[2], by[3])
        return not look.odd and abs(look.size) * min(abs(wide), high) < self._smallest


_CLIPS = 4
"""From this render mode on text is a clip."""


@dataclass(slots=True)
class _Reach:
    """Where text stands along its line, in units of its matrix. After it the line goes on between
    `least` and `most`; a character is a quarter of an em to an em. `on` is where some of it
    surely is, `within` is where all of it is."""

    least: float
    most: float
    on: tuple[float, float]
    within: tuple[float, float]


def _reach(operands: Any, look: Look, least: float, most: float) -> _Reach:
    shown = operands[-1] if isinstance(operands, list) and operands else ()
    stretch, size = abs(look.stretch), abs(look.size)
    spacing = (look.spacing, look.word_spacing)
    narrow = stretch * sum(min(each, 0.0) for each in spacing)
    wide = stretch * (size + sum(map(abs, spacing)))
    spans: list[tuple[float, float, float]] = []
    surely = 0.0
    for piece in shown if isinstance(shown, list) else (shown,):
        if isinstance(piece, str | bytes):
            start, before = least, most
            least, most = least + len(piece) * narrow, most + len(piece) * wide
            surely += len(piece) * size * stretch / 4
            spans.append((start, before, most))
        elif isinstance(piece, int | float) and abs(piece) < FARTHEST:
            step = float(piece) / 1000 * size * stretch
            least, most = least - step, most - step
    if not spans:
        return _Reach(least, most, (least, most), (least, most))
    within = (min(start for start, _, _ in spans), max(end for _, _, end in spans))
    return _Reach(least, most, (spans[0][0], spans[0][1] + surely), within)


def _visible_part(page: Page) -> Box | None:
    """The crop box within the media box; None for a page without an extent."""
    try:
        boxes = [tuple(map(float, box)) for box in (page.cropbox, page.mediabox)]
        crop, media = (around((b[:2], b[2:4])) for b in boxes)  # type: ignore[arg-type]
    except _FAULTS:
        return None
    if crop is None or media is None:
        return None
    box = common(crop, media)
    return box if box is not None and box[0] < box[2] and box[1] < box[3] else None


def _mapping(value: Any) -> Mapping[str, Any]:
    found = whole(value)
    return found if isinstance(found, Mapping) else {}


def _clipped(clip: Box | None, area: Box | None) -> Box | None:
    """A clip within a clip; where one of them is none, the other."""
    if clip is None or area is None:
        return area or clip
    return common(clip, area) or NOWHERE


def _is_bar(box: Box, width: float) -> bool:
    """Whether what is stroked around a box is a ground: a straight line, and thick."""
    return width >= _THINNEST and min(box[2] - box[0], box[3] - box[1]) <= width


def _wider(box: Box, width: float) -> Box:
    half = width / 2
    return (box[0] - half, box[1] - half, box[2] + half, box[3] + half)
