"""Adding, reading, labelling and deleting messages."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop_app.mail.message.parse import parse
from desktop_app.model.address import Address
from desktop_app.model.changes import Changes
from desktop_app.model.errors import NotFound
from desktop_app.model.message import ParsedMessage
from desktop_app.search.parser import parse as query
from desktop_app.store.rows.message_record import content_digest
from desktop_app.store.store import Store
from tests.depths import examples
from tests.store.mails import add, mail, raw_mail


def found(store: Store, text: str) -> list[int]:
    return [m.id for m in store.finder.messages(query(text), limit=1000)]


def test_a_message_comes_back_as_it_was_given(store: Store) -> None:
    raw = raw_mail(
        "Some text.",
        id="1@example.com",
        subject="=?utf-8?q?Caf=C3=A9?=",
        references="0@example.com",
        headers=("Cc: Sam <sam@example.org>", "Reply-To: r@example.com", "List-Id: <l.example>"),
        attachment="plan.pdf",
    )
    parsed = parse(raw)
    (id_,) = add(store, parsed, labels="INBOX UNREAD Clients")
    stored = store.messages.get(id_)
    assert store.messages.raw(id_) == raw
    assert stored.labels == {"INBOX", "UNREAD", "Clients"}
    for name in ("from_", "to", "cc", "bcc", "reply_to", "subject", "snippet", "attachments"):
        assert getattr(stored, name) == getattr(parsed, name)
    assert (stored.rfc822_message_id, stored.references) == ("1@example.com", ("0@example.com",))
    assert (stored.date, stored.size, stored.list_id) == (parsed.date, len(raw), parsed.list_id)
    assert stored.account_id == "local"


def test_an_id_is_the_date_and_collisions_move_on_by_a_second(store: Store) -> None:
    ids = add(store, *(mail(f"number {n}", date=1_700_000_000) for n in range(5)))
    assert sorted(ids) == list(range(1_700_000_000, 1_700_000_005))
    assert [store.messages.get(i).date for i in ids] == [1_700_000_000] * 5


@pytest.mark.parametrize("date", [0, -5, 10**12])
def test_an_impossible_date_is_kept_within_bounds(store: Store, date: int) -> None:
    parsed = parse(b"Subject: no date\n\ntext", fallback_date=date)
    (id_,) = add(store, parsed)
    assert id_ >= 1
    assert 0 <= store.messages.get(id_).date <= 253_402_300_799


def test_the_same_mail_twice_is_one_and_gains_the_new_user_labels(store: Store) -> None:
    first = store.messages.add("local", [mail(id="1@x")], labels=[frozenset({"INBOX", "A"})])
    again = store.messages.add(
        "local", [mail(id="1@x")] * 2, labels=[frozenset({"UNREAD", "B"}), frozenset({"C"})]
    )
    assert (again.added, again.duplicates, set(again.ids)) == (0, 2, set(first.ids))
    assert store.messages.get(first.ids[0]).labels == {"INBOX", "A", "B", "C"}
    assert store.messages.count("local") == 1


@pytest.mark.parametrize(
    "field",
    ["X-Gmail-Labels: Inbox,\n Foo", "Status: RO", "X-Status: A", "x-keywords: a", "X-UID: 7"],
)
def test_bookkeeping_of_a_mailbox_does_not_make_another_mail(store: Store, field: str) -> None:
    (one,) = add(store, mail(id="1@x", headers=(field,)))
    (other,) = add(store, mail(id="1@x"))
    assert one == other


def test_line_ends_do_not_make_another_mail(store: Store) -> None:
    raw = raw_mail("two\nlines", id="1@x")
    assert add(store, parse(raw)) == add(store, parse(raw.replace(b"\n", b"\r\n")))


@pytest.mark.parametrize(
    "other", [{"text": "Other."}, {"id": "2@x"}, {"subject": "Status: other"}, {"date": 5}]
)
def test_any_other_difference_is_another_mail(store: Store, other: dict[str, object]) -> None:
    fields = {"text": "Hello.", "id": "1@x"}
    add(store, mail(**fields), mail(**{**fields, **other}))  # type: ignore[arg-type]
    assert store.messages.count() == 2


def test_two_accounts_keep_the_same_mail_apart(store: Store) -> None:
    from tests.store.mails import account

    store.accounts.add(account("other", Address("", "b@example.com")))
    one = store.messages.add("local", [mail(id="1@x")])
    two = store.messages.add("other", [mail(id="1@x")])
    assert one.ids != two.ids
    assert [m.id for m in store.messages.by_rfc822_id("other", "1@x")] == list(two.ids)


def test_changing_labels_returns_what_undo_needs(store: Store) -> None:
    one, two = add(store, mail("1"), mail("2"), labels="INBOX UNREAD Clients")
    store.messages.modify([two], add=frozenset({"STARRED"}))
    before = store.messages.modify(
        [one, two, 999], add=frozenset({"STARRED", "New"}), remove=frozenset({"INBOX", "Clients"})
    )
    assert store.messages.get(one).labels == {"UNREAD", "STARRED", "New"}
    store.messages.take_back(before.changes)
    assert store.messages.get(one).labels == {"INBOX", "UNREAD", "Clients"}
    assert store.messages.get(two).labels == {"INBOX", "UNREAD", "Clients", "STARRED"}


def test_what_does_not_change_is_not_reported_as_changed(store: Store) -> None:
    (one,) = add(store, mail(), labels="INBOX")
    assert store.messages.modify([one], add=frozenset({"INBOX"})).changes == {}


def test_a_deleted_message_is_gone_everywhere(store: Store) -> None:
    one, two = add(store, mail("zebra", id="1@x"), mail("zebra", id="2@x", references="1@x"))
    thread = store.messages.get(one).thread_id
    assert store.messages.delete([one, 999]) == 1
    with pytest.raises(NotFound):
        store.messages.get(one)
    with pytest.raises(NotFound):
        store.messages.raw(one)
    assert found(store, "zebra") == [two]
    assert [m.id for m in store.threads.get(thread).messages] == [two]
    assert next(x for x in store.labels.list() if x.id == "INBOX").total == 1
    store.messages.delete([two])
    with pytest.raises(NotFound):
        store.threads.get(thread)
    with store.db.reading() as connection:
        tables = ("message", "state", "raw", "message_label", "thread", "threading", "term")
        left = {t: connection.execute(f"SELECT count(*) FROM {t}").get for t in tables}
    assert set(left.values()) == {0}, left


def test_a_deleted_message_can_be_added_again(store: Store) -> None:
    (one,) = add(store, mail("zebra", id="1@x"))
    store.messages.delete([one])
    (again,) = add(store, mail("zebra", id="1@x"))
    assert found(store, "zebra") == [again]


def test_many_are_read_in_the_order_asked_and_missing_ones_left_out(store: Store) -> None:
    one, two, three = add(store, *(mail(str(n), date=1000 + n) for n in range(3)))
    assert [m.id for m in store.messages.get_many([two, 77, three, one])] == [two, three, one]
    assert store.messages.get_many([]) == []


def test_a_message_is_found_by_where_its_account_keeps_it(store: Store) -> None:
    ids = store.messages.add("local", [mail("1"), mail("2")], source_ids=["g1", ""]).ids
    assert [store.messages.get(id_).source_id for id_ in ids] == ["g1", ""]
    store.messages.set_source_ids({ids[0]: "g9"})
    assert store.messages.get(ids[0]).source_id == "g9"


def test_adding_is_announced_once(store: Store) -> None:
    heard: list[Changes] = []
    store.subscribe(heard.append)
    add(store, mail("1"), mail("2"))
    assert heard == [Changes(messages=True, labels=True)]


@pytest.fixture
def first() -> dict[bytes, bytes]:
    """The first copy of each mail that came into the store, which lives as long."""
    return {}


@given(
    parsed=st.lists(
        st.builds(
            ParsedMessage,
            raw=st.binary(max_size=50),
            date=st.integers(-(2**70), 2**70),
            rfc822_message_id=st.text(max_size=10),
            references=st.lists(st.text(max_size=5), max_size=3).map(tuple),
            from_=st.lists(st.builds(Address, st.text(max_size=5), st.text(max_size=9))).map(tuple),
            to=st.lists(st.builds(Address, st.text(max_size=5), st.text(max_size=9))).map(tuple),
            cc=st.just(()),
            bcc=st.just(()),
            reply_to=st.just(()),
            subject=st.text(alphabet=st.characters(), max_size=20),
            snippet=st.text(alphabet=st.characters(), max_size=20),
            text=st.text(alphabet=st.characters(), max_size=50),
            list_id=st.text(max_size=5),
        ),
        max_size=4,
    )
)
@settings(
    max_examples=examples(40),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_whatever_a_parser_gives_is_stored_and_read_back(
    store: Store, first: dict[bytes, bytes], parsed: list[ParsedMessage]
) -> None:
    """Byte for byte, and once: the first copy stays when one with other line ends comes."""
    ids = store.messages.add("local", parsed).ids
    kept = [first.setdefault(content_digest("local", p.raw), p.raw) for p in parsed]
    assert [store.messages.raw(i) for i in ids] == kept
    assert len(store.messages.get_many(ids)) == len(ids)
