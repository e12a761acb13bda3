"""Every fault at every call of a pass: what is here afterwards is what the server has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from benchmarks.google_mailbox import fill
from benchmarks.google_sync import kills
from desktop_app.model.errors import KnownError
from tests.fakes.google.desk import SyncDesk, desk, server_contents
from tests.fakes.google.emulator import Mail
from tests.fakes.google.faults import Fault, Kind, Quota
from tests.fakes.google.fixtures import put
from tests.fakes.google.proxy import Google
from tests.fakes.house import mail

REFUSALS = (
    (400, "failedPrecondition"),
    (400, "badRequest"),
    (401, "authError"),
    (403, "insufficientPermissions"),
    (403, "accessNotConfigured"),
    (403, "rateLimitExceeded"),
    (403, "userRateLimitExceeded"),
    (403, "dailyLimitExceeded"),
    (403, "domainPolicy"),
    (429, "rateLimitExceeded"),
    (500, "backendError"),
    (503, "backendError"),
)
CUTS = (Kind.RESET, Kind.REPLY_LOST, Kind.REPLY_CUT, Kind.GARBAGE, Kind.HANG, Kind.REPLY_HANGS)


def faults(method: str) -> Iterator[Fault]:
    """One of each sort: once, so that the next try mends it, and for long, so that the pass
    fails."""
    for times in (1, 20):
        for status, reason in REFUSALS:
            yield Fault(method, status=status, reason=reason, times=times)
        for kind in CUTS:
            yield Fault(method, kind=kind, seconds=0.01, times=times)


Disturb = Callable[[SyncDesk, Google, int], None]


def come(mine: SyncDesk, served: Google, n: int) -> None:
    """New mail, a thread of three, and a change on the web."""
    ids = served.emulator.fill(
        [
            Mail(mail(f"New {n}.{k}", message_id=f"n{n}.{k}@x.example"), thread_id=f"18a{n:06x}")
            for k in range(3)
        ]
    )
    served.emulator.fill([Mail(mail(f"One {n}", message_id=f"one{n}@x.example"))])
    served.emulator.call("POST", f"messages/{ids[0]}/modify", {"addLabelIds": ["STARRED"]})


def expire(mine: SyncDesk, served: Google, n: int) -> None:
    """The same, and the history is lost."""
    come(mine, served, n)
    served.proxy.expire_history()


def change(mine: SyncDesk, served: Google, n: int) -> None:
    """The person stars, labels with a new label, and archives."""
    _change(mine, n, 3)


def change_many(mine: SyncDesk, served: Google, n: int) -> None:
    """So many that they go out in one call."""
    _change(mine, n, 11)


def _change(mine: SyncDesk, n: int, count: int) -> None:
    ids = [m.id for m in mine.messages()][n % 5 : n % 5 + count]
    mine.store.messages.modify(ids, add=frozenset({f"Label {n}"}), remove=frozenset({"INBOX"}))


def delete(mine: SyncDesk, served: Google, n: int) -> None:
    """The person deletes a mail for good."""
    served.emulator.fill([Mail(mail(f"Doomed {n}", message_id=f"doomed{n}@x.example"))])
    mine.sync()
    mine.store.messages.delete([mine.by_subject(f"Doomed {n}").id])


CALLS: tuple[tuple[str, Disturb], ...] = (
    ("gmail.users.labels.list", come),
    ("gmail.users.history.list", come),
    ("gmail.users.messages.get", come),
    ("batch", come),
    ("gmail.users.getProfile", expire),
    ("gmail.users.messages.list", expire),
    ("gmail.users.messages.modify", change),
    ("gmail.users.messages.batchModify", change_many),
    ("gmail.users.labels.create", change),
    ("gmail.users.messages.delete", delete),
)


@pytest.mark.parametrize(("method", "disturb"), CALLS, ids=[c[0] for c in CALLS])
def test_every_fault_at_a_call_is_made_good(
    tmp_path: Path, served: Google, method: str, disturb: Disturb
) -> None:
    put(served, 16)
    with desk(tmp_path / "profile", served) as mine:
        mine.sync()
        for n, fault in enumerate(faults(method)):
            disturb(mine, served, n)
            served.proxy.fail(fault)
            with suppress(KnownError):
                mine.sync()
            served.proxy.faults.clear()
            mine.later(3601)  # the longest that Google has asked to wait
            mine.sync()
            here = {m.source_id: m.labels for m in mine.messages()}
            assert here == server_contents(served), fault
            assert mine.store.pending.count("gmail") == 0, fault


def test_killed_at_random_moments_the_store_is_as_if_nothing_had_happened(
    tmp_path: Path, served: Google
) -> None:
    ids = fill(served.emulator, 150)
    told = kills(served, tmp_path, ids, rounds=5, seed=3)
    assert told["store equals the server and a fresh sync"] == "5 of 5"


def test_a_thousand_mails_come_without_one_quota_error(tmp_path: Path, served: Google) -> None:
    fill(served.emulator, 1000)
    with desk(tmp_path / "profile", served, units=6000) as mine:
        served.proxy.quota = Quota(6000, clock=mine.waiting.now)
        report = mine.sync()
        log = served.proxy.quota.log()
    assert report.fetched == 1000
    assert served.proxy.quota.refused == 0
    used, minutes = sum(n for _, n in log), (log[-1][0] - log[0][0]) / 60
    assert used <= 1000 * 20 + 20
    assert used / minutes >= 0.9 * 6000
