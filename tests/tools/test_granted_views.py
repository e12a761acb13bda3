"""The connection that a grant is held by: tables, ids of servers, changes of the mail, threads."""

from __future__ import annotations

from threading import Thread

import pytest

from desktop_app.model.changes import Changes
from desktop_app.model.errors import NotFound
from desktop_app.model.grant import one_folder
from desktop_app.store.granted.views import INNER, VIEWS
from desktop_app.store.scoped_store import scoped
from desktop_app.store.store import Store
from tests.fakes.house import TestHouse, known_to, mail
from tests.tools.test_held_to_a_grant import WORK, draft, program


def test_every_table_is_shown_in_part_or_is_empty_to_a_grant(house: TestHouse) -> None:
    house.add(mail(), frozenset({"INBOX", "Clients"}))
    view = scoped(house.store, WORK, program="p", grant=one_folder("Nothing"))
    db = view.finder._db  # the connection that all of its readers have
    tables = house.store.db.rows(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    )
    inner = tuple(f"_{end}" for end in INNER)
    kept = {"account", "meta", "removal", "label"}
    for (name,) in tables:
        if name.startswith("fts") and name.endswith(inner):
            continue
        rows = [] if name.startswith("fts") else db.rows(f'SELECT * FROM "{name}"')
        assert rows == [] or name in kept, name
        if name not in {"term", "person", "person_word"}:
            with pytest.raises(Exception, match=r"prohibited|not authorized"):
                db.rows(f'SELECT * FROM main."{name}"')
    assert VIEWS.keys() <= {name for (name,) in tables}
    for sql in ("DELETE FROM main.state", "UPDATE main.label SET id = 'x'", "DROP TABLE main.raw"):
        with pytest.raises(Exception, match=r"prohibited|not authorized|authoriz"):
            db.rows(sql)


def test_ids_of_servers_lead_to_nothing_outside(house: TestHouse) -> None:
    """UIDs, Gmail's ids, Message-IDs, labels and drafts of servers, where mail has them."""
    store, ids = house.store, {}
    for number, (name, labels) in enumerate((("in", "Clients"), ("out", "Private")), start=1):
        raw = mail(name, message_id=f"{name}@lee.example", more=f"X-GM-THRID: {number}\r\n")
        ids[name] = house.add(raw, frozenset({"INBOX", labels})).id
    store.messages.set_source_ids({id_: f"source {name}" for name, id_ in ids.items()})
    person = draft(house.runner()).unwrap()
    view = scoped(store, WORK, program="p", sealed=True, grant=one_folder("Clients"))
    runner = program(house, one_folder("Clients"))
    known_to(house)
    own = draft(runner).unwrap()
    with store.db.write(Changes(messages=True, labels=True)) as connection:
        for uid, (name, label) in enumerate((("in", "Clients"), ("out", "Private")), start=1):
            connection.execute(
                "INSERT INTO folder_copy VALUES ('work', ?, ?, ?, '')",
                (label, uid, f"source {name}"),
            )
            connection.execute(
                "INSERT INTO remote_label VALUES ('work', ?, ?, '', '', 1, 1, '')", (name, label)
            )
        for uid, draft_id in ((7, own.draft_id), (8, person.draft_id)):
            values = (draft_id, f"r{uid}", f"1:{uid}")
            connection.execute("INSERT INTO draft_link VALUES (?, 'work', ?, ?, '', 1)", values)
        connection.execute(
            "INSERT INTO sync_state (account_id, history_id, days) VALUES ('work', '77', 0)"
        )
    found = view.known_ids
    assert [uid for uid in (1, 2) if found.by_uid(uid)] == [1]
    assert found.uids(ids.values()) == {ids["in"]: ("Clients", 1)}
    for name, there in (("in", True), ("out", False)):
        assert bool(found.by_source(f"source {name}")) is there
        assert bool(found.by_rfc822(f"{name}@lee.example")) is there
    assert [bool(found.by_gmail_thread(number)) for number in ("1", "2")] == [True, False]
    assert [label.name for label in found.labels()] == ["Clients"]
    assert found.drafts_with_uid(7) == [own.draft_id]
    assert found.drafts_with_uid(8) == []
    assert (found.drafts("r7"), found.drafts("r8")) == ([own.draft_id], [])
    assert (found.history("work"), store.known_ids.history("work")) == ("", "77")
    assert len(store.known_ids.labels()) == 2
    state = view.sync_state.get("work")
    assert (state.total, state.history_id, view.sync_state.count_todo("work")) == (0, "", 0)


def _taken_back(store: Store, message: int, view: Store) -> None:
    with store.one_commit():
        store.messages.modify([message], remove=frozenset({"Clients"}))
        assert view.messages.count() == 1  # what is not committed changes nothing
        raise NotFound("taken back")


def test_what_is_seen_follows_the_mail_and_the_clock(house: TestHouse) -> None:
    message = house.add(mail(date="Mon, 21 Sep 2026 10:00:00 +0000"))
    store = house.store
    view = scoped(store, WORK, program="p", grant=one_folder("Clients"))
    assert view.messages.count() == 0
    store.messages.modify([message.id], add=frozenset({"Clients"}))
    assert view.messages.get(message.id).subject == "Budget"
    with pytest.raises(NotFound, match="taken back"):
        _taken_back(store, message.id, view)
    assert view.messages.count() == 1
    store.messages.delete([message.id])
    assert view.messages.count() == 0


def test_other_threads_see_the_same(house: TestHouse) -> None:
    ids = [
        house.add(mail(str(n), message_id=f"{n}@lee.example"), frozenset({"INBOX", "Clients"})).id
        for n in range(5)
    ]
    view = scoped(house.store, WORK, program="p", grant=one_folder("Clients"))
    wrong: list[object] = []

    def look() -> None:
        for _ in range(40):
            counted = view.messages.count()
            seen = [m for m in ids if view.messages.get_many([m])]
            if not 1 <= len(seen) <= 5 or counted > 5:
                wrong.append((counted, seen))

    threads = [Thread(target=look) for _ in range(3)]
    for thread in threads:
        thread.start()
    for id_ in ids[1:]:
        house.store.messages.modify([id_], remove=frozenset({"Clients"}))
    for thread in threads:
        thread.join()
    assert wrong == []
    assert view.messages.count() == 1
