"""Large loads: the same result as small ones, whatever happens to them; two processes at once."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from pathlib import Path

import apsw
import pytest

from desktop_app.model.changes import Changes
from desktop_app.search.parser import parse as query
from desktop_app.store.rows.message_record import MessageRecord, Preparer
from desktop_app.store.store import Store
from tests.store.mails import add, mail, opened

WORDS = ("alpha", "beta", "gamma", "delta", "epsilon", "betamax")


def prepared(start: int, count: int, *, counting: bool) -> list[MessageRecord]:
    preparer = Preparer("local", counting=counting)
    return [
        preparer.prepare(
            mail(
                f"{WORDS[n % 6]} number{n}",
                id=f"{n}@x",
                date=1_600_000_000 + (n * 7919) % 5000,
                references=f"{n // 3 * 3}@x" if n % 3 else "",
            ),
            {"INBOX", f"L{n % 4}"},
        )
        for n in range(start, start + count)
    ]


def terms(store: Store) -> dict[str, int]:
    with store.db.reading() as connection:
        return dict(connection.execute("SELECT term, messages FROM term"))


def segments(store: Store) -> int:
    with store.db.reading() as connection:
        return int(connection.execute("SELECT count(DISTINCT segid) FROM fts_idx").get)


def settings(connection: apsw.Connection) -> tuple[int, int]:
    """How far a commit waits for the disk, and whether what is deleted is overwritten."""
    return connection.pragma("synchronous"), connection.pragma("secure_delete")


def setting(store: Store, name: str) -> int:
    with store.db.reading() as connection:
        return int(connection.execute("SELECT v FROM fts_config WHERE k = ?", (name,)).get)


@pytest.mark.parametrize("counting", [True, False])
def test_a_large_load_leaves_what_small_additions_leave(tmp_path: Path, counting: bool) -> None:
    with opened(tmp_path / "small") as small, opened(tmp_path / "large") as large:
        for start in range(0, 300, 50):
            small.messages.add_prepared("local", prepared(start, 50, counting=True))
        with large.bulk_load("local", counting=counting) as load:
            for start in range(0, 300, 100):
                load.add(prepared(start, 100, counting=counting))
        assert terms(large) == terms(small)
        assert large.labels.list() == small.labels.list()
        assert large.messages.count() == 300
        rows = [s.finder.threads(query(""), limit=999) for s in (small, large)]
        assert [[(r.date, r.message_count) for r in page] for page in rows[:1]] == [
            [(r.date, r.message_count) for r in page] for page in rows[1:]
        ]
        assert (setting(large, "automerge"), setting(large, "crisismerge")) == (4, 16)
        if not counting:
            assert segments(large) == 1


def test_a_failed_load_keeps_its_batches_and_is_tidied(store: Store) -> None:
    def fail_after_a_batch() -> None:
        with store.bulk_load("local") as load:
            load.add(prepared(0, 60, counting=False))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_after_a_batch()
    assert store.finder.count(query("bet", typing=True)) == 20
    assert not store.tidy()
    with store.db.alone() as connection:
        assert settings(connection) == (2, 1)


def test_only_the_load_itself_does_not_wait_for_the_disk(store: Store) -> None:
    """A draft that is saved between two batches is on the disk when that is said."""
    seen: list[tuple[int, int]] = []
    with store.bulk_load("local") as load:
        for start in (0, 60):
            load.add(prepared(start, 60, counting=False), lambda c: seen.append(settings(c)))
            with store.db.write(Changes(drafts=True)) as connection:
                seen.append(settings(connection))
    assert seen == [(1, 0), (2, 1)] * 2


def test_words_can_be_found_while_a_load_runs(store: Store) -> None:
    with store.bulk_load("local") as load:
        load.add(prepared(0, 60, counting=False))
        assert store.finder.count(query("alpha")) == 10
        assert store.finder.count(query("alpha", typing=True)) == 10
        assert store.finder.count(query("from:dana")) == 60


LOADER = """
import pathlib, sys
from tests.store.test_bulk import prepared
from desktop_app.store.store import Store
store = Store(pathlib.Path(sys.argv[1]))
with store.bulk_load("local") as load:
    for start in range(0, 100_000, 40):
        load.add(prepared(start, 40, counting=False))
        print(start + 40, flush=True)
"""


@pytest.mark.parametrize("after", [1, 3, 4, 6])
def test_a_killed_load_leaves_whole_batches_and_goes_on(tmp_path: Path, after: int) -> None:
    profile = tmp_path / "profile"
    with opened(profile):
        pass
    process = subprocess.Popen(
        [sys.executable, "-c", LOADER, str(profile)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    for _ in range(after):
        told = int(process.stdout.readline())
    process.send_signal(signal.SIGKILL)
    process.stdout.close()
    process.wait()
    with opened(profile) as store:
        count = store.messages.count()
        assert count >= told
        assert count % 40 == 0
        assert store.tidy()
        assert not store.tidy()
        with store.db.reading() as connection:
            assert connection.pragma("integrity_check") == "ok"
            assert connection.execute("SELECT count(*) FROM state").get == count
            connection.execute("SELECT * FROM fts_vocabulary").fetchall()
        with store.db.alone() as connection:
            connection.execute("INSERT INTO fts (fts) VALUES ('integrity-check')")
        store.messages.add_prepared("local", prepared(0, count, counting=True))
        assert store.messages.count() == count
        assert store.finder.count(query("alpha")) == sum(n % 6 == 0 for n in range(count))
        assert terms(store)["alpha"] == store.finder.count(query("alpha"))


def test_two_processes_write_one_profile(tmp_path: Path) -> None:
    profile = tmp_path / "profile"
    program = (
        "import pathlib, sys\n"
        "from tests.store.test_bulk import prepared\n"
        "from desktop_app.store.store import Store\n"
        "store = Store(pathlib.Path(sys.argv[1]))\n"
        "for n in range(1000, 1060):\n"
        "    store.messages.add_prepared('local', prepared(n, 1, counting=True))\n"
    )
    with opened(profile) as store:
        other = subprocess.Popen([sys.executable, "-c", program, str(profile)])
        for n in range(60):
            store.messages.add_prepared("local", prepared(n, 1, counting=True))
        assert other.wait() == 0
        assert store.poll_foreign_changes()
        assert store.messages.count() == 120
        assert len(store.finder.messages(query(""), limit=999)) == 120


def test_searches_go_on_while_another_thread_adds(store: Store) -> None:
    failures: list[BaseException] = []

    def search() -> None:
        try:
            seen = 0
            while not done.is_set():
                now = store.finder.count(query("hello"))
                assert now >= seen
                seen = now
        except BaseException as error:
            failures.append(error)

    done = threading.Event()
    threads = [threading.Thread(target=search) for _ in range(3)]
    for thread in threads:
        thread.start()
    for n in range(40):
        add(store, mail(f"hello {n}"))
    done.set()
    for thread in threads:
        thread.join()
    assert failures == []
    assert store.finder.count(query("hello")) == 40


def test_the_profile_stays_private(store: Store) -> None:
    assert store.profile.stat().st_mode & 0o077 == 0
