"""What becomes of a countdown when the program ends: held for the person, or sent."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from desktop_app.model.draft import DraftState
from desktop_app.model.errors import StorageError
from desktop_app.model.outbox import OutboxEntry, OutboxState
from desktop_app.store.drafts.outbox import Outbox
from desktop_app.workers.postman import Postman
from tests.fakes.house import TestHouse
from tests.fakes.senders import Fault, FaultySender
from tests.workers.test_postman import approve

LONG = 3_600.0


def ended(house: TestHouse, sender: FaultySender, *, sends: bool) -> OutboxEntry:
    """A mail in the middle of its countdown when the program ends."""
    worker = Postman(
        house.store, clock=house.clock, senders=lambda _: sender, sends_at_end=lambda: sends
    )
    worker.start()
    entry = approve(house, delay=LONG)
    worker.shutdown()
    assert not worker._thread.is_alive()
    return house.store.outbox.get(entry.id)


def test_a_countdown_is_held_when_the_program_ends(house: TestHouse) -> None:
    sender = FaultySender()
    entry = ended(house, sender, sends=False)
    assert (entry.state, sender.attempts) == (OutboxState.HELD, 0)
    assert house.store.drafts.get(entry.draft_id).state is DraftState.EDITED
    assert house.store.outbox.not_sent() == {entry.draft_id: replace(entry, mime=b"")}


def test_who_chose_so_has_it_sent_once_when_the_program_ends(house: TestHouse) -> None:
    sender = FaultySender()
    entry = ended(house, sender, sends=True)
    assert (entry.state, sender.attempts) == (OutboxState.SENT, 1)
    assert house.store.outbox.not_sent() == {}


@pytest.mark.parametrize("fault", [Fault.UNREACHABLE, Fault.REFUSED])
def test_what_could_not_be_sent_at_the_end_is_said_at_the_next_start(
    house: TestHouse, fault: Fault
) -> None:
    entry = ended(house, FaultySender(fault), sends=True)
    assert entry.state is OutboxState.FAILED
    house.store.outbox.recover()
    assert list(house.store.outbox.not_sent()) == [entry.draft_id]


def test_a_mail_that_waits_for_its_server_is_not_sent_earlier_because_the_program_ends(
    house: TestHouse,
) -> None:
    sender = FaultySender()
    worker = Postman(
        house.store, clock=house.clock, senders=lambda _: sender, sends_at_end=lambda: True
    )
    worker.start()
    entry = approve(house, delay=LONG)
    house.store.outbox.wait(entry.id, house.now + LONG, "The server asks to wait.", claimed=False)
    worker.shutdown()
    stored = house.store.outbox.get(entry.id)
    assert (stored.state, stored.last_error) == (OutboxState.HELD, "The server asks to wait.")
    assert sender.attempts == 0


def test_what_an_earlier_run_left_is_never_sent_by_the_end_of_this_one(house: TestHouse) -> None:
    """The postman stopped before it had recovered: that is for the next start."""
    entry, sender = approve(house, delay=LONG), FaultySender()
    worker = Postman(
        house.store, clock=house.clock, senders=lambda _: sender, sends_at_end=lambda: True
    )
    worker._end()
    assert (house.store.outbox.get(entry.id).state, sender.attempts) == (OutboxState.QUEUED, 0)


@pytest.mark.parametrize(
    "wrong",
    [
        StorageError("The disk is full."),
        pytest.param(RuntimeError("a bug"), marks=pytest.mark.logs_errors),
    ],
    ids=["the disk is full", "a bug"],
)
def test_what_can_t_be_held_at_the_end_stays_queued_and_the_next_start_holds_it(
    house: TestHouse, monkeypatch: pytest.MonkeyPatch, wrong: Exception
) -> None:
    of_the_start = Outbox.hold

    def hold(outbox: Outbox, **of: Any) -> None:
        if not of:  # that of the end
            raise wrong
        of_the_start(outbox, **of)

    with monkeypatch.context() as patch:
        patch.setattr(Outbox, "hold", hold)
        entry = ended(house, FaultySender(), sends=False)
    assert entry.state is OutboxState.QUEUED
    house.store.outbox.recover()
    assert list(house.store.outbox.not_sent()) == [entry.draft_id]
