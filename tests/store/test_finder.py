"""Finding: order, pages, places, statistics, and stopping."""

from __future__ import annotations

from dataclasses import replace
from threading import Event

import pytest

from desktop_app.model.address import Address
from desktop_app.model.errors import Cancelled, QueryError
from desktop_app.model.message import Attachment
from desktop_app.search.parser import parse as query
from desktop_app.store.store import Store
from tests.store.mails import account, add, mail


def test_messages_come_newest_first_and_in_pages(store: Store) -> None:
    ids = add(store, *(mail(f"x {n}", date=1000 * n) for n in range(1, 8)))
    first = store.finder.messages(query("x"), limit=3)
    second = store.finder.messages(query("x"), limit=3, before=first[-1].id)
    assert [m.id for m in first + second] == sorted(ids, reverse=True)[:6]


def test_a_summary_says_what_the_message_says(store: Store) -> None:
    parts = (("a.pdf", False), ("b.png", True))
    shown = [
        Attachment(str(n), name, "x/y", 1, "", inline) for n, (name, inline) in enumerate(parts)
    ]
    one = mail("word 1", sender="Dana Lee <dana@x.example>", to="a@x.example, Bo <b@x.example>")
    add(store, replace(one, attachments=tuple(shown)), labels="INBOX UNREAD Clients")
    other = replace(mail("word 3"), from_=(), to=(), attachments=tuple(shown[1:]))
    add(store, other, labels="TRASH")
    add(store, mail("word 2", to="alex@fernhill.example"), labels="")
    everything = query("word in:anywhere")
    found = store.finder.messages(everything, limit=9)
    summaries = store.finder.summaries(everything, limit=9)
    assert len(summaries) == 3
    assert summaries == [m.summary for m in found]
    assert [m.unread for m in summaries] == [m.unread for m in found]
    assert store.finder.summaries(everything, limit=1, before=summaries[0].id) == summaries[1:2]


def test_spam_and_trash_stay_out_unless_asked_for(store: Store) -> None:
    add(store, mail("word 1"), labels="SPAM")
    add(store, mail("word 2"), labels="TRASH")
    add(store, mail("word 3"), labels="INBOX")

    def count(text: str, **more: bool) -> int:
        return store.finder.count(query(text), **more)  # type: ignore[arg-type]

    assert count("word") == 1
    assert count("word", include_spam_trash=True) == 3
    assert count("word in:anywhere") == 3
    assert count("in:spam") == count("in:trash") == count("label:spam") == 1
    assert count("word -in:spam") == 1


def test_one_account_may_be_asked_alone(store: Store) -> None:
    store.accounts.add(account("other", Address("", "b@example.com")))
    add(store, mail("word 1", to="b@example.com"))
    store.messages.add("other", [mail("word 2", to="b@example.com")])
    assert store.finder.count(query("word")) == 2
    assert store.finder.count(query("word"), account_id="other") == 1
    assert store.finder.count(query("to:me")) == 2
    assert store.finder.count(query("to:me"), account_id="local") == 0


def test_a_thread_stands_at_its_newest_match_alone(store: Store) -> None:
    add(store, mail("apple", id="1@x", date=1000), mail("pear", id="2@x", date=2000))
    add(store, mail("plum", id="3@x", references="1@x", date=3000))
    rows = store.finder.threads(query("{apple pear}"), limit=10)
    assert [(r.snippet, r.date, r.message_count) for r in rows] == [
        ("pear", 2000, 1),
        ("apple", 1000, 2),
    ]


def test_a_message_that_arrives_late_is_found_at_once(store: Store) -> None:
    add(store, mail("apple"))
    assert store.finder.count(query("app", typing=True)) == 1
    add(store, mail("application"))
    assert store.finder.count(query("app", typing=True)) == 2
    assert store.finder.count(query("applic", typing=True)) == 1


def test_a_prefix_stands_for_its_most_frequent_words(store: Store) -> None:
    many = [mail(f"pre{n:03} common") for n in range(100)]
    add(store, *many, *(mail(f"prefer {n}") for n in range(5)))
    found = store.finder.messages(query("pre", typing=True), limit=1000)
    assert len(found) == 68
    assert sum("prefer" in m.snippet for m in found) == 5


def test_statistics_by_sender_day_and_label(store: Store) -> None:
    noon = 1_700_000_000
    add(store, mail("x1", date=noon), mail("x2", date=noon), labels="INBOX A")
    add(store, mail("x3", date=noon + 86400 * 2, sender="sam@example.org"))
    stats = store.finder.stats
    assert stats(query(""), by="sender") == (3, [("dana@example.com", 2), ("sam@example.org", 1)])
    assert stats(query(""), by="label") == (3, [("INBOX", 3), ("A", 2)])
    total, days = stats(query(""), by="day")
    assert (total, [count for _, count in days]) == (3, [1, 2])
    assert days[0][0] > days[1][0]
    assert stats(query(""), by="sender", limit=1)[1] == [("dana@example.com", 2)]


def test_a_superseded_search_stops(store: Store) -> None:
    add(store, *(mail(f"word {n}") for n in range(2500)))
    cancelled = Event()
    cancelled.set()
    with pytest.raises(Cancelled):
        store.finder.count(query("word -nothing"), cancelled=cancelled)
    assert store.finder.count(query("word"), cancelled=Event()) == 2500
    assert store.finder.count(query("word")) == 2500


def test_a_search_inside_a_write_sees_what_was_written(store: Store) -> None:
    from desktop_app.model.changes import Changes

    with store.db.write(Changes()):
        add(store, mail("word"))
        assert store.finder.count(query("word")) == 1


def test_many_mails_of_one_second_are_found_by_their_date(store: Store) -> None:
    add(store, *(mail(f"n {n}", date=1_767_225_599) for n in range(500)))
    assert store.finder.count(query("before:1767225600")) == 500
    assert store.finder.count(query("after:1767225600")) == 0


def test_what_gmail_alone_can_answer_is_refused_and_never_looked_for(store: Store) -> None:
    for text in ("has:drive", "x -(y OR category:purchases)", "mail AROUND 5 one"):
        with pytest.raises(QueryError, match="Only Gmail knows") as raised:
            store.finder.summaries(query(text), limit=1)
        assert "account at Gmail" in raised.value.next_step
