"""A slice of `python -m tests.reliability.life_of_a_draft`."""

from __future__ import annotations

import pytest

from tests.depths import in_depth
from tests.reliability.life_of_a_draft import lives


@pytest.mark.parametrize("examples", in_depth([14, 40]))
def test_what_was_told_of_a_draft_holds_through_faults_and_cuts(examples: int) -> None:
    lives(examples, 30)
