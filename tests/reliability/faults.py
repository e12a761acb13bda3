"""Faults that the program once had, or could have, planted again: each proof finds its own.

`python -m tests.reliability.faults` plants one after the other and says what found it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import apsw
import pytest

from desktop_app.model.changes import Changes
from desktop_app.model.clock import Clock
from desktop_app.model.countdown import Countdowns
from desktop_app.model.errors import KnownError
from desktop_app.model.outbox import Delivery, OutboxEntry, OutboxState, Receipt
from desktop_app.store import removal
from desktop_app.store.base import migrations
from desktop_app.store.base.db import Database
from desktop_app.store.drafts import draft_writing, drafts
from desktop_app.store.drafts.draft_records import as_json
from desktop_app.store.drafts.outbox import Outbox
from desktop_app.store.mail.messages import Messages
from desktop_app.store.programs import conversations, requests
from desktop_app.store.programs.audit import Audit
from desktop_app.store.removal import Removals as StoredRemovals
from desktop_app.store.server import api_use
from desktop_app.workers import import_run
from desktop_app.workers.postman import Postman
from desktop_app.workers.removals import Removals
from tests.fakes.house import NOW, open_house
from tests.model.test_countdown import test_a_clock_that_is_set_neither_ends_nor_stretches_it
from tests.reliability.desk import scratch
from tests.reliability.figures import Figures
from tests.reliability.interrupts import OPERATIONS, interrupted
from tests.reliability.life_of_a_draft import lives
from tests.store import test_days, test_draft_versions

Plant = Callable[[pytest.MonkeyPatch], None]
Proof = Callable[[], str]
"""Returns what it found, or the empty text."""


@dataclass(frozen=True)
class Fault:
    name: str
    plant: Plant
    proof: Proof


def by_interrupts(name: str, *, every: int = 1) -> Proof:
    """Finds a fault by the interrupts of one operation."""
    operation = next(o for o in OPERATIONS if o.name == name)

    def proof() -> str:
        found = interrupted(operation, every=every, first=True).problems
        return f"interrupts, {name}: {found[0]}" if found else ""

    return proof


def by_lives() -> str:
    """Finds a fault by the lives of drafts."""
    try:
        lives(150, 30, shrink=False)
    except (AssertionError, KnownError) as error:
        return f"lives of drafts: {str(error).splitlines()[0]}"
    return ""


def by_test(test: Callable[..., object], *arguments: object, house: bool = True) -> Proof:
    """Finds a fault by a test of the suite."""

    def proof() -> str:
        with TemporaryDirectory(dir=scratch()) as folder:
            opened = open_house(Path(folder))
            given = (next(opened), *arguments) if house else arguments
            try:
                test(*given)
            except AssertionError:
                return f"{test.__name__}"
            finally:
                if house:
                    with suppress(StopIteration):
                        next(opened)
        return ""

    return proof


# On the disk


def _no_waiting(patch: pytest.MonkeyPatch) -> None:
    def normal(db: Database, *, wanted: bool) -> None:
        del wanted
        db._writer.pragma("synchronous", "NORMAL")

    patch.setattr(Database, "_flush", normal)


def _unsynced_settings(patch: pytest.MonkeyPatch) -> None:
    class NoSync:
        def __getattr__(self, name: str) -> object:
            import os

            return (lambda _: None) if name == "fsync" else getattr(os, name)

    patch.setattr("desktop_app.settings.os", NoSync())


def _migration_in_pieces(patch: pytest.MonkeyPatch) -> None:
    def step(connection: apsw.Connection, version: int, script: str) -> None:
        connection.execute(script).fetchall()
        connection.execute(f"PRAGMA user_version = {version + 1}")

    patch.setattr(migrations, "_step", step)


def _progress_before_mail(patch: pytest.MonkeyPatch) -> None:
    whole = Messages.add_prepared

    def split(messages: Messages, account: str, batch: Any, also: Any = None) -> Any:
        if also is not None:
            with messages._db.write(Changes()) as connection:
                also(connection)
        return whole(messages, account, batch)

    patch.setattr(Messages, "add_prepared", split)


def _record_after_the_fact(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Audit, "note", Audit.add)


@contextmanager
def _silent(_: object) -> Iterator[None]:
    yield


def _a_stopped_import_says_nothing(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(import_run, "_telling", _silent)


# Sending


def _sent_before_sending(patch: pytest.MonkeyPatch) -> None:
    def attempt(postman: Postman, due: OutboxEntry) -> None:
        entry = postman._store.outbox.claim(due.id, "")
        if entry is not None:
            postman._store.outbox.finish(entry.id, OutboxState.SENT)
            postman._sender(entry).send(entry)

    patch.setattr(Postman, "_attempt", attempt)


def _claimed_after_sending(patch: pytest.MonkeyPatch) -> None:
    def attempt(postman: Postman, due: OutboxEntry) -> None:
        receipt = postman._sender(due).send(due)
        entry = postman._store.outbox.claim(due.id, "")
        if entry is not None:
            postman._write_down(entry.id, receipt)

    patch.setattr(Postman, "_attempt", attempt)


def _interrupted_is_forgotten(patch: pytest.MonkeyPatch) -> None:
    def recover(outbox: Outbox, **_: object) -> None:
        for entry in outbox.in_state([OutboxState.QUEUED]):
            outbox.undo(entry.id)

    patch.setattr(Outbox, "recover", recover)


def _interrupted_is_a_draft_again(patch: pytest.MonkeyPatch) -> None:
    def recover(outbox: Outbox, **_: object) -> None:
        for entry in outbox.in_state([OutboxState.QUEUED]):
            outbox.undo(entry.id)
        for entry in outbox.in_state([OutboxState.SENDING]):
            outbox.finish(entry.id, OutboxState.FAILED)

    patch.setattr(Outbox, "recover", recover)


def _doubt_sends_again(patch: pytest.MonkeyPatch) -> None:
    def look(postman: Postman, entry: OutboxEntry) -> None:
        if entry.state is OutboxState.UNCERTAIN:
            with suppress(ConnectionResetError):
                postman._write_down(entry.id, postman._sender(entry).send(entry))

    patch.setattr(Postman, "_look", look)


def _doubt_is_failure(patch: pytest.MonkeyPatch) -> None:
    written = Postman._write_down

    def down(postman: Postman, entry_id: int, receipt: Receipt) -> None:
        unknown = receipt.delivery is Delivery.UNKNOWN
        written(postman, entry_id, Receipt(Delivery.NOT_SENT) if unknown else receipt)

    patch.setattr(Postman, "_write_down", down)


def _outcome_is_lost(patch: pytest.MonkeyPatch) -> None:
    work = Postman.work

    def forgetful(postman: Postman) -> None:
        postman._unwritten.clear()
        work(postman)

    patch.setattr(Postman, "work", forgetful)


def _undo_after_claim(patch: pytest.MonkeyPatch) -> None:
    def undo(outbox: Outbox, entry_id: int) -> OutboxEntry:
        return outbox._end(entry_id, ("queued", "sending", "uncertain"), OutboxState.UNDONE, "")

    patch.setattr(Outbox, "undo", undo)


def _stale_saves(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(drafts, "refuse_stale", lambda *_: None)


def _countdown_by_the_wall(patch: pytest.MonkeyPatch) -> None:
    def seconds(countdowns: Countdowns, key: object, at: float) -> float:
        del key
        return max(0.0, at - countdowns._clock())

    patch.setattr(Countdowns, "seconds", seconds)


# Removing, forgetting


def _removal_without_a_note(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(StoredRemovals, "under_way", lambda _: ())


def _blocked_log_ignored(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(StoredRemovals, "sweep", lambda _: True)


def _files_stay(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Removals, "_delete_files", lambda *_: None)


def _quotes_stay(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(removal, "_forget_sources", lambda *_: None)


def _undos_stay(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(removal, "_forget_undos", lambda *_: None)


def _index_stays(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(StoredRemovals, "rewrite", lambda _: None)


def _sliding_versions(patch: pytest.MonkeyPatch) -> None:
    def keep(connection: Any, draft: str, revision: int, by: Any, content: Any, now: float) -> None:
        author = as_json(by)
        connection.execute(
            "DELETE FROM draft_version WHERE draft_id = ?1 AND author = ?2 AND saved > ?3 AND"
            " revision = (SELECT max(revision) FROM draft_version WHERE draft_id = ?1)",
            (draft, author, int(now) - 60),
        )
        connection.execute(
            "INSERT INTO draft_version (draft_id, revision, author, content, saved)"
            " VALUES (?, ?, ?, ?, ?)",
            (draft, revision, author, as_json(content), int(now)),
        )

    patch.setattr(drafts, "keep_version", keep)
    patch.setattr(draft_writing, "keep_version", keep)


def _deleted_by_the_clock(patch: pytest.MonkeyPatch) -> None:
    now: list[Clock] = [lambda: NOW + 40 * test_days.DAY]

    def outlived(_: object, days: int) -> float:
        return now[0]() - days * test_days.DAY

    for module in (drafts, requests, conversations, api_use):
        patch.setattr(module, "outlived", outlived)


_AHEAD = test_days.CLOCKS["forty days ahead for one start"]
FAULTS = (
    Fault("commits go on without the disk", _no_waiting, by_interrupts("save")),
    Fault("commits go on without the disk (lives)", _no_waiting, by_lives),
    Fault("settings renamed unsynced", _unsynced_settings, by_interrupts("change a setting")),
    Fault("a migration in pieces", _migration_in_pieces, by_interrupts("migrate from 10")),
    Fault("progress noted before the mail", _progress_before_mail, by_interrupts("import")),
    Fault("a stopped import", _a_stopped_import_says_nothing, by_interrupts("import")),
    Fault("a record after the fact fails", _record_after_the_fact, by_interrupts("propose")),
    Fault("SENT is written before sending", _sent_before_sending, by_interrupts("send")),
    Fault("SENDING is written after sending", _claimed_after_sending, by_interrupts("send")),
    Fault("a start forgets SENDING", _interrupted_is_forgotten, by_interrupts("send")),
    Fault("a start makes SENDING a draft", _interrupted_is_a_draft_again, by_interrupts("send")),
    Fault("an outcome that was not written is lost", _outcome_is_lost, by_interrupts("send")),
    Fault("a doubt sends again", _doubt_sends_again, by_lives),
    Fault("a doubt is called a failure", _doubt_is_failure, by_lives),
    Fault("undo while it is being sent", _undo_after_claim, by_lives),
    Fault("a stale save is taken", _stale_saves, by_lives),
    Fault(
        "removal without a note",
        _removal_without_a_note,
        by_interrupts("remove an account", every=40),
    ),
    Fault("a log that is not emptied", _blocked_log_ignored, by_interrupts("remove an account")),
    Fault("saved attachments stay", _files_stay, by_interrupts("remove an account", every=40)),
    Fault("others' quotes stay", _quotes_stay, by_interrupts("remove an account")),
    Fault("what can be undone stays", _undos_stay, by_interrupts("remove an account")),
    Fault("index and free pages stay", _index_stays, by_interrupts("remove an account")),
    Fault(
        "versions in a sliding window",
        _sliding_versions,
        by_test(test_draft_versions.test_twenty_minutes_of_typing_then_all_deleted_leaves_the_text),
    ),
    Fault(
        "deletion by the clock",
        _deleted_by_the_clock,
        by_test(test_days.test_a_clock_that_is_wrong_for_a_start_deletes_nothing, _AHEAD),
    ),
    Fault(
        "a countdown by the clock on the wall",
        _countdown_by_the_wall,
        by_test(test_a_clock_that_is_set_neither_ends_nor_stretches_it, 3600.0, house=False),
    ),
)


def found(fault: Fault) -> str:
    """What found the planted fault; empty where nothing did."""
    with pytest.MonkeyPatch.context() as patch:
        fault.plant(patch)
        return fault.proof()


def planted() -> Iterator[tuple[str, str, float]]:
    """Each fault's name, what found it, and the seconds that took."""
    from tests.reliability.disk_faults import DISK_FAULTS  # which takes its proofs from here

    for fault in (*FAULTS, *DISK_FAULTS):
        begun = time.monotonic()
        yield fault.name, found(fault), time.monotonic() - begun


def figures() -> Figures:
    """Every fault; one that nothing finds did not hold."""
    rows = list(planted())
    for name, what, seconds in rows:
        print(f"{name}: {what or 'NOT FOUND'} ({seconds:.1f} s)", file=sys.stderr)
    return Figures(f"{len(rows)} faults planted", sum(not what for _, what, _ in rows))


def main() -> int:
    return int(figures().broken > 0)


if __name__ == "__main__":
    sys.exit(main())
