"""A slice of `python -m tests.reliability.kills`, and the planted fault, which it finds."""

from __future__ import annotations

import pytest

from tests.reliability.kills import kills

pytestmark = pytest.mark.system
NINE = "tests/end_to_end/test_kill_nine.py"
"""The same promise, and a control of its own, in every run."""


@pytest.mark.campaign(
    small=f"{NINE}::test_killed_at_random_moments_nothing_typed_is_lost_and_nothing_sent_twice"
)
def test_killed_under_a_hasty_person_the_application_keeps_what_was_typed() -> None:
    found = list(kills(4, seed=2))
    assert [kill for kill in found if not kill.sound] == []
    assert sum(kill.expected for kill in found) > 0, "nothing was typed: the test shows nothing"


@pytest.mark.campaign(small=f"{NINE}::test_an_application_that_saves_late_is_found_out")
def test_an_application_that_says_saved_and_saves_nothing_is_found() -> None:
    """The control."""
    assert any(kill.faults for kill in kills(4, seed=2, plant=True))
