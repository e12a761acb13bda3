"""The plain requests the starter assistant understands."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.assistant.starter.asked.phrases import understand
from desktop_app.assistant.starter.asked.requested import (
    Add,
    Find,
    Forward,
    Help,
    NeedsAnswer,
    Organise,
    Read,
    Reply,
    Request,
    Rewrite,
    Say,
    SendIt,
    Summarise,
    Tell,
    Unknown,
    Wrote,
)
from desktop_app.assistant.starter.wording.composing import Voice, compose
from desktop_app.assistant.starter.wording.instructions import Introduced
from tests.depths import examples

COLON = Introduced.COLON


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
            Reply("Dana", "saying that Thursday works for me"),
        ),
        ("Reply saying thanks, see you then", Reply("", "saying thanks, see you then")),
        ("answer this: yes please", Reply("", "yes please", introduced=COLON)),
        ("please draft a reply", Reply("", "")),
        ("reply to all saying we ship on Monday", Reply("", "saying we ship on Monday", True)),
        (
            "reply to the budget mail and ask her to send the file",
            Reply("the budget mail", "ask her to send the file"),
        ),
        ("tell Dana that I will be late", Tell("Dana", "that I will be late")),
        ("tell Dana Lee I will be late", Tell("Dana Lee", "that I will be late")),
        (
            "ask Dana Lee whether the room is booked",
            Tell("Dana Lee", "ask whether the room is booked"),
        ),
        ("forward this to bob@example.com", Forward("", "bob@example.com")),
        (
            "forward the budget mail to Sam Poe saying have a look",
            Forward("the budget mail", "Sam Poe", "saying have a look"),
        ),
        ("summarise this thread", Summarise("")),
        ("Summarize the budget mail", Summarise("the budget mail")),
        ("what needs an answer?", NeedsAnswer()),
        ("add that I'll bring cake", Add("I'll bring cake")),
        ("archive this thread", Organise("archive")),
        ("send it", SendIt()),
        ("read the last mail from Sam", Read("the last mail from Sam")),
        ("antworte, dass ich komme", Reply("", "dass ich komme", language="de")),
        ("dis-lui que oui", Reply("", "dis-lui que oui", language="fr")),
        ("propose mardi ou mercredi", Reply("", "propose mardi ou mercredi", language="fr")),
        ("make it shorter", Rewrite("")),
        ("what can you do?", Help()),
        ("sing me a song", Say("sing me a song", "en", clear=False)),
        ("ok", Unknown()),
        ("", Unknown()),
    ],
)
def test_a_plain_request_is_understood(prompt: str, request_: Request) -> None:
    assert understand(prompt) == request_


@settings(max_examples=examples(200), deadline=None)
@given(st.text(max_size=200))
def test_any_words_are_answered_with_a_request(prompt: str) -> None:
    assert isinstance(understand(prompt), Request)


STARTS = (
    "",
    "tell him that ",
    "ask if ",
    "saying ",
    "sag ihm, dass ",
    "frag, ob ",
    "dis que ",
    "dile que ",
)


@settings(max_examples=examples(200), deadline=None)
@given(
    st.sampled_from(STARTS),
    st.text(max_size=120),
    st.sampled_from(["en", "de", "fr", "es"]),
    st.sampled_from(["en", "de", "fr", "es"]),
    st.booleans(),
)
def test_any_instruction_comes_to_sentences_or_to_marked_words(
    start: str, words: str, asked_in: str, writes: str, familiar: bool
) -> None:
    came = compose(f"{start}{words}", Voice(asked_in, writes, familiar))
    assert came.text.count("[rewrite: ") >= len(came.left) + len(came.foreign)
