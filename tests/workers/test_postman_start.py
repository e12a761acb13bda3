"""A postman that can't write yet: nothing is sent, nothing is lost, and it says so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import apsw
import pytest

from desktop_app.app import build
from desktop_app.house import House
from desktop_app.model.changes import Changes
from desktop_app.model.draft import DraftState
from desktop_app.model.errors import StorageError
from desktop_app.model.outbox import OutboxState, PostmanStatus
from desktop_app.store.store import Store
from desktop_app.workers.postman import Postman
from tests.fakes.house import TestHouse
from tests.fakes.senders import FaultySender
from tests.workers.test_postman import approve, postman

BUSY = "Another Draftdesk process is using the mail database."


@contextmanager
def write_lock(profile: Path) -> Iterator[None]:
    """Another process in the middle of a write."""
    other = apsw.Connection(str(profile / "mail.db"))
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.close(True)


def impatient(store: Store) -> None:
    with store.db.alone() as connection:
        connection.set_busy_timeout(1)


@pytest.fixture
def again(house: TestHouse) -> Iterator[TestHouse]:
    """The next run of the program on the same profile."""
    store = Store(house.profile, clock=house.clock)
    impatient(store)
    yield TestHouse(house.profile, store, house.settings, house.postman)
    store.close()


def test_while_the_recovery_fails_nothing_is_sent_and_the_reason_is_told(
    house: TestHouse, again: TestHouse
) -> None:
    earlier, sender = approve(house), FaultySender()
    worker = postman(again, sender)
    assert worker.status == PostmanStatus(ready=False)
    heard: list[Changes] = []
    again.store.subscribe(heard.append)
    with write_lock(house.profile):
        worker.attend()
    assert worker.status == PostmanStatus(ready=False, trouble=BUSY)
    assert any(changes.outbox for changes in heard)
    assert sender.attempts == 0
    assert again.store.outbox.get(earlier.id).state is OutboxState.QUEUED


def test_once_it_has_recovered_what_was_approved_meanwhile_leaves_and_nothing_older(
    house: TestHouse, again: TestHouse
) -> None:
    earlier, sender = approve(house, subject="Earlier"), FaultySender()
    worker = postman(again, sender)
    with write_lock(house.profile):
        worker.attend()
    fresh = approve(again, subject="Fresh")
    worker.attend()
    assert worker.status == PostmanStatus()
    assert sender.delivered == [fresh.rfc822_message_id]
    assert again.store.drafts.get(earlier.draft_id).state is DraftState.EDITED


def test_what_was_approved_in_vain_is_not_sent_by_the_next_start(
    house: TestHouse, again: TestHouse
) -> None:
    entry, sender = approve(house), FaultySender()
    worker = postman(again, sender)
    worker.attend()
    assert sender.attempts == 0
    assert again.store.outbox.get(entry.id).state is OutboxState.HELD


def test_a_recovery_that_is_cut_short_has_changed_nothing(
    house: TestHouse, again: TestHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = [approve(house, subject=f"Budget {i}") for i in range(3)]
    end, calls = again.store.outbox._end, 0

    def full(*given: object) -> object:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise StorageError("The disk is full: nothing was saved.")
        return end(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(again.store.outbox, "_end", full)
    worker = postman(again, FaultySender())
    worker.attend()
    states = {again.store.outbox.get(entry.id).state for entry in entries}
    assert (worker.status.ready, states) == (False, {OutboxState.QUEUED})
    worker.attend()
    states = {again.store.outbox.get(entry.id).state for entry in entries}
    assert (worker.status.ready, states) == (True, {OutboxState.HELD})


def test_a_receipt_that_could_not_be_written_is_written_later_and_nothing_sent_again(
    house: TestHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry, sender = approve(house), FaultySender()
    worker = postman(house, sender)
    worker.start()
    worker.shutdown()
    entry = approve(house, subject="Full")
    finish, full = house.store.outbox.finish, True

    def fill(*arguments: object) -> object:
        if full:
            raise StorageError("The disk is full: nothing was saved.")
        return finish(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(house.store.outbox, "finish", fill)
    worker = postman(house, sender)
    worker._tell(PostmanStatus())
    worker.attend()
    assert worker.status.trouble == "The disk is full: nothing was saved."
    assert house.store.outbox.get(entry.id).state is OutboxState.SENDING
    full = False
    worker.attend()
    assert worker.status.works
    assert sender.delivered == [entry.rfc822_message_id]
    assert house.store.outbox.get(entry.id).state is OutboxState.SENT


def test_a_pass_that_fails_is_followed_by_a_pause(house: TestHouse, again: TestHouse) -> None:
    approve(house)
    worker = postman(again, FaultySender())
    with write_lock(house.profile):
        worker.attend()
    assert worker._seconds_to_next() > 1


def waiting_for(store: Store, holds: Callable[[], bool]) -> Event:
    """Set once it holds after a change of the outbox."""
    came = Event()
    store.subscribe(lambda changes: came.set() if changes.outbox and holds() else None)
    return came


@pytest.fixture
def program(tmp_path: Path) -> Iterator[House]:
    made = build(tmp_path / "own")
    impatient(made.store)
    yield made
    made.shutdown()


def test_every_other_worker_starts_though_the_outbox_can_not_be_recovered(program: House) -> None:
    came = waiting_for(program.store, lambda: bool(program.postman.status.trouble))
    with write_lock(program.profile):
        program.start_workers()
        assert came.wait(10)
        assert program.watch._thread.is_alive()
        assert program.accounts._starting is not None
        assert program.postman.status == PostmanStatus(ready=False, trouble=BUSY)
    mended = waiting_for(program.store, lambda: program.postman.status.works)
    program.postman.wake()
    assert mended.wait(10)


@pytest.mark.logs_errors
def test_a_worker_that_can_not_start_keeps_no_other_from_starting(
    program: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: Postman) -> None:
        raise StorageError("It is out of order.")

    monkeypatch.setattr(Postman, "start", broken)
    program.start_workers()
    assert program.watch._thread.is_alive()
