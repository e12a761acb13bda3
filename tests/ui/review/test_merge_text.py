"""Two changes of one text: both are in what comes out, and nothing typed is lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.ui.review.draft.merge import MergedText, merged_text

BASE = "Hi Dana,\n\nwe will come on Monday at ten.\n\nBest regards,\nAlex"
PIECES = ["word", "other", " ", "\n", "\n\n", ".", "ö"]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=20).map("".join)


def test_changes_in_different_places_are_both_made() -> None:
    mine = BASE.replace("Monday", "Friday")
    theirs = BASE.replace("Hi", "Dear")
    both = BASE.replace("Monday", "Friday").replace("Hi", "Dear")
    assert merged_text(BASE, mine, theirs) == MergedText(both)


def test_a_sentence_added_and_words_typed_meanwhile() -> None:
    mine = BASE.replace("ten.", "ten. Sam comes too.")
    theirs = BASE.replace("\n\nBest", "\n\nThank you.\n\nBest")
    both = mine.replace("\n\nBest", "\n\nThank you.\n\nBest")
    assert merged_text(BASE, mine, theirs) == MergedText(both)


def test_the_same_words_changed_twice_keep_both_lines_the_persons_first() -> None:
    mine = BASE.replace("Monday", "Friday")
    theirs = BASE.replace("Monday", "Tuesday")
    both = BASE.replace(
        "we will come on Monday at ten.",
        "we will come on Friday at ten.\nwe will come on Tuesday at ten.",
    )
    assert merged_text(BASE, mine, theirs) == MergedText(both, 1)


def test_another_change_in_a_line_that_is_kept_twice_is_made_once() -> None:
    mine = BASE.replace("we will", "we would").replace("Monday", "Friday")
    theirs = BASE.replace("Monday", "Tuesday")
    found = merged_text(BASE, mine, theirs)
    assert found.conflicts == 1
    assert found.text.count("we would come on Friday") == 1
    assert found.text.count("we will come on Tuesday") == 1
    assert found.text.count("\n") == BASE.count("\n") + 1


def test_the_same_change_on_both_sides_is_made_once() -> None:
    both = BASE.replace("Monday", "Friday")
    assert merged_text(BASE, both, both) == MergedText(both)


@given(TEXTS, TEXTS)
def test_a_side_that_changed_nothing_leaves_the_other_as_it_is(base: str, other: str) -> None:
    assert merged_text(base, base, other) == MergedText(other)
    assert merged_text(base, other, base) == MergedText(other)


@given(TEXTS, st.text("xyz", min_size=1, max_size=9), st.integers(0, 60), TEXTS)
def test_what_was_typed_is_in_the_result(base: str, typed: str, at: int, theirs: str) -> None:
    at = min(at, len(base))
    mine = f"{base[:at]} {typed} {base[at:]}"
    assert typed in merged_text(base, mine, theirs).text
