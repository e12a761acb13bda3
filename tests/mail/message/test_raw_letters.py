"""Mail whose header is UTF-8 as it is (RFC 6532): names, addresses and subjects are read as they
are written, and an answer goes to the address as it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.mail.drafts.answering import answering
from desktop_app.mail.message.access import header_fields
from desktop_app.mail.message.parse import parse
from desktop_app.mail.wire.mailboxes import valid_address
from desktop_app.model.address import Address

RAW = """From: Jürgen Groß <jürgen@müller.example>\r
To: 用户 <用户@例子.example>, dana@lee.example\r
Mail-Reply-To: почта@пример.example\r
Subject: Grüße aus Zürich\r
Message-ID: <grüße@müller.example>\r
Date: Fri, 1 May 2026 10:00:00 +0000\r
Content-Type: text/plain; charset=utf-8\r
\r
Guten Tag\r
""".encode()


def test_names_addresses_and_subject_are_read_as_they_are_written() -> None:
    found = parse(RAW)
    assert found.from_ == (Address("Jürgen Groß", "jürgen@müller.example"),)
    assert found.to == (Address("用户", "用户@例子.example"), Address("", "dana@lee.example"))
    assert found.subject == "Grüße aus Zürich"
    assert dict(header_fields(RAW))["message-id"] == "<grüße@müller.example>"


def test_an_answer_goes_to_the_address_as_it_is() -> None:
    assert [a.email for a in answering(RAW).author] == ["почта@пример.example"]
    for address in (*parse(RAW).from_, *parse(RAW).to):
        assert valid_address(address.email)


@pytest.mark.parametrize("charset", ["latin-1", "cp1251", "shift_jis"])
def test_what_is_no_utf_8_raises_nothing(charset: str) -> None:
    found = parse(RAW.decode().encode(charset, "replace"))
    assert found.from_[0].email.endswith(".example")


@given(st.binary(max_size=40))
def test_any_bytes_in_an_address_are_read(data: bytes) -> None:
    line = data.replace(b"\r", b"").replace(b"\n", b"")
    for address in parse(b"From: <" + line + b"@x.example>\r\n\r\nx").from_:
        assert address.email.isprintable() or not valid_address(address.email)
