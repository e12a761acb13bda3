"""How many planted errors are found, and how often a right word is marked, in mails of four
languages and of several at once, with the dictionaries of Debian. The table is in
docs/performance.md.
"""

from __future__ import annotations

import pytest

from tests.depths import in_depth
from tests.spelling.here import NEEDS_FOUR
from tests.spelling.recall import FOUR, measured, spellers
from tests.spelling.texts import HELD, LANGUAGES, Planted, corrected, mails, planted

pytestmark = NEEDS_FOUR


@pytest.mark.parametrize("code", FOUR)
@pytest.mark.parametrize("chosen", ["alone", "all four"])
def test_nearly_all_errors_are_found_and_nearly_nothing_else(code: str, chosen: str) -> None:
    codes = FOUR if chosen == "all four" else (code,)
    found, errors, wrong, words = measured(LANGUAGES[code], codes)
    assert errors > 25
    assert found >= 0.93 * errors
    assert wrong <= 0.01 * words


@pytest.mark.parametrize("code", FOUR)
def test_so_it_is_in_mails_that_no_rule_was_made_from(code: str) -> None:
    found, errors, wrong, words = measured(HELD[code])
    assert errors > 19
    assert found >= 0.9 * errors
    assert wrong <= 0.01 * words


@pytest.mark.parametrize("name", ["mixed", "held_mixed"])
def test_mails_in_several_languages_have_their_errors_found_too(name: str) -> None:
    found, errors, wrong, words = measured(mails(name))
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
    assert corrected("a {wrod|word} b") == "a word b"
