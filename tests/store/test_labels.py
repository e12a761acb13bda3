"""Labels: counts that are always right, making, renaming, deleting."""

from __future__ import annotations

import random

import pytest

from desktop_app.model.errors import BadInput, Conflict
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
            store.messages.take_back(before.changes)
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


HIDDEN = ["", " ", "\u200b", "a\u202eb", "a\x00b", "\u2066\u2069", "\x1by"]


@pytest.mark.parametrize("name", HIDDEN)
def test_a_label_has_a_name_that_is_seen(store: Store, name: str) -> None:
    for way in (store.labels.create, store.labels.refuse_name):
        with pytest.raises(BadInput):
            way("local", name)
    store.labels.create("local", "Work")
    with pytest.raises(BadInput):
        store.labels.rename("local", "Work", name)
    assert [label.name for label in store.labels.list("local") if not label.system] == ["Work"]


@pytest.mark.parametrize("name", ["Äpfel", "仕事", "می‌خواهم", "🏳️‍🌈", "Work/2026"])
def test_a_label_may_be_written_in_any_script(store: Store, name: str) -> None:
    assert store.labels.create("local", name).name == name
