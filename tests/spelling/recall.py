"""How many planted errors are found, and how many right words are marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from desktop_app.spelling.dictionaries import find, places
from desktop_app.spelling.judging import judge
from desktop_app.spelling.passages import Passage
from desktop_app.spelling.speller import HunspellSpeller
from tests.spelling.texts import LANGUAGES, Planted, corrected, planted

FOUR = tuple(LANGUAGES)


@cache
def spellers() -> dict[str, HunspellSpeller]:
    known = {one.code: one for one in find(places(Path("/nowhere")))}
    return {code: HunspellSpeller(known[code].aff, known[code].dic) for code in FOUR}


def marks(text: str, codes: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Of a mail, a passage for each of its lines."""
    at, lines = 0, text.split("\n")
    chosen = {code: spellers()[code] for code in codes}
    for line, judged in zip(lines, judge([Passage(one) for one in lines], chosen), strict=True):
        yield from ((at + m.start, at + m.end, m.word) for m in judged.marks)
        at += len(line) + 1


def measured(written: Sequence[str], codes: Sequence[str] = FOUR) -> tuple[int, int, int, int]:
    """Errors that are found, errors, words that are marked and right, words."""
    found = errors = wrong = words = 0
    for one in written:
        mail = planted(one)
        errors += len(mail.errors)
        found += _found(mail, list(marks(mail.text, codes)))
        right = corrected(one)
        words += len(right.split())
        wrong += len(list(marks(right, codes)))
    return found, errors, wrong, words


def _found(mail: Planted, marked: list[tuple[int, int, str]]) -> int:
    """An error is found where a mark stands in it."""
    return sum(
        any(start <= begin and end <= stop for begin, end, _ in marked)
        for start, stop, _, _ in mail.errors
    )
