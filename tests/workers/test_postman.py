"""P4: nothing is sent twice, nothing approved is silently dropped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Event, Thread

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop_app.model.account import Account
from desktop_app.model.address import Address
from desktop_app.model.changes import Changes
from desktop_app.model.draft import Author, Draft, DraftContent, DraftState, Origin
from desktop_app.model.draft_link import DraftLink
from desktop_app.model.errors import (
    Cancelled,
    Conflict,
    DiskFull,
    NeedsSignIn,
    NotFound,
    Refused,
    Unavailable,
)
from desktop_app.model.outbox import NOT_SENT, OutboxEntry, OutboxState, Receipt
from desktop_app.search.parser import parse as parse_query
from desktop_app.store.drafts.draft_claims import SECONDS, Holder
from desktop_app.store.store import Store
from desktop_app.workers.postman import Postman
from tests.fakes.house import DANA, ME, NOW, TestHouse, mail
from tests.fakes.pressing import press_send
from tests.fakes.senders import Fault, FaultySender


def approve(house: TestHouse, *, subject: str = "Budget", delay: float = 0.0) -> OutboxEntry:
    """A draft of the person's, approved by a press, due in `delay` seconds."""
    draft = house.store.drafts.create(
        "work",
        Author(Origin.USER),
        DraftContent(ME, to=(DANA, Address("", "sam@example.com")), subject=subject, body="Yes."),
        state=DraftState.EDITED,
        now=house.now,
    )
    return queue(house, draft, delay=delay)


def queue(
    house: TestHouse,
    draft: Draft,
    *,
    delay: float = 0.0,
    digest: str = "",
    then_archive: bool = False,
) -> OutboxEntry:
    return press_send(
        house.store,
        draft,
        now=house.now,
        delay=delay,
        digest=digest,
        message_id=f"{draft.id}-{draft.revision}@fernhill.example",
        then_archive=then_archive,
    )


def postman(house: TestHouse, sender: FaultySender) -> Postman:
    return Postman(house.store, clock=house.clock, senders=lambda _: sender, monotonic=house.clock)


def in_sent(store: Store, subject: str = "Budget") -> int:
    return len(store.finder.messages(parse_query(f"in:sent subject:{subject}"), limit=50))


def test_a_mail_that_is_due_is_sent_once_and_filed_in_sent(house: TestHouse) -> None:
    entry, sender = approve(house), FaultySender()
    worker = postman(house, sender)
    worker.work()
    worker.work()
    assert sender.delivered == [entry.rfc822_message_id]
    assert house.store.outbox.get(entry.id).state is OutboxState.SENT
    assert house.store.drafts.get(entry.draft_id).state is DraftState.SENT
    assert in_sent(house.store) == 1


def test_it_is_busy_exactly_while_it_asks_a_server(
    house: TestHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    approve(house)
    sender = FaultySender()
    worker, was_busy = postman(house, sender), []
    send = sender.send

    def asked(entry: OutboxEntry) -> Receipt:
        was_busy.append(worker.busy)
        return send(entry)

    monkeypatch.setattr(sender, "send", asked)
    assert not worker.busy
    worker.work()
    assert was_busy == [True]
    assert not worker.busy


def test_a_mail_that_is_not_due_waits(house: TestHouse) -> None:
    entry, sender = approve(house, delay=10), FaultySender()
    worker = postman(house, sender)
    worker.work()
    assert sender.attempts == 0
    house.now += 10
    worker.work()
    assert sender.delivered == [entry.rfc822_message_id]


def test_an_undone_mail_never_leaves_and_its_text_is_editable_again(house: TestHouse) -> None:
    entry, sender = approve(house, delay=10), FaultySender()
    before = house.store.drafts.get(entry.draft_id)
    house.store.outbox.undo(entry.id)
    house.now += 100
    postman(house, sender).work()
    after = house.store.drafts.get(entry.draft_id)
    assert sender.attempts == 0
    assert after.state is DraftState.EDITED
    assert after.content == before.content


def test_undo_is_refused_once_the_mail_is_on_its_way(house: TestHouse) -> None:
    entry = approve(house)
    assert house.store.outbox.claim(entry.id, "") is not None
    with pytest.raises(Refused):
        house.store.outbox.undo(entry.id)


@pytest.mark.parametrize(
    "fault",
    [Fault.LOST_REPLY, pytest.param(Fault.RAISES_AFTER, marks=pytest.mark.logs_errors)],
)
def test_a_lost_reply_is_settled_by_looking_and_never_by_sending_again(
    house: TestHouse, fault: Fault
) -> None:
    entry, sender = approve(house), FaultySender(fault)
    worker = postman(house, sender)
    for _ in range(3):
        worker.work()
    assert sender.attempts == 1
    assert sender.looks == 1
    assert house.store.outbox.get(entry.id).state is OutboxState.SENT
    assert in_sent(house.store) == 1


def test_a_look_that_the_end_interrupts_leaves_the_doubt(house: TestHouse) -> None:
    entry, sender = approve(house), FaultySender(Fault.LOST_REPLY)

    def interrupted(entry: OutboxEntry) -> Receipt:
        raise Cancelled("Stopped.")

    sender.look = interrupted  # type: ignore[method-assign]
    postman(house, sender).work()
    stored = house.store.outbox.get(entry.id)
    assert (sender.attempts, stored.state) == (1, OutboxState.UNCERTAIN)


def test_a_doubt_that_looking_cannot_settle_stays_visible_until_the_person_decides(
    house: TestHouse,
) -> None:
    entry, sender = approve(house), FaultySender(Fault.LOST_REPLY, visible=False)
    worker = postman(house, sender)
    for _ in range(3):
        worker.work()
        worker.settle(entry.id)
    stored = house.store.outbox.get(entry.id)
    assert (sender.attempts, stored.state) == (1, OutboxState.UNCERTAIN)
    assert stored.last_error != ""
    house.store.outbox.finish(entry.id, OutboxState.FAILED, "You said it was not sent.")
    assert house.store.drafts.get(entry.draft_id).state is DraftState.EDITED


@pytest.mark.parametrize("fault", [Fault.UNREACHABLE, Fault.REFUSED, Fault.RESET_BEFORE])
def test_a_mail_proven_unsent_goes_back_to_the_person_with_the_reason(
    house: TestHouse, fault: Fault
) -> None:
    entry, sender = approve(house), FaultySender(fault)
    postman(house, sender).work()
    stored = house.store.outbox.get(entry.id)
    assert sender.delivered == []
    assert (stored.state, bool(stored.last_error)) == (OutboxState.FAILED, True)
    assert house.store.drafts.get(entry.draft_id).state is DraftState.EDITED


def test_a_failed_mail_is_sent_by_another_press_alone(house: TestHouse) -> None:
    entry, sender = approve(house), FaultySender(Fault.REFUSED)
    worker = postman(house, sender)
    worker.work()
    sender.fault = Fault.NONE
    worker.work()
    assert sender.delivered == []
    draft = house.store.drafts.get(entry.draft_id)
    changed = house.store.drafts.save(
        draft.id, draft.revision, DraftContent(ME, to=(DANA,), subject="Budget", body="Again."),
        Author(Origin.USER), now=house.now,
    )  # fmt: skip
    queue(house, changed)
    worker.work()
    assert len(sender.delivered) == 1


def test_recipients_the_server_refused_are_named(house: TestHouse) -> None:
    entry, sender = approve(house), FaultySender(Fault.PARTIAL)
    postman(house, sender).work()
    stored = house.store.outbox.get(entry.id)
    assert stored.state is OutboxState.SENT
    assert "sam@example.com" in stored.last_error


def test_a_restart_during_the_countdown_gives_the_mail_back_and_sends_nothing(
    house: TestHouse,
) -> None:
    entry, sender = approve(house, delay=10), FaultySender()
    house.now += 100
    worker = postman(house, sender)
    worker.start()
    worker.shutdown()
    assert sender.attempts == 0
    assert house.store.drafts.get(entry.draft_id).state is DraftState.EDITED


@pytest.mark.parametrize("arrived", [True, False])
def test_a_crash_during_the_attempt_is_settled_by_looking_at_the_next_start(
    house: TestHouse, arrived: bool
) -> None:
    entry, sender = approve(house), FaultySender()
    house.store.outbox.claim(entry.id, "")
    if arrived:
        sender.delivered.append(entry.rfc822_message_id)
    worker = postman(house, sender)
    worker.start()
    wait_until(lambda: house.store.outbox.get(entry.id).state is not OutboxState.UNCERTAIN)
    worker.shutdown()
    assert sender.attempts == 0
    expected = OutboxState.SENT if arrived else OutboxState.FAILED
    assert house.store.outbox.get(entry.id).state is expected


def test_a_crash_between_sent_and_filed_files_once(house: TestHouse) -> None:
    entry, sender = approve(house), FaultySender()
    house.store.outbox.claim(entry.id, "")
    house.store.outbox.finish(entry.id, OutboxState.SENT)
    worker = postman(house, sender)
    worker.work()
    worker.work()
    assert (sender.attempts, in_sent(house.store)) == (0, 1)


def test_two_postmen_on_one_outbox_send_once(house: TestHouse) -> None:
    gate = Event()
    sender = FaultySender(stall=gate)
    entries = [approve(house, subject=f"Budget {i}") for i in range(5)]
    other = Store(house.profile, clock=house.clock)
    second = Postman(other, clock=house.clock, senders=lambda _: sender)
    threads = [Thread(target=w.work) for w in (postman(house, sender), second)]
    for thread in threads:
        thread.start()
    gate.set()
    for thread in threads:
        thread.join(20)
    other.close()
    assert sorted(sender.delivered) == sorted(e.rfc822_message_id for e in entries)


def test_the_fake_server_would_notice_a_second_delivery(house: TestHouse) -> None:
    """The control: a postman that retries blindly is caught by the server's count."""
    entry, sender = approve(house), FaultySender(Fault.LOST_REPLY)
    sender.send(entry)
    sender.send(entry)
    assert sender.delivered.count(entry.rfc822_message_id) == 2


@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    steps=st.lists(st.sampled_from(["work", "undo", "wait", "restart", "settle"]), max_size=8),
    fault=st.sampled_from(list(Fault)),
    visible=st.booleans(),
)
def test_whatever_happens_a_mail_is_delivered_at_most_once_and_never_lost(
    house: TestHouse, steps: list[str], fault: Fault, visible: bool
) -> None:
    sender = FaultySender(fault, visible=visible)
    entry = approve(house, delay=5)
    worker = postman(house, sender)
    acts: dict[str, Callable[[], object]] = {
        "work": worker.work,
        "wait": lambda: setattr(house, "now", house.now + 5),
        "undo": lambda: _tolerate(lambda: house.store.outbox.undo(entry.id)),
        "restart": house.store.outbox.recover,
        "settle": lambda: worker.settle(entry.id),
    }
    for step in steps:
        acts[step]()
    stored = house.store.outbox.get(entry.id)
    draft = house.store.drafts.get(entry.draft_id)
    delivered = sender.delivered.count(entry.rfc822_message_id)
    assert delivered <= 1
    if stored.state is OutboxState.SENT:
        assert delivered == 1, "reported sent without evidence"
    if stored.state in {*NOT_SENT, OutboxState.UNDONE}:
        assert delivered == 0
        assert draft.state is DraftState.EDITED
    house.now = NOW


def _tolerate(act: Callable[[], object]) -> None:
    try:
        act()
    except Refused:
        return


def wait_until(met: Callable[[], bool]) -> None:
    """Let the postman's thread do its work; fails after ten seconds."""
    pause = Event()
    for _ in range(1000):
        if met():
            return
        pause.wait(0.01)
    raise AssertionError("it did not happen within ten seconds")


def test_an_account_that_is_signed_out_does_not_hold_the_others_up(house: TestHouse) -> None:
    """A sent mail waits to be filed, but its account can't be reached any more."""
    first = approve(house, subject="First")
    postman(house, FaultySender()).work()
    with house.store.db.write(Changes()) as connection:
        connection.execute("UPDATE outbox SET filed = 0 WHERE id = ?", (first.id,))
    second = approve(house, subject="Second")
    sender = FaultySender()
    calls = 0

    def senders(_: Account) -> FaultySender:
        nonlocal calls
        calls += 1
        if calls == 1:
            raise NeedsSignIn("This account is signed out.")
        return sender

    Postman(house.store, clock=house.clock, senders=senders).work()
    assert house.store.outbox.get(second.id).state is OutboxState.SENT


@pytest.fixture
def started(house: TestHouse) -> Iterator[Callable[[FaultySender], Postman]]:
    """Starts a postman's thread, and ends it with the test."""
    workers: list[Postman] = []

    def start(sender: FaultySender) -> Postman:
        worker = postman(house, sender)
        workers.append(worker)
        worker.start()
        return worker

    yield start
    for worker in workers:
        worker.shutdown()


def test_a_postman_that_is_woken_sends_what_is_due(
    house: TestHouse, started: Callable[[FaultySender], Postman]
) -> None:
    sender = FaultySender()
    worker = started(sender)
    entry = approve(house, delay=20)
    worker.wake()
    house.store.outbox.hasten(entry.id, house.now)
    worker.wake()
    wait_until(lambda: house.store.outbox.get(entry.id).state is OutboxState.SENT)
    assert sender.delivered == [entry.rfc822_message_id]


def test_hastening_makes_no_mail_due_that_has_left(house: TestHouse) -> None:
    entry = approve(house)
    postman(house, FaultySender()).work()
    assert house.store.outbox.hasten(entry.id, 0.0).send_after == entry.send_after


def test_a_pass_that_fails_ends_neither_the_thread_nor_the_mail(
    house: TestHouse, started: Callable[[FaultySender], Postman], monkeypatch: pytest.MonkeyPatch
) -> None:
    sender = FaultySender()
    worker = started(sender)
    monkeypatch.setattr(house.store.outbox, "unfiled", raising_once(house, Unavailable("Locked.")))
    entry = approve(house)
    worker.wake()
    wait_until(lambda: worker._thread.is_alive() and not worker._thread.woken)
    worker.wake()
    wait_until(lambda: house.store.outbox.get(entry.id).state is OutboxState.SENT)


@pytest.mark.logs_errors
def test_a_mistake_of_ours_in_a_pass_is_logged_and_the_next_pass_goes_on(
    house: TestHouse, started: Callable[[FaultySender], Postman], monkeypatch: pytest.MonkeyPatch
) -> None:
    sender = FaultySender()
    worker = started(sender)
    monkeypatch.setattr(house.store.outbox, "unfiled", raising_once(house, ValueError("a bug")))
    entry = approve(house)
    worker.wake()
    wait_until(lambda: not worker._thread.woken)
    worker.wake()
    wait_until(lambda: house.store.outbox.get(entry.id).state is OutboxState.SENT)


def raising_once(house: TestHouse, error: Exception) -> Callable[[], list[OutboxEntry]]:
    """`Outbox.unfiled` that fails the first time."""
    real, errors = house.store.outbox.unfiled, [error]

    def unfiled() -> list[OutboxEntry]:
        if errors:
            raise errors.pop()
        return real()

    return unfiled


def test_a_postman_that_cannot_read_when_mail_is_due_waits_for_a_while(
    house: TestHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = postman(house, FaultySender())
    approve(house, delay=7)
    assert worker._seconds_to_next() == 7
    monkeypatch.setattr(house.store.outbox, "waiting", raising(Unavailable("Locked.")))
    assert worker._seconds_to_next() == 30


def raising(error: Exception) -> Callable[..., object]:
    def fail(*_: object, **__: object) -> object:
        raise error

    return fail


def test_a_postman_that_stops_sends_nothing_more(house: TestHouse) -> None:
    entry, sender = approve(house), FaultySender()
    worker = postman(house, sender)
    worker.shutdown()
    worker.work()
    assert sender.attempts == 0
    assert house.store.outbox.get(entry.id).state is OutboxState.QUEUED


def test_a_mail_that_cannot_be_prepared_and_was_taken_back_stays_a_draft(
    house: TestHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = approve(house)
    sender = FaultySender(Fault.UNREACHABLE)
    prepare = sender.prepare

    def taken_back(due: OutboxEntry) -> str:
        house.store.outbox.undo(due.id)
        return prepare(due)

    monkeypatch.setattr(sender, "prepare", taken_back)
    postman(house, sender).work()
    assert house.store.outbox.get(entry.id).state is OutboxState.UNDONE


def test_a_mail_that_is_taken_back_just_before_its_claim_is_not_sent(
    house: TestHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry, sender = approve(house), FaultySender()

    def taken_back(due: OutboxEntry) -> str:
        house.store.outbox.undo(due.id)
        return ""

    monkeypatch.setattr(sender, "prepare", taken_back)
    postman(house, sender).work()
    assert (sender.attempts, house.store.outbox.get(entry.id).state) == (0, OutboxState.UNDONE)


def test_a_doubt_about_an_account_that_is_signed_out_stays(
    house: TestHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry, sender = approve(house), FaultySender(Fault.LOST_REPLY)
    monkeypatch.setattr(sender, "look", raising(NeedsSignIn("This account is signed out.")))
    postman(house, sender).work()
    stored = house.store.outbox.get(entry.id)
    assert (stored.state, stored.last_error) == (
        OutboxState.UNCERTAIN,
        "This account is signed out.",
    )


def test_what_the_person_has_decided_is_not_written_over(
    house: TestHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry, sender = approve(house), FaultySender(Fault.LOST_REPLY)
    look = sender.look

    def decided(uncertain: OutboxEntry) -> Receipt:
        house.store.outbox.finish(uncertain.id, OutboxState.FAILED, "You said it was not sent.")
        return look(uncertain)

    monkeypatch.setattr(sender, "look", decided)
    postman(house, sender).work()
    assert house.store.outbox.get(entry.id).state is OutboxState.FAILED


def test_a_server_that_files_by_itself_is_asked_for_the_copy(house: TestHouse) -> None:
    approve(house)
    asked: list[str] = []
    sender = FaultySender(files_sent=True)
    Postman(house.store, clock=house.clock, senders=lambda _: sender, sent=asked.append).work()
    assert asked == ["work"]
    assert in_sent(house.store) == 0


@pytest.mark.parametrize("answers", [True, False])
def test_the_conversation_is_archived_behind_the_mail_where_that_was_asked(
    house: TestHouse, answers: bool
) -> None:
    mail_in = house.add(mail("Budget"))
    draft = house.store.drafts.create(
        "work",
        Author(Origin.USER),
        DraftContent(ME, to=(DANA,), subject="Re: Budget", body="Yes."),
        reply_to_id=mail_in.id if answers else 0,
        state=DraftState.EDITED,
        now=house.now,
    )
    queue(house, draft, then_archive=True)
    postman(house, FaultySender()).work()
    assert ("INBOX" in house.store.messages.get(mail_in.id).labels) != answers


def test_a_permit_for_another_draft_queues_nothing(house: TestHouse) -> None:
    entry = approve(house, delay=10)
    house.store.outbox.undo(entry.id)
    draft = house.store.drafts.get(entry.draft_id)
    with pytest.raises(Refused, match="not what was shown"):
        queue(house, draft, digest="0" * 64)
    assert house.store.outbox.waiting() == []


def test_a_draft_that_has_changed_since_it_was_shown_is_not_queued(house: TestHouse) -> None:
    entry = approve(house, delay=10)
    shown = house.store.drafts.get(entry.draft_id)
    with pytest.raises(Conflict, match="has changed"):
        queue(house, shown)
    assert len(house.store.outbox.in_state([OutboxState.QUEUED])) == 1


def test_what_is_not_in_the_outbox_is_not_found(house: TestHouse) -> None:
    with pytest.raises(NotFound, match="no such mail"):
        house.store.outbox.get(4711)


@pytest.mark.parametrize("jump", [86_400.0, -86_400.0])
def test_a_clock_that_is_set_sends_neither_early_nor_late(house: TestHouse, jump: float) -> None:
    steady = [100.0]
    sender = FaultySender()
    entry = approve(house, delay=10)
    worker = Postman(
        house.store, clock=house.clock, senders=lambda _: sender, monotonic=lambda: steady[0]
    )
    worker.work()
    house.now += jump
    steady[0] += 9
    worker.work()
    assert sender.attempts == 0
    assert worker._seconds_to_next() == 1
    steady[0] += 1
    worker.work()
    assert sender.delivered == [entry.rfc822_message_id]


@pytest.mark.parametrize("jump", [86_400.0, -86_400.0])
def test_send_now_means_now_whatever_the_clock_says(house: TestHouse, jump: float) -> None:
    steady, sender = [100.0], FaultySender()
    entry = approve(house, delay=10)
    worker = Postman(
        house.store, clock=house.clock, senders=lambda _: sender, monotonic=lambda: steady[0]
    )
    worker.work()
    house.now += jump
    house.store.outbox.hasten(entry.id, house.now)
    worker.work()
    assert sender.delivered == [entry.rfc822_message_id]


@pytest.mark.parametrize("fault", [Fault.NONE, Fault.REFUSED, Fault.LOST_REPLY])
def test_an_outcome_that_the_disk_did_not_take_is_written_down_later(
    house: TestHouse, fault: Fault, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before, the mail was *Sending now* until the program started anew."""
    entry, sender = approve(house), FaultySender(fault)
    worker = postman(house, sender)
    with monkeypatch.context() as patched:
        patched.setattr(house.store.outbox, "finish", raising(DiskFull("The disk is full.")))
        with pytest.raises(DiskFull):
            worker.work()
    assert house.store.outbox.get(entry.id).state is OutboxState.SENDING
    worker.work()
    state = OutboxState.FAILED if fault is Fault.REFUSED else OutboxState.SENT
    assert house.store.outbox.get(entry.id).state is state
    assert sender.attempts == 1
    worker.work()
    assert worker._unwritten == {}


def test_an_outcome_whose_draft_is_gone_is_forgotten(
    house: TestHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry, sender = approve(house), FaultySender()
    worker = postman(house, sender)
    with monkeypatch.context() as patched:
        patched.setattr(house.store.outbox, "finish", raising(DiskFull("The disk is full.")))
        with pytest.raises(DiskFull):
            worker.work()
    with house.store.db.write(Changes()) as connection:
        connection.execute("DELETE FROM draft WHERE id = ?", (entry.draft_id,))
    worker.settle(entry.id)
    worker.work()
    assert worker._unwritten == {}


def test_a_send_under_way_gets_some_seconds_at_the_end(house: TestHouse) -> None:
    sender = FaultySender(stall=Event())
    worker = postman(house, sender)
    worker.start()
    entry = approve(house)
    worker.wake()
    wait_until(lambda: sender.attempts == 1)
    real, joins = worker._thread.join, []

    def join(seconds: float) -> None:
        """The server answers once it is waited for a second time."""
        joins.append(seconds)
        if len(joins) == 2:
            sender.stall.set()  # type: ignore[union-attr]
            real(seconds)

    worker._thread.join = join  # type: ignore[method-assign, assignment]
    worker.shutdown()
    assert len(joins) == 2
    assert house.store.outbox.get(entry.id).state is OutboxState.SENT


def test_a_mail_whose_draft_the_sync_never_gave_up_goes_with_a_copy_of_its_own(
    house: TestHouse,
) -> None:
    entry, sender = approve(house), FaultySender()
    store = house.store
    states = (DraftState.APPROVED,)
    assert store.draft_claims.claim("work", entry.draft_id, Holder.SYNC, states=states)
    store.draft_links("work").keep(DraftLink(entry.draft_id, "r1", "m1", "t1", 1))
    postman(house, sender).work()
    assert sender.attempts == 0
    store.db.clock = lambda: NOW + SECONDS[Holder.SYNC] + 1
    house.now += 600
    postman(house, sender).work()
    assert sender.delivered == [entry.rfc822_message_id]
    assert store.draft_links("work").get(entry.draft_id) is None


def test_a_queued_mail_can_be_put_off_and_one_on_its_way_can_not(house: TestHouse) -> None:
    entry = approve(house)
    assert house.store.outbox.postpone(entry.id, house.now + 50).send_after == house.now + 50
    house.store.outbox.claim(entry.id, "")
    with pytest.raises(Refused, match="already on its way"):
        house.store.outbox.postpone(entry.id, house.now + 90)
