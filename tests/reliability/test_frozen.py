"""P2 against the disk: one byte that changed behind the program's back, and nothing is sent."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.model.changes import Changes
from desktop_app.model.draft import Author, Draft, DraftState, Origin
from desktop_app.model.errors import Refused
from desktop_app.model.outbox import OutboxEntry, OutboxState
from desktop_app.workers.postman import Postman
from tests.fakes.house import TestHouse
from tests.fakes.senders import FaultySender
from tests.tools.test_sending import press, reply, review


def spoil(house: TestHouse, statement: str, *values: object) -> None:
    with house.store.db.write(Changes()) as connection:
        connection.execute(statement, values)
        assert connection.changes() == 1


def approved(house: TestHouse) -> OutboxEntry:
    queued = press(house, review(house, reply(house).id))
    house.now += 60
    return house.store.outbox.get(queued.outbox_id)


def worked(house: TestHouse) -> FaultySender:
    sender = FaultySender()
    Postman(house.store, clock=house.clock, senders=lambda _: sender).work()
    return sender


def test_each_changed_byte_of_what_waits_refuses_and_gives_the_draft_back(
    house: TestHouse,
) -> None:
    entry = approved(house)
    for place in range(0, len(entry.mime), 7):
        changed = bytearray(entry.mime)
        changed[place] ^= 1
        assert not replace(entry, mime=bytes(changed)).intact
    spoil(house, "UPDATE outbox SET mime = ? WHERE id = ?", bytes(changed), entry.id)
    assert worked(house).delivered == []
    after = house.store.outbox.get(entry.id)
    assert after.state is OutboxState.FAILED
    assert "not what you approved" in after.last_error
    assert house.store.drafts.get(entry.draft_id).state is DraftState.EDITED


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("recipients", '["attacker@evil.example"]'),
        ("rfc822_message_id", "other@fernhill.example"),
        ("frozen", ""),
    ],
)
def test_whom_it_goes_to_is_frozen_too(house: TestHouse, column: str, value: str) -> None:
    entry = approved(house)
    spoil(house, f"UPDATE outbox SET {column} = ? WHERE id = ?", value, entry.id)
    assert worked(house).delivered == []
    assert house.store.outbox.get(entry.id).state is OutboxState.FAILED


def test_unchanged_it_is_sent(house: TestHouse) -> None:
    """The control."""
    entry = approved(house)
    assert len(worked(house).delivered) == 1
    assert house.store.outbox.get(entry.id).state is OutboxState.SENT


def test_a_text_that_changed_between_the_showing_and_the_press_is_not_sent(
    house: TestHouse,
) -> None:
    shown = review(house, reply(house, "Yes, gladly.").id)
    spoil(
        house,
        "UPDATE draft SET content = replace(content, 'gladly', 'never!') WHERE id = ?",
        shown.draft.id,
    )
    with pytest.raises(Refused, match="not what was shown"):
        press(house, shown)
    assert house.store.outbox.waiting() == []


def test_a_text_that_changes_while_it_is_approved_is_not_sent(house: TestHouse) -> None:
    """Between the verb's reading and the transaction."""
    shown = review(house, reply(house, "Yes, gladly.").id)
    approve, outbox = house.store.outbox.approve, house.store.outbox

    def late(draft: Draft, *values: object, **more: object) -> OutboxEntry:
        statement = "UPDATE draft SET content = replace(content, 'gladly', 'never!') WHERE id = ?"
        spoil(house, statement, draft.id)
        return approve(draft, *values, **more)  # type: ignore[arg-type]

    outbox.approve = late  # type: ignore[method-assign]
    with pytest.raises(Refused, match="not what was shown"):
        press(house, shown)
    assert outbox.waiting() == []


def test_a_changed_attachment_is_not_sent(house: TestHouse) -> None:
    draft = reply(house)
    part = house.store.drafts.add_file(draft.id, "plan.txt", "text/plain", b"the plan")
    content = replace(draft.content, attachments=(part,))
    me = Author(Origin.USER)
    house.store.drafts.save(draft.id, draft.revision, content, me, now=house.now)
    shown = review(house, draft.id)
    spoil(house, "UPDATE draft_file SET data = ? WHERE draft_id = ?", b"the plot", draft.id)
    with pytest.raises(Refused, match=r"plan\.txt has changed"):
        press(house, shown)
    assert house.store.outbox.waiting() == []
