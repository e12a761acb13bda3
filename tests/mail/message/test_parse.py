"""mail.message.parse: what is read off a mail's bytes."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from desktop_app.mail.message.parse import LONGEST_TEXT, parse
from desktop_app.model.address import Address
from tests.mail.mails import mail


def test_the_envelope_of_a_plain_mail_is_read() -> None:
    found = parse(
        mail(
            'From: Dana Lee <dana@x.example>\nTo: a@y.example, "Lee, Bo" <bo@y.example>\n'
            "Cc: =?utf-8?q?Zo=C3=AB?= <zoe@y.example>\nSubject: Budget\n"
            "Date: Sat, 21 Nov 2026 09:15:00 +0100\nMessage-ID: <m1@x.example>\n"
            "References: <a@x> <b@x>\nIn-Reply-To: <b@x>\nReply-To: team@x.example",
            "Hello Alex,\n\nhere it is.\n",
        )
    )
    assert found.from_ == (Address("Dana Lee", "dana@x.example"),)
    assert found.to == (Address("", "a@y.example"), Address("Lee, Bo", "bo@y.example"))
    assert found.cc == (Address("Zoë", "zoe@y.example"),)
    assert found.reply_to == (Address("", "team@x.example"),)
    assert found.subject == "Budget"
    assert found.date == 1795248900
    assert found.rfc822_message_id == "m1@x.example"
    assert found.references == ("a@x", "b@x")
    assert found.snippet == "Hello Alex, here it is."
    assert found.problem == ""


def test_without_references_the_chain_is_in_reply_to() -> None:
    assert parse(mail("From: a@b.example\nIn-Reply-To: <p@x>")).references == ("p@x",)


def test_without_a_date_the_newest_received_counts_then_the_fallback() -> None:
    received = (
        "Received: from a by b; Sat, 21 Nov 2026 08:00:00 +0000\n"
        "Received: from c by a; Sat, 21 Nov 2026 07:59:00 +0000"
    )
    assert parse(mail(f"From: a@b.example\n{received}")).date == 1795248000
    assert parse(mail("From: a@b.example\nDate: soon"), fallback_date=77).date == 77
    assert parse(mail("From: a@b.example")).date == 0


@pytest.mark.parametrize(
    "subject", ["=?utf-8?q?a=0D=0ABcc:_x@y.example?=", "=?utf-8?b?YQ0KQmNjOiB4?=", "a\n\tb\x00c"]
)
def test_no_decoded_subject_holds_a_line_break_or_a_control_character(subject: str) -> None:
    found = parse(mail(f"From: a@b.example\nSubject: {subject}")).subject
    assert found
    assert not set(found) & {"\r", "\n", "\0", "\t"}


def test_gmails_thread_is_read() -> None:
    found = parse(mail("X-GM-THRID: 1789\nFrom: a@b"))
    assert found.server_thread == "1789"


def test_an_html_only_mail_is_searched_by_its_visible_words() -> None:
    page = (
        "<html><head><title>no</title><style>p{}</style></head><body><p>Hello <b>wor</b>ld</p>"
        '<div style="display: none">secret</div><script>bad()</script><p>Bye</p></body></html>'
    )
    found = parse(mail("From: a@b.example\nContent-Type: text/html", page))
    assert found.text == "Hello world\nBye"


def test_of_alternatives_the_plain_text_is_searched() -> None:
    body = (
        "--b\nContent-Type: text/plain\n\nplain words\n--b\nContent-Type: text/html\n\n"
        "<p>rich words</p>\n--b--\n"
    )
    head = "From: a@b.example\nContent-Type: multipart/alternative; boundary=b"
    assert parse(mail(head, body)).text == "plain words"


def test_an_empty_plain_alternative_gives_way_to_the_html() -> None:
    body = (
        "--b\nContent-Type: text/plain\n\n \n--b\nContent-Type: text/html\n\n<p>rich</p>\n--b--\n"
    )
    head = "From: a@b.example\nContent-Type: multipart/alternative; boundary=b"
    assert parse(mail(head, body)).text.strip() == "rich"


def test_attachments_have_part_numbers_names_and_sizes() -> None:
    body = (
        "--m\nContent-Type: multipart/related; boundary=r\n\n--r\nContent-Type: text/html\n\n"
        "<img src='cid:pic@x'>\n--r\nContent-Type: image/png\nContent-ID: <pic@x>\n"
        "Content-Transfer-Encoding: base64\n\naGVsbG8=\n--r--\n--m\nContent-Type: application/pdf;"
        " name=\"../../a.pdf\"\nContent-Disposition: attachment;\n filename*=utf-8''%C3%9Cber.pdf\n"
        "Content-Transfer-Encoding: base64\n\nJVBERi0=\n--m--\n"
    )
    found = parse(mail("From: a@b.example\nContent-Type: multipart/mixed; boundary=m", body))
    picture, pdf = found.attachments
    assert (picture.id, picture.inline, picture.content_id, picture.size) == (
        "1.2",
        True,
        "pic@x",
        5,
    )
    assert (pdf.id, pdf.filename, pdf.inline, pdf.size) == ("2", "Über.pdf", False, 5)


def test_a_file_name_has_no_folders_and_no_direction_tricks() -> None:
    body = (
        "--m\nContent-Type: text/plain\n\nhi\n--m\nContent-Type: application/x-exe\n"
        'Content-Disposition: attachment; filename="..\\\\..\\\\etc/pa\u202egpj.exe"\n\nx\n--m--\n'
    )
    found = parse(mail("From: a@b.example\nContent-Type: multipart/mixed; boundary=m", body))
    assert found.attachments[0].filename == "pagpj.exe"


def test_the_snippet_leaves_quotes_and_signature_out() -> None:
    body = "Yes, Friday.\n\nOn 12 Nov 2026 at 14:02, Dana wrote:\n> When?\n\n-- \nAlex\n"
    assert parse(mail("From: a@b.example", body)).snippet == "Yes, Friday."


def test_a_wholly_quoted_mail_still_has_a_snippet() -> None:
    assert parse(mail("From: a@b.example", "> only\n> quotes\n")).snippet == "> only > quotes"


def test_what_is_no_mail_says_so_and_keeps_its_text() -> None:
    found = parse(b"\x00\x01 just bytes, no header\n\nmore")
    assert found.problem
    assert "just bytes" in found.text


@given(st.binary(max_size=2000))
@example(b"")
@example(b"\n\n")
@example(b"From \xff\n:\n\n")
@example(b"Content-Type: multipart/mixed; boundary=\n\n--\n--\n")
def test_any_bytes_parse(raw: bytes) -> None:
    found = parse(raw, fallback_date=5)
    assert found.raw == raw
    assert 0 <= found.date < 1 << 40
    assert len(found.snippet) <= 200


@given(
    st.lists(
        st.sampled_from(
            [
                *(b"--a\n", b"--a--\n", b"--b\r\n", b"\n", b"\r\n", b"Content-Type: text/html\n"),
                *(b"Content-Type: multipart/mixed; boundary=a\n", b"text\n", b"=\n", b"\xff\xfe"),
                *(b'Content-Type: multipart/alternative; boundary="b"\n', b"From: =?utf-8?b?"),
                *(
                    b"Content-Transfer-Encoding: base64\n",
                    b"Subject: x\n",
                    b"Content-Type: message/rfc822\n",
                ),
                *(b"Content-Transfer-Encoding: quoted-printable\n", b" folded\n", b"<p>hi"),
            ]
        ),
        max_size=25,
    ).map(b"".join)
)
def test_any_arrangement_of_mime_pieces_parses(raw: bytes) -> None:
    found = parse(raw)
    found.text.encode("utf-8")
    found.subject.encode("utf-8")


def _nested(depth: int) -> bytes:
    head = b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(depth)
    )
    return b"From: a@b.example\n" + head + b"\ndeep down\n" + b"line\n" * 2000


HOSTILE = {
    "multiparts in multiparts": _nested(3000),
    "a few levels and many lines": _nested(60) + b"x\n" * 300_000,
    "a header without end": b"Subject: " + b"a" * 2_000_000,
    "folds without end": b"Subject: a\n" + b" b\n" * 200_000 + b"\n",
    "a crowd of recipients": b"To: " + b"a@b.example, " * 100_000 + b"\n\n",
    "open comments": b"To: " + b"(" * 200_000 + b"\n\n",
    "open quotes": b"To: " + b'"a' * 200_000 + b"\n\n",
    "angle brackets": b"References: " + b"<" * 300_000 + b"\n\n",
    "encoded words": b"Subject: " + b"=?utf-8?q?" * 100_000 + b"\n\n",
    "parameters": b"Content-Type: text/plain" + b"; a=b" * 100_000 + b"\n\nx",
    "continuations": b"Content-Type: text/plain" + b"; a*9999*=%41" * 20_000 + b"\n\nx",
    "nested tags": b"Content-Type: text/html\n\n" + b"<div>" * 300_000,
    "spaces": b"Content-Type: text/html\n\n" + b" \t" * 500_000 + "\u2003".encode() * 300_000,
    "a great text": b"From: a@b.example\n\n" + b"word " * 2_000_000,
    "boundaries": b"Content-Type: multipart/mixed; boundary=a\n\n" + b"--a\n\n" * 100_000,
    "dates": b"Received: ;" + b" " * 500_000 + b"\n\n",
    "labels": b"X-Gmail-Labels: " + b'"' * 200_001 + b"\n\n",
}


@pytest.mark.parametrize("raw", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_sizes_and_nestings_come_out_bounded(raw: bytes) -> None:
    """Each of these takes a naive parser minutes or its stack; a hang shows as a hung suite."""
    found = parse(raw)
    assert len(found.text) <= LONGEST_TEXT
    assert len(found.attachments) <= 100_000
