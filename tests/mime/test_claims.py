"""What a draft claims, and what no source says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.mime.claims import claims, keys_of, quotes, unsupported

SOURCE = (
    "Hi Alex,\ncould you approve the budget of EUR 1,250.00 by 12 March?\n"
    "Dana Lee from Northgate Offices will call on Tuesday at 14:30.\n"
    "Invoice 48213, see https://x.example/a or write to dana@lee.example.\n"
)


def doubted(text: str) -> list[str]:
    return [claim.words for claim in unsupported(text, keys_of(SOURCE))]


@pytest.mark.parametrize(
    "text",
    [
        "Yes, 1.250 EUR by March 12th is fine.",
        "Yes, 1250 by 2026-03-12.",
        "Ja, 1.250,00 Euro bis zum 12.3. passt.",
        "Dana will call on Tuesdays at 14:30, then.",
        "I have paid invoice 48213 from Northgate.",
        "Look at https://x.example/a, or write to Dana@lee.example.",
        "Thanks. I have 2 questions.",
        "I'll be there. Thank you, and kind regards",
        "",
    ],
)
def test_what_a_source_says_in_any_notation_is_not_doubted(text: str) -> None:
    assert doubted(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I approve 1,350.00 EUR.", ["1,350.00 EUR"]),
        ("By March 13th, then.", ["March 13th"]),
        ("See you on Wednesday at 15:30.", ["Wednesday", "15:30"]),
        ("I told Peter Smith about it.", ["Peter Smith"]),
        ("Let us meet in Berlin.", ["Berlin"]),
        ("Pay to https://y.example/a please.", ["https://y.example/a"]),
        ("Das Treffen mit Peter Schmidt ist am 14.3. und wird gut.", ["Peter Schmidt", "14.3."]),
    ],
)
def test_what_no_source_says_is_doubted(text: str, expected: list[str]) -> None:
    assert doubted(text) == expected


def test_german_nouns_are_no_names() -> None:
    assert doubted("Sehr geehrte Frau Lee, der Termin und die Rechnung sind für mich klar.") == []


def test_the_lines_that_say_the_same_are_quoted() -> None:
    lines = quotes("I paid invoice 48213 for EUR 1250 by 12 March.", SOURCE)
    assert lines[0].startswith("could you approve the budget")
    assert lines[1].startswith("Invoice 48213")


def test_a_greeting_or_a_signature_is_not_quoted() -> None:
    source = "Hi Dana Lee,\n\nThe roof leaks.\nCan you come to Leeds, Dana?\n\nRegards, Dana Lee"
    assert quotes("I will be in Leeds.\n\nDana Lee", source) == ("Can you come to Leeds, Dana?",)


@given(st.text(max_size=400))
def test_places_are_right_and_none_overlaps(text: str) -> None:
    end = 0
    for claim in claims(text):
        assert text[claim.start : claim.end] == claim.words
        assert claim.start >= end
        assert claim.keys
        end = claim.end


@given(st.text(max_size=400))
def test_a_text_supports_itself(text: str) -> None:
    assert unsupported(text, keys_of(text)) == ()
