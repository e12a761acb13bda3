"""Words of notices: no more of a mail than the setting lets them say, and never much."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.model.notice import Notice
from desktop_app.workers.notice_words import (
    Shows,
    Told,
    of_conversation,
    of_drafts,
    of_mails,
    of_not_sent,
    of_requests,
    of_sign_in,
)

WHO, SUBJECT = "Xavier Quux", "Zebra crossing"
MAILS = [Told(WHO, SUBJECT)] * 7
EVERY: dict[str, Callable[[Shows], Notice]] = {
    "one mail": lambda shows: of_conversation(1, MAILS[:1], shows),
    "two of a conversation": lambda shows: of_conversation(1, MAILS[:2], shows, snooze=True),
    "several": lambda shows: of_mails(12, MAILS, shows),
    "a draft": lambda shows: of_drafts(1, MAILS[0], shows),
    "drafts": lambda shows: of_drafts(3, MAILS[0], shows),
    "a request": lambda shows: of_requests(1, WHO, shows),
    "requests": lambda shows: of_requests(2, WHO, shows),
    "not sent": lambda shows: of_not_sent("failed:1", MAILS[0], shows),
    "in doubt": lambda shows: of_not_sent("uncertain:1", MAILS[0], shows),
    "a sign-in": lambda shows: of_sign_in("a", WHO, shows),
}


@pytest.mark.parametrize("make", EVERY.values(), ids=EVERY)
def test_a_notice_says_no_more_than_it_may(make: Callable[[Shows], Notice]) -> None:
    kinds = (Shows.SENDER, Shows.NOTHING)
    sender, nothing = (f"{notice.title} {notice.body}" for notice in map(make, kinds))
    assert SUBJECT not in sender + nothing
    assert WHO not in nothing
    assert nothing.strip()


def test_sender_and_subject_are_told_where_both_may_be() -> None:
    told = {
        name: f"{make(Shows.BOTH).title} {make(Shows.BOTH).body}" for name, make in EVERY.items()
    }
    assert {name for name, words in told.items() if SUBJECT in words} == {
        *("one mail", "two of a conversation", "several", "a draft", "not sent", "in doubt")
    }
    assert {name for name, words in told.items() if WHO not in words} == {"drafts", "requests"}


@given(who=st.text(max_size=400), subject=st.text(max_size=400), count=st.integers(2, 10**6))
def test_words_are_few_and_no_name_is_empty(who: str, subject: str, count: int) -> None:
    mails = [Told(who, subject)] * 9
    for shows in Shows:
        for notice in (
            of_conversation(1, mails[:1], shows),
            of_mails(count, mails, shows),
            of_drafts(1, mails[0], shows),
            of_requests(1, who, shows),
            of_not_sent("held:1", mails[0], shows),
            of_sign_in("a", who, shows),
        ):
            assert notice.title
            assert len(notice.title) <= 130
            assert len(notice.body) <= 900
