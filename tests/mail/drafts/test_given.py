"""Recipients that somebody gives: whichever way they come, what is shown, stored and sent is one
list, or nothing is accepted and it is said why."""

from __future__ import annotations

from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default as email_policy
from urllib.parse import quote

import idna
import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from desktop_app.mail.drafts.checks import check_draft
from desktop_app.mail.drafts.compose import compose
from desktop_app.mail.drafts.given import as_typed, given_addresses
from desktop_app.mail.drafts.mailto import mail_link
from desktop_app.mail.drafts.reopen import reopen
from desktop_app.mail.message.parse import parse
from desktop_app.mail.wire.addresses import addresses, plainly_named
from desktop_app.mail.wire.mailboxes import valid_address, why_not, wire_address
from desktop_app.model.address import Address, unique
from desktop_app.model.draft import CheckLevel, DraftContent
from desktop_app.model.errors import BadInput
from desktop_app.tools.drafting.given_people import addresses_given as recipients
from desktop_app.ui.review.recipients.address_entry import split_typed, typed_addresses
from tests.depths import examples

ME = Address("Alex", "alex@fernhill.example")
ATEXT = "abcXYZ019!#$%&*+/=?^_`{|}~-"
LOCAL = st.text(ATEXT, min_size=1, max_size=8) | st.sampled_from(["a.b", "o'neil", "x.y.z"])
QUOTED_LOCAL = st.text("abc .+-", min_size=1, max_size=6).map(lambda text: f'"a {text}b"')
DOMAIN = st.sampled_from(
    [
        "one.example",
        "two.example",
        "a-b.co.example",
        "faß.example",
        "bücher.example",
        "日本.example",
    ]
)
SENDABLE = st.builds("{}@{}".format, LOCAL | QUOTED_LOCAL, DOMAIN)
NAME = st.text(
    st.characters(blacklist_categories=("Cs", "Cc", "Cf", "Zl", "Zp"), blacklist_characters="@"),
    max_size=12,
).map(lambda text: " ".join(text.split()).strip("'\" \\"))
PERSON = st.builds(Address, NAME.filter(lambda name: "=?" not in name), SENDABLE)
GAP = st.sampled_from([", ", ";", "\n", "\r\n", " ,\t", "\u2028", ",\n "])
SPACE = st.sampled_from([" ", "\t", "  ", "\n", "\u00a0", ", ", "; "])


def emails(found: tuple[Address, ...]) -> list[str]:
    return [address.email for address in found]


def sendable(found: tuple[Address, ...]) -> bool:
    checks = check_draft(DraftContent(ME, to=found, subject="s", body="b"))
    return not any(check.level is CheckLevel.BLOCK for check in checks)


def header_of(raw: bytes) -> list[str]:
    """Recipients by the standard library."""
    message = BytesParser(EmailMessage, policy=email_policy).parsebytes(raw)
    specs = [a.addr_spec for a in message["To"].addresses]
    return [each.encode("utf-8", "surrogateescape").decode() for each in specs]


def written(to: tuple[Address, ...]) -> bytes:
    content = DraftContent(ME, to=to, subject="s", body="b")
    return compose(content, message_id="m@x.example", date=0, read_attachment=lambda _: b"")


@given(st.lists(SENDABLE, min_size=1, max_size=5), st.data())
def test_every_address_parted_by_anything_usual_is_a_recipient(
    wanted: list[str], data: st.DataObject
) -> None:
    text = wanted[0] + "".join(data.draw(SPACE) + each for each in wanted[1:])
    for written_as in (text, f"<{'> <'.join(wanted)}>", "(all) " + text):
        assert emails(given_addresses(written_as)) == wanted
    if '"' not in text:
        assert emails(given_addresses(f'"{text}"')) == wanted


@settings(max_examples=examples(150), deadline=None)
@given(st.lists(PERSON, min_size=1, max_size=4), st.data())
def test_one_list_from_the_window_to_the_envelope(
    people: list[Address], data: st.DataObject
) -> None:
    text = as_typed(people[0]) + "".join(data.draw(GAP) + as_typed(each) for each in people[1:])
    wanted = unique(people)
    typed = unique(typed_addresses(text))
    assert emails(typed) == emails(wanted)
    assert emails(recipients([text])) == emails(wanted)
    assert recipients(map(as_typed, people)) == recipients([text])
    done, rest = split_typed(text)
    assert emails((*done, *typed_addresses(rest))) == [each.email for each in people]
    link = mail_link("mailto:" + ",".join(quote(as_typed(each), safe="") for each in people))
    assert emails(recipients(link.to)) == emails(wanted)
    stored = msgspec.json.decode(msgspec.json.encode(wanted), type=tuple[Address, ...])
    assert stored == wanted
    assert sendable(wanted)
    raw = written(wanted)
    envelope = [wire_address(each.email) for each in wanted]
    assert emails(parse(raw).to) == envelope == header_of(raw)
    assert emails(reopen(raw, from_=ME).content.to) == envelope
    assert [each.name for each in parse(raw).to] == [each.name for each in wanted]


SIGNS = "\"<>(),;: \n\t@\\'ab.ßé，\u200b"
PIECES = st.sampled_from(
    (*SIGNS, "a@one.example", "b@two.example", "j d", "Team:", "=?utf-8?q?a=40b.example?=")
)


@settings(max_examples=examples(600), deadline=None)
@given(st.lists(PIECES, max_size=9).map("".join))
@example('x"y@one.example')
@example("a<b@one.example")
@example('"a@one.example" <b@two.example>')
@example("a@one.example (b@two.example)")
def test_no_text_makes_a_recipient_of_what_was_not_given(text: str) -> None:
    found = given_addresses(text)
    for address in found:
        assert "@" not in address.name
        if valid_address(address.email):
            assert address.email in text
    valid = {address.email for address in found if valid_address(address.email)}
    whole = all(valid_address(address.email) for address in found)
    if found and whole:  # accepted: everybody who is named alone is in it
        for each in ("a@one.example", "b@two.example"):
            alone = [w.strip('<>"()') for w in text.replace(",", " ").replace(";", " ").split()]
            assert each not in alone or each in valid
    if found:
        assert sendable(found) == whole
        raw = written(found)
        assert set(emails(parse(raw).to)) <= {wire_address(a.email) for a in found}
    if whole:
        assert emails(recipients([text])) == emails(unique(found))
    else:
        with pytest.raises(BadInput, match=r"\.$"):
            recipients([text])


@given(st.lists(PIECES, max_size=9).map("".join))
def test_a_reply_goes_to_no_part_of_an_address(text: str) -> None:
    for address in map(plainly_named, addresses(text)):
        assert "@" not in address.name
        if valid_address(address.email):
            assert address.email in text or "=?" in text


@pytest.mark.parametrize(
    ("email", "why"),
    [
        ("dana", "is not a complete mail address"),
        ("dana@", "is not a complete mail address"),
        ("@x.example", "is not a complete mail address"),
        ("dana@x", "is not a complete mail address"),
        ("a..b@x.example", "is not a complete mail address"),
        ("a@b@x.example", "can be read as more than one address"),
        ("a@x.example, b@x.example", "can be read as more than one address"),
        ('"a@x.example, b"@y.example', "can be read as more than one address"),
        ("mu\u0308ller@x.example", "in a form that can't be typed"),
        ("ｍüller@x.example", "in a form that can't be typed"),
        ("mü\u200bller@x.example", "signs before the @ that are no letters"),
        ("mü\u202eller@x.example", "signs before the @ that are no letters"),
        ("m\u1160ü@x.example", "signs before the @ that are no letters"),
        ("☕ü@x.example", "signs before the @ that are no letters"),
        ("\u0301a@x.example", "signs before the @ that are no letters"),
        ("ß=?utf-8?q?a?=@x.example", "is not a complete mail address"),
        ("mü ller@x.example", "is not a complete mail address"),
        ("mü..ller@x.example", "is not a complete mail address"),
        ("mü,ller@x.example", "is not a complete mail address"),
        ("mü@ller@x.example", "can be read as more than one address"),
        ("ü" * 33 + "@x.example", "is not a complete mail address"),
        ("müller@ab--ü.example", "There can't be a domain"),
        ("a@ｅxample.com", "some programs read it as example.com"),
        ("a@☕.example", "is not a complete mail address"),
        ("a@ab--ü.example", "There can't be a domain"),
        ("a@" + "b" * 70 + ".example", "is not a complete mail address"),
    ],
)
def test_what_can_not_be_sent_to_is_said_and_not_mended(email: str, why: str) -> None:
    assert why in why_not(email)
    assert not sendable((Address("", email),))


@pytest.mark.parametrize(
    ("email", "wire"),
    [
        ("info@faß.example", "info@xn--fa-hia.example"),
        ("info@BÜCHER.example", "info@xn--bcher-kva.example"),
        ('"john doe"@corp.example', '"john doe"@corp.example'),
        ("müller@x.example", "müller@x.example"),
        ("grüße@exämple.example", "grüße@xn--exmple-cua.example"),
        ("почта@пример.example", "почта@xn--e1afmkfd.example"),
        ("用户@例子.example", "用户@xn--fsqu00a.example"),
        ("mu\u0308ller@x.example", ""),
        ("ü", ""),
        ("ß=?utf-8?q?a=40b.example?=", ""),
        ("ü>\r\nBcc: b@y.example", ""),
        ("ü,b@y.example", ""),
        ("a@ｅxample.com", ""),
        ("a b@x.example", ""),
        ("a@x.example\r\nBcc: b@y.example", ""),
        ("a@x.example,b@y.example", ""),
        ("alex@localhost", "alex@localhost"),
    ],
)
def test_an_address_is_written_as_it_is_or_not_at_all(email: str, wire: str) -> None:
    assert wire_address(email) == wire


@given(st.text(max_size=30) | st.builds("{}@{}".format, st.text(max_size=5), DOMAIN))
def test_nothing_gets_onto_the_wire_altered(text: str) -> None:
    found = wire_address(text)
    local, at, domain = found.rpartition("@")
    if found and at and text.isascii():
        assert found == text.strip()
    if found and at and not text.isascii():
        before, _, behind = text.strip().rpartition("@")
        assert local == before
        assert domain in {behind, idna.encode(behind.lower()).decode()}


def test_a_draft_from_elsewhere_shows_the_address_it_goes_to() -> None:
    raw = b'To: "bank@safe.example" <x@evil.example>\r\nSubject: s\r\n\r\nHi\r\n'
    assert reopen(raw, from_=ME).content.to == (Address("", "x@evil.example"),)


LETTERS = st.text(
    st.sampled_from("aé.=?ßüжщ用户नमस्ते한글-_+") | st.characters(categories=["L", "M", "N"]),
    max_size=12,
)


@settings(max_examples=examples(300))
@given(LETTERS, DOMAIN)
@example("grüße", "exämple.example")
def test_letters_before_the_at_are_one_mailbox_for_everybody(local: str, domain: str) -> None:
    """What is accepted is written raw (RFC 6532), and read again as just that by us and by the
    standard library; all else of the header stays ASCII."""
    email = f"{local}@{domain}"
    people = (Address("Zoë", email), Address("", "sam@x.example"))
    if not valid_address(email):
        return
    raw = written(people)
    wire = wire_address(email)
    assert wire.rpartition("@")[0] == local
    assert wire.rpartition("@")[2].isascii()
    assert emails(parse(raw).to) == [wire, "sam@x.example"] == header_of(raw)
    assert [a.name for a in parse(raw).to] == ["Zoë", ""]
    assert emails(reopen(raw, from_=ME).content.to) == [wire, "sam@x.example"]
    head = raw.partition(b"\r\n\r\n")[0]
    assert head.isascii() is email.rpartition("@")[0].isascii()
    assert all(line.isascii() or line.startswith((b"To:", b" ")) for line in head.split(b"\r\n"))
    assert emails(given_addresses(email)) == [email]
    assert emails(recipients([email])) == [email]
