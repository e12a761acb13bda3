"""A slice of `python -m tests.reliability.files`, all of it where DRAFTDESK_CAMPAIGN is set, and
the planted fault, which it finds."""

from __future__ import annotations

import os

import pytest

from tests.reliability.files import KINDS, as_sqlite_reads, outcomes

FILES = 200 if os.environ.get("DRAFTDESK_CAMPAIGN") else 2 * len(KINDS)


def test_what_is_promised_before_the_press_is_what_comes() -> None:
    found = list(outcomes(FILES, seed=7))
    assert [outcome for outcome in found if outcome.problems] == []


def test_a_file_that_is_read_no_further_than_sqlite_does_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The control."""
    as_sqlite_reads(monkeypatch)
    found = {outcome.kind for outcome in outcomes(len(KINDS), seed=7) if outcome.problems}
    assert {"one page short", "a page of the list of tables"} <= found
