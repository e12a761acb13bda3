"""Faults at the calls of a pass: what is here afterwards is what the server has.

All of them: `python -m tests.reliability sync_faults`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.google_mailbox import fill
from benchmarks.google_sync import kills
from tests.depths import in_depth
from tests.fakes.google.desk import desk
from tests.fakes.google.faults import Quota
from tests.fakes.google.proxy import Google
from tests.reliability.sync_faults import CALLS, Disturb, not_made_good


@pytest.mark.parametrize(
    ("method", "disturb"),
    in_depth(CALLS, ("gmail.users.messages.batchModify", "gmail.users.history.list")),
    ids=[c[0] for c in CALLS],
)
def test_every_fault_at_a_call_is_made_good(
    tmp_path: Path, served: Google, method: str, disturb: Disturb
) -> None:
    found = list(not_made_good(tmp_path / "profile", served, method, disturb))
    assert [(fault, wrong) for fault, wrong in found if wrong] == []
    assert len(found) == 22


@pytest.mark.parametrize(("mails", "rounds"), in_depth([(40, 1), (150, 2)]))
def test_killed_at_random_moments_the_store_is_as_if_nothing_had_happened(
    tmp_path: Path, served: Google, mails: int, rounds: int
) -> None:
    """More moments: `python -m benchmarks.google_sync --kills 50`."""
    ids = fill(served.emulator, mails)
    told = kills(served, tmp_path, ids, rounds=rounds, seed=3)
    assert told["kills before the end"]
    assert told["store equals the server and a fresh sync"] == f"{rounds} of {rounds}"


@pytest.mark.parametrize("mails", in_depth([200, 1000]))
def test_a_thousand_mails_come_without_one_quota_error(
    tmp_path: Path, served: Google, mails: int
) -> None:
    fill(served.emulator, mails)
    with desk(tmp_path / "profile", served, units=6000) as mine:
        served.proxy.quota = Quota(6000, clock=mine.waiting.now)
        report = mine.sync()
        log = served.proxy.quota.log()
    assert report.fetched == mails
    assert served.proxy.quota.refused == 0
    used, minutes = sum(n for _, n in log), (log[-1][0] - log[0][0]) / 60
    assert used <= mails * 20 + 20
    assert used / minutes >= 0.9 * 6000
