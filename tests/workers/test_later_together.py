"""Whatever leaves or comes back later, together and at random: nothing early, twice or lost, and
nothing sent but the bytes of a press.

Sending later, snooze, reminders, undo, edits and answers, in two processes, with a program that is
killed at any of its writes and in the middle of a request, a clock that is set, a computer that
sleeps, other zones and their summer time, and an account that is removed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from email.utils import parsedate_to_datetime
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from desktop_app.mail.drafts.dated import with_date
from desktop_app.model import moments
from desktop_app.model.changes import Changes
from desktop_app.model.draft import Author, DraftState, Origin
from desktop_app.model.errors import Refused
from desktop_app.model.outbox import OutboxEntry, OutboxState, Receipt
from desktop_app.search.parser import parse
from desktop_app.store.drafts.outbox import Outbox
from desktop_app.store.drafts.scheduled import Scheduled
from desktop_app.store.store import Store
from desktop_app.workers.coming_back import ComingBack
from desktop_app.workers.postman import Postman
from desktop_app.workers.send_times import GRACE_SECONDS
from tests.fakes.dying import DEATH, Killed, dying
from tests.fakes.pressing import press_send
from tests.fakes.senders import Fault, FaultySender
from tests.store.mails import account, removed
from tests.workers.later_mail import Awake, own_draft, postman
from tests.workers.test_coming_back_machine import (
    DAY,
    HOUR,
    NAMES,
    START,
    Conversations,
    Expected,
    Walk,
)

_DATE = re.compile(rb"\r\nDate: ([^\r\n]*)")
BEFORE_WINTER = 1_792_800_000  # 24 October 2026, a day before summer time ends in Europe
BEFORE_SUMMER = 1_805_900_000  # 24 March 2027
UNDO_SECONDS = 10
ENDED = {OutboxState.HELD, OutboxState.FAILED, OutboxState.UNDONE}
WAITING = {OutboxState.SCHEDULED, OutboxState.QUEUED}
UNDER_WAY = {OutboxState.SENDING, OutboxState.UNCERTAIN}
SMALL = "tests/workers/test_later_together.py::TestNothingIsEarlyTwiceLostOrUnapproved::runTest"
LATE = GRACE_SECONDS + 120
"""What is tried again leaves a pause after the hour at most."""


Dies = tuple[int, bool]
Deaths = st.one_of(st.just((0, False)), st.tuples(st.integers(1, 7), st.booleans()))
"""At which write or request the program is killed, 0 for none; and whether before it is done."""
About = st.sampled_from(("", *NAMES))
Reminders = st.sampled_from((0, HOUR, 3 * DAY))


class World:
    """The machine's store and clock, as the postman's tests have them."""

    def __init__(self, machine: Together) -> None:
        self._machine = machine

    @property
    def store(self) -> Store:
        return self._machine.store

    @store.setter
    def store(self, store: Store) -> None:
        self._machine.store = store

    @property
    def now(self) -> float:
        return self._machine.now

    @now.setter
    def now(self, now: float) -> None:
        self._machine.now = int(now)

    def clock(self) -> float:
        return self._machine.now


class Server(FaultySender):
    """The mail server, which lives on when the program is killed. `moments` are of what it took,
    on the wall and by the clock that nobody sets."""

    def __init__(self, world: World, steady: Awake) -> None:
        super().__init__()
        self._world, self._steady = world, steady
        self.dies = ""
        """When the program is killed in its next request."""
        self.moments: dict[int, tuple[float, float]] = {}

    def send(self, entry: OutboxEntry) -> Receipt:
        self._die_if("before it has the mail")
        had = len(self.delivered)
        receipt = super().send(entry)
        if len(self.delivered) > had:
            self.moments[entry.id] = (self._world.now, self._steady())
        self._die_if("when it has the mail")
        return receipt

    def _die_if(self, moment: str) -> None:
        if self.dies == moment:
            self.dies = ""
            DEATH.comes()


@dataclass
class Press:
    """What was approved. It may leave from `earliest` on: on the wall where a time was chosen, by
    the clock that nobody sets where it is sent as usual."""

    draft_id: str
    mime: bytes
    earliest: float
    chosen: bool
    about: str = ""
    reminds: int = 0
    over: bool = False
    """Taken back, or pressed again: it must never leave."""

    def right(self, wall: float, steady: float) -> bool:
        """Whether it may leave then."""
        at = wall if self.chosen else steady
        return self.earliest <= at and (not self.chosen or at <= self.earliest + LATE)


class Together(Walk):
    world: World

    @initialize(start=st.sampled_from((START, BEFORE_WINTER, BEFORE_SUMMER)))
    def begin(self, start: int) -> None:
        self.first = start
        self.world = World(self)
        self.awake = Awake(self.world)
        self.server = Server(self.world, self.awake)
        self.presses: dict[int, Press] = {}
        self.coming_worker: ComingBack | None = None
        self.postman_worker: Postman | None = None
        self.answered: set[int] = set()
        self.set_back = False
        self.looked_at = 0.0
        DEATH.over()
        self.dying = dying()
        self.dying.__enter__()
        self.set_up()
        self.questions = {
            name: self.store.threads.get(self.threads[name]).messages[-1].id for name in NAMES
        }
        for name in ("", "a"):
            self._press(name, self.now + 120, HOUR)

    # The processes

    def _workers(self) -> tuple[Postman, ComingBack]:
        if self.postman_worker is None or self.coming_worker is None:
            self.postman_worker = postman(self.world, self.server, self.awake)
            self.coming_worker = ComingBack(
                self.store, clock=self.world.clock, nudge=lambda _: None, steady=self.awake
            )
        return self.postman_worker, self.coming_worker

    def _work(self, store: Store | None = None) -> None:
        if store is not None:
            with suppress(Killed):
                super()._work(store)
            DEATH.over()
            super()._work()
            return
        for _ in range(2):
            try:
                worker, coming = self._workers()
                worker.attend()
                coming.work()
                coming.work()
                worker.attend()
                break
            except Killed:
                self.open_again()
        DEATH.over()
        super()._work()
        self.looked_at = self.now

    def open_again(self) -> None:
        """The disk as it is, and a new process."""
        DEATH.over()
        super().open_again()
        self.postman_worker = self.coming_worker = None

    @rule(minutes=st.sampled_from((0, 30, 90)), orderly=st.booleans())
    def it_is_away_for_a_while(self, minutes: int, orderly: bool) -> None:
        if orderly and self.postman_worker is not None:
            with suppress(Killed):
                self.postman_worker._end()
        self.now += minutes * 60
        self.last = None
        self.open_again()
        self._work()

    @rule(dies=Deaths)
    def another_process_looks_at_the_outbox(self, dies: Dies) -> None:
        """A second start that believes the first is gone; either may die."""
        DEATH.begins(*dies)
        mine, self.store = self.store, Store(self.folder / "p", clock=self.world.clock)
        try:
            postman(self.world, self.server, self.awake).attend()
        except Killed:
            DEATH.over()
        self.store.close()
        self.store = mine
        self._work()

    # Sending

    @rule(name=About, choice=st.integers(0, 4), reminds=Reminders, dies=Deaths)
    def press_for_later(self, name: str, choice: int, reminds: int, dies: Dies) -> None:
        DEATH.begins(*dies)
        choices = moments.send_choices(self.now)
        at = choices[min(choice, len(choices) - 1)].at
        assert moments.is_ahead(at, self.now)
        self._press(name, at, reminds)

    @rule(name=About, minutes=st.sampled_from((2, 59, 300)), reminds=Reminders)
    def press_for_soon(self, name: str, minutes: int, reminds: int) -> None:
        self._press(name, self.now + minutes * 60, reminds)

    @rule(name=About)
    def press(self, name: str) -> None:
        """Sent as usual: it can be taken back for some seconds."""
        self._press(name, 0, 0)

    def _press(self, name: str, at: float, reminds: int, draft_id: str = "") -> None:
        try:
            self._press_alive(name, at, reminds, draft_id)
        except Killed:
            self.open_again()
            self._adopt(name)
        self._work()  # a press wakes the postman

    def _press_alive(self, name: str, at: float, reminds: int, draft_id: str) -> None:
        draft = (
            self.store.drafts.get(draft_id)
            if draft_id
            else own_draft(
                self.store,
                self.now,
                reply_to=self.questions[name] if name else 0,
                subject=f"Mail {len(self.presses)}",
                account="local",
            )
        )
        delay = 0 if at else UNDO_SECONDS
        press_send(self.store, draft, now=self.now, delay=delay, scheduled=at)
        pressed = self._adopt(name)
        if reminds:
            self.store.later.want_reminder(draft.id, "local", reminds)
            pressed.reminds = reminds

    def _adopt(self, name: str) -> Press:
        """Note what the disk has of presses, whether the process lived to the end of it or not."""
        states = [OutboxState.SCHEDULED, OutboxState.QUEUED]
        found = [e for e in self.store.outbox.in_state(states) if e.id not in self.presses]
        if not found:
            return Press("", b"", 0, chosen=True)
        new = self.store.outbox.get(found[0].id)
        assert len(found) == 1
        for other in self.presses.values():
            other.over |= other.draft_id == new.draft_id
        chosen = bool(new.scheduled)
        earliest = new.scheduled if chosen else self.awake() + UNDO_SECONDS
        self.presses[new.id] = Press(new.draft_id, new.mime, earliest, chosen, name)
        return self.presses[new.id]

    @property
    def waiting(self) -> list[int]:
        store = getattr(self, "store", None)
        return [] if store is None else [e.id for e in store.outbox.scheduled.entries()]

    @property
    def undoable(self) -> list[int]:
        store = getattr(self, "store", None)
        return self.waiting + ([] if store is None else [id_ for id_, _ in store.outbox.waiting()])

    def _alive(self, work: Callable[[], object], done: Callable[[], object]) -> None:
        """A step of the person's on one mail; killed in it, `done` is asked of the disk."""
        try:
            work()
        except Killed:
            self.open_again()
        done()

    @precondition(lambda self: self.waiting)
    @rule(data=st.data(), minutes=st.sampled_from((2, 300, 3_000)), dies=Deaths)
    def change_the_time(self, data: st.DataObject, minutes: int, dies: Dies) -> None:
        DEATH.begins(*dies)
        id_ = data.draw(st.sampled_from(self.waiting))
        at = self.now + minutes * 60

        def noted() -> None:
            self.presses[id_].earliest = self.store.outbox.get(id_).scheduled

        self._alive(lambda: self.store.outbox.scheduled.change_time(id_, at), noted)

    @precondition(lambda self: self.waiting)
    @rule(data=st.data(), dies=Deaths)
    def send_now(self, data: st.DataObject, dies: Dies) -> None:
        DEATH.begins(*dies)
        id_ = data.draw(st.sampled_from(self.waiting))

        def noted() -> None:
            if self.store.outbox.get(id_).state is not OutboxState.SCHEDULED:
                self.presses[id_].earliest, self.presses[id_].chosen = self.awake(), False

        self._alive(lambda: self.store.outbox.scheduled.release(id_, self.now, at_once=True), noted)

    @precondition(lambda self: self.undoable)
    @rule(data=st.data(), elsewhere=st.booleans(), dies=Deaths)
    def edit(self, data: st.DataObject, elsewhere: bool, dies: Dies) -> None:
        """Taken back and changed, here or in another process: it needs another press."""
        id_ = data.draw(st.sampled_from(self.undoable))
        store = Store(self.folder / "p", clock=self.world.clock) if elsewhere else self.store
        DEATH.begins(*dies)

        def change() -> None:
            store.outbox.undo(id_)
            draft = store.drafts.get(self.presses[id_].draft_id)
            content = replace(draft.content, body=f"{draft.content.body} And more.")
            person = Author(Origin.USER)
            store.drafts.save(draft.id, draft.revision, content, person, now=self.now)

        def noted() -> None:
            self.presses[id_].over |= self.store.outbox.get(id_).state is OutboxState.UNDONE

        try:
            self._alive(change, noted)
        finally:
            if elsewhere:
                store.close()

    @rule(minutes=st.sampled_from((0, 2, 300)))
    def press_again(self, minutes: int) -> None:
        """What was not sent, and what was taken back."""
        for draft_id in {press.draft_id for press in self.presses.values()}:
            before = self.store.outbox.for_draft(draft_id)
            if before is not None and before.state in ENDED:
                about = self.presses[before.id].about
                self._press(about, self.now + minutes * 60 if minutes else 0, 0, draft_id)

    @rule(
        fault=st.sampled_from(
            (
                Fault.NONE,
                Fault.UNREACHABLE,
                Fault.REFUSED_FOR_NOW,
                Fault.LOST_REPLY,
                Fault.RESET_BEFORE,
                Fault.REFUSED,
            )
        )
    )
    def the_network(self, fault: Fault) -> None:
        self.server.fault = fault

    # The world

    def set_wall(self, seconds: float) -> None:
        self.set_back |= seconds < 0
        if not DEATH.left:
            self._work()
            had = len(self.server.delivered)
            self.awake.set_wall(seconds)
            self._work()
            assert len(self.server.delivered) == had, "a clock that is set sends nothing"
        else:
            self.awake.set_wall(seconds)

    @rule(hours=st.sampled_from((1, 30)))
    def the_clock_is_set_ahead(self, hours: int) -> None:
        self.set_wall(hours * HOUR)
        self.last = None
        self._work()

    @precondition(lambda self: self.waiting)
    @rule(late=st.sampled_from((0, 1, 1, 1_800, 4_000)), dies=Deaths)
    def a_mail_is_due(self, late: int, dies: Dies) -> None:
        """The computer sleeps until the next mail is to leave, or a little longer."""
        times = [at for _, at, _ in self.store.outbox.scheduled.times() if at > self.now]
        if times:
            DEATH.begins(*dies)
            self.now = int(min(times)) + late
            self.last = None
            self._work()

    @precondition(lambda self: self.waiting)
    @rule()
    def the_next_mail_is_due(self) -> None:
        self.a_mail_is_due(1, (0, False))

    @precondition(lambda self: self.waiting)
    @rule(moment=st.sampled_from(("before it has the mail", "when it has the mail")))
    def it_dies_in_the_middle_of_a_request(self, moment: str) -> None:
        self.server.dies = moment
        self.a_mail_is_due(2, (0, False))
        self.server.dies = ""

    @rule(seconds=st.sampled_from((5, 11, 11, 70)), dies=Deaths)
    def a_moment_passes(self, seconds: int, dies: Dies) -> None:
        DEATH.begins(*dies)
        self.now += seconds
        self.last = None
        self._work()

    @rule()
    def an_account_is_removed_and_comes_back(self) -> None:
        """One whose mail waits is not."""
        DEATH.over()
        if all(each.id != "other" for each in self.store.accounts.list()):
            self.store.accounts.add(account("other"))
        draft = own_draft(self.store, self.now, account="other")
        entry = press_send(self.store, draft, now=self.now, scheduled=self.now + DAY)
        with pytest.raises(Refused):
            removed(self.store, "other")
        self.store.outbox.undo(entry.id)
        removed(self.store, "other")
        self.store.accounts.add(account("other"))
        self._work()
        assert entry.rfc822_message_id not in self.server.delivered

    # What holds

    @invariant()
    def each_mail_is_where_its_press_left_it(self) -> None:
        if not getattr(self, "presses", None):
            return
        outbox, server = self.store.outbox, self.server
        assert len(set(server.delivered)) == len(server.delivered), "twice"
        by_id = {entry.id: entry for entry in server.sent}
        assert set(by_id) <= set(self.presses), "without a press"
        for id_, press in self.presses.items():
            entry = outbox.get(id_)
            if id_ in by_id:
                mime = by_id[id_].mime
                assert _DATE.sub(b"", mime, 1) == _DATE.sub(b"", press.mime, 1), "other bytes"
                assert not press.over, "taken back, and sent"
                assert press.right(*server.moments[id_]), ("early or late", press)
                self._dated(mime, press, server.moments[id_][0])
                assert entry.state in UNDER_WAY | {OutboxState.SENT}
                continue
            assert entry.state is not OutboxState.SENT, "told as sent, and it is not"
            told = press.draft_id in outbox.not_sent()
            assert press.over or told or entry.state in WAITING | UNDER_WAY, ("lost", entry.state)
            if not press.over:
                draft = self.store.drafts.get(press.draft_id)
                assert draft.state is not DraftState.SENT

    def _dated(self, mime: bytes, press: Press, at: float) -> None:
        """What leaves later has the date of its leaving."""
        found = _DATE.search(mime)
        assert found is not None
        date = parsedate_to_datetime(found[1].decode()).timestamp()
        if press.chosen:
            assert 0 <= at - date <= 1, "another date"

    @invariant()
    def an_answer_holds_what_was_to_leave(self) -> None:
        for id_ in getattr(self, "answered", ()):
            assert id_ in self.presses
            assert id_ not in self.server.moments
            assert self.store.outbox.get(id_).state is not OutboxState.SCHEDULED

    def _comes(self, name: str, *, answers: bool) -> None:
        waiting = set(self.waiting)
        super()._comes(name, answers=answers)
        self.answered |= {id_ for id_ in waiting if self.presses[id_].about == name}

    def _add(self, name: str, id_: str, references: str, **more: Any) -> int:
        with DEATH.waits():
            return super()._add(name, id_, references, **more)

    @rule(dies=Deaths)
    def a_step_of_the_person_will_be_its_last(self, dies: Dies) -> None:
        DEATH.begins(*dies)

    def _said(self, name: str, work: Callable[[], Any], after: Expected) -> None:
        before = replace(self.expected[name])
        try:
            super()._said(name, work, after)
        except Killed:
            self.open_again()
            self.last = None
            self.expected[name] = after if self._is_as(name, after) else before

    @rule(dies=Deaths)
    def another_account_is_removed(self, dies: Dies) -> None:
        DEATH.begins(*dies)
        try:
            super().another_account_is_removed()
        except Killed:
            self.open_again()
            for each in self.store.removals.under_way():
                removed(self.store, each.account_id)

    def _is_as(self, name: str, expected: Expected) -> bool:
        """Whether the disk has it so; a reminder alone is no step in which it is killed."""
        thread, later = self.threads[name], self.store.later
        inbox = {row.id for row in self.store.finder.threads(parse("in:inbox"), limit=99)}
        return (
            (thread in inbox) is expected.inbox
            and later.snoozed_until([thread]).get(thread) == expected.until
            and bool(later.muted([thread])) is expected.muted
        )

    @rule(name=Conversations, ahead=st.integers(2, 4000))
    def remind(self, name: str, ahead: int) -> None:
        with DEATH.waits():
            super().remind(name, ahead)

    @precondition(lambda self: self.last is not None)
    @rule()
    def undo(self) -> None:
        with DEATH.waits():
            super().undo()

    @invariant()
    def who_does_not_answer_comes_back(self) -> None:
        """The conversation of what was sent with a reminder: in the inbox from its moment on."""
        reminded = [
            (id_, press) for id_, press in getattr(self, "presses", {}).items() if press.reminds
        ]
        if not reminded:
            return
        inbox = {row.id for row in self.store.finder.threads(parse("in:inbox"), limit=99)}
        for id_, press in reminded:
            entry = self.store.outbox.get(id_)
            if entry.state is not OutboxState.SENT:
                continue
            [mail] = self.store.messages.by_rfc822_id("local", entry.rfc822_message_id)[:1]
            thread = self.store.messages.get(mail.id).thread_id
            due = mail.date + press.reminds
            if self.now < due - 60 and not self.set_back:
                assert thread not in inbox, "early"
            if self.looked_at >= due + 60:
                assert thread in inbox, "lost"

    def teardown(self) -> None:
        DEATH.over()
        if hasattr(self, "dying"):
            self.dying.__exit__(None, None, None)
        super().teardown()


Together.TestCase.settings = settings(
    max_examples=12,
    stateful_step_count=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
TestNothingIsEarlyTwiceLostOrUnapproved = Together.TestCase


@pytest.mark.campaign(small=SMALL)
def test_long_walks() -> None:
    run_state_machine_as_test(
        Together,
        settings=settings(
            Together.TestCase.settings,
            max_examples=250,
            stateful_step_count=60,
            derandomize=False,
            phases=(Phase.generate,),
            report_multiple_bugs=False,
        ),
    )


def _sends_again(outbox: Outbox, *, since: int | None = None) -> None:
    with outbox._db.write(Changes(outbox=True)) as connection:
        connection.execute("UPDATE outbox SET state = 'queued' WHERE state = 'sending'")


def _loses_what_was_queued(connection: Any, *, but: Any) -> None:
    connection.execute(
        "UPDATE outbox SET state = 'undone' WHERE state = 'queued' AND scheduled > 0"
    )


TIMES = Scheduled.times


def _a_minute_early(scheduled: Scheduled) -> list[tuple[int, float, float]]:
    return [(id_, at - 60, next_ - 60) for id_, at, next_ in TIMES(scheduled)]


FAULTS: dict[str, tuple[str, Any]] = {
    "a clock that is set ahead": (
        "desktop_app.workers.send_times.SendTimes._set_ahead",
        lambda *_: 0.0,
    ),
    "hours late": ("desktop_app.workers.send_times.GRACE_SECONDS", 1e9),
    "though answered": (
        "desktop_app.store.drafts.scheduled.Scheduled.answered",
        lambda _: [],
    ),
    "an interrupted one again": ("desktop_app.store.drafts.outbox.Outbox.recover", _sends_again),
    "lost in the middle": ("desktop_app.store.drafts.outbox.wait_again", _loses_what_was_queued),
    "the date of the press": (
        "desktop_app.mail.drafts.dated.with_date",
        lambda mime, _: mime,
    ),
    "other bytes": (
        "desktop_app.mail.drafts.dated.with_date",
        lambda mime, at: with_date(mime, at).replace(b"Yes.", b"Nay."),
    ),
    "a minute early": (
        "desktop_app.store.drafts.scheduled.Scheduled.times",
        _a_minute_early,
    ),
    "a reminder of what was answered by nobody": (
        "desktop_app.workers.coming_back.ComingBack._begin_reminders",
        lambda _: None,
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.campaign(small=SMALL)
def test_a_planted_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*FAULTS[fault])
    with pytest.raises((AssertionError, ExceptionGroup)):
        run_state_machine_as_test(
            Together,
            settings=settings(
                Together.TestCase.settings,
                max_examples=150,
                phases=(Phase.generate,),
                print_blob=False,
                report_multiple_bugs=False,
            ),
        )
