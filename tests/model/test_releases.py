"""A changelog read as releases; it may be a stranger's."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.model.releases import LONGEST, MOST_RELEASES, number_of, releases, since

CHANGELOG = """# Changelog

## [Unreleased]

- Not yet.

## [0.10.0] - 2026-12-03

### Added

- Ten.

## [0.9.1]

- A line
  that goes on.

## Something else

- Lost.

## [0.9.0] - 2026-01-01
"""


def test_releases_of_a_changelog() -> None:
    found = releases(CHANGELOG)
    assert [(r.version, r.day) for r in found] == [
        ("0.10.0", "2026-12-03"),
        ("0.9.1", ""),
        ("0.9.0", "2026-01-01"),
    ]
    assert found[0].text == "### Added\n\n- Ten."
    assert found[1].text == "- A line\n  that goes on."


@pytest.mark.parametrize(
    ("version", "until", "expected"),
    [
        ("0.9.0", "", ["0.10.0", "0.9.1"]),
        ("0.9.0", "0.9.1", ["0.9.1"]),
        ("0.10.0", "", []),
        ("", "", ["0.10.0", "0.9.1", "0.9.0"]),
        ("0.9.0+local", "0.9.1", ["0.9.1"]),
    ],
)
def test_what_is_newer(version: str, until: str, expected: list[str]) -> None:
    assert [r.version for r in since(releases(CHANGELOG), version, until=until)] == expected


@given(st.lists(st.tuples(*[st.integers(0, 999_999)] * 3), max_size=9, unique=True))
def test_the_order_is_that_of_the_numbers(numbers: list[tuple[int, int, int]]) -> None:
    text = "\n".join(f"## [{'.'.join(map(str, each))}]\n- x" for each in numbers)
    found = since(releases(text), "")
    assert [number_of(r.version) for r in found] == sorted(
        (n for n in numbers if n > (0, 0, 0)), reverse=True
    )


@given(st.text())
def test_anything_is_read(text: str) -> None:
    assert all(number_of(r.version) >= (0, 0, 0) for r in releases(text))


def test_what_is_read_is_bounded() -> None:
    assert len(releases("## [1.0.0]\n" * (MOST_RELEASES + 5))) == MOST_RELEASES
    assert releases("x" * LONGEST + "\n## [1.0.0]\n") == ()
