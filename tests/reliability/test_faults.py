"""Each fault that is known, planted again, is found."""

from __future__ import annotations

import pytest

from tests.reliability.__main__ import PROOFS
from tests.reliability.faults import FAULTS, Fault, found


@pytest.mark.parametrize("fault", FAULTS, ids=[fault.name for fault in FAULTS])
def test_a_planted_fault_is_found(fault: Fault) -> None:
    assert found(fault)


def test_every_proof_has_a_run_time() -> None:
    assert all(proof.minutes > 0 and proof.what for proof in PROOFS.values())
