"""Passages of a text that are checked, and the marks that come of it."""

from __future__ import annotations

import msgspec

Span = tuple[int, int]


class Passage(msgspec.Struct, frozen=True, array_like=True):
    """One paragraph. `around` are languages of the paragraphs near it, the nearest first, as far
    as they are known, empty for one that was not chosen; `forced` is the language that the person
    has said of it."""

    text: str
    around: tuple[str, ...] = ()
    forced: str = ""


class Mark(msgspec.Struct, frozen=True, array_like=True):
    """A word that is in no dictionary: its place in the passage, in characters. `languages` are
    those it may be meant in, the likeliest first."""

    start: int
    end: int
    word: str
    languages: tuple[str, ...] = ()


class Judged(msgspec.Struct, frozen=True, array_like=True):
    """What was found in a passage. `language` is empty where it is in none of the chosen ones, and
    nothing is marked there; `settled`: its own words said so."""

    language: str = ""
    settled: bool = False
    marks: tuple[Mark, ...] = ()
