"""A server asks to wait: its mail stays in the outbox, visible and the person's to take back, and
nothing else waits with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Event

import pytest

from desktop_app.model.account import Account, Identity
from desktop_app.model.draft import DraftState
from desktop_app.model.errors import Cancelled, KnownError, SlowDown
from desktop_app.model.outbox import Delivery, OutboxEntry, OutboxState, Receipt
from desktop_app.store.drafts.draft_claims import Holder
from desktop_app.workers.postman import Postman
from tests.fakes.house import ME, NOW, TestHouse
from tests.fakes.senders import FaultySender
from tests.workers.test_postman import approve, postman, queue

WORDS = "Google asks to wait: its limit of requests is used up."


@dataclass
class Busy(FaultySender):
    """Its server wants to be asked again at `at`: while it is prepared, or when it is sent."""

    at: float = NOW + 900
    when: str = "send"
    prepared: int = 0

    def prepare(self, entry: OutboxEntry) -> str:
        self.prepared += 1
        if self.when == "prepare":
            raise SlowDown(WORDS, resumes_at=self.at)
        return super().prepare(entry)

    def send(self, entry: OutboxEntry) -> Receipt:
        if self.when == "send":
            self.attempts += 1
            return Receipt(Delivery.NOT_SENT, WORDS, retryable=True, resumes_at=self.at)
        return super().send(entry)


@pytest.mark.parametrize("when", ["prepare", "send"])
def test_it_is_queued_again_with_its_reason_and_leaves_once_later(
    house: TestHouse, when: str
) -> None:
    entry, sender = approve(house), Busy(when=when)
    worker = postman(house, sender)
    worker.work()
    worker.work()
    waits = house.store.outbox.get(entry.id)
    assert (waits.state, waits.send_after, waits.last_error) == (
        OutboxState.QUEUED,
        NOW + 900,
        WORDS,
    )
    assert waits.waits
    assert house.store.outbox.waits_until() == NOW + 900
    assert sender.prepared == 1, "it was tried before its time"
    assert house.store.drafts.get(entry.draft_id).state is DraftState.APPROVED
    house.now = NOW + 901
    sender.when = "never"
    worker.work()
    done = house.store.outbox.get(entry.id)
    assert (done.state, done.last_error) == (OutboxState.SENT, "")
    assert sender.delivered == [entry.rfc822_message_id]


def test_the_mail_of_other_accounts_goes_on_meanwhile(house: TestHouse) -> None:
    house.store.accounts.add(Account("other", "local", "Other", (Identity(ME, default=True),)))
    busy, free = Busy(), FaultySender()
    senders = {"work": busy, "other": free}
    waiting = approve(house, subject="First")
    draft = house.store.drafts.get(approve(house, subject="Second", delay=1).draft_id)
    house.store.outbox.undo(house.store.outbox.for_draft(draft.id).id)  # type: ignore[union-attr]
    other = house.store.drafts.create(
        "other", draft.author, draft.content, state=DraftState.EDITED, now=house.now
    )
    going = queue(house, other)
    Postman(house.store, clock=house.clock, senders=lambda account: senders[account.id]).work()
    assert house.store.outbox.get(waiting.id).waits
    assert house.store.outbox.get(going.id).state is OutboxState.SENT


@pytest.mark.parametrize("when", ["prepare", "send"])
def test_what_waits_can_be_taken_back_and_a_restart_gives_it_back(
    house: TestHouse, when: str
) -> None:
    for take_back in (True, False):
        entry, sender = approve(house), Busy(when=when)
        postman(house, sender).work()
        if take_back:
            house.store.outbox.undo(entry.id)
        else:
            house.store.outbox.recover()
        house.now += 2000
        sender.when = "never"
        postman(house, sender).work()
        assert sender.delivered == []
        ended = OutboxState.UNDONE if take_back else OutboxState.HELD
        assert house.store.outbox.get(entry.id).state is ended
        assert house.store.drafts.get(entry.draft_id).state is DraftState.EDITED


def test_a_wait_of_more_than_an_hour_gives_the_mail_back(house: TestHouse) -> None:
    for when in ("prepare", "send"):
        entry = approve(house)
        postman(house, Busy(at=NOW + 3_700, when=when)).work()
        failed = house.store.outbox.get(entry.id)
        assert (failed.state, failed.last_error) == (OutboxState.FAILED, WORDS)
        assert house.store.drafts.get(entry.draft_id).state is DraftState.EDITED


def test_a_time_that_is_over_is_not_asked_again_at_once(house: TestHouse) -> None:
    approve(house)
    sender = Busy(at=NOW - 50)
    postman(house, sender).work()
    assert sender.attempts == 1


def test_a_draft_that_is_in_hand_waits_a_moment_and_says_so(house: TestHouse) -> None:
    draft = approve(house).draft_id
    entry = house.store.outbox.for_draft(draft)
    assert entry is not None
    claims = house.store.draft_claims
    claim = claims.claim("work", draft, Holder.SYNC, states=tuple(DraftState))
    assert claim is not None
    sender = FaultySender()
    worker = postman(house, sender)
    worker.work()
    waits = house.store.outbox.get(entry.id)
    assert waits.waits
    assert "being saved" in waits.last_error
    claims.release(claim)
    house.now += 3
    worker.work()
    assert sender.delivered == [entry.rfc822_message_id]


@dataclass
class Waiting(FaultySender):
    """Waits for its server until it is called off."""

    cancelled: Event = field(default_factory=Event)
    begun: Event = field(default_factory=Event)

    def prepare(self, entry: OutboxEntry) -> str:
        self.begun.set()
        if self.cancelled.wait(30):
            raise Cancelled("Stopped.")
        raise KnownError("Nobody called it off.")


def test_the_end_of_the_program_ends_a_wait_and_gives_the_mail_back(
    house: TestHouse,
) -> None:
    sender = Waiting()
    worker = postman(house, sender)
    sender.cancelled = worker._cancelled
    worker.start()
    entry = approve(house)
    worker.wake()
    assert sender.begun.wait(10)
    worker.shutdown()
    assert not worker._thread.is_alive()
    assert house.store.outbox.get(entry.id).state is OutboxState.HELD
    assert house.store.drafts.get(entry.draft_id).state is DraftState.EDITED


def test_a_mail_that_another_postman_is_sending_is_not_queued_again(house: TestHouse) -> None:
    entry = approve(house)
    assert house.store.outbox.claim(entry.id, "") is not None
    house.store.outbox.wait(entry.id, NOW + 2, "In hand.", claimed=False)
    assert house.store.outbox.get(entry.id).state is OutboxState.SENDING
