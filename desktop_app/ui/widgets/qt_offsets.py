"""Spans of a text in Qt's offsets."""

from __future__ import annotations

from collections.abc import Iterable

from desktop_app.ui.widgets.invisible_marks import units

Span = tuple[int, int]


def in_qt(text: str, spans: Iterable[Span]) -> tuple[Span, ...]:
    """Spans of a text, in order and apart from each other, in Qt's offsets."""
    if text.isascii():
        return tuple(spans)
    out: list[Span] = []
    at = there = 0
    for start, end in spans:
        begin = there + units(text[at:start])
        at, there = end, begin + units(text[start:end])
        out.append((begin, there))
    return tuple(out)
