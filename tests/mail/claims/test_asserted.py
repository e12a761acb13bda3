"""Claims that a text states."""

from __future__ import annotations

import pytest

from desktop_app.mail.claims.asserted import asserted
from desktop_app.mail.claims.claims import claims


def stated(text: str) -> list[str]:
    return [claim.words for claim in asserted(text, claims(text))]


@pytest.mark.parametrize(
    "text",
    [
        "Would Monday and Wednesday work?",
        "Tea on Sunday?",
        "Shall I come on Friday at 15:00?",
        "Shall I bring 25 chairs from Leeds?",
        "How are you today?",
        "I write to you today.",
        "Passt es am Montag?",
    ],
)
def test_a_question_and_the_day_of_writing_state_nothing(text: str) -> None:
    assert stated(text) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Does Friday work? I come on Monday.", ["Monday"]),
        ("Could you pay at pay.example.com?", ["pay.example.com"]),
        ("Could you pay to DE89 3704?", ["DE89"]),
        ("I come tomorrow.", ["tomorrow"]),
    ],
)
def test_what_leads_somewhere_is_stated_in_a_question_too(text: str, words: list[str]) -> None:
    assert stated(text) == words
