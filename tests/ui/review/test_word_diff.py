"""Differences between two texts, and putting single ones back."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.ui.review.draft import word_diff
from desktop_app.ui.review.draft.word_diff import Hunk, compare, hunks, put_back
from tests.depths import examples

TEXTS = st.text(alphabet="ab ,.\n", max_size=60)


def put_all_back(new: str, found: Sequence[Hunk]) -> str:
    for hunk in reversed(found):
        new = put_back(new, hunk)
    return new


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


@settings(max_examples=examples(150), deadline=None)
@given(TEXTS, TEXTS)
def test_putting_every_hunk_back_gives_the_old_text(old: str, new: str) -> None:
    assert put_all_back(new, hunks(old, new)) == old


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


def test_what_is_compared_by_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = "one two\nthree four\nfive", "one 2\nthree 4\nfive"
    assert not compare(old, new).by_line
    monkeypatch.setattr(word_diff, "MOST_CHARS", 5)
    assert compare(old, new).by_line


def test_two_words_repeated_forever_are_compared_word_by_word() -> None:
    """Each of them is the same as half of the others."""
    old = " ".join("word" if n % 2 else "other" for n in range(2_000))
    new = " ".join("word" if n % 3 else "other" for n in range(2_000))
    found = compare(old, new)
    assert not found.by_line
    assert put_all_back(new, found.hunks) == old


def test_a_long_text_rewritten_everywhere_is_compared_word_by_word() -> None:
    old = " ".join(f"w{n * 7 % 1999}" for n in range(4_000))
    new = " ".join(f"w{n * 11 % 1999}" for n in range(4_000))
    found = compare(old, new)
    assert not found.by_line
    assert put_all_back(new, found.hunks) == old


@settings(max_examples=examples(150), deadline=None)
@given(TEXTS, TEXTS)
def test_a_hunk_begins_and_ends_with_what_differs(old: str, new: str) -> None:
    for hunk in hunks(old, new):
        was, now = (re.findall(r"\w+|\s+|[^\w\s]", side) for side in (hunk.old, hunk.new))
        if was and now:
            assert was[0] != now[0]
            assert was[-1] != now[-1]


def test_one_change_within_half_a_megabyte_without_a_space_is_found() -> None:
    old = "a" * 500_000
    new = f"{old[:200_000]}b{old[200_000:]}"
    found = hunks(old, new)
    assert len(found) == 1
    assert len(found[0].new) <= 2 * word_diff.LONGEST_WORD + 1
    assert put_back(new, found[0]) == old


def test_a_word_longer_at_its_end_is_one_hunk_of_the_whole_word() -> None:
    (hunk,) = hunks("the cat sat", "the cats sat")
    assert (hunk.old, hunk.new) == ("cat", "cats")


@settings(max_examples=examples(150), deadline=None)
@given(TEXTS, TEXTS)
def test_putting_every_line_back_gives_the_old_text(old: str, new: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(word_diff, "MOST_CHARS", -1)
        found = hunks(old, new)
    assert put_all_back(new, found) == old


def test_a_very_long_hunk_is_said_in_short() -> None:
    (hunk,) = hunks("", "word " * 5_000)
    assert len(hunk.sentence) < 2 * word_diff.MOST_SHOWN
