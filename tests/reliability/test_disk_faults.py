"""Each fault of disks, clocks and backups, planted again, is found."""

from __future__ import annotations

import pytest

from tests.depths import one_in
from tests.reliability.disk_faults import DISK_FAULTS
from tests.reliability.faults import Fault, found


@one_in(4)
@pytest.mark.parametrize("fault", DISK_FAULTS, ids=[fault.name for fault in DISK_FAULTS])
def test_a_planted_fault_is_found(fault: Fault) -> None:
    assert found(fault)


@one_in(4)
@pytest.mark.parametrize("fault", DISK_FAULTS, ids=[fault.name for fault in DISK_FAULTS])
def test_without_the_fault_its_proof_finds_nothing(fault: Fault) -> None:
    """The control: a proof that fails by itself finds everything."""
    assert fault.proof() == ""
