"""What is looked for as words and may have been meant otherwise is said."""

from __future__ import annotations

import pytest

from desktop_app.search.not_operators import read_as_words
from desktop_app.search.parser import parse


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("gard*", "“gard*” is looked for without the star"),
        ("*den party", "“*den” is looked for without the star"),
        ("from：dana", "write from:dana"),
        ("subject： budget", "write subject:budget"),
        ("date:2026-11-16", "Write after:2026/01/31"),
        ("sender:dana", "Write from:."),
        ("budget last week", "newer_than:1w"),
        ("colour:red", "“colour:” is no operator: it is looked for as words."),
    ],
)
def test_it_is_said_with_the_way(text: str, part: str) -> None:
    assert part in read_as_words(parse(text))


@pytest.mark.parametrize(
    "text",
    [
        "budget",
        "from:dana",
        "after:today",
        "https://x.example/",
        '"date:2026"',
        "a * b",
        "5*3",
        "黒：白",
        "",
    ],
)
def test_what_says_what_it_means_has_no_hint(text: str) -> None:
    assert read_as_words(parse(text)) == ""
