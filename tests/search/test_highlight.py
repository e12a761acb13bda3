"""What is marked of a text that a query has found."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.search.highlight import Field, sought_by, spans
from desktop_app.search.parser import parse


def marked(query: str, text: str, field: Field = Field.TEXT) -> str:
    """`text` with brackets around what is marked."""
    found = spans(text, sought_by(parse(query, typing=True)), field)
    for start, end in reversed(found):
        text = f"{text[:start]}[{text[start:end]}]{text[end:]}"
    return text


@pytest.mark.parametrize(
    ("query", "text", "shown"),
    [
        ("budget ", "The Budget, and budgets", "The [Budget], and budgets"),
        ("bud", "The Budget, and budgets", "The [Bud]get, and [bud]gets"),
        ("cafe ", "Le Café e\u0301t cafe\u0301", "Le [Café] e\u0301t [cafe\u0301]"),
        ('"final plan"', "final plan, plan final", "[final plan], plan final"),
        ("a b ", "b a c", "[b] [a] c"),
        ("a OR b ", "a b", "[a] [b]"),
        ("-budget plan ", "budget plan", "budget [plan]"),
        ("subject:plan", "plan", "plan"),
        ("from:dana", "dana", "dana"),
        ("is:unread", "unread", "unread"),
        ("東京", "私は東京へ", "私は[東京]へ"),
        ("ß ", "Straße ss", "Straße [ss]"),
        ("strasse ", "Straße", "[Straße]"),
        ("שלום ", "אמר שלום לו", "אמר [שלום] לו"),
        ("", "a", "a"),
    ],
)
def test_what_was_found_is_marked(query: str, text: str, shown: str) -> None:
    assert marked(query, text) == shown


def test_an_operator_marks_its_own_field_alone() -> None:
    assert marked("subject:plan ", "plan", Field.SUBJECT) == "[plan]"
    assert marked("from:dana ", "Dana Lee", Field.PEOPLE) == "[Dana] Lee"
    assert marked("to:sam ", "To Sam", Field.PEOPLE) == "To [Sam]"
    assert marked("from:me ", "me", Field.PEOPLE) == "me"


@given(st.text(max_size=20), st.text(max_size=40))
def test_marks_are_places_of_the_text_apart_from_each_other(query: str, text: str) -> None:
    last = -1
    for start, end in spans(text, sought_by(parse(query, typing=True)), Field.TEXT):
        assert last < start < end <= len(text)
        last = end
