"""Words that were typed with a typo."""

from __future__ import annotations

import pytest

from desktop_app.search.nearest import MOST, nearest

KNOWN = ("budget", "budgets", "gadget", "lease", "dana", "dane", "invoice", "office")


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("budgte", ("budget",)),  # exchanged
        ("buget", ("budget",)),  # missing
        ("invoyce", ("invoice",)),  # another
        ("leasse", ("lease",)),  # one too many
        ("dna", ()),  # too short to have one
        ("xyzzyplugh", ()),
    ],
)
def test_a_typo_finds_what_was_meant(typed: str, found: tuple[str, ...]) -> None:
    assert nearest(typed, KNOWN) == found


def test_the_nearest_come_first_and_no_more_than_a_few() -> None:
    known = [f"budge{chr(97 + n)}" for n in range(26)]
    assert nearest("budget", known)[0] == "budget"
    assert len(nearest("budget", known)) == MOST
