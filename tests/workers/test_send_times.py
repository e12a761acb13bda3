"""Mail that leaves later: at its time, as it was approved, once; or the person is asked."""

from __future__ import annotations

import re
import tempfile
from email.utils import format_datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from desktop_app.mail.drafts.dated import with_date
from desktop_app.model.changes import Changes
from desktop_app.model.clock import as_datetime
from desktop_app.model.draft import DraftState
from desktop_app.model.errors import Refused
from desktop_app.model.outbox import Delivery, OutboxEntry, OutboxState, Receipt, frozen_digest
from desktop_app.workers.postman import Postman
from desktop_app.workers.send_times import ANSWERED, GRACE_SECONDS, MISSED, SET_AHEAD
from tests.fakes.house import NOW, TestHouse, mail, open_house
from tests.fakes.pressing import press_send
from tests.fakes.senders import Fault, FaultySender
from tests.workers.later_mail import HOUR, Awake, postman, schedule

_DATE = re.compile(rb"\r\nDate: [^\r\n]*")


@pytest.fixture
def awake(house: TestHouse) -> Awake:
    return Awake(house)


def state(house: TestHouse, entry: OutboxEntry) -> OutboxState:
    return house.store.outbox.get(entry.id).state


def dated(seconds: float) -> str:
    return format_datetime(as_datetime(seconds))


def without_date(mime: bytes) -> bytes:
    return _DATE.sub(b"", mime, count=1)


def test_it_leaves_at_its_time_as_it_was_approved_with_the_date_of_then(
    house: TestHouse, awake: Awake
) -> None:
    entry, sender = schedule(house, house.now + 5 * HOUR), FaultySender()
    worker = postman(house, sender, awake)
    for _ in range(10):
        worker.attend()
        house.now += HOUR / 2 - 1
    assert sender.attempts == 0
    house.now = NOW + 5 * HOUR + 3
    worker.attend()
    worker.attend()
    assert sender.delivered == [entry.rfc822_message_id]
    [sent] = sender.sent
    assert without_date(sent.mime) == without_date(entry.mime)
    assert sent.mime == with_date(entry.mime, NOW + 5 * HOUR + 3)
    assert state(house, entry) is OutboxState.SENT
    assert house.store.drafts.get(entry.draft_id).state is DraftState.SENT


def test_a_start_of_the_program_leaves_it_as_it_is(house: TestHouse, awake: Awake) -> None:
    entry = schedule(house, house.now + 5 * HOUR)
    for _ in range(3):
        worker = postman(house, FaultySender(), awake)
        worker.attend()
        worker._end()
        house.store.outbox.recover()
        assert state(house, entry) is OutboxState.SCHEDULED


@pytest.mark.parametrize(
    ("late", "leaves"), [(1, True), (GRACE_SECONDS - 1, True), (GRACE_SECONDS + 1, False)]
)
def test_what_was_missed_leaves_within_an_hour_and_is_asked_about_after_that(
    house: TestHouse, awake: Awake, late: float, leaves: bool
) -> None:
    entry, sender = schedule(house, house.now + 5 * HOUR), FaultySender()
    house.now += 5 * HOUR + late  # the program is not running, or the computer sleeps
    postman(house, sender, awake).attend()
    assert bool(sender.delivered) is leaves
    if not leaves:
        assert state(house, entry) is OutboxState.HELD
        assert house.store.outbox.get(entry.id).last_error == MISSED
        assert entry.draft_id in house.store.outbox.not_sent()
        assert house.store.drafts.get(entry.draft_id).state is DraftState.EDITED


def test_a_sleeping_computer_is_no_clock_that_was_set(house: TestHouse, awake: Awake) -> None:
    schedule(house, house.now + 5 * HOUR)
    sender = FaultySender()
    worker = postman(house, sender, awake)
    worker.attend()
    house.now += 5 * HOUR + 600
    worker.attend()
    assert len(sender.delivered) == 1


def test_a_clock_that_is_set_ahead_lets_nothing_leave(house: TestHouse, awake: Awake) -> None:
    entry, sender = schedule(house, house.now + 5 * HOUR), FaultySender()
    worker = postman(house, sender, awake)
    worker.attend()
    awake.set_wall(5 * HOUR + 10)
    worker.attend()
    assert sender.attempts == 0
    assert house.store.outbox.get(entry.id).last_error == SET_AHEAD


def test_a_clock_that_is_set_back_lets_it_wait_for_its_time_on_the_wall(
    house: TestHouse, awake: Awake
) -> None:
    schedule(house, house.now + 5 * HOUR)
    sender = FaultySender()
    worker = postman(house, sender, awake)
    worker.attend()
    awake.set_wall(-2 * HOUR)
    house.now += 5 * HOUR
    worker.attend()
    assert sender.attempts == 0
    house.now += 2 * HOUR + 5
    worker.attend()
    assert len(sender.delivered) == 1


def test_an_answer_holds_it_and_other_mail_does_not(house: TestHouse, awake: Awake) -> None:
    asked = house.add(mail("Plan", "When?", message_id="ask@lee.example"))
    entry = schedule(house, house.now + 5 * HOUR, reply_to=asked.id)
    worker = postman(house, FaultySender(), awake)
    house.add(mail("Something else", "Hello", message_id="else@lee.example"))
    older = mail(
        "Re: Plan",
        "An older mail that a sync brings now",
        message_id="older@lee.example",
        more="In-Reply-To: <ask@lee.example>\r\n",
        date=dated(asked.date - 86_400),
    )
    house.add(older)
    worker.attend()
    assert state(house, entry) is OutboxState.SCHEDULED
    answer = mail(
        "Re: Plan",
        "Tuesday, then",
        message_id="answer@lee.example",
        more="In-Reply-To: <ask@lee.example>\r\n",
        date=dated(asked.date + 60),
    )
    house.add(answer)
    worker.attend()
    assert state(house, entry) is OutboxState.HELD
    assert house.store.outbox.get(entry.id).last_error == ANSWERED
    assert house.store.drafts.get(entry.draft_id).state is DraftState.EDITED


@pytest.mark.parametrize("hours", [-23, -1, 0, 1, 30])
def test_an_answer_of_a_wrong_clock_or_zone_holds_it_too(
    house: TestHouse, awake: Awake, hours: int
) -> None:
    asked = house.add(mail("Plan", "When?", message_id="ask@lee.example"))
    entry = schedule(house, house.now + 5 * HOUR, reply_to=asked.id)
    house.add(
        mail(
            "Re: Plan",
            "Tuesday",
            message_id="answer@lee.example",
            more="In-Reply-To: <ask@lee.example>\r\n",
            date=dated(asked.date + hours * HOUR),
        )
    )
    postman(house, FaultySender(), awake).attend()
    assert state(house, entry) is OutboxState.HELD


def test_an_answer_that_comes_with_the_time_itself_holds_it_too(
    house: TestHouse, awake: Awake
) -> None:
    asked = house.add(mail("Plan", "When?", message_id="ask@lee.example"))
    entry, sender = schedule(house, house.now + 5 * HOUR, reply_to=asked.id), FaultySender()
    house.now += 5 * HOUR + 1
    house.add(
        mail(
            "Re: Plan",
            "Tuesday",
            message_id="answer@lee.example",
            more="In-Reply-To: <ask@lee.example>\r\n",
            date=dated(asked.date + 60),
        )
    )
    postman(house, sender, awake).attend()
    assert sender.attempts == 0
    assert state(house, entry) is OutboxState.HELD


@pytest.mark.parametrize("fault", [Fault.UNREACHABLE, Fault.REFUSED_FOR_NOW])
def test_without_a_connection_it_is_tried_again_within_the_hour(
    house: TestHouse, awake: Awake, fault: Fault
) -> None:
    entry, sender = schedule(house, house.now + HOUR), FaultySender(fault)
    worker = postman(house, sender, awake)
    house.now += HOUR
    worker.attend()
    found = house.store.outbox.get(entry.id)
    assert found.state is OutboxState.SCHEDULED
    assert found.last_error
    sender.fault = Fault.NONE
    worker.attend()
    assert sender.delivered == []  # not before its pause is over
    house.now += 120
    worker.attend()
    assert sender.delivered == [entry.rfc822_message_id]


def test_without_a_connection_for_an_hour_the_person_is_asked_and_told_why(
    house: TestHouse, awake: Awake
) -> None:
    entry, sender = schedule(house, house.now + HOUR), FaultySender(Fault.UNREACHABLE)
    worker = postman(house, sender, awake)
    house.now += HOUR
    for _ in range(70):
        worker.attend()
        house.now += 61
    found = house.store.outbox.get(entry.id)
    assert found.state in {OutboxState.FAILED, OutboxState.HELD}
    assert found.last_error
    assert sender.delivered == []
    assert entry.draft_id in house.store.outbox.not_sent()


def test_another_time_needs_no_press_and_changes_no_byte(house: TestHouse, awake: Awake) -> None:
    entry, sender = schedule(house, house.now + 5 * HOUR), FaultySender()
    changed = house.store.outbox.scheduled.change_time(entry.id, house.now + 9 * HOUR)
    assert (changed.mime, changed.frozen, changed.state) == (
        entry.mime,
        entry.frozen,
        OutboxState.SCHEDULED,
    )
    worker = postman(house, sender, awake)
    house.now += 8 * HOUR
    worker.attend()
    assert sender.attempts == 0
    house.now += HOUR
    worker.attend()
    assert len(sender.delivered) == 1
    with pytest.raises(Refused):
        house.store.outbox.scheduled.change_time(entry.id, house.now + HOUR)


def test_sent_now_it_leaves_with_the_date_of_now(house: TestHouse, awake: Awake) -> None:
    entry, sender = schedule(house, house.now + 5 * HOUR), FaultySender()
    house.now += HOUR
    house.store.outbox.scheduled.release(entry.id, house.now, at_once=True)
    postman(house, sender, awake).attend()
    [sent] = sender.sent
    assert sent.mime == with_date(entry.mime, house.now)


def test_edited_it_never_leaves_without_another_press(house: TestHouse, awake: Awake) -> None:
    entry, sender = schedule(house, house.now + HOUR), FaultySender()
    house.store.outbox.undo(entry.id)
    assert house.store.drafts.get(entry.draft_id).state is DraftState.EDITED
    house.now += 2 * HOUR
    postman(house, sender, awake).attend()
    assert sender.attempts == 0


def test_bytes_that_are_not_those_that_were_approved_never_leave(
    house: TestHouse, awake: Awake
) -> None:
    entry, sender = schedule(house, house.now + HOUR), FaultySender()
    changed = entry.mime.replace(b"Yes.", b"Nay.")
    with house.store.db.write(Changes()) as connection:
        connection.execute("UPDATE outbox SET mime = ? WHERE id = ?", (changed, entry.id))
    house.now += HOUR
    postman(house, sender, awake).attend()
    assert sender.attempts == 0
    assert state(house, entry) is OutboxState.FAILED


def test_an_account_whose_mail_waits_is_not_removed_over_it(house: TestHouse) -> None:
    schedule(house, house.now + HOUR)
    with pytest.raises(Refused, match="sent later"):
        house.store.removals.begin("work")


@pytest.mark.parametrize("seconds", [0, 951_782_400, 4_102_444_800])
def test_the_date_alone_changes(house: TestHouse, seconds: float) -> None:
    entry = schedule(house, house.now + HOUR)
    dated = with_date(entry.mime, seconds)
    assert without_date(dated) == without_date(entry.mime)
    assert with_date(dated, entry.scheduled) == entry.mime


class Walk(RuleBasedStateMachine):
    """Any order of presses, times, answers, ends, starts, sleeps and clocks that are set."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.opened = open_house(Path(self.folder.name) / "profile")
        self.house = next(self.opened)
        self.awake = Awake(self.house)
        self.sender = Noting(self.house)
        self.worker = self.postman()
        self.asked = self.house.add(mail("Plan", "When?", message_id="ask@lee.example"))
        self.wanted: dict[int, float] = {}
        """The earliest moment on the wall at which each mail may leave."""
        self.drafts: dict[int, str] = {}
        self.taken_back: set[int] = set()
        self.answers = 0
        self.schedule(0.1)
        self.schedule(1.0, answers=True)

    def teardown(self) -> None:
        next(self.opened, None)
        self.folder.cleanup()

    def postman(self) -> Postman:
        made = postman(self.house, self.sender, self.awake)
        made.attend()
        return made

    @property
    def waiting(self) -> list[int]:
        return [entry.id for entry in self.house.store.outbox.scheduled.entries()]

    @rule(hours=st.sampled_from([0.1, 1.0, 7.0, 24.0]), answers=st.booleans())
    def press(self, hours: float, answers: bool) -> None:
        self.schedule(hours, answers=answers)

    def schedule(self, hours: float, *, answers: bool = False) -> None:
        at = self.house.now + hours * HOUR
        entry = schedule(self.house, at, reply_to=self.asked.id if answers else 0)
        self.wanted[entry.id], self.drafts[entry.id] = at, entry.draft_id

    @rule(data=st.data(), hours=st.sampled_from([0.1, 2.0, 30.0]))
    @precondition(lambda self: self.waiting)
    def change_time(self, data: st.DataObject, hours: float) -> None:
        entry_id = data.draw(st.sampled_from(self.waiting))
        self.wanted[entry_id] = self.house.now + hours * HOUR
        self.house.store.outbox.scheduled.change_time(entry_id, self.wanted[entry_id])

    @rule(data=st.data())
    @precondition(lambda self: self.waiting)
    def send_now(self, data: st.DataObject) -> None:
        entry_id = data.draw(st.sampled_from(self.waiting))
        self.wanted[entry_id] = self.house.now
        self.house.store.outbox.scheduled.release(entry_id, self.house.now, at_once=True)

    @rule(data=st.data())
    @precondition(lambda self: self.waiting)
    def take_back(self, data: st.DataObject) -> None:
        entry_id = data.draw(st.sampled_from(self.waiting))
        self.house.store.outbox.undo(entry_id)
        self.taken_back.add(entry_id)

    @rule()
    def press_again(self) -> None:
        """What was not sent is a mail with another press, or the person lets it be."""
        for draft_id in list(self.house.store.outbox.not_sent()):
            draft = self.house.store.drafts.get(draft_id)
            entry = press_send(
                self.house.store, draft, now=self.house.now, scheduled=self.house.now + HOUR
            )
            self.wanted[entry.id], self.drafts[entry.id] = entry.scheduled, draft_id

    @rule()
    def answer_comes(self) -> None:
        self.answers += 1
        self.house.add(
            mail(
                "Re: Plan",
                f"Answer {self.answers}",
                message_id=f"answer{self.answers}@lee.example",
                more="In-Reply-To: <ask@lee.example>\r\n",
                date=dated(self.house.now),
            )
        )

    @rule(minutes=st.sampled_from([1, 2, 6]))
    def a_little_time_goes_by(self, minutes: int) -> None:
        self.time_goes_by(minutes)

    @rule(minutes=st.sampled_from([1, 4, 59, 61, 60 * 25]))
    def time_goes_by(self, minutes: int) -> None:
        self.house.now += minutes * 60
        self.worker.attend()

    @rule(hours=st.sampled_from([-30.0, -1.0, 1.0, 30.0]))
    def the_clock_is_set(self, hours: float) -> None:
        self.worker.attend()
        before = len(self.sender.delivered)
        self.awake.set_wall(hours * HOUR)
        self.worker.attend()
        assert len(self.sender.delivered) == before

    @rule(fault=st.sampled_from([Fault.NONE, Fault.UNREACHABLE, Fault.REFUSED_FOR_NOW]))
    def the_network(self, fault: Fault) -> None:
        self.sender.fault = fault

    @rule(orderly=st.booleans(), minutes=st.sampled_from([0, 30, 90]))
    def the_program_ends_and_starts(self, orderly: bool, minutes: int) -> None:
        if orderly:
            self.worker._end()
        self.house.now += minutes * 60
        self.house.store.outbox.recover()
        self.worker = self.postman()

    @rule(minutes=st.sampled_from([6, 60]))
    def the_program_is_killed_when_a_mail_is_queued(self, minutes: int) -> None:
        self.house.now += minutes * 60
        for entry in self.house.store.outbox.scheduled.entries():
            if entry.scheduled <= self.house.now <= entry.scheduled + GRACE_SECONDS:
                self.house.store.outbox.scheduled.release(entry.id, self.house.now)
                break
        self.house.store.outbox.recover()
        self.worker = self.postman()
        if self.sender.fault is Fault.NONE:
            queued = self.house.store.outbox.in_state([OutboxState.QUEUED])
            assert not queued

    @rule()
    def two_look_at_once(self) -> None:
        self.postman()
        self.worker.attend()

    @invariant()
    def nothing_is_early_twice_or_lost(self) -> None:
        outbox = self.house.store.outbox
        assert len(set(self.sender.delivered)) == len(self.sender.delivered)
        for sent, at in self.sender.moments:
            assert at >= self.wanted[sent]
        left = {entry for entry, _ in self.sender.moments}
        for entry_id, draft_id in self.drafts.items():
            entry = outbox.get(entry_id)
            newer = outbox.for_draft(draft_id)
            settled = entry_id in self.taken_back or (newer is not None and newer.id > entry_id)
            there = entry.state in {OutboxState.SCHEDULED, OutboxState.QUEUED}
            told = draft_id in outbox.not_sent()
            if entry.state is OutboxState.HELD and entry.scheduled:
                assert entry.last_error, "the person is told why"
            assert (entry.state is OutboxState.SENT) == (entry_id in left)
            assert settled or there or told or entry_id in left


class Noting(FaultySender):
    """Sender that notes when the wall showed what as a mail was handed over."""

    def __init__(self, house: TestHouse) -> None:
        super().__init__()
        self._house = house
        self.moments: list[tuple[int, float]] = []

    def send(self, entry: OutboxEntry) -> Receipt:
        receipt = super().send(entry)
        if receipt.delivery is Delivery.SENT:
            self.moments.append((entry.id, self._house.now))
        return receipt


Walk.TestCase.settings = settings(
    max_examples=80, stateful_step_count=30, suppress_health_check=list(HealthCheck), deadline=None
)
TestWalk = Walk.TestCase


def test_what_has_no_date_is_none_of_ours_and_never_leaves(house: TestHouse, awake: Awake) -> None:
    entry, sender = schedule(house, house.now + HOUR), FaultySender()
    assert house.store.outbox.scheduled.count() == 1
    undated = without_date(entry.mime)
    digest = frozen_digest(entry.account_id, entry.rfc822_message_id, entry.recipients, undated)
    with house.store.db.write(Changes()) as connection:
        values = (undated, digest, entry.id)
        connection.execute("UPDATE outbox SET mime = ?, frozen = ? WHERE id = ?", values)
    house.now += HOUR
    postman(house, sender, awake).attend()
    assert sender.attempts == 0
    assert state(house, entry) is OutboxState.FAILED
    assert house.store.outbox.scheduled.count() == 0
