"""Saved searches: a name and a query."""

from __future__ import annotations

import pytest

from desktop_app.model.changes import Changes
from desktop_app.model.errors import BadInput
from desktop_app.store.store import Store


def listed(store: Store) -> list[tuple[str, str]]:
    return [(s.name, s.query) for s in store.saved_searches.list()]


def test_searches_are_kept_in_the_order_they_were_saved(store: Store) -> None:
    store.saved_searches.save("Waiting", "from:me")
    store.saved_searches.save("  Big   ones ", "larger:5M")
    assert listed(store) == [("Waiting", "from:me"), ("Big ones", "larger:5M")]


def test_the_same_name_replaces_the_query_in_its_place(store: Store) -> None:
    store.saved_searches.save("Waiting", "from:me")
    store.saved_searches.save("Big", "larger:5M")
    store.saved_searches.save("Waiting", "to:me")
    assert listed(store) == [("Waiting", "to:me"), ("Big", "larger:5M")]


def test_a_deleted_search_is_gone_and_deleting_it_twice_is_no_error(store: Store) -> None:
    heard: list[Changes] = []
    store.saved_searches.save("Waiting", "from:me")
    store.subscribe(heard.append)
    store.saved_searches.delete("Waiting")
    store.saved_searches.delete("Waiting")
    assert listed(store) == []
    assert heard[0] == Changes(searches=True)


def test_a_search_needs_a_name(store: Store) -> None:
    with pytest.raises(BadInput):
        store.saved_searches.save("  ", "x")
