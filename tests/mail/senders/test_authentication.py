"""What the own server found about a sender: who may say it, where, and what is made of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.sender_mails import LEGITIMATE_HOUSES, by_microsoft, ours
from desktop_app.mail.message.body import read_body
from desktop_app.mail.senders.authentication import (
    Proof,
    learned,
    passed,
    proof_warning,
    verdict,
    writes_below,
)
from desktop_app.mail.senders.mail_houses import SERVICES, Service
from desktop_app.mail.senders.own_side import OwnSide
from desktop_app.model.message import WarningKind

SERVER = "home.example"
RECEIVED = "Received: from out.bank.example by mx1.home.example with ESMTPS id 4; today\n"
FOREIGN = "Received: from a.bank.example by out.bank.example with ESMTP id 5; today\n"
FROM = "From: Bank <news@bank.example>\n"
RESULTS = "Authentication-Results: mx1.home.example; "
PASS = "dkim=pass header.d=bank.example; dmarc=pass header.from=bank.example\n"
FAIL = "spf=fail smtp.mailfrom=bank.example; dkim=none; dmarc=fail header.from=bank.example\n"


def proof(head: str, server: str = SERVER, *, below: bool = False) -> Proof:
    return verdict(f"{head}\nbody\n".encode(), server, below=below).proof


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
    below = RECEIVED + RESULTS + bare + RESULTS + PASS + FROM
    assert proof(below, below=True) is Proof.UNPROVEN
    assert proof(below) is Proof.MISSING
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
    assert proof(head, below=True) is Proof.PASSED
    assert proof(head, "elsewhere.example", below=True) is Proof.MISSING


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
    assert kind is WarningKind.SENDER_DOUBT
    assert text == "This mail came through lists.example, and bank.example does not vouch for it."
    assert told(via) == [(kind, text)], "a list's own fields change nothing"


def test_what_came_through_a_list_to_which_the_person_writes_is_no_more_than_unproven() -> None:
    via = "dkim=pass header.d=lists.example; dmarc=fail header.from=bank.example\n"
    raw = f"{RESULTS}{via}{RECEIVED}{FROM}To: all@lists.example\n\nbody\n".encode()

    def kinds(*written: str) -> list[WarningKind]:
        own = OwnSide(SERVER, written=frozenset(written))
        return [w.kind for w in read_body(raw, own).warnings]

    assert kinds("all@lists.example") == [WarningKind.SENDER_UNPROVEN]
    assert kinds("all@other.example") == kinds() == [WarningKind.SENDER_DOUBT]
    everybody = raw.replace(b"lists.example", b"gmail.com")
    own = OwnSide(SERVER, written=frozenset({"all@gmail.com"}))
    assert [w.kind for w in read_body(everybody, own).warnings] == [WarningKind.SENDER_DOUBT]


@pytest.mark.parametrize(
    "results",
    [
        "mx.other.example; dmarc=fail header.from=bank.example",
        "spf=softfail (sender IP is 192.0.2.7) smtp.mailfrom=bank.example; dkim=none",
        "mx.other.example; dmarc=none; compauth=fail reason=000",
        "spf=none smtp.helo=x.example; dkim=none; dmarc=none; compauth=fail reason=001",
    ],
)
def test_a_failure_is_believed_of_any_server_where_no_own_one_speaks(results: str) -> None:
    raw = f"Authentication-Results: {results}\n{FROM}\nbody\n".encode()
    ((kind, text),) = [(w.kind, w.text) for w in read_body(raw).warnings]
    assert kind is WarningKind.SENDER_DOUBT
    assert text == "A mail server on its way checked it: bank.example does not vouch for it."


@pytest.mark.parametrize(
    "results",
    [
        "mx.other.example; dmarc=pass header.from=bank.example",
        "mx.other.example; dmarc=fail header.from=other.example",
        "mx.other.example; dkim=none (message not signed) header.d=none; dmarc=none",
        "mx.other.example; dmarc=none; compauth=pass reason=130",
        "mx.other.example; dkim=fail header.d=other.example; spf=pass smtp.mailfrom=bank.example",
    ],
)
def test_nothing_is_said_of_what_others_found_without_a_failure(results: str) -> None:
    raw = f"Authentication-Results: {results}\n{FROM}\nbody\n".encode()
    assert read_body(raw).warnings == ()


def test_hops_of_one_service_are_one_house() -> None:
    mails = ours("legitimate.txt", LEGITIMATE_HOUSES, by_microsoft)
    assert learned(mail.raw for mail in mails) == "outlook.com"
    assert all(verdict(mail.raw, "outlook.com").proof is Proof.PASSED for mail in mails)
    foreign = b"Received: from a by mx.outlook.com.evil.example; today\n" + mails[0].raw
    assert verdict(foreign, "outlook.com").proof is Proof.MISSING


@pytest.mark.parametrize(
    ("compauth", "found"),
    [
        ("fail reason=000", Proof.FAILED),
        ("fail reason=001", Proof.UNPROVEN),
        ("pass reason=100", Proof.UNPROVEN),
        ("softpass reason=202", Proof.UNPROVEN),
    ],
)
def test_the_sum_that_microsoft_makes_can_refute_and_never_proves(
    compauth: str, found: Proof
) -> None:
    results = f"spf=none smtp.mailfrom=bank.example; dkim=none; dmarc=none; compauth={compauth}\n"
    hop = "Received: from x.example by mx.mail.protection.outlook.com with SMTP; today\n"
    assert proof(f"{hop}Authentication-Results: {results}{FROM}", "outlook.com") is found


def test_nothing_is_said_of_what_a_user_of_the_same_service_handed_in() -> None:
    (mail, *_) = ours("legitimate.txt", LEGITIMATE_HOUSES, by_microsoft)
    begin = mail.raw.index(b"Authentication-Results: ") + len("Authentication-Results: ")
    end = mail.raw.index(b"\nReceived-SPF")

    def found(results: bytes) -> Proof:
        return verdict(mail.raw[:begin] + results + mail.raw[end:], "outlook.com").proof

    assert found(b"dkim=none header.d=none;dmarc=none action=none") is Proof.UNKNOWN
    assert found(b"spf=none smtp.mailfrom=x.example;dkim=none;dmarc=none") is Proof.UNPROVEN


@pytest.mark.parametrize("service", SERVICES, ids=lambda service: service.domains[0])
def test_each_domain_of_a_service_is_believed_as_the_service(service: Service) -> None:
    name, *others = service.domains
    for domain in others:
        hop = f"Received: from x.example by a.{domain} with HTTPS; today\n"
        head = f"{hop}Authentication-Results: mx.{domain}; spf=none; {PASS}{FROM}"
        assert proof(head, name, below=True) is Proof.PASSED
        assert proof(head, "home.example", below=True) is Proof.MISSING
    domains = [domain for each in SERVICES for domain in each.domains]
    assert len(domains) == len(set(domains))


@pytest.mark.parametrize(
    "head",
    [
        (
            "Received: from p01-smtpin by p01-mailgateway (mailgateway); today\n"
            "Received: from x.example by p01-smtpin (Postfix); today\n"
            "Authentication-Results: bimi.icloud.com; bimi=none\n"
            "Authentication-Results: dmarc.icloud.com; dmarc={} header.from=bank.example\n"
            "Authentication-Results: dkim-verifier.icloud.com; dkim={} header.d=bank.example\n"
            "Authentication-Results: spf.icloud.com; spf=none smtp.mailfrom=bank.example\n"
        ),
        (
            "Received: from x.example by mailin.protonmail.ch (Postfix); today\n"
            "Authentication-Results: mail.protonmail.ch; spf=none smtp.mailfrom=bank.example\n"
            "Authentication-Results: mail.protonmail.ch; dkim={} header.d=bank.example\n"
            "Authentication-Results: mail.protonmail.ch; dmarc={} header.from=bank.example\n"
        ),
    ],
)
def test_a_service_that_writes_a_field_for_each_method_is_read_whole(head: str) -> None:
    server = learned(
        (head.format("pass", "pass") + f"From: a@h{n}.example\n\n").encode() for n in range(9)
    )
    assert server
    assert proof(head.format("pass", "pass") + FROM, server) is Proof.PASSED
    for method in ("dmarc", "dkim", "spf"):
        own_id = "mail.protonmail.ch" if "proton" in head else "dmarc.icloud.com"
        forged = f"Authentication-Results: {own_id}; {method}=pass header.from=bank.example\n"
        assert proof(head.format("fail", "fail") + forged + FROM, server) is Proof.FAILED
        assert proof(head.format("none", "none") + forged + FROM, server) is Proof.UNPROVEN


def test_below_a_received_field_only_a_server_that_writes_there_is_believed() -> None:
    above = [f"{RESULTS}{PASS}{RECEIVED}From: a@h{n}.example\n\n".encode() for n in range(9)]
    assert not writes_below(above, SERVER)
    assert not writes_below([], SERVER)
    below = [f"{RECEIVED}{RESULTS}{PASS}From: a@h{n}.example\n\n".encode() for n in range(9)]
    assert writes_below(below, SERVER)
    raw = f"{RECEIVED}{RESULTS}{PASS}{FROM}\nbody\n".encode()
    assert verdict(raw, SERVER).proof is Proof.MISSING
    assert not passed(raw, SERVER)
    assert passed(raw, SERVER, below=True)


def test_a_pass_of_another_sender_than_is_shown_is_none() -> None:
    hidden = "X-Much: " + "much " * 60_000 + "\n"
    raw = f"{RESULTS}{PASS}{RECEIVED}{FROM}{hidden}From: Eve <eve@evil.example>\n\nbody\n".encode()
    assert verdict(raw, SERVER).proof is Proof.PASSED, "the fields that are looked at end before"
    kinds = {w.kind for w in read_body(raw, SERVER).warnings}
    assert kinds >= {WarningKind.SENDER_UNPROVEN, WarningKind.SENDER_DOUBT}


def test_several_senders_have_to_be_proven_each() -> None:
    other = "From: Eve <eve@evil.example>\n"
    assert proof(RESULTS + PASS + RECEIVED + FROM) is Proof.PASSED
    assert proof(RESULTS + PASS + RECEIVED + FROM + other) is Proof.UNPROVEN
    assert proof(RESULTS + PASS + RECEIVED + other + FROM) is Proof.UNPROVEN


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
