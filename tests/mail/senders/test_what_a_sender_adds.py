"""What a sender writes never takes a bar away: any field added, anywhere among the sender's own."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.reading_senders import SENDER_OR_LINK
from benchmarks.sender_mails import (
    ADDED,
    LEGITIMATE_HOUSES,
    POSED_AS,
    SERVER,
    Mail,
    added_to,
    by_microsoft,
    by_one_server,
    ours,
)
from desktop_app.mail.message.body import head_warnings, read_body
from desktop_app.mail.senders.own_side import OwnSide
from desktop_app.model.message import BodyWarning, WarningKind
from tests.depths import examples, in_depth, one_in

NAMES = (
    *dict.fromkeys(field.partition(": ")[0] for field in ADDED),
    *("From", "Bcc", "Subject", "Message-ID", "Errors-To", "Mailing-List", "Organization"),
    *("X-Mailer", "X-Original-Sender", "X-Google-Group-Id", "User-Agent", "Importance"),
)
WORDS = st.sampled_from(
    (
        "alex@fernhill.example", "board@groups.fernhill.example", "x@lodger.example", "<",
        ">", '"Dana Lee"', "via Board", "<x@lodger.example>", "mx.fernhill.example;", "by",
        "from", "protection.outlook.com", "with HTTPS;", "dmarc=pass", "dmarc=fail", "dkim=pass",
        "spf=pass", "compauth=pass", "header.from=gmail.com", "header.d=tidewaterbank.example",
        "smtp.mailfrom=streamly.example", "streamly.example", "Tue, 10 Nov 2026 09:12:44 +0000",
        "Mon, 04 Jan 1999 10:00:00 +0000", "bulk", "list", "(", ")", ";", ",", "=?utf-8?q?a?=",
        "d=northwind.example;", "cv=pass;", "<a1@fernhill.example>",
    )
)  # fmt: skip
FIELDS = st.builds(
    lambda name, words: f"{name}: {' '.join(words)}",
    st.sampled_from(NAMES),
    st.lists(WORDS, max_size=6),
)
SIDES = (
    OwnSide(),
    OwnSide(SERVER),
    OwnSide(SERVER, written=frozenset({"alex@fernhill.example", "x@lodger.example"})),
    OwnSide("outlook.com"),
)


@cache
def mails() -> tuple[Mail, ...]:
    """Every mail of ours, over one server and over Microsoft's hops."""
    return tuple(
        mail
        for delivery in (by_one_server, by_microsoft)
        for name, houses in (
            ("phishing.txt", POSED_AS),
            ("legitimate.txt", LEGITIMATE_HOUSES[:2]),
            ("newsletters.txt", LEGITIMATE_HOUSES[:2]),
            ("forwarders.txt", LEGITIMATE_HOUSES[:2]),
        )
        for mail in ours(name, houses, delivery)
    )


def bars(warnings: tuple[BodyWarning, ...], *, sentences: bool) -> Counter[tuple[WarningKind, str]]:
    """Bars about the sender and links, each once by its kind, or with its sentence."""
    told = {(w.kind, w.text if sentences else "") for w in warnings if w.kind in SENDER_OR_LINK}
    return Counter(told)


def with_fields(mail: Mail, fields: list[tuple[str, int]]) -> bytes:
    """The mail with each field put before a line of what its sender wrote."""
    text = mail.raw.decode()
    head, _, body = text.partition("\n\n")
    own = head.removesuffix(mail.sender_head)
    lines = mail.sender_head.split("\n")
    for field, place in fields:
        lines.insert(place % (len(lines) + 1), field)
    return f"{own}{chr(10).join(lines)}\n\n{body}".encode()


def assert_none_is_lost(before: bytes, after: bytes, *, sentences: bool = True) -> None:
    for side in SIDES:
        for read in (lambda raw, own: read_body(raw, own).warnings, head_warnings):
            was, now = (bars(read(raw, side), sentences=sentences) for raw in (before, after))
            assert not was - now, side


@settings(max_examples=examples(300), deadline=None)
@given(
    st.integers(min_value=0),
    st.lists(st.tuples(FIELDS, st.integers(min_value=0, max_value=40)), min_size=1, max_size=4),
)
def test_whatever_a_sender_adds_every_bar_stays(number: int, fields: list[tuple[str, int]]) -> None:
    mail = mails()[number % len(mails())]
    # A sender more is told of in the same bars, whose sentences name it too.
    sentences = not any(field.startswith("From:") for field, _ in fields)
    assert_none_is_lost(mail.raw, with_fields(mail, fields), sentences=sentences)


@one_in(3)
@pytest.mark.parametrize("field", in_depth(ADDED, ADDED[::4]))
def test_a_field_by_which_a_mail_may_look_harmless_takes_no_bar_away(field: str) -> None:
    for mail in mails()[::17]:
        for first in (True, False):
            assert_none_is_lost(mail.raw, added_to(mail, field, first=first).raw)
