"""Times told in other units."""

from __future__ import annotations

import pytest

from desktop_app.mail.claims.same_times import same_times


@pytest.mark.parametrize(
    ("text", "sources"),
    [
        ("two weeks", "14 days"),
        ("14 days", "two weeks"),
        ("24 months", "2 years"),
        ("85 minutes", "from 9:15 to 10:40"),
        ("Thursday", "on 24 September"),
    ],
)
def test_the_same_time_in_another_unit_is_found(text: str, sources: str) -> None:
    assert same_times(text, sources, 2026) == [(0, len(text))]


def test_numbers_are_read_in_the_texts_own_language() -> None:
    text = "Zwei Wochen sind für uns gut und nicht zu lang."
    source = "Das sind vierzehn Tage, und die sind für uns nicht zu viel."
    assert same_times(text, source, 2026) == [(0, len("Zwei Wochen"))]


@pytest.mark.parametrize(
    ("text", "sources"),
    [
        ("two weeks", "15 days"),
        ("3 weeks", "3 days"),
        ("Monday", "on 24 September"),
        ("80 minutes", "from 9:15 to 10:40"),
        ("Thursday", "on 31 February"),
    ],
)
def test_another_time_is_not(text: str, sources: str) -> None:
    assert same_times(text, sources, 2026) == []


@pytest.mark.parametrize(
    ("text", "sources", "found"),
    [
        ("by the end of September", "on 3 November. It takes five weeks.", ["September"]),
        ("by the end of August", "on 3 November. It takes five weeks.", []),
        ("until 26 May", "from 12 May you have 14 days", ["26 May"]),
        ("until 27 May", "from 12 May you have 14 days", []),
        ("four nights", "from 9 to 13 August", ["four nights"]),
        ("12 nights", "from 9 to 13 August", []),
        ("four nights", "from 9 August until 13 August", ["four nights"]),
    ],
)
def test_a_day_that_can_be_counted_out_is_found(text: str, sources: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in same_times(text, sources, 2026)] == found
