"""Rules of one language: which pieces of an instruction it knows, and what comes of each."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from desktop_app.assistant.wording.acts import Act, Gist, Meaning
from desktop_app.assistant.wording.days import read_days

Found = re.Match[str]
Make = Callable[[Found, bool], Act]
"""Maker of an act out of a match; the flag says that the reader is addressed familiarly (du)."""

Known = Sequence[tuple[re.Pattern[str], Meaning]]


@dataclass(frozen=True, slots=True)
class Rules:
    """`rows` are tried in their order on a whole piece. `starts` is how a further instruction
    begins, `joins` what stands before it; `own` is a sentence of the person's about themselves,
    which goes on after `and` unless the next words name the reader (`addressed`).

    `saying` introduces words to be taken as they are, except for `still_instruction`;
    `about_reader` are words that speak of the reader as of a third person, which `that` makes a
    clause of (empty: nothing does). `vague` begins what only a writer can follow. `before_quote`
    may stand before quoted words. `gists` are clauses that can be said in every language."""

    language: str
    rows: tuple[tuple[re.Pattern[str], Make], ...]
    starts: str
    joins: str
    saying: re.Pattern[str]
    vague: re.Pattern[str]
    gists: Known
    own: re.Pattern[str]
    addressed: re.Pattern[str]
    before_quote: re.Pattern[str]
    still_instruction: re.Pattern[str]
    about_reader: re.Pattern[str]
    that: str = ""


def rows(*table: tuple[str, Make]) -> tuple[tuple[re.Pattern[str], Make], ...]:
    """A table of patterns, each of which has to fit a whole piece."""
    return tuple((re.compile(rf"^(?:{p})[\s.,;!?]*$", re.I | re.S), make) for p, make in table)


def known(*table: tuple[str, Meaning]) -> Known:
    return tuple((re.compile(rf"^(?:{pattern})$", re.I), meaning) for pattern, meaning in table)


def plain(meaning: Meaning) -> Make:
    """Maker of a meaning without further words."""
    return lambda _match, _familiar: Gist(meaning)


def gist_of(table: Known, clause: str, language: str) -> Gist | None:
    """Meaning of a clause, with the days it names; None where it says anything more."""
    text = " ".join(clause.replace("’", "'").strip(" .!,").split())
    for pattern, meaning in table:
        match = pattern.match(text)
        if match is None:
            continue
        named = match.groupdict().get("days")
        if not named:
            return Gist(meaning)
        days = read_days(named, language)
        if days is not None:
            return Gist(meaning, days)
    return None
