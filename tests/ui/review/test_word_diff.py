"""Differences between two texts, and putting single ones back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.ui.review import word_diff
from desktop_app.ui.review.word_diff import hunks, put_back

TEXTS = st.text(alphabet="ab ,.\n", max_size=60)


def test_equal_texts_have_no_hunks() -> None:
    assert hunks("the same", "the same") == ()


def test_neighbouring_changed_words_are_one_hunk() -> None:
    (hunk,) = hunks("a red car stops", "a blue bike stops")
    assert (hunk.old, hunk.new) == ("red car", "blue bike")
    assert hunk.sentence == "Changed: red car to blue bike"


def test_a_hunk_knows_the_words_around_it() -> None:
    (hunk,) = hunks("see you on Monday then", "see you on Friday then")
    assert (hunk.before, hunk.after) == ("see you on ", " then")


def test_additions_and_deletions_say_what_they_are() -> None:
    assert hunks("one", "one two")[0].sentence == "Added: two"
    assert hunks("one two", "one")[0].sentence == "Deleted: two"


@settings(max_examples=150, deadline=None)
@given(TEXTS, TEXTS)
def test_putting_every_hunk_back_gives_the_old_text(old: str, new: str) -> None:
    text = new
    for hunk in reversed(hunks(old, new)):
        text = put_back(text, hunk)
    assert text == old


def test_a_hunk_of_a_text_that_has_changed_since_is_left_alone() -> None:
    (hunk,) = hunks("one two", "one three")
    assert put_back("nothing of that kind", hunk) == "nothing of that kind"


def test_one_change_in_a_very_long_text_is_one_hunk() -> None:
    old = "word and another\n" * 20_000
    new = old.replace("another", "one more", 1)
    (hunk,) = hunks(old, new)
    assert put_back(new, hunk) == old


def test_texts_too_long_for_words_are_compared_by_lines_and_then_as_a_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    old, new = "one two\nthree four\nfive", "one 2\nthree 4\nfive"
    monkeypatch.setattr(word_diff, "MOST_PAIRS", 10)
    assert [h.old for h in hunks(old, new)] == ["one two\nthree four\n"]
    monkeypatch.setattr(word_diff, "MOST_PAIRS", 0)
    (whole,) = hunks(old, new)
    assert put_back(new, whole) == old
