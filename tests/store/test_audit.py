"""The trail: a file of its own, which takes over what older versions wrote into mail.db."""

from __future__ import annotations

import threading
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import apsw
import pytest

from desktop_app.model.changes import Changes
from desktop_app.model.errors import StorageError
from desktop_app.store.base.migrations import scripts
from desktop_app.store.programs.audit import AuditEntry
from desktop_app.store.store import Store

ENTRY = AuditEntry(
    at=100.0,
    origin="mcp",
    client="Claude",
    tool="search_messages",
    effect="read",
    decision="allow",
    outcome="done",
    summary="query budget",
    undo="",
)
BEFORE_ITS_OWN_FILE = 8
SECONDS = 20
"""Long enough for anything that is not stuck."""


def written(at: float, summary: str = "") -> AuditEntry:
    return replace(ENTRY, at=at, summary=summary)


def old_profile(profile: Path, *entries: AuditEntry) -> None:
    """A profile as the last version with one file left it."""
    profile.mkdir()
    old = apsw.Connection(str(profile / "mail.db"))
    for script in scripts()[:BEFORE_ITS_OWN_FILE]:
        old.execute(script).fetchall()
    old.pragma("user_version", BEFORE_ITS_OWN_FILE)
    put_back(old, "audit", *entries)
    old.close()


def put_back(connection: apsw.Connection, table: str, *entries: AuditEntry) -> None:
    connection.executemany(
        f"INSERT INTO {table} (at, origin, client, tool, effect, decision, outcome, summary, undo)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [tuple(getattr(e, name) for name in AuditEntry.__slots__ if name != "id") for e in entries],
    )


def left_in_mail(store: Store) -> int:
    [(count,)] = store.db.rows("SELECT count(*) FROM audit_before")
    return int(count)


def test_what_is_read_is_noted_while_mail_is_being_loaded(store: Store) -> None:
    loading, over = threading.Event(), threading.Event()

    def load() -> None:
        with store.db.write(Changes(messages=True)):
            loading.set()
            over.wait(2 * SECONDS)

    loader = threading.Thread(target=load)
    reader = threading.Thread(target=lambda: store.audit.add(ENTRY, flushed=False))
    loader.start()
    assert loading.wait(SECONDS)
    reader.start()
    reader.join(SECONDS)
    stuck = reader.is_alive()
    over.set()
    loader.join()
    reader.join()
    assert not stuck
    assert store.audit.newest(limit=5) == [ENTRY]


def test_an_entry_is_announced_like_any_commit(store: Store) -> None:
    seen: list[Changes] = []
    store.subscribe(seen.append)
    store.audit.add(ENTRY)
    assert seen == [Changes(audit=True)]


def test_another_process_s_entry_is_noticed(store: Store) -> None:
    store.audit.add(ENTRY)
    assert not store.poll_foreign_changes()
    seen: list[Changes] = []
    store.subscribe(seen.append)
    other = Store(store.profile)
    other.audit.add(written(200.0))
    other.close()
    assert store.poll_foreign_changes()
    assert seen == [Changes(audit=True)]
    assert [entry.at for entry in store.audit.newest(limit=5)] == [200.0, 100.0]


def test_what_an_older_version_wrote_is_taken_over(tmp_path: Path) -> None:
    before = [written(float(at), f"number {at}") for at in (1, 2, 3)]
    old_profile(tmp_path / "profile", *before)
    store = Store(tmp_path / "profile")
    store.audit.add(written(4.0))
    assert store.audit.newest(limit=9) == [written(4.0), *reversed(before)]
    assert left_in_mail(store) == 0
    store.close()


def test_taking_over_that_was_killed_is_done_again_and_doubles_nothing(tmp_path: Path) -> None:
    before = [written(float(at)) for at in (1, 2, 3)]
    old_profile(tmp_path / "profile", *before)
    store = Store(tmp_path / "profile")
    assert len(store.audit.newest(limit=9)) == 3
    with store.db.write(Changes()) as connection:
        put_back(connection, "audit_before", *before)  # as if it had not got as far as deleting
    store.close()
    again = Store(tmp_path / "profile")
    assert again.audit.newest(limit=9) == before[::-1]
    assert left_in_mail(again) == 0
    again.close()


def test_nothing_is_noted_after_the_end(store: Store) -> None:
    store.audit.add(ENTRY)
    store.close()
    with pytest.raises(StorageError, match="closed"):
        store.audit.add(ENTRY)


def test_a_trail_is_not_opened_after_the_end(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.close()
    with pytest.raises(StorageError, match="closed"):
        store.audit.add(ENTRY)


def test_pages_are_whole_whatever_the_clock_did(store: Store) -> None:
    """Several entries in one moment, and a clock that is set back between two of them."""
    times = [100.0, 100.0, 900.0, 900.0, 300.0, 300.0, 300.0]
    for number, at in enumerate(times):
        store.audit.add(written(at, f"number {number}"))
    found: list[AuditEntry] = []
    while page := store.audit.newest(limit=2, before=found[-1].id if found else 0):
        found += page
    assert [e.summary for e in found] == [f"number {n}" for n in reversed(range(len(times)))]
    assert [e.at for e in found] == times[::-1]


def test_forgetting_words_takes_them_out_of_the_file(store: Store) -> None:
    store.audit.add(written(1.0, "query Xylophonist"))
    in_files = [b"Xylophonist" in p.read_bytes() for p in store.profile.glob("audit.db*")]
    assert any(in_files)
    store.audit.forget_words()
    assert store.audit.sweep()
    assert not any(b"Xylophonist" in p.read_bytes() for p in store.profile.glob("audit.db*"))
    assert store.audit.newest(limit=5) == [written(1.0)]


@pytest.mark.parametrize("harm", [b"not a database " * 900, b""])
def test_a_damaged_record_is_set_aside_and_begins_anew(tmp_path: Path, harm: bytes) -> None:
    with closing(Store(tmp_path)) as store:
        store.audit.add(ENTRY)
    (tmp_path / "audit.db").write_bytes(harm)
    with closing(Store(tmp_path)) as store:
        assert store.audit.newest(limit=5) == []
        store.audit.add(ENTRY)
        assert len(store.audit.newest(limit=5)) == 1
    aside = list((tmp_path / "set-aside").rglob("audit.db"))
    assert [path.read_bytes() for path in aside] == ([harm] if harm else [])
