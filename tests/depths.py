"""Two depths of proof: `make test` runs a small case of each promise, `make campaign` the rest.

A test marked `campaign` is long. Its small case is not marked: another set of its parameters,
another test of its file, or the test that the mark names (`small="tests/….py::test_…"`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

import pytest

CAMPAIGN = pytest.mark.campaign


@dataclass(frozen=True)
class Found:
    """A test that was collected: its file, its name without parameters, and its marks."""

    file: str
    name: str
    is_campaign: bool = False
    is_system: bool = False
    small: str = ""


def found(item: pytest.Item) -> Found:
    file, _, name = item.nodeid.partition("::")
    campaign = item.get_closest_marker("campaign")
    return Found(
        file,
        f"{file}::{name.partition('[')[0]}",
        is_campaign=campaign is not None,
        is_system=item.get_closest_marker("system") is not None,
        small=str(campaign.kwargs.get("small", "")) if campaign is not None else "",
    )


def in_depth(cases: Iterable[Any], small: int | Collection[Any] = 1) -> list[Any]:
    """Cases of a parametrised test: the first `small` of them, or those whose only or first value
    is there, stay in every run; the others are for a campaign."""
    every = [case if isinstance(case, tuple) else (case,) for case in cases]
    first = [values[0] for values in every]
    chosen = first[:small] if isinstance(small, int) else list(small)
    assert chosen, "nothing would stay in every run"
    assert all(one in first for one in chosen), f"not a case: {chosen}"
    if isinstance(small, int):
        return [_param(values, stays=number < small) for number, values in enumerate(every)]
    return [_param(values, stays=values[0] in chosen) for values in every]


def _param(values: tuple[Any, ...], *, stays: bool) -> Any:
    return pytest.param(*values, marks=() if stays else CAMPAIGN)
