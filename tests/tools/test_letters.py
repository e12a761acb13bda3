"""Addresses with letters beyond ASCII before their @: accepted, told before Send, and what the
server said of them is kept."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.model.account import Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.draft import Author, Check, CheckLevel, DraftContent, DraftState, Origin
from desktop_app.model.mail_server import MailServers, ServerAddress, SubmissionSaid
from desktop_app.model.outbox import Delivery, OutboxEntry, Receipt
from desktop_app.tools.person import draft_review
from desktop_app.workers.postman import Postman
from tests.fakes.house import DANA, ME, TestHouse
from tests.fakes.pressing import press_send
from tests.fakes.senders import FaultySender

UMLAUT = "jürgen@müller.example"
CODES = {"letters_not_taken", "letters_beyond_ascii"}


def told(house: TestHouse, *people: str, from_: Address = ME) -> list[Check]:
    content = DraftContent(
        from_, to=(DANA, *(Address("", p) for p in people)), subject="S", body="Hi"
    )
    draft = house.store.drafts.create(
        "work", Author(Origin.USER), content, state=DraftState.EDITED, now=house.now
    )
    params = draft_review.ReviewDraft(draft_id=draft.id)
    found = house.runner().call(draft_review.REVIEW_DRAFT, params).unwrap()
    assert not [c for c in found.checks if c.code == "invalid_recipient"]
    return [check for check in found.checks if check.code in CODES]


def test_before_the_server_was_reached_it_is_a_note(house: TestHouse) -> None:
    [check] = told(house, UMLAUT)
    assert (check.code, check.level) == ("letters_beyond_ascii", CheckLevel.NOTE)
    assert UMLAUT in check.text
    assert told(house, "sam@müller.example") == []


def test_what_the_server_said_last_counts(house: TestHouse) -> None:
    kept = house.store.mail_servers
    assert kept.said("work") is None
    kept.note_said("work", SubmissionSaid())
    [check] = told(house, UMLAUT)
    assert (check.code, check.level) == ("letters_not_taken", CheckLevel.CONFIRM)
    assert check.fix_value == UMLAUT
    assert "Send from another account" in check.text
    [own] = told(house, from_=Address("", "größe@x.example"))
    assert own.fix == ""
    assert told(house, "sam@x.example") == []
    kept.note_said("work", SubmissionSaid(takes_letters=True))
    assert [c.level for c in told(house, UMLAUT)] == [CheckLevel.NOTE]
    kept.keep("work", MailServers(ServerAddress("imap.x.example", 993), None, "u"))
    assert kept.said("work") is None
    kept.note_said("nobody", SubmissionSaid())
    assert kept.said("nobody") is None


class Telling(FaultySender):
    """A sender whose server says what mail it takes."""

    said: SubmissionSaid | None = None

    def send(self, entry: OutboxEntry) -> Receipt:
        return replace(super().send(entry), said=self.said)


SAYINGS = [SubmissionSaid(True), SubmissionSaid(False), SubmissionSaid(True, 9_000_000), None]


@pytest.mark.parametrize("said", SAYINGS)
def test_the_postman_keeps_what_the_server_says(
    house: TestHouse, said: SubmissionSaid | None
) -> None:
    draft = house.store.drafts.create(
        "work",
        Author(Origin.USER),
        DraftContent(ME, to=(DANA,), subject="S", body="Hi"),
        state=DraftState.EDITED,
        now=house.now,
    )
    press_send(house.store, draft, now=house.now, message_id="l@x.example")
    sender = Telling()
    sender.said = said
    Postman(house.store, clock=house.clock, senders=lambda _: sender, monotonic=house.clock).work()
    assert sender.delivered
    assert house.store.mail_servers.said("work") == said


def test_nothing_of_it_is_left_of_a_removed_account(house: TestHouse) -> None:
    made = Account("other", "imap", "Other", (Identity(Address("", "o@x.example")),))
    house.store.accounts.add(made)
    house.store.mail_servers.note_said("other", SubmissionSaid())
    removals = house.store.removals
    removals.begin("other")
    while removals.delete_some("other"):
        pass
    with house.store.db.reading() as connection:
        assert not connection.execute("SELECT COUNT(*) FROM submission_said").get


def test_a_receipt_is_the_same_whatever_the_server_said() -> None:
    assert Receipt(Delivery.SENT, said=SubmissionSaid(True)) == Receipt(Delivery.SENT)
