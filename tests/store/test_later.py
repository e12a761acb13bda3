"""What comes back later, as the store keeps it: snoozed, reminded of, muted."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.model.changes import Changes
from desktop_app.model.coming_back import Why
from desktop_app.model.errors import StorageError
from desktop_app.model.message import SystemLabel
from desktop_app.model.triage import Kind
from desktop_app.search.parser import parse
from desktop_app.store.store import Store
from tests.store.mails import add, mail, opened, removed

INBOX, UNREAD, SENT = (str(SystemLabel[name]) for name in ("INBOX", "UNREAD", "SENT"))
DAY = 86_400
NOW = 1_790_000_040
"""On a minute."""


@pytest.fixture
def store(tmp_path: Path):  # type: ignore[no-untyped-def]
    with opened(tmp_path / "p") as found:
        yield found


def conversation(store: Store, name: str, *, mails: int = 1, labels: str = "INBOX") -> int:
    """A conversation of so many mails, an hour apart, the newest some days ago; its thread."""
    ids = [f"{name}-{n}@x" for n in range(mails)]
    found = add(
        store,
        *(
            mail(id=id_, references=" ".join(ids[:n]), date=int(NOW) - 5 * DAY + n * 3600)
            for n, id_ in enumerate(ids)
        ),
        labels=labels,
    )
    return store.messages.get(found[0]).thread_id


def listed(store: Store, query: str = "in:inbox") -> list[int]:
    return [row.id for row in store.finder.threads(parse(query), limit=50)]


def test_a_snoozed_conversation_leaves_the_inbox_and_comes_back_on_top_unread(store: Store) -> None:
    first, second = conversation(store, "a", mails=2), conversation(store, "b")
    store.later.snooze([first], NOW + DAY)
    assert listed(store) == [second]
    assert listed(store, "in:snoozed") == [first]
    assert store.later.snoozed_until([first, second]) == {first: NOW + DAY}
    assert not store.later.bring_back(NOW + DAY - 1).threads
    assert store.later.bring_back(NOW + DAY).threads == {first: Why.SNOOZE}
    assert listed(store) == [first, second]
    [row, _] = store.finder.threads(parse("in:inbox"), limit=50)
    assert (row.back, row.unread_count) == (NOW + DAY, 1)
    assert not row.labels - {INBOX, UNREAD}
    assert not store.later.bring_back(NOW + 2 * DAY).threads


def test_a_moment_between_two_minutes_is_never_early(store: Store) -> None:
    thread = conversation(store, "a")
    store.later.snooze([thread], NOW + 90.5)
    due = store.later.next_moment()
    assert due is not None
    assert NOW + 90.5 <= due < NOW + 151


def test_new_mail_brings_a_snoozed_conversation_back_early(store: Store) -> None:
    thread = conversation(store, "a")
    store.later.snooze([thread], NOW + DAY)
    add(store, mail("More.", id="more@x", references="a-0@x", date=int(NOW)))
    assert store.later.settle(NOW + 10).threads == {thread: Why.SNOOZE}
    labels = [m.labels for m in store.threads.get(thread).messages]
    assert all(INBOX in each and len(each) == 1 for each in labels)
    assert not store.later.bring_back(NOW + 2 * DAY).threads


def test_undo_of_a_snooze_is_the_undo_of_its_labels(store: Store) -> None:
    thread = conversation(store, "a")
    key = store.undos.keep(store.later.snooze([thread], NOW + DAY).changes, now=NOW)
    store.messages.take_back(store.undos.take(key))
    assert listed(store) == [thread]
    assert not store.later.bring_back(NOW + 2 * DAY).threads


def test_a_new_moment_takes_the_place_of_the_old_one(store: Store) -> None:
    thread = conversation(store, "a")
    store.later.snooze([thread], NOW + DAY)
    store.later.snooze([thread], NOW + 3 * DAY)
    assert not store.later.bring_back(NOW + 2 * DAY).threads
    store.later.snooze([thread], 0)
    assert not store.later.bring_back(NOW + 9 * DAY).threads
    assert store.later.snoozed_until([thread]) == {thread: 0}


def test_what_was_thrown_away_does_not_come_back(store: Store) -> None:
    thread = conversation(store, "a")
    store.later.snooze([thread], NOW + DAY)
    [message] = store.threads.get(thread).messages
    store.messages.modify([message.id], add=frozenset({"TRASH"}))
    assert not store.later.bring_back(NOW + 2 * DAY).threads
    assert listed(store) == []


def test_pages_of_the_inbox_have_every_conversation_once_whatever_came_back(store: Store) -> None:
    threads = [conversation(store, f"c{n}") for n in range(8)]
    for n, thread in enumerate(threads[:5]):
        store.later.snooze([thread], NOW + DAY + n // 3)
    store.later.bring_back(NOW + DAY + 60)
    add(store, mail("Same second.", id="tie@x", date=int(NOW) + DAY + 61))
    for limit in (1, 2, 3):
        found: list[int] = []
        before = None
        while rows := store.finder.threads(parse("in:inbox"), limit=limit, before=before):
            found += [row.id for row in rows]
            before = rows[-1].place
        assert sorted(found) == sorted([*threads, max(found)])
        assert set(found[:6]) >= set(threads[:5])


def test_a_reminder_comes_back_unless_somebody_answered(store: Store) -> None:
    asked, answered = (conversation(store, name, labels="SENT") for name in ("a", "b"))
    for thread in (asked, answered):
        [sent] = store.threads.get(thread).messages
        store.later.remind(sent.id, NOW + 3 * DAY)
    [reply] = add(store, mail("Yes.", id="yes@x", references="b-0@x", date=int(NOW)))
    assert store.later.news(10) == (reply,)
    assert store.later.heed(reply, answers=True)
    back = store.later.bring_back(NOW + 3 * DAY)
    assert back.threads == {asked: Why.REMINDER}
    assert store.later.nudges() == (asked,)
    assert listed(store)[0] == asked


def test_an_automatic_reply_is_no_answer(store: Store) -> None:
    asked = conversation(store, "a", labels="SENT")
    [sent] = store.threads.get(asked).messages
    store.later.remind(sent.id, NOW + 3 * DAY)
    [away] = add(store, mail("I am away.", id="away@x", references="a-0@x", date=int(NOW)))
    store.later.heed(away, answers=False)
    assert store.later.bring_back(NOW + 3 * DAY).threads == {asked: Why.REMINDER}


def test_what_waits_for_an_answer_is_not_woken_by_an_automatic_one(store: Store) -> None:
    thread = conversation(store, "a")
    store.later.snooze([thread], 0)
    [away] = add(store, mail("I am away.", id="away@x", references="a-0@x", date=int(NOW)))
    store.later.heed(away, answers=False)
    assert not store.later.settle(NOW).threads
    assert listed(store) == []
    add(store, mail("Here.", id="here@x", references="a-0@x", date=int(NOW) + 60))
    assert store.later.settle(NOW + 90).threads == {thread: Why.SNOOZE}


def test_mail_of_a_muted_conversation_arrives_outside_the_inbox(store: Store) -> None:
    thread = conversation(store, "a")
    [message] = store.threads.get(thread).messages
    store.messages.modify([message.id], add=frozenset({"LATER_MUTED"}), remove=frozenset({INBOX}))
    labels = f"{INBOX} {UNREAD}"
    [more] = add(store, mail(id="m@x", references="a-0@x", date=int(NOW)), labels=labels)
    [mine] = add(store, mail(id="n@x", references="a-0@x", date=int(NOW)), labels=labels)
    assert store.later.heed(more)
    assert store.later.heed(mine, alone=True) is False
    assert store.messages.get(more).labels == {UNREAD, "LATER_MUTED"}
    assert INBOX in store.messages.get(mine).labels
    assert store.later.muted([thread, thread + 1]) == {thread}
    assert listed(store, "is:muted") == [thread]


def test_mail_that_is_older_than_what_waits_changes_nothing(store: Store) -> None:
    asked = conversation(store, "a", labels="SENT")
    [sent] = store.threads.get(asked).messages
    store.later.remind(sent.id, NOW + 3 * DAY)
    old = mail("Before.", id="old@x", date=int(NOW) - 50 * DAY)
    [found] = add(store, mail("x", id="z@x", references="a-0@x old@x", date=1), old)[1:]
    assert not store.later.heed(found, answers=True)


def test_nothing_of_it_is_left_of_a_removed_account(store: Store) -> None:
    thread = conversation(store, "a")
    other = conversation(store, "b")
    store.later.snooze([thread], NOW + DAY)
    store.later.snooze([other], NOW + 2 * DAY)
    store.later.bring_back(NOW + DAY)
    removed(store, "local")
    assert store.later.next_moment() is None
    for table in ("came_back", "later_news", "reminder_wanted"):
        assert store.db.rows(f"SELECT * FROM {table}") == []


def test_moments_that_are_over_are_forgotten_and_those_ahead_stay(store: Store) -> None:
    first, second = conversation(store, "a"), conversation(store, "b")
    store.later.snooze([first], NOW + DAY)
    store.later.snooze([second], NOW + 9 * DAY)
    store.later.bring_back(NOW + DAY)
    store.later.forget_moments(NOW + DAY)
    kept = [id_ for (id_,) in store.db.rows("SELECT id FROM label WHERE id LIKE 'LATER_AT/%'")]
    assert len(kept) == 1
    assert not [label for label in store.labels.list() if "LATER_AT" in label.id]


def test_what_is_snoozed_needs_no_reply_until_it_is_back(store: Store) -> None:
    asked = mail("Can you come on Friday?", id="q@x", date=NOW - DAY)
    [id_] = add(store, asked, labels=f"{INBOX} {UNREAD}")
    store.triage.judge(50)
    thread = store.messages.get(id_).thread_id
    assert listed(store, "is:needs-reply") == [thread]
    store.later.snooze([thread], NOW + DAY)
    assert listed(store, "is:needs-reply") == []
    assert store.triage.counts(Kind.NEEDS_REPLY) == {}
    store.later.bring_back(NOW + DAY)
    assert listed(store, "is:needs-reply") == [thread]


def test_what_comes_back_by_a_moment_is_told_in_its_order(store: Store) -> None:
    first, second, third = (conversation(store, name) for name in "abc")
    store.later.snooze([first], NOW + 2 * DAY)
    store.later.snooze([second], NOW + DAY)
    store.later.snooze([third], NOW + 9 * DAY)
    assert store.later.coming(NOW + 3 * DAY) == {second: NOW + DAY, first: NOW + 2 * DAY}
    assert [row.id for row in store.threads.rows([second, 99, first])] == [second, first]
    assert store.threads.come_back() == {"local": 3}


def test_whoever_listens_hears_of_every_change(store: Store) -> None:
    thread = conversation(store, "a")
    [message] = store.threads.get(thread).messages
    heard: list[Changes] = []
    store.subscribe(heard.append)
    store.messages.modify([message.id], add=frozenset({"LATER_MUTED"}))
    store.later.snooze([thread], NOW + DAY)
    store.messages.modify([message.id], add=frozenset({"STARRED"}))
    store.messages.modify([message.id], remove=frozenset({"LATER_SNOOZED"}))
    assert [changes.later for changes in heard] == [True, True, False, True]


def test_a_step_that_is_cut_short_has_done_nothing_and_is_done_by_the_next(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = conversation(store, "a", mails=3)
    store.later.snooze([thread], NOW + DAY)

    def cut(*_: object) -> None:
        raise StorageError("The disk is full.")

    for step in ("note_back", "without_past"):
        with monkeypatch.context() as patch:
            patch.setattr(f"desktop_app.store.mail.later.{step}", cut)
            with pytest.raises(StorageError):
                store.later.bring_back(NOW + DAY)
        assert listed(store) == []
        assert store.later.snoozed_until([thread]) == {thread: NOW + DAY}
    assert store.later.bring_back(NOW + DAY).threads == {thread: Why.SNOOZE}
    assert not store.later.bring_back(NOW + DAY).threads
    assert listed(store) == [thread]


def test_a_label_of_the_person_s_own_that_is_called_snoozed_is_theirs(store: Store) -> None:
    [theirs] = add(store, mail(id="folder@x", date=NOW - DAY), labels="Snoozed")
    thread = conversation(store, "a")
    store.later.snooze([thread], NOW + DAY)
    own = store.messages.get(theirs).thread_id
    assert listed(store, "label:Snoozed") == [own]
    assert listed(store, "in:snoozed") == listed(store, "is:snoozed") == [thread]
    names = [label.name for label in store.labels.list() if label.total]
    assert names.count("Snoozed") == names.count("Snoozed conversations") == 1
