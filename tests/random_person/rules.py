"""What the rules of the random person have in common: when one is used, and how fast it goes on."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import precondition

SPEEDS = st.sampled_from(("at once", "a turn later", "when all is quiet"))
NUMBERS = st.integers(0, 199)
QUIET = "when all is quiet"


def wanted(kind: str) -> Any:
    """The rule is used when this is one of the kinds, or all are."""
    return precondition(lambda person: not person.kinds or kind in person.kinds)
