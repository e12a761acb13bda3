"""Regular expressions that read mail are linear in it, or are given little and are quick there."""

from __future__ import annotations

import re
import zlib

import pytest

from tests.depths import in_depth
from tests.growth.judged import longest, worst
from tests.growth.pattern_list import Written, patterns

OWN_WORDS = (
    *("desktop_app.assistant.", "desktop_app.search.", "desktop_app.model."),
    "desktop_app.accounts.local.sample.",
)
"""What the person types, a query of at most 5,000 characters, or the program's own sample mailbox.
Sentences of mail that the assistant looks at have single spaces (`asking.sentences`)."""

SHORT: dict[str, tuple[int, str]] = {
    "desktop_app.mail.words.asking.REQUEST": (6_000, "`asking.LOOKED_AT` characters of a mail"),
    "desktop_app.mail.claims.claims._SENTENCE": (12, "the characters before a place"),
    "desktop_app.mail.reader.fixed_pitch._CODE": (400, "`_LONGEST_CODE`, looked at before"),
    "desktop_app.mail.words.mail_signs._NO_REPLY": (200, "`_LONGEST_MAILBOX`, cut by `_mailbox`"),
    "desktop_app.mail.reader.quote._ATTRIBUTION": (400, "looked at in `is_attribution`"),
    "desktop_app.ui.review.rich_text.typed_marks._LINK": (2_048, "`_LONGEST_LINK` of a line"),
    "desktop_app.mail.reader.table_cells._NUMBER": (24, "`_LONGEST`, looked at before"),
}
"""The most characters that a pattern which is not linear is ever given, and where they are cut."""

MATCHED = {
    "desktop_app.mail.drafts.reply.REPLY_PREFIX",
    "desktop_app.mail.drafts.reply.FORWARD_PREFIX",
    "desktop_app.mail.drafts.reply.PLAIN_REPLY",
    "desktop_app.mail.drafts.reply.PLAIN_FORWARD",
    "desktop_app.mail.wire.addresses._TOKEN",
    "desktop_app.mail.wire.headers._LABEL",
}
"""Matched at one place, and the reader goes on behind it: `threading.without`, and two that are
given up for another once a quote is not closed (test_stops has the mails for it)."""

LONGEST_SECONDS = 0.2

READING = [one for one in patterns() if one.kind == "re" and not one.where.startswith(OWN_WORDS)]


def entry(one: Written) -> tuple[int, str] | None:
    return next((SHORT[name] for name in SHORT if one.where.startswith(name)), None)


def in_every_run(one: Written) -> bool:
    """A quarter, and those that are given little."""
    return entry(one) is not None or zlib.crc32(one.where.encode()) % 4 == 0


@pytest.mark.parametrize(
    "one",
    in_depth(READING, [one for one in READING if in_every_run(one)]),
    ids=[one.where for one in READING],
)
def test_a_pattern_is_linear_or_is_given_little(one: Written) -> None:
    short = entry(one)
    if short is not None:
        assert longest(one, short[0]) < LONGEST_SECONDS
        return
    begins = one.begins or one.where in MATCHED
    judged = Written(one.where, one.pattern, one.flags, one.kind, begins, one.is_bytes)
    assert not worst(judged)


def test_the_list_has_the_patterns_of_the_program() -> None:
    found = {one.where for one in patterns()}
    assert len(found) > 400
    assert {
        "desktop_app.mail.wire.addresses._TOKEN",
        "desktop_app.mail.reader.design._CLASS",
    } <= found
    assert any(":" in where for where in found)  # those that are written where they are used


def test_every_entry_is_of_a_pattern_that_is_there() -> None:
    wheres = [one.where for one in READING]
    assert [name for name in SHORT if not any(w.startswith(name) for w in wheres)] == []
    assert {w for w in wheres if w in MATCHED} == MATCHED


@pytest.mark.parametrize(
    "planted",
    in_depth(
        [
            r"@[^{};]*\{",
            r"\s+$",
            r'"(?:[^"\\]|\\.)*"',
            r"\s*([a-z]*)\s*=",
            r"BEGIN:A(.*?)END:A",
            r"((?:;(?:[^;:]|x)*)*):",
            r"(?:a|ab|b)+c",
        ],
        2,
    ),
)
def test_a_planted_pattern_is_found(planted: str) -> None:
    flags = int(re.compile(planted, re.DOTALL).flags)
    assert worst(Written("planted", planted, flags, "re", False))


@pytest.mark.parametrize("fine", [r'"[^"]*+"', r"<[^<>]*>", r"(?<!\s)\s++$", r"\b\w{1,40}@"])
def test_a_linear_one_is_not(fine: str) -> None:
    assert not worst(Written("fine", fine, int(re.compile(fine).flags), "re", False))
