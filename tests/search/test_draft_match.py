"""Drafts are found by their words, their people, their files, and as drafts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.search.draft_match import DraftText, matches
from desktop_app.search.parser import parse

DRAFT = DraftText(
    subject="Re: Garden project",
    body="Dear Dana,\n\nthe café opens on 4 May; 園芸 too.\n\nAlex",
    from_="Alex Morgan <alex@fernhill.example>",
    to=("Dana Lee <dana@lee.example>",),
    cc=("Sam Ito <sam@ito.example>",),
    files=("Plan of beds.pdf",),
)


@pytest.mark.parametrize(
    "query",
    [
        *("is:draft", "in:drafts", "in:draft", "in:anywhere garden", "cafe", "CAFÉ opens"),
        *('"garden project"', "subject:garden", "to:dana", "to:sam", "cc:sam", "from:me"),
        *(
            "has:attachment",
            "filename:pdf",
            "beds",
            "园 OR garden",
            "garden -roses",
            "is:draft dana",
        ),
        *(
            "-label:clients garden",
            "(roses OR café) dana",
            "園芸",
            "lee.example",
            "-is:unread garden",
        ),
    ],
)
def test_a_draft_is_found(query: str) -> None:
    assert matches(parse(query), DRAFT)


@pytest.mark.parametrize(
    "query",
    [
        *("", "roses", "in:inbox garden", "is:unread", '"project garden"', "subject:dana"),
        *("bcc:dana", "from:dana", "label:clients", "filename:xls", "garden -dana", "-is:draft"),
        *("larger:1M", "-larger:1M garden", "is:draft larger:1M", "has:drive", "gard"),
    ],
)
def test_a_draft_is_not_found(query: str) -> None:
    assert not matches(parse(query), DRAFT)


def test_while_a_word_is_typed_its_beginning_finds() -> None:
    assert matches(parse("gard", typing=True), DRAFT)
    assert matches(parse('subject:"garden proj', typing=True), DRAFT)
    assert not matches(parse("gard ", typing=False), DRAFT)


WORDS = st.lists(st.sampled_from(["garden", "dana", "roses", "opens", "may"]), min_size=1)


@given(words=WORDS)
def test_several_words_find_a_draft_that_has_each_of_them(words: list[str]) -> None:
    each = [matches(parse(word), DRAFT) for word in words]
    assert matches(parse(" ".join(words)), DRAFT) == all(each)
    assert matches(parse(" OR ".join(words)), DRAFT) == any(each)
    assert [matches(parse(f"-{word}"), DRAFT) for word in words] == [not one for one in each]


@given(st.text(max_size=60))
def test_no_text_of_a_draft_ends_in_an_error(text: str) -> None:
    matches(parse("budget", typing=True), DraftText(text, text, text, (text,), files=(text,)))
