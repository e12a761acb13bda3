"""No cursor outlives its statement: in every public method of the store a cursor read in
part is planted before each statement and kept, and nothing reads an old state afterwards."""

from __future__ import annotations

import inspect
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from shutil import copytree
from typing import Any

import apsw
import pytest

from desktop_app.model.changes import Changes
from desktop_app.model.draft import Author, DraftContent, DraftState, Origin
from desktop_app.model.errors import Conflict
from desktop_app.search.parser import parse
from desktop_app.store.base.connection import OpenCursors
from desktop_app.store.base.db import Database
from desktop_app.store.parts import Parts
from desktop_app.store.store import Store
from tests.depths import one_in
from tests.store.made_values import made_arguments
from tests.store.mails import ALEX, NOW, add, mail, opened

_MOST_STATEMENTS = 60
_WITHOUT_SQL = ("backups", "templates", "granted")
_ROOMS = (
    *(
        name
        for room in (Parts, Store)
        for name, part in vars(room).items()
        if isinstance(part, cached_property)
    ),
    "folder_mirror",
    "draft_links",
)


class Planted(Exception):
    """The error of this test."""


class Plant:
    """Before the `at`-th statement another of the same connection is read in part, and kept; then,
    if it `fails`, the error is raised."""

    def __init__(self, *, fails: bool) -> None:
        self.fails, self.at, self.statements = fails, 0, 0
        self.kept: dict[apsw.Cursor, apsw.Connection] = {}

    def arm(self, at: int) -> None:
        self.at, self.statements = at, 0

    def disarm(self) -> bool:
        """Whether the statement was reached."""
        reached, self.at = self.statements >= self.at, 0
        return reached

    def reading(self) -> bool:
        """Whether an open connection of the kept cursors is inside a transaction."""
        for connection in set(self.kept.values()):
            with suppress(apsw.ConnectionClosedError):
                if connection.txn_state("main") != apsw.SQLITE_TXN_NONE:
                    return True
        return False

    def traced(self, cursor: apsw.Cursor, sql: str, _bound: object) -> bool:
        self.statements += 1
        if self.statements == self.at:
            left = cursor.connection.execute("SELECT name FROM sqlite_schema")
            next(left)
            self.kept[left] = cursor.connection
            if self.fails and sql not in ("COMMIT", "ROLLBACK"):
                raise Planted
        return True

    def making(self, make: Callable[[OpenCursors, apsw.Connection], apsw.Cursor]) -> Any:
        def planted(cursors: OpenCursors, connection: apsw.Connection) -> apsw.Cursor:
            cursor = make(cursors, connection)
            cursor.exec_trace = self.traced
            return cursor

        return planted


@pytest.fixture(params=[True, False], ids=["fails", "goes on"])
def plant(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Plant:
    plant = Plant(fails=request.param)
    monkeypatch.setattr(OpenCursors, "__call__", plant.making(OpenCursors.__call__))
    return plant


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A profile with some of everything that is simple to have."""
    profile = tmp_path_factory.mktemp("filled") / "profile"
    with opened(profile) as store:
        store.labels.create("local", "Work")
        store.labels.create("local", "Worn")
        add(store, mail("One.", id="1@x"), mail("Two.", id="2@x", references="1@x"))
        words, person = DraftContent(ALEX, subject="A", body="B"), Author(Origin.USER)
        store.drafts.create("local", person, words, state=DraftState.EDITED, now=NOW)
        store.saved_searches.save("one", "in:inbox")
    return profile


@pytest.fixture
def store(filled: Path, tmp_path: Path) -> Iterator[Store]:
    copytree(filled, tmp_path / "profile")
    with opened(tmp_path / "profile") as store:
        yield store


def room_of(store: Store, name: str) -> object:
    room = getattr(store, name)
    return room("local") if callable(room) else room


def public_methods(room: object) -> list[str]:
    """Found by looking, so that a new one is covered by itself. What is given a connection is a
    part of another method."""
    return [
        name
        for name, method in inspect.getmembers(type(room), inspect.isfunction)
        if not name.startswith("_") and "connection" not in inspect.signature(method).parameters
    ]


def arguments(store: Store, method: Callable[..., Any]) -> dict[str, Any]:
    draft = store.drafts.in_state(tuple(DraftState))[0]
    known: dict[str, object] = {
        "account_id": "local",
        "label_id": "Work",
        "name": "Worn",
        "draft_id": draft.id,
        "query": parse("in:inbox"),
        "word": "budget",
        "text": "the budget",
    }
    return made_arguments(method, known)


def called(method: Callable[..., Any], given: dict[str, Any]) -> BaseException | None:
    """Calls the method, reads an iterator of it to its end, and returns what it raised."""
    try:
        answer = method(**given)
        if isinstance(answer, Iterator):
            list(answer)
    except Exception as error:
        return error
    return None


def plant_everywhere(store: Store, plant: Plant, room: str, name: str) -> int:
    """Plants the error at each statement of the method; returns at how many."""
    method = getattr(room_of(store, room), name)
    given = arguments(store, method.__func__)
    for at in range(1, _MOST_STATEMENTS):
        plant.arm(at)
        error = called(method, given)
        reached = plant.disarm()
        assert not plant.reading(), f"{room}.{name}, statement {at}: {error!r}"
        if not reached:
            return at - 1
    return _MOST_STATEMENTS


@one_in(7)
@pytest.mark.parametrize("room", _ROOMS)
def test_no_method_of_the_store_leaves_a_statement_open(
    filled: Path, tmp_path: Path, plant: Plant, room: str
) -> None:
    planted = Counter[str]()
    with opened(tmp_path / "look") as look:
        names = public_methods(room_of(look, room))
    for name in names:
        copytree(filled, tmp_path / name)
        with opened(tmp_path / name) as store:
            planted[name] = plant_everywhere(store, plant, room, name)
        plant.kept.clear()
    assert room in _WITHOUT_SQL or len(+planted) >= len(names) / 2, planted


def test_what_was_written_after_a_refusal_is_there_for_who_was_refused(store: Store) -> None:
    refused = []
    for name in ("Work", "Worn"):
        with pytest.raises(Conflict) as caught:
            store.labels.refuse_name("local", name)
        refused.append(caught)
    written = threading.Thread(target=store.saved_searches.save, args=("new", "in:inbox"))
    written.start()
    written.join()
    assert [search.name for search in store.saved_searches.list()] == ["one", "new"]
    assert len(refused) == 2


def test_a_cursor_is_read_on_while_a_nested_block_ends(db: Database) -> None:
    """Only the outermost block closes what is open."""
    for block in (db.reading, lambda: db.write(Changes())):
        with block() as connection:
            rows = connection.execute("VALUES (1), (2), (3)")
            assert next(rows) == (1,)
            with db.reading() as inner:
                assert inner.execute("SELECT 4").get == 4
            assert list(rows) == [(2,), (3,)]


def test_a_statement_that_writes_and_is_read_in_part_is_committed(db: Database) -> None:
    with db.write(Changes()) as connection:
        rows = connection.execute(
            "INSERT INTO saved_search (name, query) VALUES ('a', ''), ('b', '') RETURNING name"
        )
        assert next(rows) == ("a",)
    assert db.rows("SELECT name FROM saved_search ORDER BY id") == [("a",), ("b",)]
