"""Labels: counts that are always right, making, renaming, deleting."""

from __future__ import annotations

import random

import pytest

from desktop_app.model.errors import BadInput, Conflict, NotFound
from desktop_app.search.parser import parse as query
from desktop_app.store.store import Store
from tests.store.mails import add, mail


def counts(store: Store) -> dict[str, tuple[int, int]]:
    return {x.id: (x.total, x.unread) for x in store.labels.list("local") if x.total or x.unread}


def test_system_labels_are_there_from_the_start_and_come_first(store: Store) -> None:
    store.labels.create("local", "aardvark")
    listed = store.labels.list("local")
    assert [x.id for x in listed[:3]] == ["INBOX", "UNREAD", "STARRED"]
    assert listed[0].system
    assert (listed[-1].id, listed[-1].system) == ("aardvark", False)
    assert store.labels.list() == listed


def test_counts_follow_every_change(store: Store) -> None:
    rng = random.Random(3)
    names = ["INBOX", "UNREAD", "STARRED", "A", "B c", "TRASH"]
    ids = list(add(store, *(mail(str(n)) for n in range(30)), labels="INBOX UNREAD"))
    for _ in range(40):
        some = rng.sample(ids, min(len(ids), 5))
        more = frozenset(rng.sample(names, 2))
        before = store.messages.modify(some, add=more, remove=frozenset(rng.sample(names, 2)))
        if rng.random() < 0.3:
            store.messages.restore_labels(before)
        if rng.random() < 0.2:
            store.messages.delete([ids.pop()])
    messages = store.messages.get_many(ids)
    expected = {
        name: (
            sum(name in m.labels for m in messages),
            sum(name in m.labels and m.unread for m in messages),
        )
        for name in names
    }
    assert counts(store) == {name: n for name, n in expected.items() if n != (0, 0)}
    assert store.messages.count() == len(ids)
    for name in names:
        found = store.finder.count(query(f'in:anywhere label:"{name}"'))
        assert found == expected[name][0]


def test_a_label_is_made_once_whatever_its_case(store: Store) -> None:
    assert store.labels.create("local", "  My   Clients ").id == "My Clients"
    with pytest.raises(Conflict):
        store.labels.create("local", "my clients")


@pytest.mark.parametrize("name", ["inbox", "Starred", "SPAM"])
def test_a_built_in_name_is_refused(store: Store, name: str) -> None:
    with pytest.raises(Conflict, match="built-in"):
        store.labels.create("local", name)


@pytest.mark.parametrize("name", ["", "  ", "x" * 300])
def test_a_label_needs_a_fitting_name(store: Store, name: str) -> None:
    with pytest.raises(BadInput):
        store.labels.create("local", name)


def test_renaming_keeps_the_messages(store: Store) -> None:
    (one,) = add(store, mail(), labels="Old UNREAD")
    store.labels.rename("local", "Old", "New")
    assert store.messages.get(one).labels == {"New", "UNREAD"}
    assert counts(store)["New"] == (1, 1)
    assert store.finder.count(query("label:new")) == 1
    with pytest.raises(NotFound):
        store.labels.rename("local", "Old", "Other")


def test_a_label_can_change_its_case(store: Store) -> None:
    store.labels.create("local", "clients")
    assert store.labels.rename("local", "clients", "Clients").id == "Clients"


def test_deleting_a_label_leaves_the_messages(store: Store) -> None:
    (one,) = add(store, mail(), labels="Old INBOX")
    assert store.labels.delete("local", "Old") == (one,)
    assert store.messages.get(one).labels == {"INBOX"}
    assert store.finder.count(query("has:userlabels")) == 0
    with pytest.raises(NotFound):
        store.labels.delete("local", "Old")


def test_a_system_label_can_be_neither_renamed_nor_deleted(store: Store) -> None:
    add(store, mail(), labels="INBOX")
    with pytest.raises(NotFound):
        store.labels.delete("local", "INBOX")
    with pytest.raises(NotFound):
        store.labels.rename("local", "INBOX", "Box")
