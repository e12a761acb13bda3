"""CSS colours, far enough to tell whether text is visible on its background."""

from __future__ import annotations

from functools import lru_cache

import tinycss2.color3

Colour = tuple[int, int, int]
WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)
_ALIKE = 24
"""Sum of the channel differences at or below which text is as good as invisible."""


@lru_cache(maxsize=4096)
def colour(value: str) -> Colour | None:
    """`#rgb`, `rgb(…)`, a name …; None for what is no colour or transparent."""
    value = value.strip()
    if len(value) > 60:
        return None
    found = tinycss2.color3.parse_color(value)
    if found is None and len(value) in {3, 6}:
        found = tinycss2.color3.parse_color(f"#{value}")
    if found is None or isinstance(found, str) or found.alpha < 0.1:
        return None
    return (round(found.red * 255), round(found.green * 255), round(found.blue * 255))


def transparent(value: str) -> bool:
    """Whether a value names a fully transparent colour."""
    found = tinycss2.color3.parse_color(value.strip()[:60])
    return found is not None and not isinstance(found, str) and found.alpha < 0.1


def alike(one: Colour, other: Colour) -> bool:
    """Whether text in one colour is invisible on the other."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True)) <= _ALIKE
