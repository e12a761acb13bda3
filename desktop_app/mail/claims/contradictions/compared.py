"""What is compared: texts by their writers, and what is found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from desktop_app.mail.claims.statements import Statement, Value
from desktop_app.mail.claims.telling import split


@dataclass(frozen=True, slots=True)
class Said:
    """A text that a draft was made from. `by` are the folded words of its writer's name, empty for
    a file; `own`: the person wrote it."""

    text: str
    by: tuple[str, ...] = ()
    own: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Words of the draft with their place, and what is to be said of them in a sentence."""

    start: int
    end: int
    words: str
    sentence: str


@dataclass(frozen=True, slots=True)
class There:
    """A statement of a source, the one before it, and whose it is."""

    statement: Statement
    before: Statement | None
    said: Said


def all_values(statement: Statement) -> Iterator[Value]:
    return chain.from_iterable(clause.values for clause in statement.clauses)


def named_words(name: str) -> tuple[str, ...]:
    """The folded words of a name."""
    return tuple(split(name))
