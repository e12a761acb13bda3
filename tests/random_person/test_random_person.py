"""Ten short runs of the random person, and the planted faults that it must find: in every run of
the suite the first of them, and faults that are found soon."""

from __future__ import annotations

import pytest

from tests.depths import in_depth, one_in
from tests.random_person.campaign import Campaign
from tests.random_person.faults import FAULTS

RUNS, STEPS = range(1, 11), 20
MOST_RUNS = 12
"""Within so many runs a fault is found."""


SOON = (
    "closing forgets",
    "label is only put on",
    "program rewrites a draft",
    "hidden recipient",
    "bold words are stored plain",
)


@pytest.mark.parametrize("seed", in_depth(RUNS))
def test_whatever_a_hasty_person_does_the_window_keeps_its_promises(seed: int) -> None:
    failure = Campaign(steps=STEPS).run(seed)
    assert failure is None, failure


@one_in(2)
@pytest.mark.parametrize("name", in_depth(FAULTS, SOON))
def test_a_planted_fault_is_found(name: str) -> None:
    fault = FAULTS[name]
    campaign = Campaign(
        steps=fault.steps,
        kinds=fault.kinds,
        opening=fault.opening,
        fault=fault.plant,
        without=frozenset({"geometry"}),
    )
    for seed in range(1, MOST_RUNS + 1):
        failure = campaign.run(seed)
        if failure is not None and f"[{fault.found_by}]" in failure:
            return
    pytest.fail(f"nothing was noticed of: {name}\n{campaign.summary()}\n{campaign.failures}")
