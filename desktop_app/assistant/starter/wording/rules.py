"""Rules of one language: which pieces of an instruction it knows, and what comes of each."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from desktop_app.assistant.starter.wording.acts import Act, Gist, Meaning, Sentence, Unclear
from desktop_app.assistant.starter.wording.days import read_days
from desktop_app.assistant.starter.wording.text import as_sentence

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
    clause of (empty: nothing does); `speaks_of_reader` gives words that do so further on as they
    are said to the reader, None where somebody else may be meant. `vague` begins what only a
    writer can follow. `before_quote` may stand before quoted words. `certain` begins what is never
    the person's own sentence; `things` begins an instruction about a thing, behind which something
    else may be said. `gists` are clauses that can be said in every language."""

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
    certain: re.Pattern[str]
    things: re.Pattern[str]
    that: str = ""
    speaks_of_reader: Callable[[str], str | None] | None = None


def rows(*table: tuple[str, Make]) -> tuple[tuple[re.Pattern[str], Make], ...]:
    """A table of patterns, each of which has to fit a whole piece."""
    return tuple((re.compile(rf"^(?:{p})[\s.,;!?]*$", re.I | re.S), make) for p, make in table)


def known(*table: tuple[str, Meaning]) -> Known:
    return tuple((re.compile(rf"^(?:{pattern})$", re.I), meaning) for pattern, meaning in table)


def plain(meaning: Meaning) -> Make:
    """Maker of a meaning without further words."""
    return lambda _match, _familiar: Gist(meaning)


def days_or(
    meaning: Meaning, otherwise: Make, language: str, bare: Callable[[str], str] = str
) -> Make:
    """Maker for instructions that are about days, or else about a thing; `bare` takes off what
    leads to the days."""

    def make(match: Found, familiar: bool) -> Act:
        days = read_days(bare(match["rest"]), language)
        return Gist(meaning, days) if days is not None else otherwise(match, familiar)

    return make


def reworded(otherwise: Make, change: Callable[[str], str]) -> Make:
    """Maker that is given other words for the rest."""

    def make(match: Found, familiar: bool) -> Act:
        changed = re.match(r"(?P<rest>.+)$", change(match["rest"]), re.S)
        return otherwise(changed, familiar) if changed else Unclear(match[0])

    return make


_AND_THAT = re.compile(r"\b(pero|y|mais|et) qu(?:e (?=\w)|['’])")


def stating(to_you: Callable[..., str | None], language: str, gists: Known) -> Make:
    """Maker of a sentence out of a clause whose order stays, said to the reader."""

    def make(match: Found, familiar: bool) -> Act:
        told = _AND_THAT.sub(r"\1 ", match["rest"].strip())
        clause = to_you(told, familiar=familiar)
        if clause is None:
            return Unclear(match[0])
        return Sentence(as_sentence(clause), language, gist_of(gists, clause, language))

    return make


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
