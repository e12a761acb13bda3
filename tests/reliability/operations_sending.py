"""Operations of sending: approved, undone, sent to a world that counts."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace

from desktop_app.model.draft import DraftState
from desktop_app.model.errors import KnownError
from desktop_app.model.outbox import OutboxEntry, OutboxState, Receipt
from desktop_app.search.parser import parse as query
from desktop_app.tools.person import draft_review, outbox
from desktop_app.workers.postman import Postman
from tests.fakes.senders import FaultySender
from tests.reliability.desk import (
    Desk,
    Operation,
    Problems,
    Tell,
    draft_of,
    no_tell,
    nothing_saved,
)
from tests.reliability.operations_drafts import NEW, OLD, check_state
from tests.tools.test_sending import press, reply, review


@dataclass
class WatchedSender(FaultySender):
    """Tells what the world has received."""

    tell: Tell = no_tell

    def send(self, entry: OutboxEntry) -> Receipt:
        receipt = super().send(entry)
        self.tell("delivered " + entry.rfc822_message_id)
        return receipt


def _replied(desk: Desk) -> None:
    reply(desk, OLD)


def _approve(desk: Desk, tell: Tell) -> None:
    draft = draft_of(desk)
    assert draft is not None
    press(desk, review(desk, draft.id))
    tell("queued")


def _check_approve(desk: Desk, told: tuple[str, ...], refused: str) -> Problems:
    draft = draft_of(desk)
    if draft is None:
        yield "the draft is gone"
        return
    entry = desk.store.outbox.for_draft(draft.id)
    approved = draft.state is DraftState.APPROVED
    if (entry is not None) != approved:
        yield f"the draft is {draft.state}, and the outbox says otherwise"
    if told and not approved:
        yield "an approval that was told is missing"
    if nothing_saved(refused) and approved:
        yield "it was said that nothing was saved, and it waits to be sent"
    if entry is not None and not desk.store.outbox.get(entry.id).intact:
        yield "other bytes than those that were approved"
    desk.store.outbox.recover()
    after = desk.store.drafts.get(draft.id)
    if after.state is not DraftState.EDITED or after.content != draft.content:
        yield "a start does not give it back"


def _press(desk: Desk, tell: Tell) -> None:
    """What the review does with a press: words and press in one commit, then the mail is queued."""
    draft = draft_of(desk)
    assert draft is not None
    words = replace(draft.content, body=NEW)
    params = draft_review.SaveDraft(
        draft_id=draft.id, base_revision=draft.revision, content=words, pressed=True
    )
    desk.runner().call(draft_review.SAVE_DRAFT, params)
    tell("pressed")
    press(desk, review(desk, draft.id))
    tell("queued")


def _check_press(desk: Desk, told: tuple[str, ...], refused: str) -> Problems:
    draft = draft_of(desk)
    if draft is None:
        yield "the draft is gone"
        return
    before = desk.store.outbox.for_draft(draft.id)
    if before is None and (told or draft.content.body != OLD):
        yield "the words on which Send was pressed are stored without the press"
    if before is not None and draft.content.body != NEW:
        yield "the press is stored without its words"
    if "queued" in told and (before is None or before.state is not OutboxState.QUEUED):
        yield "an approval that was told is missing"
    desk.store.outbox.recover()
    if (before is not None) != (draft.id in desk.store.outbox.not_sent()):
        yield "the next start does not tell of it"


def _queued(desk: Desk) -> None:
    press(desk, review(desk, reply(desk, OLD).id))


def _postman(desk: Desk, sender: FaultySender) -> Postman:
    return Postman(desk.store, clock=desk.clock, senders=lambda _: sender, monotonic=desk.clock)


def _send(desk: Desk, tell: Tell) -> None:
    desk.now += 3600
    desk.sender = WatchedSender(tell=tell)
    desk.worker = _postman(desk, desk.sender)
    _looked(desk)
    if any(desk.store.outbox.in_state([OutboxState.SENT])):
        tell("sent")


def _looked(desk: Desk) -> None:
    """What the postman's thread does, twice."""
    assert desk.worker is not None
    for _ in range(2):
        with suppress(KnownError):
            desk.worker.work()


def _check_send(desk: Desk, told: tuple[str, ...], refused: str) -> Problems:
    del refused
    delivered = [words.removeprefix("delivered ") for words in told if words != "sent"]
    sender = FaultySender(delivered=delivered)
    state = desk.store.outbox.in_state(list(OutboxState))[0].state
    if "sent" in told and state is not OutboxState.SENT:
        yield f"it was said to be sent and is {state}"
    desk.now += 7200
    desk.store.outbox.recover()
    desk.worker = _postman(desk, sender)
    for entry in desk.store.outbox.in_state([OutboxState.UNCERTAIN]):
        desk.worker.settle(entry.id)
    _looked(desk)
    [entry] = desk.store.outbox.in_state(list(OutboxState))
    draft = desk.store.drafts.get(entry.draft_id)
    filed = len(desk.store.finder.messages(query("in:sent"), limit=9))
    if len(delivered) > 1 or sender.attempts:
        yield f"{len(delivered) + sender.attempts} copies left"
    if delivered and (entry.state, draft.state) != (OutboxState.SENT, DraftState.SENT):
        yield f"it left, and is called {entry.state}, the draft {draft.state}"
    if not delivered and (draft.state is not DraftState.EDITED or draft.content.body != OLD):
        yield f"it did not leave, and the draft is {draft.state}"
    if filed != len(delivered[:1]):
        yield f"{filed} copies in Sent"


def _stuck(desk: Desk) -> None:
    """The same process, once the disk is well again: nothing is on its way for ever."""
    _looked(desk)
    left = desk.store.outbox.in_state([OutboxState.SENDING, OutboxState.QUEUED])
    assert not left, f"it stays {left[0].state}"


def _undo(desk: Desk, tell: Tell) -> None:
    [(entry, _)] = desk.store.outbox.waiting()
    desk.runner().call(outbox.UNDO_SEND, outbox.UndoSend(outbox_id=entry))
    tell("undone")


SENDING = (
    Operation("approve", _replied, _approve, _check_approve),
    Operation("press", _replied, _press, _check_press),
    Operation("undo", _queued, _undo, check_state(DraftState.APPROVED, DraftState.EDITED)),
    Operation("send", _queued, _send, _check_send, go_on=_stuck),
)
