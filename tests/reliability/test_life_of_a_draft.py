"""A slice of `python -m tests.reliability.life_of_a_draft`."""

from __future__ import annotations

from tests.reliability.life_of_a_draft import lives


def test_what_was_told_of_a_draft_holds_through_faults_and_cuts() -> None:
    lives(40, 30)
