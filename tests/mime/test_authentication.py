"""What the own server found about a sender: who may say it, where, and what is made of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.mime.authentication import Proof, learned, passed, proof_warning, verdict
from desktop_app.mime.body import read_body
from desktop_app.model.message import WarningKind

SERVER = "home.example"
RECEIVED = "Received: from out.bank.example by mx1.home.example with ESMTPS id 4; today\n"
FOREIGN = "Received: from a.bank.example by out.bank.example with ESMTP id 5; today\n"
FROM = "From: Bank <news@bank.example>\n"
RESULTS = "Authentication-Results: mx1.home.example; "
PASS = "dkim=pass header.d=bank.example; dmarc=pass header.from=bank.example\n"
FAIL = "spf=fail smtp.mailfrom=bank.example; dkim=none; dmarc=fail header.from=bank.example\n"


def proof(head: str, server: str = SERVER) -> Proof:
    return verdict(f"{head}\nbody\n".encode(), server).proof


@pytest.mark.parametrize(
    ("results", "found"),
    [
        (PASS, Proof.PASSED),
        (FAIL, Proof.FAILED),
        ("spf=pass smtp.mailfrom=bounce@mail.bank.example\n", Proof.PASSED),
        ("spf=pass smtp.mailfrom=x@other.example; dkim=none; dmarc=none\n", Proof.UNPROVEN),
        ("dkim=pass header.d=other.example; dmarc=none\n", Proof.UNPROVEN),
        ("dkim=pass header.i=@bank.example\n", Proof.PASSED),
        ("dmarc=pass header.from=other.example\n", Proof.UNPROVEN),
        ("dmarc=temperror header.from=bank.example\n", Proof.UNPROVEN),
        ("dkim=fail header.d=bank.example; spf=pass smtp.mailfrom=bank.example\n", Proof.PASSED),
        ("spf=softfail smtp.mailfrom=bank.example\n", Proof.FAILED),
        ("none\n", Proof.MISSING),
        ("dkim=none (; dmarc=pass header.from=bank.example; (x)); dmarc=none\n", Proof.UNPROVEN),
        ('spf=none smtp.mailfrom="a; dmarc=pass"@other.example; dmarc=none\n', Proof.UNPROVEN),
    ],
)
def test_results_are_read_as_they_bear_on_the_domain_of_from(results: str, found: Proof) -> None:
    assert proof(RESULTS + results + RECEIVED + FOREIGN + FROM) is found


@pytest.mark.parametrize(
    "head",
    [
        RECEIVED + FOREIGN + RESULTS + PASS + FROM,
        FOREIGN + RESULTS + PASS + FROM,
        RECEIVED + "Authentication-Results: mx.evil.example; " + PASS + FROM,
        "Authentication-Results: home.example.evil.example; " + PASS + RECEIVED + FROM,
        "ARC-Authentication-Results: i=1; mx1.home.example; " + PASS + RECEIVED + FROM,
        "X-Authentication-Results: mx1.home.example; " + PASS + RECEIVED + FROM,
    ],
)
def test_a_result_of_others_or_below_their_received_fields_does_not_count(head: str) -> None:
    assert proof(head) is Proof.MISSING
    assert not passed(f"{head}\n".encode(), SERVER)


def test_a_pass_that_a_sender_wrote_below_the_servers_own_word_does_not_count() -> None:
    bare = "dkim=none; spf=none smtp.mailfrom=x@evil.example\n"
    assert proof(RECEIVED + RESULTS + bare + RESULTS + PASS + FROM) is Proof.UNPROVEN
    assert proof(RESULTS + FAIL + RECEIVED + RESULTS + PASS + FROM) is Proof.FAILED
    assert proof(RESULTS + bare + RECEIVED + RESULTS + PASS + FROM) is Proof.UNPROVEN


def test_results_in_several_fields_on_top_count_together() -> None:
    one = RESULTS + "dkim=pass header.d=bank.example\n"
    other = "Authentication-Results: mx2.home.example; dmarc=pass header.from=bank.example\n"
    assert proof(one + other + RECEIVED + FROM) is Proof.PASSED
    assert proof(one + RESULTS + FAIL + RECEIVED + FROM) is Proof.FAILED


def test_a_server_that_leaves_its_id_out_is_known_by_the_received_field_above() -> None:
    inner = "Received: from mx1.home.example by store.home.example with HTTPS; today\n"
    bare = "Authentication-Results: spf=pass smtp.mailfrom=bank.example;dmarc=pass action=none\n"
    head = inner + bare + RECEIVED + FOREIGN + FROM
    assert proof(head) is Proof.PASSED
    assert proof(head, "elsewhere.example") is Proof.MISSING


def test_nothing_is_said_where_no_server_is_known_or_none_delivered() -> None:
    assert proof(RESULTS + FAIL + RECEIVED + FROM, "") is Proof.UNKNOWN
    assert proof(RESULTS + FAIL + FROM) is Proof.UNKNOWN
    assert proof_warning(verdict(f"{RESULTS}{FAIL}{FROM}\n".encode(), SERVER)) is None


def test_a_pass_is_never_praised_and_what_failed_is_said_in_plain_words() -> None:
    def told(results: str, more: str = "") -> list[tuple[WarningKind, str]]:
        raw = f"{RESULTS}{results}{RECEIVED}{FROM}{more}\nbody\n".encode()
        return [(w.kind, w.text) for w in read_body(raw, SERVER).warnings]

    assert told(PASS) == []
    ((kind, text),) = told(FAIL)
    assert kind is WarningKind.SENDER_FAILED
    assert text == (
        "Your mail server (home.example) checked this mail: bank.example does not vouch for it."
    )
    ((kind, text),) = told("dmarc=none\n")
    assert (kind, "nothing that proves" in text) == (WarningKind.SENDER_UNPROVEN, True)
    via = "dkim=pass header.d=lists.example; dmarc=fail header.from=bank.example\n"
    ((kind, text),) = told(via, "List-Id: <all.lists.example>\n")
    assert kind is WarningKind.SENDER_UNPROVEN
    assert "came through lists.example" in text


def test_remote_content_needs_a_pass_and_one_sender() -> None:
    def raw(senders: str, results: str = PASS) -> bytes:
        return f"{RESULTS}{results}{RECEIVED}From: {senders}\n\n".encode()

    assert passed(raw("news@bank.example"), SERVER)
    assert not passed(raw("news@bank.example"), "")
    assert not passed(raw("news@bank.example", FAIL), SERVER)
    assert not passed(raw("news@bank.example, x@evil.example"), SERVER)
    assert not passed(raw("news@bank.example\nFrom: x@evil.example"), SERVER)
    assert not passed(raw("x@evil.example"), SERVER)


def mails(count: int, results: str, *, house: str = "h{}.example") -> list[bytes]:
    return [f"{results}{RECEIVED}From: a@{house.format(n)}\n\n".encode() for n in range(count)]


def test_the_own_server_is_learned_from_nearly_all_of_the_mail_of_several_senders() -> None:
    own = RESULTS + "dmarc=none\n"
    assert learned(mails(9, own) + mails(1, "")) == "home.example"
    assert learned(mails(4, own)) == ""
    assert learned(mails(9, own) + mails(4, "")) == ""
    assert learned(mails(9, own, house="one.example")) == ""
    assert learned(mails(9, "Authentication-Results: mx.evil.example; " + PASS)) == "evil.example"
    foreign = "Authentication-Results: mx.evil.example; " + PASS
    forged = [f"{RECEIVED}{foreign}From: a@h{n}.example\n\n".encode() for n in range(9)]
    assert learned(forged) == ""


@given(st.text(max_size=200))
def test_no_value_of_the_field_breaks_the_reading(value: str) -> None:
    raw = f"Authentication-Results: {value}\n{RECEIVED}{FROM}\n".encode("utf-8", "replace")
    assert verdict(raw, SERVER).proof in Proof
    learned([raw])


def test_a_huge_field_is_read_quickly() -> None:
    raw = f"{RESULTS}{'(' * 200_000}\n{RECEIVED}{FROM}\n".encode()
    assert verdict(raw, SERVER).proof is Proof.MISSING
