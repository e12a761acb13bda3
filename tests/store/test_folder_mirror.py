"""The mirror of a server's folders: what has changed, whatever way the copies went."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.model.account import Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.errors import NotFound
from desktop_app.model.folder import FolderCursor, FoundCopy
from desktop_app.model.remote import LabelChange, RemoteRef
from desktop_app.store.server.folder_mirror import FolderMirror
from desktop_app.store.store import Store
from tests.fakes.new_profile import new_profile

INBOX, ARCHIVE = frozenset({"INBOX"}), frozenset({"folder:Archive"})


def copy(uid: int, id_: str, labels: frozenset[str] = INBOX, date: int = 0) -> FoundCopy:
    return FoundCopy(uid, id_, "", date or uid, 100, labels)


@pytest.fixture
def mirror(store: Store) -> FolderMirror:
    return made(store, "a")


def made(store: Store, account_id: str) -> FolderMirror:
    me = Identity(Address("Me", "me@x.example"), default=True)
    store.accounts.add(Account(account_id, "imap", account_id, (me,)))
    return store.folder_mirror(account_id)


def test_what_comes_is_told_once(mirror: FolderMirror) -> None:
    start = mirror.newest()
    mirror.add("INBOX", [copy(1, "m1"), copy(2, "m2")])
    assert mirror.history(start).events == ()
    mirror.settle()
    told = mirror.history(start)
    assert set(told.events) == {RemoteRef("m1", ""), RemoteRef("m2", "")}
    mirror.settle()
    assert mirror.history(told.history_id).events == ()


def test_a_move_is_a_change_of_labels(mirror: FolderMirror) -> None:
    mirror.add("INBOX", [copy(1, "m1")])
    mirror.settle()
    start = mirror.newest()
    mirror.drop("INBOX", [1])
    mirror.add("Archive", [copy(9, "m1", ARCHIVE)])
    mirror.settle()
    assert mirror.history(start).events == (LabelChange("m1", "", ARCHIVE, INBOX),)


def test_what_no_folder_has_can_be_left_for_later(mirror: FolderMirror) -> None:
    mirror.add("INBOX", [copy(1, "m1"), copy(2, "m2")])
    mirror.settle()
    start = mirror.newest()
    mirror.drop("INBOX", [1])
    mirror.add("INBOX", [copy(3, "m3")])
    mirror.settle(gone=False)
    first = mirror.history(start)
    assert first.events == (RemoteRef("m3", ""),)
    mirror.add("Archive", [copy(9, "m1", ARCHIVE)])
    mirror.settle()
    assert mirror.history(first.history_id).events == (LabelChange("m1", "", ARCHIVE, INBOX),)


def test_when_all_flags_were_read_is_kept_with_the_folder(mirror: FolderMirror) -> None:
    mirror.keep(FolderCursor("INBOX", 7, 3, 0, 2))
    assert mirror.flags_at("INBOX") == 0
    mirror.note_flags("INBOX", 5.0)
    mirror.keep(FolderCursor("INBOX", 7, 4, 0, 3))
    assert mirror.flags_at("INBOX") == 5.0
    mirror.want_flags()
    assert mirror.flags_at("INBOX") == 0
    mirror.note_flags("INBOX", 5.0)
    mirror.drop_folder("INBOX")
    assert mirror.flags_at("INBOX") == 0


def test_uids_that_are_no_longer_valid_change_nothing(mirror: FolderMirror) -> None:
    mirror.add("INBOX", [copy(1, "m1"), copy(2, "m2")])
    mirror.keep(FolderCursor("INBOX", 7, 3, 0, 2))
    mirror.settle()
    start = mirror.newest()
    mirror.drop_folder("INBOX")
    mirror.add("INBOX", [copy(100, "m1"), copy(101, "m2")])
    mirror.settle()
    assert mirror.history(start).events == ()
    assert mirror.folders() == {}


def test_what_is_gone_from_every_folder_is_gone(mirror: FolderMirror) -> None:
    mirror.add("INBOX", [copy(1, "m1")])
    mirror.add("Archive", [copy(1, "m1", ARCHIVE)])
    mirror.settle()
    start = mirror.newest()
    mirror.drop("INBOX", [1])
    mirror.settle()
    mirror.drop("Archive", [1])
    mirror.settle()
    events = (LabelChange("m1", "", frozenset(), INBOX), "m1")
    assert mirror.history(start).events == events
    assert mirror.places(["m1"]) == {}
    assert mirror.total() == 0


def test_what_came_and_went_between_two_looks_is_not_told(mirror: FolderMirror) -> None:
    mirror.add("INBOX", [copy(1, "m1")])
    mirror.drop("INBOX", [1])
    mirror.settle()
    assert mirror.history("0").events == ()


def test_flags_change_labels(mirror: FolderMirror) -> None:
    mirror.add("INBOX", [copy(1, "m1", INBOX | {"UNREAD"})])
    mirror.settle()
    start = mirror.newest()
    mirror.relabel("INBOX", {1: INBOX, 99: INBOX})
    mirror.settle()
    assert mirror.history(start).events == (
        LabelChange("m1", "", frozenset(), frozenset({"UNREAD"})),
    )


def test_accounts_are_apart(mirror: FolderMirror, store: Store) -> None:
    other = made(store, "b")
    mirror.add("INBOX", [copy(1, "m1")])
    mirror.settle()
    assert other.copies("INBOX") == {}
    assert other.history("0").events == ()
    store.db.rows("SELECT 1", ())
    assert mirror.copies("INBOX")[1].message_id == "m1"


def test_pages_are_newest_first_and_hold_each_message_once(mirror: FolderMirror) -> None:
    mirror.add("INBOX", [copy(uid, f"m{uid}", date=uid // 2) for uid in range(1, 30)])
    mirror.add("Archive", [copy(uid, f"m{uid}", ARCHIVE, date=uid // 2) for uid in range(5, 9)])
    seen, token = [], ""
    while True:
        page = mirror.page(since=3, label="", token=token, limit=4)
        seen += [ref.id for ref in page.refs]
        token = page.token
        if not token:
            break
    assert len(seen) == len(set(seen)) == 24
    assert seen[0] in {"m28", "m29"}
    archived = mirror.page(since=0, label="folder:Archive", token="", limit=50)
    assert {ref.id for ref in archived.refs} == {"m5", "m6", "m7", "m8"}


@pytest.mark.parametrize("start", ["", "x", "999999999"])
def test_a_history_id_that_is_none_is_not_found(mirror: FolderMirror, start: str) -> None:
    with pytest.raises(NotFound):
        mirror.history(start)


STEPS = st.lists(
    st.tuples(
        st.sampled_from(("add", "drop", "flag", "settle")),
        st.sampled_from(("INBOX", "Archive")),
        st.integers(1, 4),
    ),
    max_size=25,
)


@given(steps=STEPS)
def test_the_changes_lead_to_what_the_folders_have(steps: list[tuple[str, str, int]]) -> None:
    """Whoever follows the history has the labels of every message in the end."""
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as folder:
        store = Store(new_profile(Path(folder)))
        mirror = made(store, "a")
        here: dict[str, frozenset[str]] = {}
        start, uids = mirror.newest(), iter(range(1, 1000))
        for what, box, number in steps:
            id_, own = f"m{number}", INBOX if box == "INBOX" else ARCHIVE
            held = [c.uid for c in mirror.copies(box).values() if c.message_id == id_]
            if what == "add":
                mirror.add(box, [copy(next(uids), id_, own)])
            elif what == "drop":
                mirror.drop(box, held)
            elif what == "flag":
                mirror.relabel(box, dict.fromkeys(held, own | {"STARRED"}))
            else:
                mirror.settle()
        mirror.settle()
        for event in mirror.history(start).events:
            if isinstance(event, str):
                del here[event]
            elif isinstance(event, RemoteRef):
                places = mirror.places([event.id]).get(event.id, ())
                here[event.id] = frozenset().union(*(p.labels for p in places))
            elif event.id in here:
                here[event.id] = (here[event.id] | event.added) - event.removed
        there = mirror.places([f"m{n}" for n in range(1, 5)])
        expected = {i: frozenset().union(*(p.labels for p in ps)) for i, ps in there.items()}
        assert here == expected
        store.close()
