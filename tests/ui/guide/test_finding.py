"""The search over the guide."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.search.fold import words
from desktop_app.ui.guide.finding import AROUND, MOST, Finder, Findings, marked
from desktop_app.ui.guide.library import Guide, page_of, read_guide

FINDER = Finder(read_guide(Path(__file__).resolve().parents[3] / "resources" / "guide"))


def headings(query: str) -> list[str]:
    return [one.section.heading for one in FINDER.find(query).found]


@pytest.mark.parametrize(
    ("query", "heading"),
    [
        ("snooze", "Snooze, reminders, mute"),
        ("app password", "Gmail"),
        ("proton", "Proton Mail"),
        ("icloud", "iCloud"),
        ("templates", "Templates"),
        ("templating", "Templates"),
        ("undo send", "Checks and sending"),
        ("keyring", "Machines without a keyring"),
        ("KEYRÎNG", "Machines without a keyring"),
        ("bakups", "Backups"),
        ("thunderbird", "Moving in, and moving out"),
        ("what draftdesk never does", "What Draftdesk never does"),
        ("ollama", "A language model"),
        ("dark theme", "Settings"),
        ("how do i snoze a mial", "Snooze, reminders, mute"),
        ("How can I undo a mail that was sent?", "Checks and sending"),
        ("what is an app password", "Gmail"),
        ("where are my backups", "Backups"),
        ("how to move in from thunderbird", "Moving in, and moving out"),
        ("undo_seconds", "Settings"),
        ("certificate fingerprint", "Any mailbox"),
    ],
)
def test_what_people_look_for_is_among_the_first(query: str, heading: str) -> None:
    assert heading in headings(query)[:5]


def test_every_word_has_to_be_there_and_what_is_missing_is_said() -> None:
    both = FINDER.find("snooze keyword")
    assert both.whole
    some = FINDER.find("snooze qqqqqqq")
    assert not some.whole
    assert some.found
    assert FINDER.find("qqqqqqq") == Findings("qqqqqqq", ())
    assert FINDER.find("") == Findings("", ())
    assert FINDER.find("bakups").meant == ("backups",)


def test_the_words_of_a_question_are_not_looked_for_unless_there_are_no_others() -> None:
    asked, plain = FINDER.find("how do I get a template in my mail?"), FINDER.find("template mail")
    assert asked.found == plain.found
    assert FINDER.find("how do I").found


def test_a_heading_goes_before_what_is_only_mentioned() -> None:
    finder = Finder(
        Guide(
            {
                page.name: page
                for page in (
                    page_of("a", "# One\n\nAbout mute.\n"),
                    page_of("b", "# Two\n\n## Mute\n\nWords.\n"),
                )
            }
        )
    )
    assert [one.section.page for one in finder.find("mute").found] == ["b", "a"]


def test_the_sentence_is_that_of_the_words_with_markup_as_text() -> None:
    finder = Finder(
        Guide({"a": page_of("a", "# A\n\nFirst one. The `<b>` of *mute* here. Last one.\n")})
    )
    [one] = finder.find("mute").found
    assert one.sentence == 'The &lt;b&gt; of <span class="hit">mute</span> here.'


def test_a_row_of_a_table_is_one_sentence() -> None:
    table = "# A\n\n| one | two |\n|---|---|\n| mute | said |\n| x | |\n"
    [one] = Finder(Guide({"a": page_of("a", table)})).find("mute").found
    assert one.sentence == '<span class="hit">mute</span> · said'


@given(st.text(max_size=60))
def test_whatever_is_typed_is_answered(query: str) -> None:
    found = FINDER.find(query)
    assert len(found.found) <= MOST
    assert bool(found.found) or not found.whole or not words(query) or not found.meant


@given(st.text(max_size=2000), st.lists(st.text(min_size=1, max_size=5), max_size=3))
def test_a_marked_sentence_is_short_and_has_no_markup_of_its_words(
    sentence: str, terms: list[str]
) -> None:
    said = marked(sentence, [word for term in terms for word in words(term)])
    bare = re.sub(r'<span class="hit">|</span>', "", said)
    assert "<" not in bare
    longest = max(map(len, sentence.split()), default=0)
    assert len(html.unescape(bare)) <= AROUND + longest + 4
