"""Ways through the mail: in order, and no further than is asked."""

from __future__ import annotations

import apsw
import pytest

from desktop_app.model.address import Address
from desktop_app.search.parser import parse as query
from desktop_app.store.store import Store
from tests.store.mails import account, add, mail

OTHER = "other"


@pytest.fixture
def two(store: Store) -> Store:
    """Two accounts whose inboxes lie in each other, and twice as much mail that is in neither."""
    store.accounts.add(account(OTHER, Address("", "b@example.com")))
    for first, account_id in enumerate(("local", OTHER)):
        mails = [mail(f"word {n}", date=1000 * n) for n in range(first, 40, 2)]
        add(store, *mails, account_id=account_id)
    add(store, *(mail(f"word other {n}", date=700 * n) for n in range(80)), labels="")
    return store


def statements(store: Store, text: str) -> list[str]:
    """What SQLite says of how it goes about the search."""
    seen: list[str] = []
    connection = store.db.read()

    def see(_: object, sql: str, values: apsw.Bindings | None) -> bool:
        if "SELECT s.id" in sql:
            connection.exec_trace = None
            seen.extend(r[3] for r in connection.execute(f"EXPLAIN QUERY PLAN {sql}", values))
            connection.exec_trace = see
        return True

    connection.exec_trace = see
    try:
        store.finder.messages(query(text), limit=5)
    finally:
        connection.exec_trace = None
    return seen


def test_the_inboxes_of_several_accounts_are_one_list(two: Store) -> None:
    found = two.finder.messages(query("in:inbox"), limit=100)
    assert len(found) == 40
    assert [m.date for m in found] == sorted((m.date for m in found), reverse=True)
    assert {m.account_id for m in found[:2]} == {"local", OTHER}
    later = two.finder.messages(query("in:inbox"), limit=7, before=found[9].id)
    assert later == found[10:17]
    summaries = two.finder.summaries(query("in:inbox"), limit=100)
    assert summaries == [m.summary for m in found]


@pytest.mark.parametrize("text", ["in:inbox", "in:inbox is:unread", "", "word", "in:inbox word"])
def test_nothing_is_sorted_that_lies_in_order(two: Store, text: str) -> None:
    """Else the whole of two large inboxes is read for the first page."""
    plan = statements(two, text)
    assert plan
    assert not [step for step in plan if "TEMP B-TREE" in step]


def test_the_walk_along_labels_is_what_is_tested_here(two: Store) -> None:
    assert any("message_label" in step for step in statements(two, "in:inbox"))


def test_words_of_a_few_messages_are_listed_in_order_too(two: Store) -> None:
    """All of their postings are read, oldest first: only those are sorted then."""
    add(two, *(mail(f"rare {n}", date=500 * n) for n in (9, 3, 30)))
    assert any("TEMP B-TREE" in step for step in statements(two, "rare"))
    found = two.finder.messages(query("rare"), limit=9)
    assert [m.date for m in found] == [15000, 4500, 1500]
    assert two.finder.messages(query("rare"), limit=2) == found[:2]
    assert two.finder.messages(query("rare"), limit=9, before=found[0].id) == found[1:]
    assert two.finder.messages(query("rare in:inbox -nothing"), limit=9) == found
