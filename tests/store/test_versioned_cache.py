"""Small answers are kept until something of their kind changes."""

from __future__ import annotations

import threading

import apsw
import pytest

from desktop_app.model.changes import Changes
from desktop_app.store.base.db import Database
from desktop_app.store.base.versioned_cache import VersionedCache

SEARCHES = Changes(searches=True)


class Names:
    """The names of saved searches, kept; and how often they were read."""

    def __init__(self, db: Database) -> None:
        self.db, self.reads = db, 0
        self.kept = VersionedCache(db, SEARCHES, self._read)

    def _read(self) -> tuple[str, ...]:
        self.reads += 1
        return tuple(name for (name,) in self.db.rows("SELECT name FROM saved_search ORDER BY id"))

    def save(self, name: str) -> None:
        with self.db.write(SEARCHES) as connection:
            connection.execute("INSERT INTO saved_search (name, query) VALUES (?, '')", (name,))


def test_it_is_read_once_until_something_of_its_kind_is_committed(db: Database) -> None:
    names = Names(db)
    assert names.kept.get() == names.kept.get() == ()
    with db.write(Changes(messages=True)):
        pass
    assert names.kept.get() == ()
    assert names.reads == 1
    names.save("one")
    assert names.kept.get() == ("one",)
    assert names.reads == 2


def test_who_writes_sees_what_it_wrote_and_others_not_before_the_commit(db: Database) -> None:
    names = Names(db)
    seen: list[tuple[str, ...]] = []
    assert names.kept.get() == ()
    with db.write(SEARCHES):
        names.save("one")
        assert names.kept.get() == ("one",)
        other = threading.Thread(target=lambda: seen.append(names.kept.get()))
        other.start()
        other.join()
    assert seen == [()]
    assert names.kept.get() == ("one",)


def test_what_was_rolled_back_was_never_kept(db: Database) -> None:
    names = Names(db)

    def save_and_fail() -> None:
        with db.write(SEARCHES):
            names.save("one")
            assert names.kept.get() == ("one",)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        save_and_fail()
    assert names.kept.get() == ()


def test_a_change_while_it_was_being_read_is_not_missed(db: Database) -> None:
    names = Names(db)
    read = names._read

    def slow() -> tuple[str, ...]:
        found = read()
        if not found:
            names.save("meanwhile")
        return found

    names.kept = VersionedCache(db, SEARCHES, slow)
    assert names.kept.get() == ()
    assert names.kept.get() == ("meanwhile",)


def test_what_another_process_commits_is_seen_once_it_is_noticed(db: Database) -> None:
    names = Names(db)
    assert names.kept.get() == ()
    other = apsw.Connection(str(db.path))
    other.execute("INSERT INTO saved_search (name, query) VALUES ('theirs', '')")
    other.close()
    assert db.poll_foreign_changes()
    assert names.kept.get() == ("theirs",)
