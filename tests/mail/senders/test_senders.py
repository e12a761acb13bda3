"""Who a mail is from: what is told of names, addresses and ways, and what is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import reading, reading_senders
from benchmarks.sender_mails import ADDED, LEGITIMATE_HOUSES, POSED_AS, SERVER, ours
from benchmarks.sender_mails import corpora as mails_of
from desktop_app.mail.message import body
from desktop_app.mail.message.body import head_warnings, read_body
from desktop_app.mail.reader.links import shown_host
from desktop_app.mail.senders import authentication, link_signs, senders
from desktop_app.mail.senders.domains import registered
from desktop_app.mail.senders.letterhead import Letterhead, read_letterhead
from desktop_app.mail.senders.own_side import OwnSide
from desktop_app.mail.wire.addresses import addresses
from desktop_app.mail.wire.parts import Headers
from desktop_app.model.address import Address
from desktop_app.model.message import BodyWarning, WarningKind
from tests.depths import in_depth, one_in

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
        ("From: D <d@x.example>\nReply-To: d@gmail.com", "Answers go to another domain"),
        ("From: \"'d@x.example' via L\" <l@y.example>", "shows d@x.example, but the address is"),
        ("From: a@x.example\nFrom: b@y.example", "names 2 senders"),
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
        "From: bank.example <no-reply@mail.bank.example>",
        "From: Dr.Li <li@x.example>",
        "From: News.com <dispatch@newsletter.online.example>",
        "From: 🎉 Bakery 🎉 <news@bakery.example>",
        "From: D <d@x.example>\nReply-To: list@y.example",
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
        ("mailto:a@gmail.com?subject=Report", "writes a mail to a@gmail.com"),
    ],
)
def test_a_link_that_leads_elsewhere_than_one_would_think_is_told(link: str, words: str) -> None:
    head = (
        "From: X <x@y.example>\nTo: alex@fernhill.example\nContent-Type: text/html; charset=utf-8"
    )
    found = told(head, f'<p><a href="{link}">Go on</a></p>')
    assert [w.kind for w in found if words in w.text] == [WarningKind.LINK_TRICK], found


@pytest.mark.parametrize(
    "link",
    [
        "http://192.168.0.1/admin",
        "https://www.x.example/a",
        "https://bank.com.au/a",
        "mailto:u@sender.example?subject=unsubscribe",
    ],
)
def test_everyday_links_are_left_alone(link: str) -> None:
    head = "From: X <x@y.example>\nContent-Type: text/html"
    assert told(head, f'<p><a href="{link}">Go on</a></p>') == ()


PAGE = "From: X <x@y.example>\nContent-Type: text/html; charset=utf-8"
PASSED = (
    "Authentication-Results: mx.fernhill.example; dmarc=pass header.from=y.example\n"
    "Received: from y.example by mx.fernhill.example; Tue, 10 Nov 2026 09:12:45 +0000\n"
)


def links_told(body: str, *, own: str = "") -> list[str]:
    """The evidence of the bar about links, with a pass of the own server where it is known."""
    raw = f"{PASSED if own else ''}{DATE}{PAGE}\n\n{body}\n".encode()
    warnings = read_body(raw, own).warnings
    return [e for w in warnings if w.kind is WarningKind.LINK_MISMATCH for e in w.evidence]


def counted(*texts: str) -> str:
    return "".join(f'<a href="https://clicks.z.example/{n}">{t}</a> ' for n, t in enumerate(texts))


def test_a_newsletter_that_counts_presses_under_its_own_name_is_left_alone() -> None:
    assert links_told(counted("www.y.example", "Off")) == []
    assert links_told(counted("www.y.example"), own=SERVER) == []
    assert links_told(counted("www.bank.example", "Off")) != []
    assert links_told(counted("www.bank.example", "www.y.example"), own=SERVER) != []


@pytest.mark.parametrize(
    "text",
    ["Builder.com", "VB.NET", "ASP.NET and you", "Read on at News.com", "Booking.com", "Loaf.co"],
)
def test_a_house_that_is_named_claims_nothing_about_where_a_link_goes(text: str) -> None:
    assert links_told(counted(text)) == []
    body = read_body(f"{DATE}{PAGE}\n\n{counted(text)}\n".encode())
    assert body.links[0].mismatch, "the press on it still asks"


@pytest.mark.parametrize(
    "text",
    [
        "https://www.bank.example/login",
        "http://bank.example",
        "www.bank.example",
        "Go to www.bank.example now",
        "bank.example/login",
        "bank.example",
        "» bank.example",
        "Builder.com: www.bank.example",
        "http://clicks.z.example/x and http://www.bank.example",
        "clicks.z.example/a or www.bank.example",
    ],
)
def test_an_address_that_is_shown_is_a_claim(text: str) -> None:
    (told,) = links_told(counted(text))
    assert "bank.example" in told


@pytest.mark.parametrize(
    "text",
    [
        "http://clicks.z.example/article.pl?sid=1",
        "http://clicks.z.example/jump/http://www.bank.example/",
        "clicks.z.example/bank.com/x",
    ],
)
def test_what_stands_in_the_path_of_an_address_is_no_claim(text: str) -> None:
    assert links_told(counted(text)) == []


def test_an_address_that_is_its_own_text_claims_nothing_else() -> None:
    odd = "http://http://www.bank.example/a"
    assert links_told(f'<a href="{odd}">{odd}</a>') == []


def test_a_digest_shows_addresses_of_many_houses_over_one_counter() -> None:
    digest = counted("www.a.example", "www.b.example", "www.c.example", "More", "Off")
    assert links_told(digest) == links_told(digest, own=SERVER) == []
    few = counted("www.a.example", "www.b.example", "www.c.example")
    assert len(links_told(few)) == len(links_told(few, own=SERVER)) == 3
    unproven = PASSED.replace("dmarc=pass", "dmarc=none")
    raw = f"{unproven}{DATE}{PAGE}\n\n{digest}\n".encode()
    assert WarningKind.LINK_MISMATCH in {w.kind for w in read_body(raw, SERVER).warnings}


def test_an_address_over_a_counting_service_needs_a_sender_who_is_vouched_for() -> None:
    one = counted("www.bank.example", "Two", "Three", "Four", "Off")
    assert links_told(one) != []
    assert links_told(one, own=SERVER) == []
    assert links_told(one.replace("z.example", "y.example"), own=SERVER) != []
    same = one.replace("/1", "/0").replace("/2", "/0").replace("/3", "/0")
    assert links_told(same, own=SERVER) != []


def test_a_newsletter_of_many_links_may_show_an_address_over_its_counter() -> None:
    many = counted("www.bank.example", *(f"Story {n}" for n in range(9)))
    assert links_told(many) == []
    unproven = PASSED.replace("dmarc=pass", "dmarc=none")
    raw = f"{unproven}{DATE}{PAGE}\n\n{many}\n".encode()
    assert WarningKind.LINK_MISMATCH in {w.kind for w in read_body(raw, SERVER).warnings}
    elsewhere = "".join(f'<a href="https://s{n}.example/">S</a>' for n in range(21))
    assert links_told(many + elsewhere) != []


def test_a_sender_the_person_has_written_to_is_excused_where_the_server_vouches() -> None:
    head = PASSED + DATE + "From: \"'d@x.example' via L\" <l@y.example>\n\n"
    known = OwnSide(SERVER, written=frozenset({"l@y.example"}))
    assert read_body(head.encode(), known).warnings == ()
    assert read_body(head.encode(), SERVER).warnings != ()
    forged = head.replace("dmarc=pass", "dmarc=fail")
    assert len(read_body(forged.encode(), known).warnings) == 2
    both = head.replace("From:", "From: e@y.example\nFrom:")
    assert read_body(both.encode(), known).warnings != ()


@pytest.mark.parametrize(
    ("sender", "kind"),
    [
        ('"d@x.example" <l@y.example>', WarningKind.LOOKALIKE_SENDER),
        ('"shop.example Helpdesk" <shop.example@y.example>', WarningKind.LOOKALIKE_SENDER),
        ("\"'d@x.example' via L\" <l@y.example>", WarningKind.SENDER_DOUBT),
        ('"News - shop.example" <news.at.shop.example.k1@y.example>', WarningKind.SENDER_DOUBT),
        ('"d@x.example" <d=x.example@y.example>', WarningKind.SENDER_DOUBT),
    ],
)
def test_a_name_that_says_it_was_written_anew_is_a_doubt(sender: str, kind: WarningKind) -> None:
    assert [w.kind for w in told(f"From: {sender}")] == [kind]


def test_a_list_of_the_own_house_is_excused() -> None:
    def kinds(domain: str, server: str) -> list[WarningKind]:
        head = (
            f"Authentication-Results: mx.{server}; spf=none; dmarc=pass header.from={domain}\n"
            f"Received: from x.example by mx.{server}; Tue, 10 Nov 2026 09:12:45 +0000\n"
            f"{DATE}From: \"'d@x.example' via L\" <l@{domain}>\n\n"
        )
        return [w.kind for w in read_body(head.encode(), server).warnings]

    assert kinds("groups.fernhill.example", SERVER) == []
    assert kinds("groups.club.example", SERVER) == [WarningKind.SENDER_DOUBT]
    assert kinds("outlook.com", "outlook.com") == [WarningKind.SENDER_DOUBT]
    assert kinds("yahoo.com", "yahoo.com") == [WarningKind.SENDER_DOUBT]


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
    assert len(senders.sender_warnings(head)) <= 5


@pytest.mark.corpora
def test_mail_of_the_corpora_is_left_alone(corpora: Path) -> None:
    found = reading_senders.warned(mails_of(corpora))
    assert len(found) > 700
    assert sum(told for _, told in found) <= 0.02 * len(found)


@pytest.mark.parametrize("fields", in_depth([1, len(ADDED)]))
def test_phishing_is_told_and_legitimate_mail_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, fields: int
) -> None:
    monkeypatch.setattr(reading_senders, "ADDED", ADDED[:fields])
    monkeypatch.setattr(reading_senders, "CORPORA", Path("nowhere"))
    rows = reading_senders.rows()
    assert len(ours("phishing.txt", POSED_AS)) >= 120
    assert len(ours("legitimate.txt", LEGITIMATE_HOUSES)) >= 60
    assert [row for row in rows if not row.held] == []


def _excused_by_a_list(headers: Headers) -> Letterhead:
    head = read_letterhead(headers)
    return Letterhead(()) if "list-id" in headers else head


@one_in(2)
@pytest.mark.parametrize(
    ("place", "name", "broken", "row"),
    [
        (body, "read_letterhead", _excused_by_a_list, "a field added"),
        (link_signs, "claimed_hosts", lambda text: [shown_host(text)], "newsletters"),
        (authentication, "house_of", registered, "Microsoft"),
        (authentication, "_via", lambda *_: "", "forwarded"),
    ],
)
def test_the_measurement_turns_red_when_a_part_is_broken(
    place: object, name: str, broken: object, row: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(place, name, broken)
    monkeypatch.setattr(reading_senders, "ADDED", ADDED[:1])
    monkeypatch.setattr(reading_senders, "CORPORA", Path("nowhere"))
    assert any(row in each.what for each in reading_senders.rows() if not each.held)


@one_in(3)
@pytest.mark.parametrize(
    "off", in_depth([[rule] for rule in senders.RULES], 3), ids=lambda off: off[0][1].__name__
)
def test_the_measurement_turns_red_when_a_rule_is_off(
    off: list[tuple[WarningKind, senders.Sign]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(senders, "RULES", tuple(r for r in senders.RULES if r is not off[0]))
    monkeypatch.setattr(reading_senders, "ADDED", ADDED[:1])
    monkeypatch.setattr(reading_senders, "CORPORA", Path("nowhere"))
    assert reading.main(["senders"]) == 1
    assert "NOT HELD" in capsys.readouterr().out


def test_the_measurement_turns_red_when_honest_mail_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    everything = (senders.FORGED, lambda *_: "This is odd.")
    monkeypatch.setattr(senders, "RULES", (everything,))
    monkeypatch.setattr(reading_senders, "ADDED", ADDED[:1])
    monkeypatch.setattr(reading_senders, "CORPORA", Path("nowhere"))
    assert reading.main(["senders"]) == 1
    assert "NOT HELD" in capsys.readouterr().out
