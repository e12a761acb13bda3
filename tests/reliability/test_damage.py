"""A slice of `python -m tests.reliability.damage`, and the planted fault, which it finds."""

from __future__ import annotations

from tests.reliability.damage import outcomes


def test_a_damaged_page_is_noticed_and_nothing_is_lost_that_a_backup_has() -> None:
    found = list(outcomes(15, seed=21))
    assert [outcome for outcome in found if not outcome.sound] == []
    assert sum(outcome.noticed for outcome in found) > 10


def test_a_profile_that_is_not_looked_at_and_not_restored_is_found() -> None:
    """The control."""
    found = list(outcomes(8, seed=21, plant=True))
    assert [outcome for outcome in found if not outcome.sound] != []
