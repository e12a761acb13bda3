"""Row of a measurement: one figure beside its goal."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """`held` tells whether the figure is within its goal."""

    what: str
    figure: str
    goal: str
    held: bool
