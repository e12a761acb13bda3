"""Two depths of proof: `make test` runs a small case of each promise, `make campaign` the rest.

A test marked `campaign` is long. Its small case is not marked: another set of its parameters,
another test of its file, or the test that the mark names (`small="tests/….py::test_…"`).

A test of many cases that prove one rule keeps a share of them (`one_in`, `in_depth`), and one that
draws examples draws fewer (`examples`): `make campaign` runs all of each.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

import pytest

CAMPAIGN = pytest.mark.campaign
DEPTH = "TEST_DEPTH"
"""The variable that packaging/test.sh sets to `campaign`."""


@dataclass(frozen=True)
class Found:
    """A test that was collected: its file, its name without parameters, and its marks. One that is
    `drawing` has examples of hypothesis."""

    file: str
    name: str
    is_campaign: bool = False
    is_system: bool = False
    is_drawing: bool = False
    small: str = ""


def found(item: pytest.Item) -> Found:
    file, _, name = item.nodeid.partition("::")
    campaign = item.get_closest_marker("campaign")
    return Found(
        file,
        f"{file}::{name.partition('[')[0]}",
        is_campaign=campaign is not None,
        is_system=item.get_closest_marker("system") is not None,
        is_drawing=bool(getattr(getattr(item, "obj", None), "is_hypothesis_test", False)),
        small=str(campaign.kwargs.get("small", "")) if campaign is not None else "",
    )


def one_in(share: int) -> pytest.MarkDecorator:
    """Of a parametrised test each `share`-th case, from the first, stays in every run; the others
    are for a campaign. Where cases are products, a share that divides no side meets all of both."""
    assert share > 1, "all of them would stay"
    return pytest.mark.one_in(share)


def share_out(items: Iterable[pytest.Item]) -> None:
    """Mark the cases that `one_in` leaves to a campaign, of those that were no campaign before."""
    seen: Counter[str] = Counter()
    for item in items:
        mark = item.get_closest_marker("one_in")
        if mark is None or item.get_closest_marker("campaign") is not None:
            continue
        name = item.nodeid.partition("[")[0]
        if seen[name] % mark.args[0]:
            item.add_marker(CAMPAIGN)
        seen[name] += 1


def examples(many: int) -> int:
    """How many of `many` examples are drawn: all in a campaign, a third in every run."""
    return many if os.environ.get(DEPTH) == "campaign" else max(many // 3, 10)


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
