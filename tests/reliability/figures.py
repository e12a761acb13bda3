"""What a proof says at its end."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Figures:
    """`tried` in words, with its numbers; `broken` how much of it did not hold."""

    tried: str
    broken: int
