"""Validation of operators' values, and the operator that a misspelling means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from desktop_app.search.operators import BY_NAME, CHOICES, GMAIL_ONLY, Operator, Takes
from desktop_app.search.values import age_of, date_of, size_of

# Whether a value is a date does not depend on what day it is.
_SOME_DAY = 1_000_000_000
_VALID: Mapping[Takes, tuple[Callable[[str], int | None], str]] = MappingProxyType(
    {
        Takes.DATE: (
            lambda value: date_of(value, _SOME_DAY),
            "is no date: write it as 2026/01/31, or today, or yesterday",
        ),
        Takes.AGE: (
            lambda value: age_of(value, _SOME_DAY),
            "is no age: write it as 3d, 2w, 4m or 1y",
        ),
        Takes.SIZE: (size_of, "is no size: write it as 500K, 10M or a number of bytes"),
    }
)


def check_value(operator: Operator, value: str, *, typing: bool) -> tuple[str, str]:
    """The value to use, and a sentence on what is wrong with it (empty when nothing is).

    While typing, the beginning of one of a few possible values means that value.
    """
    if operator.takes in _VALID:
        understood, complaint = _VALID[operator.takes]
        return value, "" if understood(value) is not None else f"“{value}” {complaint}."
    choices = CHOICES.get(operator.takes)
    if choices is None:
        return value, ""
    return _choice(operator, value.lower(), choices, typing=typing)


def _choice(
    operator: Operator, value: str, choices: tuple[str, ...], *, typing: bool
) -> tuple[str, str]:
    if value in choices:
        return value, ""
    begun = [choice for choice in choices if choice.startswith(value)]
    if typing and len(begun) == 1:
        return begun[0], ""
    listed = ", ".join(choices)
    return value, f"“{operator.name}:{value}” is unknown: after “{operator.name}:” comes {listed}."


_WHOLE: Mapping[Takes, tuple[str, ...]] = MappingProxyType(
    {
        Takes.DATE: ("2026/01/28", "2026-01-28", "2026.01.28", "01/28/2026", "20260128"),
    }
)
_DAYS = ("today", "yesterday", "tomorrow")


def may_become(operator: Operator, value: str) -> bool:
    """Whether a value that is refused can be the beginning of one that is not."""
    value = value.lower()
    begun = (
        *CHOICES.get(operator.takes, ()),
        *GMAIL_ONLY.get(operator.name, ()),
        *(_DAYS if operator.takes is Takes.DATE else ()),
    )
    if any(choice.startswith(value) for choice in begun):
        return True
    if operator.takes is Takes.AGE:
        return value.isdecimal()
    return any(
        not check_value(operator, value + whole[len(value) :], typing=False)[1]
        for whole in _WHOLE.get(operator.takes, ())
        if len(value) < len(whole)
    )


def likely_name(name: str) -> str:
    """The operator that differs from `name` by one slip, or nothing.

    Short names pass: `re:` or `it:` is more likely meant as written.
    """
    name = name.lower()
    if len(name) < 3:
        return ""
    near = (known for known in BY_NAME if len(known) >= 3 and _one_slip(name, known))
    found = next(near, "")
    return BY_NAME[found].name if found else ""


def _one_slip(typed: str, known: str) -> bool:
    """Whether one letter was added, left out, replaced, or two neighbours swapped."""
    if abs(len(typed) - len(known)) > 1 or typed == known:
        return False
    at = next((n for n, (a, b) in enumerate(zip(typed, known, strict=False)) if a != b), None)
    if at is None:
        return True
    rest, other = typed[at:], known[at:]
    swapped = rest[1:2] + rest[:1] + rest[2:]
    return rest[1:] == other[1:] or rest[1:] == other or rest == other[1:] or swapped == other
