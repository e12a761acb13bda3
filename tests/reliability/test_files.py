"""A slice of `python -m tests.reliability.files`, all of it in a campaign, and the planted fault,
which it finds."""

from __future__ import annotations

import pytest

from tests.depths import in_depth
from tests.reliability.files import KINDS, as_sqlite_reads, outcomes


@pytest.mark.parametrize("files", in_depth([len(KINDS), 200]))
def test_what_is_promised_before_the_press_is_what_comes(files: int) -> None:
    found = list(outcomes(files, seed=7))
    assert [outcome for outcome in found if outcome.problems] == []


def test_a_file_that_is_read_no_further_than_sqlite_does_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The control."""
    as_sqlite_reads(monkeypatch)
    found = {outcome.kind for outcome in outcomes(len(KINDS), seed=7) if outcome.problems}
    assert {"one page short", "a page of the list of tables"} <= found
