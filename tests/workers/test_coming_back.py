"""What comes back later, by the worker: at its moment, with an answer, once a draft has left."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from desktop_app.mail.message.parse import parse as parse_mail
from desktop_app.model.changes import Changes
from desktop_app.model.coming_back import Why
from desktop_app.model.errors import Refused
from desktop_app.store.store import Store
from desktop_app.workers.coming_back import LONGEST_SECONDS, SERVER_SECONDS, ComingBack
from tests.fakes.house import TestHouse
from tests.fakes.senders import FaultySender
from tests.store.mails import add, mail, opened, raw_mail
from tests.workers.test_postman import approve, postman

NOW = 1_790_000_040
DAY = 86_400


class Wall:
    def __init__(self) -> None:
        self.at = float(NOW)

    def __call__(self) -> float:
        return self.at


class Rig:
    def __init__(self, store: Store) -> None:
        self.store, self.wall = store, Wall()
        self.nudged: list[int] = []
        self.worker = ComingBack(store, clock=self.wall, nudge=self.nudged.append)

    def inbox(self) -> set[int]:
        from desktop_app.search.parser import parse

        return {row.id for row in self.store.finder.threads(parse("in:inbox"), limit=99)}

    def came(self, **fields: object) -> int:
        headers = fields.pop("headers", ())
        raw = raw_mail("Words.", headers=headers, **fields)  # type: ignore[arg-type]
        labels = frozenset({"INBOX", "UNREAD"})
        [id_] = self.store.messages.add("local", [parse_mail(raw)], labels=[labels]).ids
        return id_


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    with opened(tmp_path / "p") as store:
        yield Rig(store)


def thread_of(store: Store, name: str, labels: str = "INBOX") -> int:
    [id_] = add(store, mail(id=f"{name}@x", date=NOW - 9 * DAY), labels=labels)
    return store.messages.get(id_).thread_id


def test_it_rests_until_the_next_moment_and_without_one_until_something_changes(rig: Rig) -> None:
    assert rig.worker.work() is None
    thread = thread_of(rig.store, "a")
    rig.store.later.snooze([thread], NOW + 5)
    assert rig.worker.work() == LONGEST_SECONDS
    rig.wall.at = NOW + 50
    pause = rig.worker.work()
    assert pause is not None
    assert 0 < pause <= 10
    rig.wall.at = NOW + 60
    assert rig.worker.work() is None
    assert rig.inbox() == {thread}


def test_a_clock_set_back_waits_and_a_computer_that_slept_catches_up(rig: Rig) -> None:
    thread = thread_of(rig.store, "a")
    rig.store.later.snooze([thread], NOW + DAY)
    rig.wall.at = NOW - 30 * DAY
    assert rig.worker.work() == LONGEST_SECONDS
    assert rig.inbox() == set()
    rig.wall.at = NOW + 9 * DAY
    assert rig.worker.work() is None
    assert rig.inbox() == {thread}


def test_the_thread_brings_back_what_is_due_and_hears_of_a_new_snooze(rig: Rig) -> None:
    thread = thread_of(rig.store, "a")
    told = Event()
    rig.worker.start()
    rig.store.later.snooze([thread], NOW + DAY)
    rig.wall.at = NOW + 2 * DAY
    rig.store.subscribe(lambda _: told.set() if rig.inbox() else None)
    rig.store.announce(Changes(later=True))
    assert told.wait(10)
    rig.worker.shutdown()


def test_an_answer_ends_a_reminder_and_what_a_program_wrote_does_not(rig: Rig) -> None:
    for name, headers, sender, back in (
        ("answer", (), "Dana <dana@example.com>", False),
        ("away", ("Auto-Submitted: auto-replied",), "Dana <dana@example.com>", True),
        ("bounce", ("Auto-Submitted: auto-generated",), "<mailer-daemon@example.com>", True),
        ("list", ("List-Id: <a.example>",), "Dana <dana@example.com>", True),
        ("mine", (), "Alex Morgan <alex@fernhill.example>", True),
    ):
        thread = thread_of(rig.store, name, "SENT")
        [sent] = rig.store.threads.get(thread).messages
        rig.store.later.remind(sent.id, NOW + DAY)
        rig.came(
            id=f"re-{name}@x", references=f"{name}@x", sender=sender, headers=headers, date=NOW
        )
        rig.worker.work()
        found = rig.store.later.bring_back(NOW + DAY).threads
        assert found == ({thread: Why.REMINDER} if back else {}), name


def test_a_reminder_makes_its_draft_once_and_goes_on_where_none_can_be_made(rig: Rig) -> None:
    thread = thread_of(rig.store, "a", "SENT")
    [sent] = rig.store.threads.get(thread).messages
    rig.store.later.remind(sent.id, NOW + DAY)
    rig.wall.at = NOW + DAY
    rig.worker.work()
    rig.worker.work()
    assert rig.nudged == [thread]

    def refuse(_: int) -> None:
        raise Refused("Nothing was asked.")

    other = thread_of(rig.store, "b", "SENT")
    [sent] = rig.store.threads.get(other).messages
    rig.store.later.remind(sent.id, NOW + 2 * DAY)
    rig.wall.at = NOW + 2 * DAY
    ComingBack(rig.store, clock=rig.wall, nudge=refuse).work()
    assert rig.store.later.nudges() == ()
    assert other in rig.inbox()


@pytest.mark.parametrize(
    ("to", "headers", "stays"),
    [
        ("alex@fernhill.example", (), True),
        ("alex@fernhill.example, sam@x.example", (), False),
        ("team@fernhill.example", (), False),
        ("alex@fernhill.example", ("Cc: sam@x.example",), False),
        ("alex@fernhill.example", ("List-Id: <a.example>",), False),
    ],
)
def test_of_a_muted_conversation_only_what_is_to_the_person_alone_comes_to_the_inbox(
    rig: Rig, to: str, headers: tuple[str, ...], stays: bool
) -> None:
    thread = thread_of(rig.store, "a", "INBOX")
    [first] = rig.store.threads.get(thread).messages
    muting = frozenset({"LATER_MUTED"})
    rig.store.messages.modify([first.id], add=muting, remove=frozenset({"INBOX"}))
    new = rig.came(id="more@x", references="a@x", to=to, headers=headers, date=NOW)
    rig.worker.work()
    labels = rig.store.messages.get(new).labels
    assert "UNREAD" in labels
    assert ("INBOX" in labels) is stays
    assert rig.store.later.muted([thread]) == {thread}


def test_what_is_due_waits_for_the_server_a_while_and_no_longer(rig: Rig) -> None:
    """Another computer may have brought it back, and the person may have done with it."""
    thread = thread_of(rig.store, "a")
    rig.store.sync_state.begin("local", "1")
    rig.store.sync_state.finished("local", now=NOW)
    rig.store.later.snooze([thread], NOW + DAY)
    rig.wall.at = NOW + DAY + 5
    looked: list[str] = []
    steady = Wall()
    worker = ComingBack(rig.store, clock=rig.wall, nudge=bool, look=looked.append, steady=steady)
    assert worker.work() == SERVER_SECONDS / 4
    assert worker.work() == SERVER_SECONDS / 4
    assert (rig.inbox(), looked) == (set(), ["local"])
    steady.at += SERVER_SECONDS
    worker.work()
    assert rig.inbox() == {thread}
    rig.store.later.snooze([thread], NOW + 2 * DAY)
    rig.store.sync_state.finished("local", now=NOW + 2 * DAY + 1)
    rig.wall.at = NOW + 2 * DAY + 2
    worker.work()
    assert rig.inbox() == {thread}
    assert looked == ["local"]


def test_the_wish_of_a_draft_that_is_gone_goes_too(rig: Rig) -> None:
    rig.store.later.want_reminder("gone", "local", DAY)
    rig.worker.work()
    assert rig.store.later.wanted_reminders() == {}


def test_a_wish_is_a_reminder_once_the_draft_has_left(house: TestHouse) -> None:
    """By the press and a real postman: the days are counted from when it left."""
    store = house.store
    worker = ComingBack(store, clock=house.clock, nudge=bool)
    entry = approve(house)
    store.later.want_reminder(entry.draft_id, entry.account_id, 3 * DAY)
    worker.work()
    assert store.later.next_moment() is None
    postman(house, FaultySender()).work()
    worker.work()
    assert store.later.wanted_reminders() == {}
    due = store.later.next_moment()
    assert due is not None
    assert house.now + 3 * DAY - 60 <= due < house.now + 3 * DAY + 60
    worker.work()
    assert store.later.next_moment() == due
