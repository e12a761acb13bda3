"""Ids as they are told: the store's to the person, encrypted ones to a program at the bridge."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.store.mail.told_ids import PlainIds, SealedIds, ToldIds, sealed_ids
from desktop_app.store.store import Store

SEALED = SealedIds(bytes(range(16)))
NUMBERS = st.integers(-(2**63), 2**63 - 1)


@given(NUMBERS)
def test_a_sealed_id_is_read_as_what_it_was_told_for(number: int) -> None:
    assert SEALED.message_of(f" {SEALED.message(number)} ") == number
    assert SEALED.thread_of(SEALED.thread(number)) == number


@given(NUMBERS)
def test_a_mail_is_no_conversation(number: int) -> None:
    assert SEALED.thread_of(SEALED.message(number)) is None
    assert SEALED.message_of(SEALED.thread(number)) is None


@given(NUMBERS, st.integers(0, 21), st.sampled_from("AZaz09-_"))
def test_a_letter_changed_is_the_id_of_nothing(number: int, place: int, letter: str) -> None:
    told = SEALED.message(number)
    changed = told[:place] + letter + told[place + 1 :]
    assert (SEALED.message_of(changed) is None) == (changed != told)


@pytest.mark.parametrize("text", ["", "1789380000", "-1", "A" * 22, "A" * 23, "é" * 22, "../x"])
def test_what_was_never_told_is_the_id_of_nothing(text: str) -> None:
    assert SEALED.message_of(text) is None
    assert SEALED.thread_of(text) is None


def test_neighbours_have_nothing_in_common() -> None:
    """Ids of one second, and of conversations in a row, can't be told from any others."""
    told = [SEALED.message(1_789_380_000 + n) for n in range(500)]
    for place in range(21):
        assert len({text[place] for text in told}) > 40


@pytest.mark.parametrize(
    ("text", "number"), [("12", 12), (" 12 ", 12), ("-3", -3), ("1_2", None), ("+1", None)]
)
def test_plain_ids_are_digits(text: str, number: int | None) -> None:
    ids: ToldIds = PlainIds()
    assert (ids.message_of(text), ids.thread_of(text)) == (number, number)
    assert (ids.message(12), ids.thread(-3)) == ("12", "-3")


def test_a_profile_has_a_key_of_its_own_and_keeps_it(tmp_path: Path) -> None:
    with closing(Store(tmp_path / "one")) as one, closing(Store(tmp_path / "two")) as two:
        told = sealed_ids(one.db).message(7)
        assert sealed_ids(two.db).message_of(told) is None
    with closing(Store(tmp_path / "one")) as again:
        assert sealed_ids(again.db).message_of(told) == 7
