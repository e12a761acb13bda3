"""The number of a source with another unit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from desktop_app.mail.claims.contradictions.compared import Contradiction, There, all_values
from desktop_app.mail.claims.measures import MONEY, UNITS, unit_name
from desktop_app.mail.claims.statements import Value, root, statements


def other_units(draft: str, there: Sequence[There], _: Sequence[str]) -> Iterator[Contradiction]:
    """The number of a source, with another unit of the same kind."""
    said = [v for each in there for v in all_values(each.statement)]
    texts = {id(v): each.said.text for each in there for v in all_values(each.statement)}
    for statement in statements(draft):
        for value in all_values(statement):
            same = [v for v in said if v.key == value.key and v.kind not in {"time", "day"}]
            other = next((v for v in same if _is_other_unit(value, v)), None)
            if other is None or any(
                not _is_other_unit(value, v)
                for v in same
                if _unit(v) and bool(v.per) == bool(value.per)
            ):
                continue
            mine, theirs = _whole(draft, value), _whole(texts[id(other)], other)
            sentence = f"The draft says “{mine}”, a source says “{theirs}”."
            yield Contradiction(value.start, value.start + len(mine), mine, sentence)


def _unit(value: Value) -> str:
    """The unit of a value, by its kind or by the word behind it."""
    if value.kind != "number":
        return value.kind
    return value.noun if any(value.noun in units for units in UNITS) else ""


def _is_other_unit(one: Value, other: Value) -> bool:
    if one.per and other.per:
        return one.kind == other.kind and root(one.per) != root(other.per)
    a, b = _unit(one), _unit(other)
    if not a or not b or unit_name(a) == unit_name(b):
        return False
    money = a in MONEY and b in MONEY
    percent = "percent" in {a, b} and bool({a, b} & MONEY)
    return money or percent or any(a in units and b in units for units in UNITS)


def _whole(text: str, value: Value) -> str:
    """The words of a value with the noun behind it."""
    if value.per:
        return " ".join(text[value.start : value.end + len(value.per) + 8].split()).rpartition(" ")[
            0
        ]
    if value.kind != "number" or not value.noun:
        return text[value.start : value.end]
    match = re.match(r"\W?[\w\s]{0,12}?[^\W\d_]{1,40}", text[value.end : value.end + 60])
    return " ".join((text[value.start : value.end] + (match[0] if match else "")).split())
