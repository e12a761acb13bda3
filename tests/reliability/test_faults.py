"""Each fault that is known, planted again, is found; those that take long, in a campaign."""

from __future__ import annotations

import pytest

from tests.depths import in_depth, one_in
from tests.reliability.__main__ import PROOFS
from tests.reliability.faults import FAULTS, Fault, found

LONG = {
    "a migration in pieces",
    "undo while it is being sent",
    "a doubt sends again",
    "a doubt is called a failure",
    "a stopped import",
}
SOON = [fault for fault in FAULTS if fault.name not in LONG]


@one_in(4)
@pytest.mark.parametrize("fault", in_depth(FAULTS, SOON), ids=[fault.name for fault in FAULTS])
def test_a_planted_fault_is_found(fault: Fault) -> None:
    assert found(fault)


def test_every_proof_has_a_run_time() -> None:
    assert all(proof.minutes > 0 and proof.what for proof in PROOFS.values())
