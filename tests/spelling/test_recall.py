"""How many planted errors are found, and how often a right word is marked, in mails of four
languages and of several at once, with the dictionaries of Debian. The table is in
docs/performance.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

from desktop_app.spelling.dictionaries import find, places
from desktop_app.spelling.judging import judge
from desktop_app.spelling.passages import Passage
from desktop_app.spelling.speller import HunspellSpeller
from tests.depths import in_depth
from tests.spelling import texts
from tests.spelling.here import NEEDS_FOUR
from tests.spelling.texts import LANGUAGES, Planted, corrected, mails, planted

pytestmark = NEEDS_FOUR
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


@pytest.mark.parametrize("code", FOUR)
@pytest.mark.parametrize("chosen", ["alone", "all four"])
def test_nearly_all_errors_are_found_and_nearly_nothing_else(code: str, chosen: str) -> None:
    codes = FOUR if chosen == "all four" else (code,)
    found, errors, wrong, words = measured(LANGUAGES[code], codes)
    assert errors > 25
    assert found >= 0.93 * errors
    assert wrong <= 0.01 * words


def test_mails_in_several_languages_have_their_errors_found_too() -> None:
    found, errors, wrong, words = measured(mails("mixed"))
    assert found >= 0.9 * errors
    assert wrong <= 0.01 * words


@pytest.mark.parametrize("codes", [FOUR, ("en_US",), ("de_DE", "en_US")])
def test_a_mail_in_a_language_that_was_not_chosen_is_left_alone(codes: tuple[str, ...]) -> None:
    assert measured(mails("elsewhere"), codes)[:3] == (0, 0, 0)


def test_nothing_is_marked_in_what_is_right() -> None:
    assert measured(mails("right"))[:3] == (0, 0, 0)


@pytest.mark.parametrize("count", in_depth([1, 12]))
def test_what_was_meant_is_mostly_among_five_suggestions(count: int) -> None:
    wanted = hits = 0
    for code, written in LANGUAGES.items():
        for one in written[:count]:
            for _, _, wrong, meant in planted(one).errors[: 2 * count]:
                if " " not in meant:
                    wanted += 1
                    hits += meant in spellers()[code].suggest(wrong.split("'")[-1])[:5]
    assert hits >= 0.8 * wanted


def test_texts_are_read_as_they_are_written() -> None:
    assert planted("a {wrod|word} b") == Planted("a wrod b", ((2, 6, "wrod", "word"),))
    assert texts.corrected("a {wrod|word} b") == "a word b"
