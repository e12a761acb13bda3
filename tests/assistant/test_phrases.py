"""The plain requests the starter assistant understands."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.assistant.phrases import (
    Add,
    Find,
    Forward,
    NeedsAnswer,
    Organise,
    Reply,
    Request,
    SendIt,
    Summarise,
    Tell,
    Unknown,
    Wrote,
    said,
    understand,
)


@pytest.mark.parametrize(
    ("prompt", "request_"),
    [
        (
            "find mails from dana about the budget last week",
            Find("from:dana budget newer_than:7d"),
        ),
        ("Find unread mails with attachments", Find("is:unread has:attachment")),
        ("what did Dana write about the offsite?", Wrote("Dana", "the offsite")),
        (
            "reply to Dana saying that Thursday works for me",
            Reply("Dana", "Thursday works for me"),
        ),
        ("Reply saying thanks, see you then", Reply("", "thanks, see you then")),
        ("answer this: yes please", Reply("", "yes please")),
        ("please draft a reply", Reply("", "")),
        ("reply to all saying we ship on Monday", Reply("", "we ship on Monday", True)),
        (
            "reply to the budget mail and ask her to send the file",
            Reply("the budget mail", "ask her to send the file"),
        ),
        ("tell Dana that I will be late", Tell("Dana", "I will be late")),
        ("tell Dana Lee I will be late", Tell("Dana Lee", "I will be late")),
        (
            "ask Dana Lee whether the room is booked",
            Tell("Dana Lee", "ask whether the room is booked"),
        ),
        ("forward this to bob@example.com", Forward("", "bob@example.com")),
        (
            "forward the budget mail to Sam Poe saying have a look",
            Forward("the budget mail", "Sam Poe", "have a look"),
        ),
        ("summarise this thread", Summarise("")),
        ("Summarize the budget mail", Summarise("the budget mail")),
        ("what needs an answer?", NeedsAnswer()),
        ("add that I'll bring cake", Add("I'll bring cake")),
        ("archive this thread", Organise("archive")),
        ("send it", SendIt()),
        ("sing me a song", Unknown()),
        ("", Unknown()),
    ],
)
def test_a_plain_request_is_understood(prompt: str, request_: Request) -> None:
    assert understand(prompt) == request_


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        ("that Thursday works", "Thursday works."),
        ("thanks", "Thanks."),
        ("really?", "Really?"),
        ("ask her to send the file", "Could you please send the file?"),
        ("ask whether the room is booked", "Could you let me know whether the room is booked?"),
        ("asking for more details", "Could you send me more details?"),
        ("", ""),
    ],
)
def test_what_is_to_be_said_becomes_a_sentence(message: str, sentence: str) -> None:
    assert said(message) == sentence


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200))
def test_any_words_are_answered_with_a_request(prompt: str) -> None:
    assert isinstance(understand(prompt), Request)
