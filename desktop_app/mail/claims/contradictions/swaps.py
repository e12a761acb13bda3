"""Figures and names that stand beside what in the sources stands beside another."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from desktop_app.mail.claims.arithmetic import ANY, same_kind
from desktop_app.mail.claims.contradictions.compared import Contradiction, There, all_values
from desktop_app.mail.claims.contradictions.polarity import WISH
from desktop_app.mail.claims.measures import MEASURES
from desktop_app.mail.claims.numbers_in import kind_of
from desktop_app.mail.claims.statements import (
    EMPTY_STEMS,
    TIME_STEMS,
    Clause,
    Value,
    root,
    statements,
)
from desktop_app.mail.claims.telling_words import folded, tells
from desktop_app.mail.words.language import guess_language

_LEAST = ("who", "does", "what")
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_HOURS = frozenset(map(str, range(1, 25)))
_BEFORE_HOUR = re.compile(
    r"\b(?:at|by|until|till|before|after|from|to|past|um|bis|vor|nach|ab|à|vers|a las?)\s$", re.I
)
_CAPITAL = re.compile(r"\b[A-ZÀ-Þ][\w-]{2,40}")


def swapped_figures(
    draft: str, there: Sequence[There], _: Sequence[str]
) -> Iterator[Contradiction]:
    """A figure beside a word that in the sources stands beside another one. A question states
    none."""
    for statement in statements(draft):
        for clause in () if statement.asks else statement.clauses:
            for value in clause.values:
                if _is_hour(draft, value):
                    continue
                other = _other_noun(value, there) or _other_clause(value, clause, there)
                if other is None:
                    continue
                words, (text, theirs) = draft[value.start : value.end], other
                told = text[theirs.start : theirs.end]
                sentence = f"The draft says “{words}” where a source says “{told}”."
                yield Contradiction(value.start, value.end, words, sentence)


def swapped_names(draft: str, there: Sequence[There], to: Sequence[str]) -> Iterator[Contradiction]:
    """A name beside what in the sources stands beside another one. In German every noun is written
    large: there it is not told."""
    if guess_language(draft) == "de":
        return
    said = [clause for each in there for clause in each.statement.clauses if clause.names]
    for statement in statements(draft):
        if statement.asks or WISH.search(statement.text) or len(statement.stems) < len(_LEAST):
            continue
        known = {n for c in said for n in c.names} - EMPTY_STEMS
        doing = (
            c.names for c in statement.clauses if c.values or c.stems - c.names
        )  # no *Dear Ruth*
        two = len(known & frozenset[str]().union(*doing)) > 1
        least = 1 if two else len(("does", "what"))
        for clause in statement.clauses:
            for match in _CAPITAL.finditer(draft, clause.start, clause.end):
                name = folded(match[0])
                if not tells(name) or name in to:
                    continue
                if _is_of_another(root(name), clause, said, least):
                    sentence = f"“{match[0]}” stands beside something else in the sources."
                    yield Contradiction(match.start(), match.end(), match[0], sentence)


def _is_of_another(name: str, mine: Clause, said: Sequence[Clause], least: int) -> bool:
    """Whether the clause shares `least` words with one of another name, and none of its own."""
    own = frozenset[str]().union(*(c.stems for c in said if name in c.names))
    if not own:
        return False
    others = [c.stems for c in said if name not in c.names and c.names - own - mine.names]
    telling = mine.stems if least == 1 else mine.stems - TIME_STEMS
    return any(
        len((telling & other) - own) >= least and not mine.stems & (own - other - {name})
        for other in others
    )


def _other_noun(value: Value, there: Sequence[There]) -> tuple[str, Value] | None:
    """A source's number of the same noun, where none has this one and it counts something else."""
    if value.kind != "number" or not tells(value.noun):
        return None
    noun, same, others = root(value.noun), False, []
    for each in there:
        for theirs in all_values(each.statement):
            if theirs.key == value.key:
                if root(theirs.noun) == noun or not theirs.noun:
                    return None
                same = True
            elif theirs.kind == "number" and root(theirs.noun) == noun:
                others.append((each.said.text, theirs))
    return others[0] if same and others else None


def _other_clause(value: Value, mine: Clause, there: Sequence[There]) -> tuple[str, Value] | None:
    """A source's figure of the same kind, in a clause about what this clause is about."""
    beside: set[str] = set()
    informs = False
    others: list[tuple[frozenset[str], str, Value]] = []
    for each in there:
        for clause in each.statement.clauses:
            keys = {v.key for v in clause.values}
            if value.key in keys:
                informs = informs or bool(clause.stems)
                beside |= _around(each, clause.stems)
                continue
            alike = (
                theirs
                for theirs in clause.values
                if _alike(value, theirs) and theirs.key not in {v.key for v in mine.values}
            )
            others += [(clause.stems, each.said.text, theirs) for theirs in alike]
    if not informs:
        return None
    return next(((text, v) for s, text, v in others if _fits_better(mine, s, beside)), None)


def _alike(one: Value, other: Value) -> bool:
    """Whether one can stand for the other: both money, both kilograms, both years."""
    if one.kind != other.kind:
        return False
    return one.kind != "number" or (
        same_kind(kind_of(one), kind_of(other)) and _is_year(one) == _is_year(other)
    )


def _is_year(value: Value) -> bool:
    return _YEAR.fullmatch(value.key) is not None and kind_of(value) == ANY


def _is_hour(text: str, value: Value) -> bool:
    """Whether it is an hour of the day in a word: *not before one*."""
    small = value.key in _HOURS and kind_of(value) == ANY
    return small and _BEFORE_HOUR.search(text[max(0, value.start - 12) : value.start]) is not None


def _fits_better(mine: Clause, other: frozenset[str], beside: AbstractSet[str]) -> bool:
    """Whether the clause has a word of the other figure's clause alone, and none of those that
    stand beside its own figure alone; names go before other words."""
    other, beside = other - MEASURES, beside - MEASURES
    if (mine.names & other) - beside and not mine.names & (beside - other):
        return True
    return bool((mine.stems & other) - beside) and not mine.stems & (beside - other)


def _around(each: There, stems: frozenset[str]) -> frozenset[str]:
    """What a clause is about: with the sentence before, where it has little of its own."""
    if each.before is not None and len(stems) < len(("verb", "noun")):
        return stems | each.before.stems
    return stems
