"""Transactions, announcements, migrations and other processes."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from desktop_app.model.changes import Changes
from desktop_app.model.errors import DiskFull, StorageError
from desktop_app.store.base.db import Database
from desktop_app.store.base.migrations import scripts
from desktop_app.store.store import Store
from tests.depths import one_in

MESSAGES = Changes(messages=True)


SAVE = "INSERT INTO saved_search (name, query) VALUES (?, '')"


def save(db: Database, name: str) -> None:
    with db.write(Changes(searches=True)) as connection:
        connection.execute(SAVE, (name,))


def put(db: Database, name: str, *, flushed: bool = True) -> None:
    db.put(Changes(searches=True), SAVE, (name,), flushed=flushed)


Way = Callable[[Database, str], None]
WAYS = pytest.mark.parametrize("way", [save, put])


def save_and_fail(db: Database, way: Way) -> None:
    with db.write(MESSAGES):
        way(db, "one")
        raise ZeroDivisionError


def names(db: Database) -> list[str]:
    with db.reading() as connection:
        return [name for (name,) in connection.execute("SELECT name FROM saved_search ORDER BY id")]


@WAYS
def test_a_write_is_announced_after_its_commit(db: Database, way: Way) -> None:
    seen: list[tuple[Changes, list[str]]] = []
    db.subscribe(lambda changes: seen.append((changes, names(db))))
    way(db, "one")
    assert seen == [(Changes(searches=True), ["one"])]


@WAYS
def test_a_failed_write_leaves_nothing_and_announces_nothing(db: Database, way: Way) -> None:
    seen: list[Changes] = []
    db.subscribe(seen.append)
    with pytest.raises(ZeroDivisionError):
        save_and_fail(db, way)
    assert names(db) == []
    assert seen == []
    way(db, "two")
    assert names(db) == ["two"]
    with pytest.raises(apsw.ConstraintError):
        db.put(MESSAGES, "INSERT INTO saved_search (name, query) VALUES ('x', NULL)", ())
    assert len(seen) == 1
    assert names(db) == ["two"]


def synchronous(db: Database) -> int:
    with db.alone() as connection:
        return int(connection.pragma("synchronous"))


def test_a_commit_that_is_not_flushed_is_there_and_the_next_one_is_flushed(db: Database) -> None:
    full = synchronous(db)
    with db.write(MESSAGES, flushed=False) as connection:
        assert connection.pragma("synchronous") < full
        connection.execute("INSERT INTO saved_search (name, query) VALUES ('one', '')")
    with db.write(MESSAGES) as connection:
        assert connection.pragma("synchronous") == full
    with pytest.raises(ZeroDivisionError), db.write(MESSAGES, flushed=False):
        raise ZeroDivisionError
    assert synchronous(db) == full == 2
    put(db, "two", flushed=False)
    with apsw.Connection(str(db.path)) as other:
        assert list(other.execute("SELECT name FROM saved_search")) == [("one",), ("two",)]
    other.close()
    put(db, "three")
    assert synchronous(db) == full


@WAYS
def test_a_nested_write_joins_the_outer_one(db: Database, way: Way) -> None:
    seen: list[Changes] = []
    db.subscribe(seen.append)
    with db.write(MESSAGES):
        way(db, "one")
        assert names(db) == ["one"]
        assert seen == []
    assert seen == [Changes(messages=True, searches=True)]


def test_nobody_hears_after_unsubscribing(db: Database) -> None:
    seen: list[Changes] = []
    db.subscribe(seen.append)()
    save(db, "one")
    assert seen == []


@pytest.mark.logs_errors
def test_a_failing_listener_neither_undoes_the_commit_nor_hides_it_from_the_next(
    db: Database, caplog: pytest.LogCaptureFixture
) -> None:
    seen: list[Changes] = []
    db.subscribe(lambda _changes: 1 // 0)  # type: ignore[arg-type]
    db.subscribe(seen.append)
    save(db, "one")
    assert names(db) == ["one"]
    assert len(seen) == 1
    assert "ZeroDivisionError" in caplog.text


def test_threads_write_one_after_another(db: Database) -> None:
    threads = [threading.Thread(target=save, args=(db, str(n))) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(names(db)) == [str(n) for n in range(8)]


def test_a_reader_cannot_write(db: Database) -> None:
    with pytest.raises(StorageError), db.reading() as connection:
        connection.execute("DELETE FROM saved_search")


def test_another_process_is_noticed_and_our_own_writes_are_not(db: Database) -> None:
    seen: list[Changes] = []
    save(db, "ours")
    assert not db.poll_foreign_changes()
    program = (
        "import sys, pathlib; from desktop_app.store.base.db import Database\n"
        "from desktop_app.model.changes import Changes\n"
        "db = Database(pathlib.Path(sys.argv[1]))\n"
        "with db.write(Changes()) as c:\n"
        "    c.execute(\"INSERT INTO saved_search (name, query) VALUES ('theirs', '')\")\n"
    )
    subprocess.run([sys.executable, "-c", program, str(db.path)], check=True)
    db.subscribe(seen.append)
    assert db.poll_foreign_changes()
    assert seen[0].messages
    assert not db.poll_foreign_changes()
    assert names(db) == ["ours", "theirs"]


def test_a_closed_database_says_so(db: Database) -> None:
    db.close()
    db.close()
    with pytest.raises(StorageError, match="closed"):
        names(db)
    for way in (save, put):
        with pytest.raises(StorageError, match="closed"):
            way(db, "late")


def test_a_newer_profile_is_refused_in_a_sentence(tmp_path: Path) -> None:
    Database(tmp_path / "mail.db").close()
    connection = apsw.Connection(str(tmp_path / "mail.db"))
    connection.pragma("user_version", len(scripts()) + 1)
    connection.close()
    with pytest.raises(StorageError, match="newer Draftdesk"):
        Database(tmp_path / "mail.db")


@one_in(5)
@pytest.mark.parametrize("version", range(len(scripts())))
def test_every_older_version_is_brought_up_to_date(tmp_path: Path, version: int) -> None:
    old = apsw.Connection(str(tmp_path / "mail.db"))
    for script in scripts()[:version]:
        old.execute(script)
    old.pragma("user_version", version)
    old.close()
    db = Database(tmp_path / "mail.db")
    fresh = Database(tmp_path / "fresh.db")
    schema = "SELECT type, name, sql FROM sqlite_schema ORDER BY name"
    assert list(db.read().execute(schema)) == list(fresh.read().execute(schema))
    assert db.read().pragma("user_version") == len(scripts())
    db.close()
    fresh.close()


def test_a_file_that_is_no_database_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "mail.db").write_bytes(b"not a database at all, whatever its name " * 100)
    with pytest.raises(StorageError, match="not a database"):
        Database(tmp_path / "mail.db")


def test_a_full_disk_is_a_sentence_and_nothing_is_half_written(db: Database) -> None:
    with db.alone() as connection:
        connection.pragma("max_page_count", connection.pragma("page_count") + 2)
    for way in (save, put):
        with pytest.raises(StorageError, match="disk is full"):
            way(db, "x" * 1_000_000)
    with db.alone() as connection:
        connection.pragma("max_page_count", 1_000_000)
    assert names(db) == []


def test_a_log_that_somebody_reads_stays_and_says_so_at_once(db: Database) -> None:
    log = db.path.with_name(f"{db.path.name}-wal")
    save(db, "one")
    other = apsw.Connection(str(db.path))
    other.execute("BEGIN")
    assert other.execute("SELECT count(*) FROM saved_search").get == 1
    save(db, "two")
    begun = time.monotonic()
    assert not db.checkpoint()
    assert time.monotonic() - begun < 1  # writers wait as long; the usual patience is 15 s
    assert log.stat().st_size
    other.close()
    assert db.checkpoint()
    assert not log.stat().st_size
    assert names(db) == ["one", "two"]


def test_a_full_disk_says_that_the_last_change_was_not_saved_where_that_is_so(db: Database) -> None:
    def fail() -> None:
        raise apsw.FullError("database or disk is full")

    with pytest.raises(DiskFull, match="the last change was not saved"), db.write(MESSAGES):
        fail()
    for block in (db.alone, db.reading):
        with pytest.raises(DiskFull) as told, block():
            fail()
        assert str(told.value) == "The disk is full."


def test_who_waits_for_another_process_comes_in_soon_and_not_for_ever(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = apsw.Connection(str(db.path))
    other.execute("BEGIN IMMEDIATE")
    monkeypatch.setattr("desktop_app.store.base.connection._BUSY_SECONDS", 0.05)
    with pytest.raises(StorageError, match="Another Draftdesk process"):
        save(db, "one")
    monkeypatch.setattr("desktop_app.store.base.connection._BUSY_SECONDS", 15.0)
    waiting, real = threading.Event(), time.sleep

    def wait(seconds: float) -> None:
        waiting.set()
        real(seconds)

    monkeypatch.setattr("desktop_app.store.base.db.time.sleep", wait)
    thread = threading.Thread(target=save, args=(db, "two"))
    thread.start()
    assert waiting.wait(5)
    other.execute("COMMIT")
    other.close()
    thread.join(5)
    assert names(db) == ["two"]


def test_the_profile_is_private(tmp_path: Path) -> None:
    store = Store(tmp_path / "a" / "profile")
    assert (tmp_path / "a" / "profile").stat().st_mode & 0o777 == 0o700
    store.close()


def test_a_profile_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StorageError, match="can't be made"):
        Store(tmp_path / "file" / "profile")
