"""Every fault at every call of a pass over a Gmail account: what is here is what the server has.

`python -m tests.reliability sync_faults` (360 faults; the 220 that differ for a pass are in the
suite). Before each the mailbox, or what waits to go out, is changed; after it comes a clean pass.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from desktop_app.model.errors import KnownError
from tests.fakes.google.desk import SyncDesk, desk, server_contents
from tests.fakes.google.emulator import Mail
from tests.fakes.google.faults import Fault, Kind
from tests.fakes.google.fixtures import put
from tests.fakes.google.proxy import Google, google
from tests.fakes.house import mail
from tests.reliability.figures import Figures

REFUSALS = (
    (400, "failedPrecondition"),
    (401, "authError"),
    (403, "insufficientPermissions"),
    (403, "accessNotConfigured"),
    (403, "rateLimitExceeded"),
    (403, "dailyLimitExceeded"),
    (500, "backendError"),
)
"""One for each class of error, and both lengths of a pause."""
LIKE_THEM = (
    (400, "badRequest"),
    (403, "userRateLimitExceeded"),
    (403, "domainPolicy"),
    (429, "rateLimitExceeded"),
    (503, "backendError"),
)
"""The border makes the same of them as of one above (`tests/accounts/google/test_errors.py`)."""
CUTS = (Kind.RESET, Kind.REPLY_LOST, Kind.REPLY_CUT, Kind.GARBAGE)
LATE_CUTS = (Kind.HANG, Kind.REPLY_HANGS)
"""A reset and a lost reply that are some time in coming."""


def faults(method: str, *, every: bool = False) -> Iterator[Fault]:
    """One of each sort: once, so that the next try mends it, and for long, so that the pass
    fails. `every`: also those that a pass can't tell from another."""
    for times in (1, 20):
        for status, reason in (*REFUSALS, *(LIKE_THEM if every else ())):
            yield Fault(method, status=status, reason=reason, times=times)
        for kind in (*CUTS, *(LATE_CUTS if every else ())):
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


def not_made_good(
    profile: Path, served: Google, method: str, disturb: Disturb, *, every: bool = False
) -> Iterator[tuple[Fault, str]]:
    """Each fault at that call, with what is wrong after the pass that follows, or an empty text."""
    put(served, 16)
    with desk(profile, served) as mine:
        mine.sync()
        for n, fault in enumerate(faults(method, every=every)):
            disturb(mine, served, n)
            served.proxy.fail(fault)
            with suppress(KnownError):
                mine.sync()
            served.proxy.faults.clear()
            mine.later(3601)  # the longest that Google has asked to wait
            mine.sync()
            yield fault, _differs(mine, served)


def _differs(mine: SyncDesk, served: Google) -> str:
    here = {m.source_id: m.labels for m in mine.messages()}
    there, waiting = server_contents(served), mine.store.pending.count("gmail")
    if here != there:
        return f"here {here}, there {there}"
    return f"{waiting} changes wait" if waiting else ""


def figures() -> Figures:
    found: list[tuple[Fault, str]] = []
    for method, disturb in CALLS:
        with tempfile.TemporaryDirectory() as folder, google() as served:
            found += not_made_good(Path(folder) / "p", served, method, disturb, every=True)
    broken = sum(bool(wrong) for _, wrong in found)
    return Figures(f"{len(found)} faults at {len(CALLS)} calls of a pass", broken)
