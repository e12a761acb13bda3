"""Gaps and margins of layouts that are there already, when the text gets another size."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtWidgets import QLayout, QWidget

GROWS = "grows"
"""Property of a layout whose lengths go with the text's size; those of the style do not."""
_AT_100 = "at_100"
"""Property of a layout: its gap and margins at 100 % text."""

Lengths = tuple[float, ...]


def scale_layouts(windows: Iterable[QWidget], old: float, new: float) -> None:
    """Give every layout in `windows` that grows the lengths at text scale `new` that it had at
    `old`.

    Lengths that were set since the last change count anew; others come from those at 100 %, so
    that going to and fro changes nothing.
    """
    if old == new:
        return
    for window in windows:
        for layout in window.findChildren(QLayout):
            if layout.property(GROWS):
                _scale(layout, old, new)


def _scale(layout: QLayout, old: float, new: float) -> None:
    margins = layout.contentsMargins()
    now = (layout.spacing(), margins.left(), margins.top(), margins.right(), margins.bottom())
    known: Lengths = tuple(layout.property(_AT_100) or ())
    if tuple(round(length * old) for length in known) != now:
        known = tuple(length / old for length in now)
    layout.setProperty(_AT_100, list(known))
    gap, *sides = (round(length * new) for length in known)
    layout.setSpacing(gap)
    layout.setContentsMargins(*sides)
