"""P4: nothing is sent twice, nothing approved is silently dropped."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop_app.mime.compose import compose
from desktop_app.model.account import Account
from desktop_app.model.address import Address
from desktop_app.model.changes import Changes
from desktop_app.model.draft import Author, Draft, DraftContent, DraftState, Origin, SendPermit
from desktop_app.model.errors import NeedsSignIn, Refused
from desktop_app.model.outbox import OutboxEntry, OutboxState
from desktop_app.search.parser import parse as parse_query
from desktop_app.store.store import Store
from desktop_app.workers.postman import Postman
from tests.fakes.house import DANA, ME, NOW, TestHouse
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


def queue(house: TestHouse, draft: Draft, *, delay: float = 0.0) -> OutboxEntry:
    message_id = f"{draft.id}-{draft.revision}@fernhill.example"
    return house.store.outbox.approve(
        draft,
        SendPermit(draft.id, draft.revision, draft.digest, message_id),
        mime=compose(
            draft.content,
            message_id=message_id,
            date=house.now,
            read_attachment=house.store.drafts.read_file,
        ),
        rfc822_message_id=message_id,
        recipients=[a.email for a in draft.content.recipients],
        send_after=house.now + delay,
    )


def postman(house: TestHouse, sender: FaultySender) -> Postman:
    return Postman(house.store, clock=house.clock, senders=lambda _: sender)


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


@pytest.mark.parametrize("fault", [Fault.LOST_REPLY, Fault.RAISES_AFTER])
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
    if stored.state in {OutboxState.FAILED, OutboxState.UNDONE}:
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
