"""Counting calls: nobody waits for the disk, portions add up, the end writes the last one."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.model.account import Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.api_use import Call
from desktop_app.store.store import Store
from desktop_app.workers.call_counter import CallCounter

NOW = 1_790_000_000.0
CALL = Call("a", "gmail")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path / "profile", clock=lambda: NOW)
    identity = Identity(Address("", "a@fernhill.example"))
    opened.accounts.add(Account("a", "google", "A", (identity,)))
    yield opened
    opened.close()


def counter(store: Store, seconds: float = 3600.0) -> CallCounter:
    return CallCounter(store, clock=lambda: NOW, portion_seconds=seconds)


def calls(store: Store) -> int:
    return sum(use.calls for use in store.api_use.last_day("a", now=NOW))


def test_counting_is_done_while_another_writes_to_the_database(store: Store) -> None:
    count = counter(store)
    with store.db.write(_nothing()):
        done = threading.Event()

        def work() -> None:
            for _ in range(1000):
                count(CALL, units=5)
            done.set()

        threading.Thread(target=work).start()
        assert done.wait(10), "whoever counts does not wait for the one who writes"
    assert calls(store) == 0
    count.shutdown()
    assert calls(store) == 1000


def test_every_thread_s_calls_are_counted(store: Store) -> None:
    count = counter(store, 0.001)

    def many() -> None:
        for _ in range(500):
            count(CALL)

    threads = [threading.Thread(target=many) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    count.shutdown()
    assert calls(store) == 4000


def test_the_end_waits_for_a_portion_that_is_still_being_written(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    count, add = counter(store, 0.001), store.api_use.add
    begun, disk_is_free = threading.Event(), threading.Event()

    def slow(portion: dict[tuple[Call, int], tuple[int, int]]) -> None:
        begun.set()
        disk_is_free.wait()
        add(portion)

    monkeypatch.setattr(store.api_use, "add", slow)
    count(CALL)
    begun.wait()
    monkeypatch.setattr(store.api_use, "add", add)
    count(CALL)
    threading.Timer(0.5, disk_is_free.set).start()
    count.shutdown()
    assert calls(store) == 2


def test_what_can_not_be_written_is_kept_for_the_next_portion(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    from desktop_app.model.errors import StorageError

    def full(_: object) -> None:
        raise StorageError("The disk is full.")

    count = counter(store)
    count(CALL, calls=3)
    with monkeypatch.context() as patch:
        patch.setattr(store.api_use, "add", full)
        count.flush()
    count(CALL)
    count.shutdown()
    assert calls(store) == 4


def test_nothing_counted_starts_no_thread_and_writes_nothing(store: Store) -> None:
    before = threading.active_count()
    counter(store).shutdown()
    assert (threading.active_count(), calls(store)) == (before, 0)


def _nothing():  # type: ignore[no-untyped-def]
    from desktop_app.model.changes import Changes

    return Changes()
