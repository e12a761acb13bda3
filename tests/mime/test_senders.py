"""Who a mail is from: what is told of names, addresses and ways, and what is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import reading, reading_senders
from benchmarks.sender_mails import LEGITIMATE_HOUSES, POSED_AS, SERVER, ours
from benchmarks.sender_mails import corpora as mails_of
from desktop_app.mime import senders
from desktop_app.mime.addresses import addresses
from desktop_app.mime.body import head_warnings, read_body
from desktop_app.mime.letterhead import read_letterhead
from desktop_app.model.address import Address
from desktop_app.model.message import BodyWarning, WarningKind

DATE = "Date: Tue, 10 Nov 2026 09:12:44 +0000\n"


def told(head: str, body: str = "") -> tuple[BodyWarning, ...]:
    return read_body(f"{DATE}{head}\n\n{body}\n".encode()).warnings


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ('"Streaming@house.example", <x@y.example>', "Streaming@house.example <x@y.example>"),
        ('"Streaming@house.example", x@y.example', "Streaming@house.example <x@y.example>"),
        ("House account team ,_<x@y.example>", "House account team, _ <x@y.example>"),
        ("Lee, Dana <dana@y.example>", "Lee, Dana <dana@y.example>"),
        ("House, Bank, <x@y.example>", "House, Bank <x@y.example>"),
        ("pete(his account)@y.example", "pete(his account)@y.example"),
        ("<pete(his)@y.example(host)>", "pete@y.example"),
    ],
)
def test_an_entry_without_an_address_belongs_to_the_next(value: str, found: str) -> None:
    people = addresses(value)
    assert people[-1].email.endswith("@y.example")
    if "(" not in value or "<" in value:
        assert [str(p) for p in people] == [found]


def test_lists_keep_each_address_and_bare_local_names() -> None:
    assert [a.email for a in addresses("a@x.example, b@y.example")] == [
        "a@x.example",
        "b@y.example",
    ]
    assert [a.email for a in addresses('"a@x.example", "b@y.example"')] == [
        "a@x.example",
        "b@y.example",
    ]
    assert [a.email for a in addresses("root, operator")] == ["root", "operator"]
    assert addresses("Undisclosed recipients:;") == ()


@given(st.text(alphabet="a@., _", max_size=40))
def test_no_address_of_a_value_is_lost_to_the_name_before_it(junk: str) -> None:
    found = addresses(f"{junk}, Last <last@y.example>")
    assert found
    assert all(isinstance(each, Address) for each in found)


@pytest.mark.parametrize(
    ("head", "words"),
    [
        ('From: "House" <>', "does not say from which address"),
        ("From: House <x@house.newslette>", "can't exist"),
        ("From: a@x.example, b@y.example", "names 2 senders"),
        ("From: bank.example <x@y.example>", "shows bank.example"),
        ("From: Bank <x@bank.com.y.example>", "begins like bank.com"),
        (
            "From: \U0001d405\U0001d422\U0001d42b\U0001d42c\U0001d42d <x@y.example>",
            "only look like",
        ),
        ("From: Ba\u200bnk <x@y.example>", "only look like"),
        ("From: Fernhill IT <x@y.example>\nTo: alex@fernhill.example", "like your own fernhill"),
        ("From: d@x.example\nSender: e@y.example", "sent by e@y.example"),
        ("From: D <d@x.example>\nReply-To: d@y.example", "Answers go to another domain"),
    ],
)
def test_what_is_odd_about_a_sender_is_told_in_a_sentence(head: str, words: str) -> None:
    assert any(words in w.text for w in told(head)), told(head)


@pytest.mark.parametrize(
    "head",
    [
        "From: News <n@x.example>\nReply-To: us7@mailer.example\nList-Unsubscribe: <https://m.example>",
        "From: Docs <drive-shares-noreply@x.example>\nReply-To: dana@y.example",
        "From: Bramble Bakery <store+7@shops.example>\nReply-To: hi@bramblebakery.example",
        "From: D <d@x.example>\nSender: l-bounces@y.example\nList-Id: <l.y.example>",
        "From: \"'d@x.example' via L\" <l@y.example>\nList-Id: <l.y.example>",
        "From: bank.example <no-reply@mail.bank.example>",
        "From: Dr.Li <li@x.example>",
        "From: 🎉 Bakery 🎉 <news@bakery.example>",
        "From: x@tops-of-old.dom\nDate: Tue, 10 Nov 1998 09:12:44 +0000",
    ],
)
def test_ways_of_honest_mail_are_left_alone(head: str) -> None:
    raw = head if "Date:" in head else DATE + head
    assert read_body(f"{raw}\n\n".encode()).warnings == ()


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("http://45.79.193.187/p", "bare number"),
        ("http://0x2d4fc1bb/p", "bare number"),
        ("http://759153083/p", "bare number"),
        ("http://188.106.205.92.host.rent.example/p", "without a name of its own"),
        (
            "https://www.bank.example@y.example/",
            "begins like www.bank.example, but goes to y.example",
        ),
        ("https://b\u0430nk.example/", "letters that look like others"),
        ("https://xn--bnk-5cd.example/", "letters that look like others"),
        ("https://www.bank.com.y.example/", "begins like bank.com, but goes to y.example"),
        ("https://y.example/#alex@fernhill.example", "hands your address"),
        ("https://y.example/#YWxleEBmZXJuaGlsbC5leGFtcGxl", "hands your address"),
        ("mailto:a@z.example?subject=Report", "writes a mail to a@z.example"),
    ],
)
def test_a_link_that_leads_elsewhere_than_one_would_think_is_told(link: str, words: str) -> None:
    head = (
        "From: X <x@y.example>\nTo: alex@fernhill.example\nContent-Type: text/html; charset=utf-8"
    )
    found = told(head, f'<p><a href="{link}">Go on</a></p>')
    assert [w.kind for w in found if words in w.text] == [WarningKind.LINK_TRICK], found


@pytest.mark.parametrize(
    "link", ["http://192.168.0.1/admin", "https://www.x.example/a", "https://bank.com.au/a"]
)
def test_everyday_links_are_left_alone(link: str) -> None:
    head = "From: X <x@y.example>\nContent-Type: text/html"
    assert told(head, f'<p><a href="{link}">Go on</a></p>') == ()


def test_a_newsletter_that_counts_presses_under_its_own_name_is_left_alone() -> None:
    head = "From: X <x@y.example>\nList-Unsubscribe: <https://z.example>\nContent-Type: text/html"
    body = '<a href="https://clicks.z.example/1">{}</a>'
    assert told(head, body.format("www.y.example")) == ()
    (other,) = told(head, body.format("www.bank.example"))
    assert other.kind is WarningKind.LINK_MISMATCH


def test_the_head_alone_tells_the_same_of_the_sender() -> None:
    raw = f'{DATE}From: "a@bank.example" <x@y.example>\n\n'.encode()
    assert head_warnings(raw) == read_body(raw).warnings


def test_no_sentence_of_ours_holds_a_name_that_a_sender_chose() -> None:
    name = "Obey this order now"
    for mail in ours("phishing.txt", (name,)):
        assert all(name not in w.text for w in read_body(mail.raw, SERVER).warnings)


def test_long_and_hostile_names_are_read_quickly() -> None:
    name = '"' + "a.b@c " * 60_000 + '"'
    head = read_letterhead(
        {"from": [f"{name} <x@y.example>"], "reply-to": ["a@b.example, " * 9_000]}
    )
    assert len(senders.sender_warnings(head)) <= 2


@pytest.mark.corpora
def test_mail_of_the_corpora_is_left_alone(corpora: Path) -> None:
    found = reading_senders.warned(mails_of(corpora))
    assert len(found) > 700
    assert sum(told for _, told in found) <= 0.02 * len(found)


def test_phishing_is_told_and_legitimate_mail_is_left_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reading_senders, "CORPORA", reading_senders.Path("nowhere"))
    rows = reading_senders.rows()
    assert len(ours("phishing.txt", POSED_AS)) >= 120
    assert len(ours("legitimate.txt", LEGITIMATE_HOUSES)) >= 60
    assert [row for row in rows if not row.held] == []


@pytest.mark.parametrize("off", senders.RULES, ids=lambda rule: rule[1].__name__)
def test_the_measurement_turns_red_when_a_rule_is_off(
    off: tuple[WarningKind, senders.Sign],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(senders, "RULES", tuple(r for r in senders.RULES if r is not off))
    monkeypatch.setattr(reading_senders, "CORPORA", reading_senders.Path("nowhere"))
    assert reading.main(["senders"]) == 1
    assert "NOT HELD" in capsys.readouterr().out


def test_the_measurement_turns_red_when_honest_mail_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    everything = (senders.FORGED, lambda *_: "This is odd.")
    monkeypatch.setattr(senders, "RULES", (everything,))
    monkeypatch.setattr(reading_senders, "CORPORA", reading_senders.Path("nowhere"))
    assert reading.main(["senders"]) == 1
    assert "NOT HELD" in capsys.readouterr().out
