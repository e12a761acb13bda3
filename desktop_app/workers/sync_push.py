"""Push of local changes to the server, equal changes of many messages in one request.

A change leaves the queue when the server has confirmed it or refused it for good; after a refusal
the server's labels stand, and the activity record says so.
"""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.accounts.base import Mailbox
from desktop_app.model.clock import Clock
from desktop_app.model.errors import BadInput, KnownError, NotFound
from desktop_app.model.remote import RemoteRef
from desktop_app.store.audit import AuditEntry
from desktop_app.store.pending import PendingBatch
from desktop_app.store.remote_mail import replaced
from desktop_app.store.store import Store
from desktop_app.workers.sync_labels import LabelNames

MOST = 1000
_FOR_GOOD = (BadInput, NotFound)


@dataclass(frozen=True, slots=True)
class PushReport:
    """Counts of messages whose changes the server confirmed, and refused for good."""

    pushed: int = 0
    refused: int = 0


def push(
    store: Store, account_id: str, mailbox: Mailbox, names: LabelNames, *, clock: Clock
) -> PushReport:
    """Empty the queue. Raises `KnownError` for a failure that may pass: the change waits."""
    pushed = refused = 0
    while batch := store.pending.begin(account_id, at_most=MOST):
        try:
            _carry_out(batch, mailbox, names)
            pushed += len(batch.remote_ids)
        except _FOR_GOOD as error:
            if len(batch.remote_ids) > 1:
                refused += _one_by_one(store, account_id, batch, mailbox, names, clock)
                continue
            _give_up(store, account_id, batch, error, clock)
            _take_over(store, account_id, batch, mailbox, names)
            refused += 1
        store.pending.done(account_id, batch.remote_ids)
    return PushReport(pushed, refused)


def _carry_out(batch: PendingBatch, mailbox: Mailbox, names: LabelNames) -> None:
    if batch.deletes:
        mailbox.delete(batch.remote_ids)
        return
    add, remove = names.theirs(batch.add), names.theirs(batch.remove)
    mailbox.modify(batch.remote_ids, add=add, remove=remove)


def _one_by_one(
    store: Store,
    account_id: str,
    batch: PendingBatch,
    mailbox: Mailbox,
    names: LabelNames,
    clock: Clock,
) -> int:
    """Push the messages of a refused batch one by one; returns how many were refused."""
    refused = 0
    for remote_id in batch.remote_ids:
        single = PendingBatch((remote_id,), batch.add, batch.remove, batch.deletes)
        try:
            _carry_out(single, mailbox, names)
        except _FOR_GOOD as error:
            _give_up(store, account_id, single, error, clock)
            _take_over(store, account_id, single, mailbox, names)
            refused += 1
        store.pending.done(account_id, (remote_id,))
    return refused


def _give_up(
    store: Store, account_id: str, batch: PendingBatch, error: KnownError, clock: Clock
) -> None:
    what = "deletion" if batch.deletes else "label change"
    store.audit.note(
        AuditEntry(
            at=clock(),
            origin="sync",
            client=account_id,
            tool="sync",
            effect="organise",
            decision="allow",
            outcome=error.code,
            summary=f"The server refused a {what} of {len(batch.remote_ids)} mail.",
        )
    )


def _take_over(
    store: Store, account_id: str, batch: PendingBatch, mailbox: Mailbox, names: LabelNames
) -> None:
    """Restore the server's state after a refusal: its labels, and the message that was to be
    deleted."""
    store.pending.done(account_id, batch.remote_ids)
    if batch.deletes:
        store.sync_state.want(account_id, [RemoteRef(id_, "") for id_ in batch.remote_ids])
        return
    answers = mailbox.minimal(batch.remote_ids)
    edits = {
        id_: replaced(names.ours(a)) for id_, a in answers.items() if not isinstance(a, KnownError)
    }
    gone = [id_ for id_, a in answers.items() if isinstance(a, NotFound)]
    store.remote_mail.relabel(account_id, edits, gone)
