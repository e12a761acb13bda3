"""A mail is never empty while one of its parts has words, and files inside text are files."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable

import pytest
from asn1crypto import cms
from compressed_rtf import compress
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.mail.message.access import attachment_bytes
from desktop_app.mail.message.body import read_body
from desktop_app.mail.message.parse import parse
from desktop_app.mail.wire.tree import read_tree
from tests.crafted.winmail import as_it_is, rich, tnef

HEAD = b"From: a@x.example\r\nTo: b@x.example\r\nSubject: s\r\nMIME-Version: 1.0\r\n"


def mail(kind: str, body: bytes, more: str = "") -> bytes:
    return HEAD + f"Content-Type: {kind}\r\n{more}\r\n".encode() + body


def multipart(subtype: str, *parts: tuple[str, bytes], more: str = "") -> bytes:
    pieces = [f"--b\r\nContent-Type: {kind}\r\n\r\n".encode() + data for kind, data in parts]
    body = b"\r\n".join([*pieces, b"--b--\r\n"])
    return mail(f"multipart/{subtype}; boundary=b{more}", body)


def files(raw: bytes) -> dict[str, bytes]:
    return {a.filename: attachment_bytes(raw, a.id) for a in parse(raw).attachments}


def uuencoded(name: str, data: bytes, *, backtick: bool, trimmed: bool) -> bytes:
    lines = [
        binascii.b2a_uu(data[n : n + 45], backtick=backtick).rstrip(b"\n")
        for n in range(0, len(data), 45)
    ]
    if trimmed:
        lines = [line.rstrip(b" ") for line in lines]
    return b"\r\n".join([f"begin 644 {name}".encode(), *lines, b"`", b"end", b""])


@given(
    data=st.binary(min_size=1, max_size=200),
    other=st.binary(min_size=1, max_size=60),
    backtick=st.booleans(),
    trimmed=st.booleans(),
)
def test_files_in_plain_text(data: bytes, other: bytes, backtick: bool, trimmed: bool) -> None:
    one = uuencoded("one.bin", data, backtick=backtick, trimmed=trimmed)
    two = uuencoded("two.bin", other, backtick=backtick, trimmed=trimmed)
    raw = mail(
        "text/plain", b"Before.\r\n\r\n" + one + b"\r\nBetween.\r\n" + two + b"\r\nAfter.\r\n"
    )
    assert files(raw) == {"one.bin": data, "two.bin": other}
    text = read_body(raw).text
    assert [line for line in text.split("\n") if line] == ["Before.", "Between.", "After."]
    assert [a.size for a in parse(raw).attachments] == [len(data), len(other)]


@pytest.mark.parametrize(
    "words",
    [
        "begin 644 of the year\r\nwe met at noon,\r\nend\r\n",
        "begin 644 x\r\nend\r\n",
        "begin 644 x.txt\r\n#86)C\r\n",
        "To begin 644 x\r\n#86)C\r\n`\r\nend\r\n",
    ],
)
def test_words_that_begin_are_no_file(words: str) -> None:
    raw = mail("text/plain", words.encode())
    assert parse(raw).attachments == ()
    assert read_body(raw).text == words.replace("\r\n", "\n").strip()


def with_tnef(data: bytes, words: bytes) -> bytes:
    kind = "application/ms-tnef; name=winmail.dat\r\nContent-Transfer-Encoding: base64"
    return multipart("mixed", ("text/plain", words), (kind, base64.b64encode(data)))


@given(
    held=st.dictionaries(
        st.from_regex(r"[a-z]{1,8}\.[a-z]{3}", fullmatch=True),
        st.binary(min_size=1, max_size=80),
        max_size=3,
    )
)
def test_the_files_of_winmail_dat_and_its_text_where_there_is_no_other(
    held: dict[str, bytes],
) -> None:
    packed = tnef("The words.", held)
    raw = with_tnef(packed, b"")
    assert files(raw) == held
    assert read_body(raw).text == "The words."
    assert "The words." in parse(raw).text
    raw = with_tnef(packed, b"Hello.")
    assert read_body(raw).text == "Hello."
    assert files(raw) == (held or {})


@given(cut=st.integers(0, 200), flip=st.integers(0, 199), to=st.integers(0, 255))
def test_a_damaged_winmail_dat_is_the_file_it_is(cut: int, flip: int, to: int) -> None:
    data = bytearray(tnef("The words.", {"offer.txt": b"twelve metres" * 4}))
    data[flip % len(data)] = to
    raw = with_tnef(bytes(data[:cut]), b"Hello.")
    assert read_body(raw).text.startswith("Hello.")
    for name, held in files(raw).items():
        assert name != "winmail.dat" or held == bytes(data[:cut])


@given(words=st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=60))
def test_the_words_of_rich_text_alone(words: str) -> None:
    raw = with_tnef(tnef("", {}, as_it_is(rich(f"Dear Anna,\n{words}\nAlex"))), b"")
    lines = read_body(raw).text.splitlines()
    assert lines[0] == "Dear Anna,"
    assert lines[-1] == "Alex"
    assert parse(raw).attachments == ()
    packed = tnef("The words.", {}, as_it_is(rich("Others.")))
    assert read_body(with_tnef(packed, b"")).text == "The words."


RICH = {
    r"Wir tr\'e4fen uns um zw\'f6lf.": "Wir träfen uns um zwölf.",
    r"{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset204 Arial;}}\f1 \'c4\'e0": "Да",
    r"{\fonttbl{\f1\fcharset204 {\*\falt Times;}Arial;}}\f1 \'c4\'e0": "Да",
    r"{\*\htmltag64 <p>}Yes.\htmlrtf \par\htmlrtf0 {\*\htmltag72 </p>}": "Yes.",
    r"Before {\pict\pngblip " + "89504e47" * 300 + "} after.": "Before  after.",
    r"one \u99999999 ?two": "one \ufffdtwo",
    r"one \u-70000 ?two": "one \ufffdtwo",
    r"{\field{\*\fldinst{ HYPERLINK \"http://a.example\"}}{\fldrslt {the plan}}}": "the plan",
    r"\u-10179?\u-8704?": "\U0001f600",
    r"\{no group\}": "{no group}",
}


@pytest.mark.parametrize("pack", [as_it_is, compress])
@pytest.mark.parametrize("rtf", RICH)
def test_rich_text_as_programs_write_it(rtf: str, pack: Callable[[bytes], bytes]) -> None:
    whole = (r"{\rtf1\ansi\ansicpg1252 " + rtf + "}").encode()
    assert read_body(with_tnef(tnef("", {}, pack(whole)), b"")).text == RICH[rtf]


def test_rich_text_that_can_not_be_read_is_the_file_it_is() -> None:
    for rtf in (b"{\\rtf1 \\uc" + b"9" * 5000, b"{\\rtf1 " + b"word " * 300_000):
        raw = with_tnef(tnef("", {}, as_it_is(rtf)), b"")
        assert list(files(raw)) == ["winmail.dat"]


def signed(inner: bytes) -> bytes:
    content = cms.SignedData(
        {
            "version": "v1",
            "digest_algorithms": [],
            "encap_content_info": {"content_type": "data", "content": inner},
            "signer_infos": [],
        }
    )
    return bytes(cms.ContentInfo({"content_type": "signed_data", "content": content}).dump())


@pytest.mark.parametrize(
    "kind",
    [
        "application/pkcs7-mime; smime-type=signed-data; name=smime.p7m",
        "application/x-pkcs7-mime; name=smime.p7m",
        "application/octet-stream; name=smime.p7m",
    ],
)
def test_an_opaque_signature_is_opened_and_said_not_to_be_checked(kind: str) -> None:
    inner = multipart("mixed", ("text/plain", b"Signed words."), ("text/csv; name=a.csv", b"1,2"))
    body = base64.encodebytes(signed(inner))
    raw = mail(kind, body, "Content-Transfer-Encoding: base64\r\n")
    read = read_body(raw)
    assert read.text == "Signed words."
    assert files(raw) == {"a.csv": b"1,2"}
    assert [w.text for w in read.warnings if "igned" in w.text] == [
        "This message is signed (S/MIME), not checked: Draftdesk verifies no signatures."
    ]


def test_what_is_encrypted_stays_so() -> None:
    sealed = cms.ContentInfo({"content_type": "enveloped_data"}).dump()
    raw = mail(
        "application/pkcs7-mime; name=smime.p7m",
        base64.encodebytes(bytes(sealed)),
        "Content-Transfer-Encoding: base64\r\n",
    )
    assert any("encrypted" in w.text for w in read_body(raw).warnings)
    assert list(files(raw)) == ["smime.p7m"]


def test_a_digest_has_the_words_and_files_of_its_mails() -> None:
    first = b"From: one@x.example\r\nSubject: First\r\n\r\nWords of one.\r\n"
    second = multipart("mixed", ("text/plain", b"Words of two."), ("text/csv; name=t.csv", b"1"))
    second = second.replace(b"boundary=b", b"boundary=c").replace(b"--b", b"--c")
    raw = multipart("digest", ("message/rfc822", first), ("message/rfc822", second))
    text = read_body(raw).text
    for words in ("Subject: First", "Words of one.", "Words of two."):
        assert words in text
        assert words in parse(raw).text
    assert files(raw) == {"t.csv": b"1"}


def test_mails_within_mails_end() -> None:
    raw = mail("text/plain", b"The innermost.")
    for _ in range(400):
        raw = multipart("digest", ("message/rfc822", raw))
    tree, _ = read_tree(raw)
    assert max(leaf.id.count(".") for leaf in tree.leaves()) < 20
    assert read_body(raw) is not None


VISIBLE = [
    (
        "text/enriched",
        b"<bold>Bo</bold>ld\r\nand <<x>\r\n\r\nmore<param>red</param>",
        "Bold and <x>\nmore",
    ),
    ("text/markdown", b"*Words*", "*Words*"),
    ("text/x-anything", b"Words", "Words"),
]


@pytest.mark.parametrize(("kind", "body", "text"), VISIBLE)
def test_text_of_another_kind_is_text(kind: str, body: bytes, text: str) -> None:
    for raw in (mail(kind, body), multipart("mixed", (kind, body))):
        assert read_body(raw).text == text
        assert parse(raw).text.strip() == text
        assert parse(raw).attachments == ()


def test_a_named_file_of_such_a_kind_stays_a_file() -> None:
    raw = multipart("mixed", ("text/plain", b"See."), ("text/markdown; name=a.md", b"# A"))
    assert read_body(raw).text == "See."
    assert files(raw) == {"a.md": b"# A"}


EMPTY = ["<p></p>", "<html><body>&nbsp;<br></body></html>", "<div style='display:none'>x</div>"]


@pytest.mark.parametrize("html", EMPTY)
def test_html_without_words_gives_way_to_the_plain_text(html: str) -> None:
    raw = multipart("alternative", ("text/plain", b"Plain has them."), ("text/html", html.encode()))
    assert "Plain has them." in read_body(raw).text
    assert "Plain has them." in parse(raw).text


def test_a_picture_alone_comes_after_the_words() -> None:
    html = b'<img src="https://x.example/a.png" width=300 height=200>'
    raw = multipart("alternative", ("text/plain", b"Plain has them."), ("text/html", html))
    read = read_body(raw)
    assert read.text.startswith("Plain has them.")
    assert read.remote_images == 1


def test_forms_for_other_programs_are_no_files() -> None:
    raw = multipart(
        "alternative",
        ("text/plain", b"Plain."),
        ("text/x-amp-html", b"<html amp4email>x</html>"),
        ("text/watch-html", b"<b>x</b>"),
        ("text/html", b"<p>Rich.</p>"),
    )
    assert parse(raw).attachments == ()
    assert read_body(raw).text == "Rich."


def test_what_an_invitation_says_is_read_and_found() -> None:
    calendar = (
        b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:REQUEST\r\nBEGIN:VEVENT\r\nUID:a\r\n"
        b"DTSTART:20261120T090000Z\r\nSUMMARY:Planning\r\nDESCRIPTION:Code 4711\r\n"
        b"END:VEVENT\r\nEND:VCALENDAR\r\n"
    )
    alone = mail("text/calendar; method=REQUEST", calendar)
    assert "4711" in read_body(alone).text
    both = multipart("alternative", ("text/plain", b"Join us."), ("text/calendar", calendar))
    assert read_body(both).text == "Join us."
    for raw in (alone, both):
        assert "4711" in parse(raw).text
        assert len(parse(raw).attachments) == 1
