"""Databases of other programs: read from a copy, bounded, never written beside."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import apsw
import pytest

from desktop_app.model.errors import StorageError
from desktop_app.store.base import other_database
from desktop_app.store.base.other_database import rows_of_copy


def made(path: Path, *statements: str) -> Path:
    with closing(apsw.Connection(str(path))) as connection:
        for statement in statements:
            connection.execute(statement)
    return path


def test_rows_are_read_with_those_that_are_still_in_the_log(tmp_path: Path) -> None:
    path = tmp_path / "book.sqlite"
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("CREATE TABLE t (a)")
        connection.execute("INSERT INTO t VALUES (1), (2)")
        names = sorted(p.name for p in tmp_path.iterdir())
        assert rows_of_copy(path, ["SELECT a FROM t"]) == [[(1,), (2,)]]
        assert sorted(p.name for p in tmp_path.iterdir()) == names


def test_what_is_no_database_is_said_to_be_damaged(tmp_path: Path) -> None:
    path = tmp_path / "book.sqlite"
    for data in (b"", b"SQLite format 3\0" + b"\xff" * 4000, b"words"):
        path.write_bytes(data)
        with pytest.raises(StorageError) as raised:
            rows_of_copy(path, ["SELECT a FROM t"])
        assert "book.sqlite" in raised.value.sentence


def test_a_view_in_the_place_of_a_table_is_not_run(tmp_path: Path) -> None:
    path = made(tmp_path / "book.sqlite", "CREATE VIEW t AS SELECT 1 AS a")
    with pytest.raises(StorageError):
        rows_of_copy(path, ["SELECT a FROM t"])


def test_rows_and_bytes_have_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = made(tmp_path / "b.sqlite", "CREATE TABLE t (a)", "INSERT INTO t VALUES (1), (2), (3)")
    monkeypatch.setattr(other_database, "MOST_ROWS", 2)
    assert rows_of_copy(path, ["SELECT a FROM t"]) == [[(1,), (2,)]]
    monkeypatch.setattr(other_database, "LARGEST", 10)
    with pytest.raises(StorageError):
        rows_of_copy(path, ["SELECT a FROM t"])
