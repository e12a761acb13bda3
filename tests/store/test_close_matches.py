"""Conversations that are close to a query, over the index as it is."""

from __future__ import annotations

import pytest

from desktop_app.model.address import Address
from desktop_app.search.parser import parse
from desktop_app.search.widening import How
from desktop_app.store.mail.finder import CloseMatches
from desktop_app.store.store import Store
from tests.store.mails import account, add, mail

SUBJECTS = (
    "Lease renewal for unit four",
    "Quarterly report of the workshop",
    "Bookshelf for the school",
    "Rechnungen der Schreinerei",
    "Müller wants a bench",
    "Garden party and the weather",
)


@pytest.fixture
def full(store: Store) -> Store:
    add(store, *(mail(subject=subject, date=1000 * n) for n, subject in enumerate(SUBJECTS, 1)))
    return store


def close(store: Store, text: str, **more: object) -> CloseMatches:
    query = parse(text)
    exact = [row.id for row in store.finder.threads(query, limit=50)]
    return store.finder.close(query, besides=exact, limit=20, **more)  # type: ignore[arg-type]


def subjects(found: CloseMatches) -> list[str]:
    return [row.subject for row in found.threads]


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("leases renewals", SUBJECTS[0]),
        ("quaterly reports", SUBJECTS[1]),
        ("book shelf school", SUBJECTS[2]),
        ("mueller bench", SUBJECTS[4]),
        ("garden parties zebra", SUBJECTS[5]),
        ("lease zebra quantum", SUBJECTS[0]),
    ],
)
def test_what_is_half_remembered_comes_first(full: Store, text: str, subject: str) -> None:
    assert subjects(close(full, text))[:1] == [subject]


def test_what_the_query_itself_finds_is_not_close(full: Store) -> None:
    assert subjects(close(full, "lease renewal")) == []
    add(full, mail(subject="Leases that ended", date=9_000))
    assert subjects(close(full, "lease")) == ["Leases that ended"]


def test_operators_bind(full: Store) -> None:
    assert subjects(close(full, "leases in:trash")) == []
    assert subjects(close(full, "leases -renewal")) == []
    assert subjects(close(full, 'leases "renewal for"')) == [SUBJECTS[0]]
    assert subjects(close(full, 'leases "for renewal"')) == []


def test_a_conversation_is_close_whose_mails_have_a_word_each(store: Store) -> None:
    add(store, mail("The boat is white.", id="a@x", subject="Sale"))
    add(store, mail("Which harbour?", id="b@x", subject="Re: Sale", references="a@x", date=2))
    add(store, mail("Another harbour.", id="c@x", subject="Walk", date=3))
    assert subjects(close(store, "boats harbours")) == ["Re: Sale"]


def test_the_languages_are_those_of_the_mail(store: Store) -> None:
    add(
        store,
        *(
            mail(f"{n} und nicht die Rechnung", date=n, id=f"{n}@x", subject="Post")
            for n in range(1, 9)
        ),
    )
    add(store, mail(subject="Rechnungen", date=99))
    found = close(store, "rechnung")
    assert subjects(found) == ["Rechnungen"]
    assert [v.how for v in found.words[0].others] == [How.FORM]


def test_another_account_is_not_looked_into(full: Store) -> None:
    full.accounts.add(account("other", Address("", "b@example.com")))
    assert subjects(close(full, "leases", account_id="other")) == []


def test_a_query_without_a_bare_word_has_nothing_close(full: Store) -> None:
    assert close(full, "subject:lease") == CloseMatches()
    assert close(full, "") == CloseMatches()
