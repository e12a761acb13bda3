"""Custom properties and `var()` in bounded work (CSS Custom Properties 1).

A value can name another twice, and that one another: forty such lines are a thousand billion words.
So a substituted value is cut off at `LONGEST` characters, and a mail has a budget of them. What is
beyond is `BEYOND`, a value that no property understands, so that its element is doubtful.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from desktop_app.mail.hidden.css_values import LONGEST

MOST_SUBSTITUTIONS = 10_000
MOST_CHARACTERS = 1_000_000
DEEPEST = 40
"""Variables in variables, and scopes of one element, that are followed."""
MOST_BRACKETS = 60
BEYOND = "beyond()"

_CALL = re.compile(r"(?<![\w-])(?:var|env)\(", re.IGNORECASE)
_BRACKET = re.compile(r"[()]")
_KEPT_FROM_PARENT = frozenset({"inherit", "unset", "revert", "revert-layer"})


class Budget:
    """Work that is left for the substitutions of one mail."""

    def __init__(self) -> None:
        self._times, self._characters = MOST_SUBSTITUTIONS, MOST_CHARACTERS

    def take(self, characters: int) -> bool:
        """Whether there is room for one more substitution of so many characters."""
        self._times -= 1
        self._characters -= characters
        return self._times > 0 and self._characters > 0


class Scope:
    """The custom properties that an element declares, over those it inherits."""

    __slots__ = ("_budget", "_declared", "_known", "_parent", "_texts")

    def __init__(self, declared: Mapping[str, str], parent: Scope | None, budget: Budget) -> None:
        self._declared, self._parent, self._budget = declared, parent, budget
        self._known: dict[str, str | None] = {}
        self._texts: dict[str, str | None] = {}

    def substituted(self, text: str) -> str | None:
        """`text` with its variables, in lower case; None where it is invalid for want of one."""
        if text not in self._texts:
            found = self._substituted(text, 0)
            if found is not None:
                found = BEYOND if is_nested(found) else found.strip().lower()
            self._texts[text] = found
        return self._texts[text]

    def _value(self, name: str, depth: int) -> str | None:
        if not self._budget.take(len(name)):
            return BEYOND
        scope: Scope | None = self
        for _ in range(DEEPEST):
            if scope is None or scope._declares(name):
                return None if scope is None else scope._computed(name, depth)
            scope = scope._parent
        return None if scope is None else BEYOND

    def _declares(self, name: str) -> bool:
        value = self._declared.get(name)
        return value is not None and value.lower() not in _KEPT_FROM_PARENT

    def _computed(self, name: str, depth: int) -> str | None:
        if name not in self._known:
            if depth > DEEPEST:
                return BEYOND
            self._known[name] = None  # what names itself is invalid
            value = self._declared[name]
            if value.lower() != "initial":
                self._known[name] = self._substituted(value, depth + 1)
        return self._known[name]

    def _substituted(self, text: str, depth: int) -> str | None:
        out: list[str] = []
        position = size = 0
        while call := _CALL.search(text, position):
            end = _closing(text, call.end())
            name, comma, fallback = text[call.end() : end].partition(",")
            value = self._value(name.strip(), depth) if call[0][0] in "vV" else None
            if value is None and comma:
                value = self._substituted(fallback, depth + 1) if depth < DEEPEST else BEYOND
            if value is None:
                return None
            size += call.start() - position + len(value)
            if size > LONGEST or not self._budget.take(len(value) + end - position):
                return BEYOND
            out += [text[position : call.start()], value]
            position = end + 1
        if size + len(text) - position > LONGEST:
            return BEYOND
        return "".join([*out, text[position:]])


def is_nested(value: str) -> bool:
    """Whether a value has more brackets than anybody writes: reading it recurses into them."""
    return value.count("(") + value.count("[") + value.count("{") > MOST_BRACKETS


def has_variable(value: str) -> bool:
    """Whether `value` waits for a substitution."""
    return "(" in value and _CALL.search(value) is not None


def _closing(text: str, start: int) -> int:
    """The place of the bracket that closes what was opened before `start`, or the end."""
    depth = 1
    for found in _BRACKET.finditer(text, start):
        depth += 1 if found[0] == "(" else -1
        if not depth:
            return found.start()
    return len(text)
