"""Why a query can find nothing at all."""

from __future__ import annotations

import time

import pytest

from desktop_app.search.impossible import why_nothing
from desktop_app.search.parser import parse

NOW = time.mktime((2026, 8, 12, 12, 0, 0, 0, 0, -1))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("after:tomorrow", "“after:tomorrow” asks for mail of days that are still to come."),
        ("budget since:2027", "“since:2027” asks for mail of days that are still to come."),
        ("after:2026/08/02 before:2026/08/01", "No day fits both"),
        ("after:2026/08/02 before:2026/08/02", "No day fits both"),
        ("after:2026/08/01 before:2026/08/02", ""),
        ("after:today", ""),
        ("-after:tomorrow", ""),
        ("after:tomorrow OR budget", ""),
        ("before:tomorrow", ""),
        ("budget", ""),
        ("", ""),
    ],
)
def test_days_that_hold_no_mail_are_named(text: str, reason: str) -> None:
    told = why_nothing(parse(text), NOW)
    assert told.startswith(reason) if reason else not told
