"""Times as text."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from desktop_app.model.clock import LAST, as_datetime, iso


@given(st.integers(min_value=-(10**10), max_value=10**12))
@example(0)
@example(LAST)
def test_a_time_as_text_is_the_same_moment(seconds: int) -> None:
    assert iso(seconds) == as_datetime(seconds).isoformat()
    assert iso(seconds + 0.75) == as_datetime(seconds).isoformat()
