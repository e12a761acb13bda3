"""Push of local changes to the server, equal changes of many messages in one request.

A change leaves the queue when the server has confirmed it. One that the server refuses stays with
the reason, for the person to try again or to take back; the others go on. Of a message that is no
longer there the server's state stands, and the activity record says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from desktop_app.accounts.base import Mailbox
from desktop_app.model.clock import Clock
from desktop_app.model.errors import (
    BadInput,
    Conflict,
    Declined,
    KnownError,
    NotFound,
    Refused,
)
from desktop_app.model.remote import RemoteRef
from desktop_app.store.mail.pending import PendingBatch
from desktop_app.store.programs.audit import AuditEntry
from desktop_app.store.store import Store
from desktop_app.workers.sync_labels import LabelNames

MOST = 1000
_REFUSALS = (BadInput, Conflict, Declined, Refused)
MOST_ASKED = 8
"""Messages of one change that are refused for one reason, after which no further one is asked."""


@dataclass(frozen=True, slots=True)
class PushReport:
    """Counts of messages whose changes the server confirmed, and did not make."""

    pushed: int = 0
    refused: int = 0


def push(
    store: Store, account_id: str, mailbox: Mailbox, names: LabelNames, *, clock: Clock
) -> PushReport:
    """Empty the queue. Raises `KnownError` for a failure of the connection: the change waits."""
    pushed = refused = 0
    while batch := store.pending.begin(account_id, at_most=MOST):
        carrying = _Carrying(store, account_id, mailbox, names, clock)
        carrying.carry(batch)
        pushed += carrying.pushed
        refused += carrying.refused
    return PushReport(pushed, refused)


@dataclass
class _Carrying:
    """Carrying out of one change of many messages; what the server stumbles at is found by
    halves."""

    store: Store
    account_id: str
    mailbox: Mailbox
    names: LabelNames
    clock: Clock
    pushed: int = 0
    refused: int = 0
    reasons: Counter[str] = field(default_factory=Counter)

    def carry(self, batch: PendingBatch) -> None:
        pending, ids = self.store.pending, batch.remote_ids
        try:
            _carry_out(batch, self.mailbox, self.names)
        except (*_REFUSALS, NotFound) as error:
            if len(ids) > 1:
                self._halves(batch)
            elif isinstance(error, NotFound):
                _give_up(self.store, self.account_id, batch, error, self.clock)
                _take_over(self.store, self.account_id, batch, self.mailbox, self.names)
                self.refused += 1
            else:
                self._refuse(ids, error.sentence)
        else:
            pending.done(self.account_id, ids)
            self.pushed += len(ids)

    def _halves(self, batch: PendingBatch) -> None:
        middle = len(batch.remote_ids) // 2
        for ids in (batch.remote_ids[:middle], batch.remote_ids[middle:]):
            reason, count = next(iter(self.reasons.most_common(1)), ("", 0))
            if count >= MOST_ASKED:
                self._refuse(ids, reason)
            else:
                self.carry(replace(batch, remote_ids=ids))

    def _refuse(self, ids: Sequence[str], reason: str) -> None:
        self.store.pending.refuse(self.account_id, ids, reason)
        self.reasons[reason] += len(ids)
        self.refused += len(ids)


def _carry_out(batch: PendingBatch, mailbox: Mailbox, names: LabelNames) -> None:
    if batch.deletes:
        mailbox.delete(batch.remote_ids)
        return
    add, remove = names.theirs(batch.add), names.theirs(batch.remove)
    if add or remove:
        mailbox.modify(batch.remote_ids, add=add, remove=remove)


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
    edits = {id_: names.edit(a) for id_, a in answers.items() if not isinstance(a, KnownError)}
    gone = [id_ for id_, a in answers.items() if isinstance(a, NotFound)]
    store.remote_mail.relabel(account_id, edits, gone)
