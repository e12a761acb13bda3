"""Completion of recipients, and who is known."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.store.mail.people import People
from desktop_app.store.store import Store
from tests.store.mails import NOW, add, mail

DAY = 86400


def sent(store: Store, to: str, days_ago: int = 1) -> None:
    date = int(NOW) - days_ago * DAY
    own = mail(f"to {to} {days_ago}", sender="alex@fernhill.example", to=to, date=date)
    add(store, own, labels="SENT")


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


ME, OTHER = "alex@fernhill.example", "mallory@drop.example"


def test_only_whom_the_person_wrote_to_is_known(store: Store) -> None:
    add(store, mail(sender=OTHER, to=ME, headers=("Cc: Copy@drop.example",)))
    sent(store, "Dana <Dana@x.example>")
    keys = [OTHER, ME, "copy@drop.example", "dana@x.example", "e\0@x", "@", ""]
    assert store.people.written_to(keys) == {"dana@x.example"}
    assert store.people.written_to([]) == set()


@pytest.mark.parametrize("field", ["To", "Cc", "Bcc"])
def test_each_field_of_sent_mail_makes_known(store: Store, field: str) -> None:
    own = mail(sender=ME, to="x@x.example", headers=(f"{field}: Dana <dana@x.example>",))
    add(store, own, labels="SENT")
    assert store.people.written_to(["dana@x.example"]) == {"dana@x.example"}


@pytest.mark.parametrize("labels", ["INBOX", "SPAM", "TRASH", "DRAFT", "INBOX UNREAD"])
def test_a_forged_own_sender_in_mail_that_came_in_makes_nobody_known(
    store: Store, labels: str
) -> None:
    add(store, mail(sender=ME, to=OTHER), labels=labels)
    assert store.people.written_to([OTHER]) == set()
    assert [a.email for a in store.people.correspondents()] == []


@pytest.mark.parametrize(("kind", "known"), [("local", True), ("imap", False), ("google", False)])
def test_archived_mail_from_an_own_address_counts_where_no_server_says_what_was_sent(
    store: Store, kind: str, known: bool
) -> None:
    account = store.accounts.get("local")
    store.accounts.update(replace(account, kind=kind))
    add(store, mail(sender=ME, to=OTHER), labels="Archive")
    assert (store.people.written_to([OTHER]) == {OTHER}) == known


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("dana.lee@example.com", "lee@example.com"),
        ("lee@example.com.drop.example", "lee@example.com"),
        ("dana_lee@x.example", "dana.lee@x.example"),
        ("dana@x.example", "dána@x.example"),
    ],
)
def test_an_address_that_only_has_the_same_words_is_another(
    store: Store, written: str, asked: str
) -> None:
    sent(store, written)
    assert store.people.written_to([asked]) == set()
    assert store.people.written_to([written]) == {written}


def test_people_of_accounts_that_a_program_may_not_see_are_not_known_to_it(store: Store) -> None:
    sent(store, "dana@x.example")
    narrow = People(store.db, among=frozenset({"other"}))
    assert narrow.written_to(["dana@x.example"]) == set()
    assert narrow.correspondents() == ()
    assert People(store.db, among=frozenset({"local"})).written_to(["dana@x.example"])
