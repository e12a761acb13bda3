"""The mark before the caret: where it begins, and what is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.ui.review.typed.mark import EMOJI, TEMPLATE, Mark, mark_before


@pytest.mark.parametrize(
    ("line", "mark"),
    [
        (";", Mark(";", "", 0)),
        (";off", Mark(";", "off", 0)),
        ("Hi ;thank you", Mark(";", "thank you", 3)),
        ("(;off", Mark(";", "off", 1)),
        ("\u00a0;Übers", Mark(";", "Übers", 1)),
        (";見積", Mark(";", "見積", 0)),
        ("a: ;x", Mark(";", "x", 3)),
        ("Well :smi", Mark(":", "smi", 5)),
        (":thumbs_u", Mark(":", "thumbs_u", 0)),
        ("", None),
        ("word;off", None),
        ("2;off", None),
        ("é;off", None),
        ("字;off", None),
        ("&amp;off", None),
        ("foo();off", None),
        (";;off", None),
        ("Bonjour ; voici", None),
        ("at 10:30", None),
        ("http://x", None),
        ("Note:well", None),
        (":s", None),
        (": so", None),
        (":-) x", None),
        (":1st", None),
        (";" + "x" * 61, None),
    ],
)
def test_a_mark_is_a_sign_behind_a_space_and_a_name(line: str, mark: Mark | None) -> None:
    assert mark_before(line) == mark


def test_there_is_none_in_the_middle_of_a_word() -> None:
    assert mark_before("Hi ;off", "er") is None
    assert mark_before("Hi ;off", " er") == Mark(";", "off", 3)
    assert mark_before("Hi ;off", ".") == Mark(";", "off", 3)


def test_a_sign_that_is_switched_off_is_text() -> None:
    assert mark_before(":smile", signs=TEMPLATE) is None
    assert mark_before(";off", signs=EMOJI) is None


@given(st.text(max_size=80), st.text(max_size=3))
def test_a_mark_is_what_stands_at_the_end_of_the_line(line: str, after: str) -> None:
    mark = mark_before(line, after)
    if mark is not None:
        assert line == line[: mark.start] + mark.sign + mark.word
        assert not line[: mark.start][-1:].isalnum()
        assert not after[:1].isalnum()
