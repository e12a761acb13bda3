"""Completion of recipients, and who is known."""

from __future__ import annotations

import pytest

from desktop_app.store.store import Store
from tests.store.mails import NOW, add, mail

DAY = 86400


def sent(store: Store, to: str, days_ago: int = 1) -> None:
    date = int(NOW) - days_ago * DAY
    add(store, mail(f"to {to} {days_ago}", sender="alex@fernhill.example", to=to, date=date))


def received(store: Store, sender: str, days_ago: int = 1) -> None:
    add(store, mail(f"from {sender} {days_ago}", sender=sender, date=int(NOW) - days_ago * DAY))


def complete(store: Store, typed: str) -> list[str]:
    return [a.email for a in store.people.complete(typed)]


def test_those_written_to_come_before_those_heard_from(store: Store) -> None:
    for days in range(1, 6):
        received(store, "Dave <dave@example.com>", days)
    sent(store, "Dana Lee <dana@example.com>", 300)
    assert complete(store, "da") == ["dana@example.com", "dave@example.com"]


def test_often_and_lately_comes_first(store: Store) -> None:
    for days in (700, 701, 702):
        sent(store, "old@x.example", days)
    sent(store, "one@x.example", 2)
    sent(store, "two@x.example", 2)
    sent(store, "two@x.example", 3)
    assert complete(store, "x.ex") == ["two@x.example", "one@x.example", "old@x.example"]


@pytest.mark.parametrize("typed", ["lee", "dana l", "DANA@EX", "example com", "Léé", "da le"])
def test_any_word_of_name_and_address_may_be_begun(store: Store, typed: str) -> None:
    sent(store, "Dana Lee <dana@example.com>")
    assert complete(store, typed) == ["dana@example.com"]


@pytest.mark.parametrize("typed", ["", "  ", "zzz", "@", "dana zzz"])
def test_what_fits_nobody_offers_nobody(store: Store, typed: str) -> None:
    sent(store, "Dana Lee <dana@example.com>")
    assert complete(store, typed) == []


def test_a_name_that_becomes_known_later_is_shown_and_found(store: Store) -> None:
    sent(store, "dana@example.com", 5)
    received(store, "Dana Lee <Dana@Example.com>", 1)
    (person,) = store.people.complete("lee")
    assert (person.name, person.key) == ("Dana Lee", "dana@example.com")


def test_everyone_on_a_stored_mail_is_known(store: Store) -> None:
    add(store, mail(sender="a@x.example", to="b@x.example", headers=("Cc: C@x.example",)))
    keys = ["a@x.example", "b@x.example", "c@x.example", "d@x.example", "e\0@x"]
    assert store.people.known(keys) == {"a@x.example", "b@x.example", "c@x.example"}
    assert store.people.known([]) == set()
