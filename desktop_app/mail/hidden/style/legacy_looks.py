"""What HTML's own attributes and a browser's own style sheet make of an element's look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from desktop_app.mail.hidden.colours import BLACK, Colour, legacy_colour
from desktop_app.mail.hidden.style.effects import Effect, Ground
from desktop_app.mail.hidden.style.looks import Look

_FONT_SIZES = {"1": 10.0, "2": 13.0, "3": 16.0, "4": 18.0, "5": 24.0, "6": 32.0, "7": 48.0}
_FIELDS = frozenset(("button", "input", "select", "textarea"))
_FIELD_SIZE = 13.3
_DRAWN = frozenset(("svg", "math", "marquee"))
"""What sets its words where nobody works out here."""

TAGS = frozenset("body font table tr td th tbody thead tfoot a bdo".split()) | _FIELDS | _DRAWN
"""Elements that have a look of their own, or may have one by their attributes."""


def by_attributes(tag: str, attributes: Mapping[str, str | None], look: Look) -> Look:
    """The look that HTML's own attributes and a browser's own sheet give."""
    changes: dict[str, object] = {}
    if tag == "a":
        changes = {"ink": look.link} if attributes.get("href") else {}
    elif tag == "bdo" or tag in _DRAWN:
        changes["odd"] = look.odd or tag in _DRAWN or _is_turned(attributes)
    elif tag in _FIELDS:
        changes = {"ink": BLACK, "fill": None, "size": _FIELD_SIZE, "indent": 0.0}
    elif tag in {"font", "body"}:
        changes = _written(tag, attributes)
    elif tag == "table":  # without a doctype a table begins anew
        changes = {"touched": look.touched | {"font-size"}, "table_ink": look.page_ink}
    ground = legacy_colour(attributes.get("bgcolor") or "") if tag != "font" else None
    if not changes and ground is None:
        return look
    changed = replace(look, judged=None, **changes)  # type: ignore[arg-type]
    return _laid(changed, ground) if ground is not None else changed


def _written(tag: str, attributes: Mapping[str, str | None]) -> dict[str, object]:
    """What a `font` or a `body` says of its letters."""
    size = _FONT_SIZES.get((attributes.get("size") or "").strip()) if tag == "font" else None
    found: dict[str, object] = {
        "ink": legacy_colour(attributes.get("color" if tag == "font" else "text") or ""),
        "link": legacy_colour(attributes.get("link") or "") if tag == "body" else None,
        "size": size,
    }
    return {name: value for name, value in found.items() if value is not None}


def _is_turned(attributes: Mapping[str, str | None]) -> bool:
    return (attributes.get("dir") or "").lower() == "rtl"


def _laid(look: Look, ground: Colour) -> Look:
    return look.within(Effect(ground=Ground(ground)))
