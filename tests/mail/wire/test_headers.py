"""mail.wire.headers and mail.wire.addresses: single values."""

from __future__ import annotations

from email.header import Header, decode_header, make_header
from email.utils import formatdate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.mail.wire.addresses import addresses
from desktop_app.mail.wire.charsets import decode
from desktop_app.mail.wire.headers import clean, date_seconds, decode_words, message_ids
from desktop_app.model.address import Address
from tests.mail.mails import HOSTILE, WORDS


@given(WORDS.map(lambda t: " ".join(t.split())), st.sampled_from(["utf-8", "utf-7", "gb18030"]))
def test_encoded_words_decode_as_the_standard_library_means_them(text: str, charset: str) -> None:
    written = Header(text, charset, maxlinelen=60).encode(linesep="")
    assert decode_words(written) == clean(str(make_header(decode_header(written))))


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("=?iso-8859-1?Q?Gr=FC=DFe?=", "Grüße"),
        ("=?UTF-8?B?w4Q=?= =?UTF-8?B?w5Y=?=", "ÄÖ"),
        ("=?utf-8?q?a?= plain =?utf-8?q?b?=", "a plain b"),
        ("=?utf-8?q?=E2=82?= =?utf-8?q?=AC?=", "€"),
        ("=?utf-8*en?q?hi?=", "hi"),
        ("=?utf-8?b?YWJj", "=?utf-8?b?YWJj"),
        ("=?no-such?q?caf=E9?=", "café"),
        ("=?utf-8?b?YWJjZ===?=", "abc"),
        ("caf\udcc3\udca9", "café"),
        ("caf\udce9", "café"),
    ],
)
def test_encoded_words_as_they_occur(written: str, read: str) -> None:
    assert decode_words(written) == read


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("a@b.example", [("", "a@b.example")]),
        ("A B <a@b.example>, c@d.example", [("A B", "a@b.example"), ("", "c@d.example")]),
        ('"B, A \\"x\\"" <a@b.example>', [('B, A "x"', "a@b.example")]),
        ("a@b.example (Ann (x) B)", [("Ann (x) B", "a@b.example")]),
        ("team: a@b.example, c@d.example;", [("", "a@b.example"), ("", "c@d.example")]),
        ("undisclosed-recipients:;", []),
        ("Ann a@b.example", [("Ann", "a@b.example")]),
        ("Ann <>", [("Ann", "")]),
        ("MAILER-DAEMON", [("", "MAILER-DAEMON")]),
        ("<@relay.example:a@b.example>", [("", "a@b.example")]),
        ('"a@b.example" <c@d.example>', [("a@b.example", "c@d.example")]),
        ("=?utf-8?q?Z=C3=AB=2C_X?= <z@b.example>, b@c", [("Zë, X", "z@b.example"), ("", "b@c")]),
        ("a@b.example; c@d.example", [("", "a@b.example"), ("", "c@d.example")]),
        ("", []),
    ],
)  # fmt: skip
def test_address_lists_as_they_occur(written: str, read: list[tuple[str, str]]) -> None:
    assert list(addresses(written)) == [Address(n, e) for n, e in read]


@given(HOSTILE)
def test_no_address_value_gives_a_line_break(value: str) -> None:
    for address in addresses(value):
        assert "\n" not in address.name + address.email
        assert "\r" not in address.name + address.email


@given(st.integers(0, 4_000_000_000))
def test_dates_of_the_standard_library_are_read_to_the_second(seconds: int) -> None:
    assert date_seconds(formatdate(seconds)) == seconds
    assert date_seconds(formatdate(seconds, usegmt=True)) == seconds


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Sat, 21 Nov 2026 09:15:00 +0100 (CET)", 1795248900),
        ("21 Nov 2026 08:15 +0000", 1795248900),
        ("Sat Nov 21 08:15:00 2026", 1795248900),
        ("Sat, 21 Nov 26 08:15:00 GMT", 1795248900),
        ("Sat, 21 Nov 2026 03:15:00 EST", 1795248900),
        ("Sat, 31 Feb 2026 08:15:00 +0000", None),
        ("Sat, 21 Nov 2026 99:15:00 +0000", None),
        ("1 Jan 1200 00:00:00 +0000", 0),
        ("soon", None),
        ("", None),
    ],
)
def test_dates_as_they_occur(written: str, read: int | None) -> None:
    assert date_seconds(written) == read


def test_message_ids_are_read_with_or_without_brackets() -> None:
    assert message_ids("<a@b> <c@\n d>, <a@b>") == ("a@b", "c@d")
    assert message_ids("a@b") == ("a@b",)
    assert message_ids("Your mail of Monday") == ()


@pytest.mark.parametrize("charset", ["zip", "rot13", "idna", "unicode_escape", "x", "utf-8\0"])
def test_only_character_sets_of_the_table_are_honoured(charset: str) -> None:
    assert decode("Ä\\u0041".encode(), charset) == "Ä\\u0041"


@given(
    st.binary(max_size=300),
    st.sampled_from(
        ["", "utf-8", "utf-7", "iso-2022-jp", "gb2312", "hz", "big5", "utf-16", "koi8-r"]
    ),
)
def test_any_bytes_decode_to_text_that_can_be_stored(data: bytes, charset: str) -> None:
    text = decode(data, charset)
    text.encode("utf-8")
    assert "\0" not in text
