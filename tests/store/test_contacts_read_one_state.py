"""What is read of people in several statements is of one state, whoever deletes meanwhile."""

from __future__ import annotations

from threading import Thread
from typing import Any

import pytest

from desktop_app.model.contact import PersonRef
from desktop_app.store.contacts import contact_rows
from desktop_app.store.store import Store
from tests.store.mails import add, mail

ANNA = PersonRef(key="anna@x.example")


@pytest.fixture
def deleted_meanwhile(store: Store, monkeypatch: pytest.MonkeyPatch) -> Store:
    """Anna is noted, in a group, and deleted by another thread between two statements."""
    add(store, mail(sender="Anna Berg <anna@x.example>"))
    store.contacts.note(ANNA, name="Mum", groups=("Family",))
    real = contact_rows.contacts

    def contacts(*given: Any, **more: Any) -> Any:
        thread = Thread(target=lambda: store.contacts.forget([ANNA]))
        thread.start()
        thread.join()
        return real(*given, **more)

    monkeypatch.setattr(contact_rows, "contacts", contacts)
    return store


def test_one_person(deleted_meanwhile: Store) -> None:
    found = deleted_meanwhile.contacts.get(ANNA)
    assert found is not None
    assert found.name == "Mum"
    assert deleted_meanwhile.contacts.get(ANNA) is None


def test_people_of_keys(deleted_meanwhile: Store) -> None:
    assert set(deleted_meanwhile.contacts.of_keys([ANNA.key])) == {ANNA.key}


def test_a_group(deleted_meanwhile: Store) -> None:
    assert [a.key for a in deleted_meanwhile.contacts.groups.addresses("Family")] == [ANNA.key]
