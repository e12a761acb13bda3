"""Conversations put together as their messages come in."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop_app.mail.message.parse import parse
from desktop_app.model.errors import NotFound
from desktop_app.model.message import ParsedMessage
from desktop_app.search.parser import parse as query
from desktop_app.store.store import Store
from tests.store.mails import add, mail, opened


def partition(store: Store) -> set[frozenset[str]]:
    """The message ids, by conversation."""
    rows = store.finder.threads(query("in:anywhere"), limit=1000)
    threads = [store.threads.get(row.id) for row in rows]
    assert [len(t.messages) for t in threads] == [row.message_count for row in rows]
    return {frozenset(m.rfc822_message_id for m in t.messages) for t in threads}


CHAIN = [
    mail("a", id="a@x", date=1000),
    mail("b", id="b@x", date=2000, references="a@x"),
    mail("c", id="c@x", date=3000, references="a@x b@x"),
]


@pytest.mark.parametrize("order", list(permutations(range(3))))
@pytest.mark.parametrize("together", [True, False])
def test_a_thread_is_one_in_whatever_order_it_arrives(
    store: Store, order: tuple[int, ...], together: bool
) -> None:
    mails = [CHAIN[n] for n in order]
    if together:
        add(store, *mails)
    else:
        for one in mails:
            add(store, one)
    assert partition(store) == {frozenset({"a@x", "b@x", "c@x"})}
    (row,) = store.finder.threads(query(""), limit=10)
    thread = store.threads.get(row.id)
    assert [m.rfc822_message_id for m in thread.messages] == ["a@x", "b@x", "c@x"]
    assert (row.date, row.message_count) == (3000, 3)


def test_siblings_meet_before_their_parent_arrives(store: Store) -> None:
    add(store, mail("b", id="b@x", references="a@x"))
    add(store, mail("c", id="c@x", references="a@x"))
    assert partition(store) == {frozenset({"b@x", "c@x"})}


def test_a_late_message_merges_two_threads(store: Store) -> None:
    add(store, mail("a", id="a@x", date=10), mail("z", id="z@x", date=20), labels="INBOX UNREAD")
    assert len(partition(store)) == 2
    add(store, mail("m", id="m@x", date=30, references="a@x z@x"))
    assert partition(store) == {frozenset({"a@x", "z@x", "m@x"})}
    (row,) = store.finder.threads(query(""), limit=10)
    assert (row.message_count, row.unread_count) == (3, 2)
    add(store, mail("later", id="l@x", references="z@x"))
    assert len(partition(store)) == 1


def test_the_same_subject_alone_joins_nothing(store: Store) -> None:
    add(store, mail("1", id="1@x", subject="Lunch"), mail("2", id="2@x", subject="Re: Lunch"))
    assert len(partition(store)) == 2


def test_mails_without_any_id_stay_alone(store: Store) -> None:
    add(store, *(parse(f"Subject: s{n}\n\ntext".encode()) for n in range(3)))
    assert len(store.finder.threads(query(""), limit=10)) == 3


def test_gmails_thread_id_decides_where_there_is_one(store: Store) -> None:
    def gmail(id_: str, thread: str, references: str = "") -> ParsedMessage:
        return mail(id_, id=id_, references=references, headers=(f"X-GM-THRID: {thread}",))

    add(store, gmail("a@x", "7"), gmail("b@x", "8", "a@x"), gmail("c@x", "7"))
    assert partition(store) == {frozenset({"a@x", "c@x"}), frozenset({"b@x"})}
    add(store, mail("local reply", id="d@x", references="b@x"))
    assert frozenset({"b@x", "d@x"}) in partition(store)


def test_threads_of_two_accounts_stay_apart(store: Store) -> None:
    from desktop_app.model.address import Address
    from tests.store.mails import account

    store.accounts.add(account("other", Address("", "b@example.com")))
    store.messages.add("local", [CHAIN[0]])
    store.messages.add("other", [CHAIN[1]])
    assert len(store.finder.threads(query(""), limit=10)) == 2
    assert len(store.finder.threads(query(""), limit=10, account_id="other")) == 1


def test_a_row_says_who_wrote_in_order_and_what_is_in_it(store: Store) -> None:
    add(
        store,
        mail("b", id="b@x", date=2000, references="a@x", sender="Sam <sam@example.org>"),
        labels="INBOX UNREAD Clients",
    )
    add(store, mail("a", id="a@x", date=1000, subject="First", attachment="a.pdf"), labels="SENT")
    add(store, mail("c", id="c@x", date=3000, references="a@x", subject="Re: First"))
    (row,) = store.finder.threads(query(""), limit=10)
    assert [p.first_name for p in row.people] == ["Dana", "Sam"]
    assert row.subject == "First"
    assert row.labels == {"INBOX", "UNREAD", "SENT", "Clients"}
    assert (row.unread_count, row.has_attachments, row.snippet) == (1, True, "c")


def test_reading_a_message_is_seen_in_its_row(store: Store) -> None:
    (one,) = add(store, mail(), labels="INBOX UNREAD")
    store.messages.modify([one], remove=frozenset({"UNREAD", "INBOX"}))
    (row,) = store.finder.threads(query(""), limit=10)
    assert not row.unread
    assert row.labels == set()


def test_deleting_the_first_message_leaves_the_rest_together(store: Store) -> None:
    ids = add(store, *CHAIN)
    store.messages.delete([ids[0]])
    assert partition(store) == {frozenset({"b@x", "c@x"})}
    add(store, mail("d", id="d@x", references="a@x"))
    assert partition(store) == {frozenset({"b@x", "c@x", "d@x"})}


def test_a_missing_thread_is_not_found(store: Store) -> None:
    with pytest.raises(NotFound):
        store.threads.get(5)


def test_a_hostile_chain_of_references_is_cut(store: Store) -> None:
    chain = " ".join(f"{n}@x" for n in range(500))
    add(store, mail("a", id="0@x"), mail("b", id="b@x", references=chain))
    assert partition(store) == {frozenset({"0@x", "b@x"})}


@given(
    st.lists(st.lists(st.integers(0, 7), max_size=3), min_size=8, max_size=8),
    st.randoms(use_true_random=False),
    st.integers(1, 8),
)
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_order_and_batching_gives_the_connected_components(
    tmp_path_factory: pytest.TempPathFactory,
    links: list[list[int]],
    shuffle: st.DrawFn,
    size: int,
) -> None:
    mails = [
        mail(str(n), id=f"{n}@x", date=1000 + n, references=" ".join(f"{r}@x" for r in refs))
        for n, refs in enumerate(links)
    ]
    shuffle.shuffle(mails)  # type: ignore[attr-defined]
    with opened(tmp_path_factory.mktemp("profile")) as store:
        for at in range(0, 8, size):
            add(store, *mails[at : at + size])
        assert partition(store) == components(links)


def components(links: list[list[int]]) -> set[frozenset[str]]:
    groups = [{n} for n in range(len(links))]
    for n, refs in enumerate(links):
        joined = set().union(*(g for g in groups if g & {n, *refs}), {n})
        groups = [g for g in groups if not g & joined] + [joined]
    return {frozenset(f"{n}@x" for n in group) for group in groups}
