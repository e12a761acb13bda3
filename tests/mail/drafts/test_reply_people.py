"""Whom a reply goes to: where the mail says, then away from oneself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.mail.drafts.answering import Answering, answering
from desktop_app.mail.drafts.checks import Known, check_draft
from desktop_app.mail.drafts.reply import forward_subject, reply_recipients, reply_subject
from desktop_app.model.address import Address, is_among, without_tag
from desktop_app.model.draft import DraftContent
from tests.mail.drafts.test_reply import DANA, KIT, ME, message

OWN = frozenset({"alex@fernhill.example", "hello@fernhill.example"})
MINE = [
    ME,
    Address("", "HELLO@fernhill.example"),
    Address("Shop", "alex+shop@fernhill.example"),
]
OTHERS = [
    DANA,
    KIT,
    Address("", "bo+list@y.example"),
    Address("bank@safe.example", "x@evil.example"),
    Address("", "alex@other.example"),
]
PEOPLE = st.lists(st.sampled_from([*MINE, *OTHERS]), max_size=4).map(tuple)
KEYS = frozenset(a.key for a in OTHERS)


def keys(people: tuple[Address, ...]) -> list[str]:
    return list(dict.fromkeys(a.key for a in people))


def others(people: tuple[Address, ...]) -> list[str]:
    return [key for key in keys(people) if key in KEYS]


@given(PEOPLE.filter(bool), PEOPLE, PEOPLE, PEOPLE, st.booleans(), PEOPLE, st.booleans(), PEOPLE)
def test_a_reply_goes_where_the_mail_says_and_then_away_from_oneself(
    from_: tuple[Address, ...],
    to: tuple[Address, ...],
    cc: tuple[Address, ...],
    reply_to: tuple[Address, ...],
    reply_all: bool,
    followup: tuple[Address, ...],
    of_a_list: bool,
    author: tuple[Address, ...],
) -> None:
    mail = message(from_=from_, to=to, cc=cc, reply_to=reply_to)
    said = Answering(followup=followup, of_a_list=of_a_list, author=author)
    mine = any(is_among(a.key, OWN) for a in from_)
    counts = author if of_a_list and not mine else ()
    found_to, found_cc = reply_recipients(mail, OWN, reply_all, said)
    everyone = (*found_to, *found_cc)
    assert found_to
    assert len(keys(everyone)) == len(everyone)
    assert not any("@" in address.name for address in everyone)
    assert set(keys(everyone)) <= set(keys((*from_, *to, *cc, *reply_to, *followup, *counts)))
    if reply_all and of_a_list and others(followup):
        assert (keys(found_to), found_cc) == (others(followup), ())
        return
    if others(counts):
        assert keys(found_to) == others(counts)
    elif others(reply_to):
        assert keys(found_to) == others(reply_to)
    elif not any(is_among(a.key, OWN) for a in from_):
        assert keys(found_to) == keys(from_)
    if others((*from_, *to, *cc, *reply_to, *counts)) and not set(keys(from_)) & KEYS:
        assert not any(is_among(a.key, OWN) for a in everyone)
    if reply_all:
        assert set(others((*to, *cc))) <= set(keys(everyone))
    else:
        assert found_cc == ()


def test_a_form_of_ones_own_web_page_is_answered_to_the_customer() -> None:
    form = message(from_=(ME,), to=(ME,), reply_to=(DANA,))
    assert reply_recipients(form, OWN, False) == ((DANA,), ())
    assert reply_recipients(form, OWN, True) == ((DANA,), ())


@pytest.mark.parametrize(
    ("key", "plain"),
    [
        ("me+shop@x.example", "me@x.example"),
        ("me+a+b@x.example", "me@x.example"),
        ("+a@x.example", "+a@x.example"),
        ("me@x.example", "me@x.example"),
        ("me", "me"),
    ],
)
def test_a_tagged_address_is_of_the_mailbox_without_the_tag(key: str, plain: str) -> None:
    assert without_tag(key) == plain


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (b"Delivered-To: a@x.example\nDelivered-To: b@x.example\n", ["a@x.example", "b@x.example"]),
        (
            b"Envelope-To: c@x.example\nX-Original-To: b@x.example\nDelivered-To: a@x.example\n",
            ["a@x.example", "b@x.example", "c@x.example"],
        ),
        (b"To: a@x.example\n", []),
    ],
)
def test_where_servers_delivered_a_mail_is_read(head: bytes, expected: list[str]) -> None:
    assert [a.email for a in answering(head + b"\nHi\n").delivered] == expected


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (b"List-Post: <mailto:all@l.example>\n", "all@l.example"),
        (
            b"List-Post: (web) <https://l.example/p>, <mailto:all@l.example?subject=x>\n",
            "all@l.example",
        ),
        (b"List-Post: NO (closed)\n", ""),
        (b"List-Post: <https://l.example/post>\n", ""),
        (b"List-Post: <mailto:a@l.example,b@l.example>\n", ""),
        (b"List-Post: <mailto:a@l.example>\nList-Post: <mailto:b@evil.example>\n", ""),
        (b"List-Id: <all.l.example>\n", ""),
    ],
)
def test_where_a_list_takes_answers_is_read(head: bytes, expected: str) -> None:
    found = answering(head + b"\nHi\n")
    assert (found.list_post.email if found.list_post else "") == expected
    assert found.of_a_list


def test_an_answer_to_nobody_but_oneself_is_asked_about() -> None:
    def codes(to: Address, answered: str) -> set[str]:
        content = DraftContent(ME, to=(to,), subject="s", body="b", in_reply_to=answered)
        return {check.code for check in check_draft(content, Known(own=OWN))}

    for own in MINE:
        assert "only_oneself" in codes(own, "m@x")
        assert "only_oneself" not in codes(own, "")
    assert "only_oneself" not in codes(DANA, "m@x")


PREFIXES = ["Re", "RE", "AW", "Antw", "SV", "VS", "Odp", "Ref", "R", "回复", "Re[2]"]
PASSED_ON = ["Fwd", "FW", "WG", "TR", "VB", "PD", "转发"]
REST = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9 -]{0,12}[A-Za-z0-9]", fullmatch=True)


@given(st.lists(st.sampled_from(PREFIXES), max_size=3), REST)
def test_a_prefix_is_one_only_in_an_answer(prefixes: list[str], rest: str) -> None:
    subject = "".join(f"{prefix}: " for prefix in prefixes) + rest
    assert reply_subject(subject, answers=True) == f"Re: {rest}"
    kept = reply_subject(subject, answers=False)
    assert kept.startswith("Re: ")
    assert kept.endswith(rest)
    others_left = [p for p in prefixes if not p.lower().startswith("re") or p == "Ref"]
    assert all(prefix in kept for prefix in others_left[:1])
    assert not kept.lower().startswith("re: re:")


@given(st.lists(st.sampled_from(PASSED_ON), max_size=3), REST)
def test_the_same_of_what_is_passed_on(prefixes: list[str], rest: str) -> None:
    subject = "".join(f"{prefix}: " for prefix in prefixes) + rest
    assert forward_subject(subject, answers=True) == f"Fwd: {rest}"
    assert forward_subject(subject, answers=False).endswith(rest)


@pytest.mark.parametrize(
    "subject",
    ["RE-4711 due", "2026-14 invoice", "R 5: x", "Rechnung: 5", "TR100: new", "R&D: plan"],
)
def test_a_word_that_only_begins_like_one_is_none(subject: str) -> None:
    for answers in (True, False):
        assert reply_subject(subject, answers=answers) == f"Re: {subject}"
        assert forward_subject(subject, answers=answers) == f"Fwd: {subject}"
