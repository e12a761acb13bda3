"""The size a server takes: heard where it can be meant, and a refusal for it is told as one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from desktop_app.accounts.imap.submission import Letter, submit
from desktop_app.accounts.imap.submission_size import (
    LEAST_BELIEVED,
    MOST_BELIEVED,
    refused_for_size,
    said_of,
    told_size,
)
from desktop_app.model.mail_server import SubmissionSaid
from desktop_app.model.outbox import Delivery, Receipt
from tests.fakes.house import mail
from tests.fakes.mail_servers.dovecot import PASSWORD, USER
from tests.fakes.mail_servers.smtp import DEFAULT_SIZE, Post, post_office

RAW = mail("Plan", "Hello", message_id="p@x.example")
LETTER = Letter(USER, ("dana@lee.example", "sam@lee.example"), RAW)
LARGE = replace(LETTER, mime=RAW + b"words\r\n" * 30_000)


def send(post: Post, letter: Letter = LETTER) -> Receipt:
    servers = post.servers()
    assert servers.outgoing is not None
    return submit(servers, servers.outgoing, lambda: PASSWORD, letter)


@given(st.one_of(st.text(max_size=30), st.integers().map(str)))
@example("²")
@example("٣٠٠٠٠٠٠٠")
@example("9" * 5_000)
@example("-10240000")
@example("10_240_000")
@example("1e7")
def test_whatever_stands_there_is_a_limit_that_can_be_meant_or_none(size: str) -> None:
    heard = said_of({"size": size}).largest_mail
    assert heard == 0 or (LEAST_BELIEVED <= heard <= MOST_BELIEVED and str(heard) in size)


@pytest.mark.parametrize(
    ("size", "heard"),
    [
        ("", 0),
        ("0", 0),
        ("1", 0),
        (str(LEAST_BELIEVED - 1), 0),
        (str(LEAST_BELIEVED), LEAST_BELIEVED),
        ("10240000", 10_240_000),
        ("0010240000", 10_240_000),
        (str(MOST_BELIEVED), MOST_BELIEVED),
        (str(MOST_BELIEVED + 1), 0),
        ("1" + "0" * 30, 0),
        ("unlimited", 0),
    ],
)
def test_which_limits_are_believed(size: str, heard: int) -> None:
    assert said_of({"size": size}) == SubmissionSaid(largest_mail=heard)
    assert said_of({"size": size, "smtputf8": ""}) == SubmissionSaid(True, heard)


def test_a_server_that_names_no_limit_has_none() -> None:
    assert said_of({}) == SubmissionSaid()


def test_the_limit_is_learnt_with_every_mail_whatever_becomes_of_it() -> None:
    with post_office(data_size_limit=100_000) as small:
        assert send(small).said == SubmissionSaid(True, 100_000)
        refused = send(small, LARGE)
        assert (refused.delivery, refused.said) == (
            Delivery.NOT_SENT,
            SubmissionSaid(True, 100_000),
        )
        assert refused.detail.endswith("with its attachments; the server takes 100 kB.")
        assert len(small.taken) == 1
    with post_office() as large:
        receipt = send(large, LARGE)
        assert (receipt.delivery, receipt.said) == (
            Delivery.SENT,
            SubmissionSaid(True, DEFAULT_SIZE),
        )


@pytest.mark.parametrize("greeted", ["1", "²", "9" * 500, "-5", "many"])
def test_a_limit_that_can_not_be_meant_keeps_no_mail_back(greeted: str) -> None:
    with post_office(Post(greets_size=greeted)) as post:
        receipt = send(post)
    assert (receipt.delivery, receipt.said) == (Delivery.SENT, SubmissionSaid(True, 0))


FOR_SIZE = [
    "552 5.3.4 Your message exceeded the size limits of this server",
    "552 5.2.3 Message too long for that mailbox",
    "554 5.3.4 too big",
    "552 message size exceeds fixed maximum message size",
]
FOR_ELSE = [
    "552 5.7.0 This message was blocked because its content presents a potential security issue",
    "552 5.2.2 Mailbox full",
    "550 5.7.1 no",
    "554 message is too much like spam",
]


@pytest.mark.parametrize("said", FOR_SIZE)
@pytest.mark.parametrize("office", [Post, lambda said: Post(mail_answer=said)], ids=["dot", "mail"])
def test_a_refusal_for_the_size_is_told_as_one_though_the_limit_was_kept(
    said: str, office: Callable[[str], Post]
) -> None:
    with post_office(office(said)) as post:
        receipt = send(post, LARGE)
    assert (receipt.delivery, receipt.retryable) == (Delivery.NOT_SENT, False)
    size = told_size(len(LARGE.mime))
    assert receipt.detail == f"The server refused the mail for its size, {size}: {said[4:]}"
    assert receipt.said == SubmissionSaid(True, DEFAULT_SIZE)
    assert post.taken == []


@pytest.mark.parametrize("said", FOR_ELSE)
def test_another_refusal_is_not(said: str) -> None:
    with post_office(Post(said)) as post:
        assert send(post, LARGE).detail == f"The server refused the mail: {said[4:]}"


def test_a_full_mailbox_is_not_a_mail_that_is_too_large() -> None:
    with post_office(Post(refuses=frozenset(LETTER.recipients))) as post:
        post.refusing = "552 storage exceeded"
        assert send(post).detail == "The server refused the mail: storage exceeded"
        post.refusing = "552 5.2.3 longer than this mailbox takes"
        assert "for its size" in send(post).detail


@given(st.integers(200, 599), st.text(max_size=40))
def test_only_a_refusal_for_good_is_for_the_size(code: int, text: str) -> None:
    if refused_for_size(code, text):
        assert code >= 500
