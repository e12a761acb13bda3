"""Postman: the thread that owns the senders and empties the outbox.

What an earlier run left is recovered before anything is sent. Each state is written before its
step: SENDING before the network, SENT before filing. A doubt is settled by looking, never by
sending again. A mail that its server wants later waits in the outbox, where the person can take it
back; the mail of other accounts goes on meanwhile.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Event
from typing import TYPE_CHECKING

from desktop_app.accounts.base import Connector, Sender
from desktop_app.accounts.senders import sender_for
from desktop_app.model.account import Account
from desktop_app.model.changes import Changes
from desktop_app.model.clock import Clock, since_boot
from desktop_app.model.countdown import Countdowns, Monotonic
from desktop_app.model.draft import DraftState
from desktop_app.model.errors import Cancelled, KnownError, NotFound, Refused, SlowDown
from desktop_app.model.later import made_once
from desktop_app.model.loop import Loop
from desktop_app.model.outbox import (
    NOT_APPROVED,
    Delivery,
    OutboxEntry,
    OutboxState,
    PostmanStatus,
    Receipt,
)
from desktop_app.store.drafts.draft_claims import Claim, Holder
from desktop_app.store.store import Store
from desktop_app.workers.filing import Filing
from desktop_app.workers.pauses import growing

if TYPE_CHECKING:
    from desktop_app.workers.send_times import SendTimes

_log = logging.getLogger(__name__)
_LAST_SECONDS, _END_SECONDS = 10.0, 1.0
"""How long a request to send may take once the program is to end, and everything else."""
_IDLE_SECONDS = 30.0
_CLAIM_SECONDS = 2.0
"""The pause before a mail is tried again whose draft the sync has in hand."""
_SHORTEST_WAIT_SECONDS, _LONGEST_WAIT_SECONDS = 10.0, 3_600.0
"""How long a mail waits at least where its server asks for it; one that it wants later than the
longest is a draft again."""
_IN_HAND = "Its draft is just being saved at the server."
_STATES = {
    Delivery.SENT: OutboxState.SENT,
    Delivery.NOT_SENT: OutboxState.FAILED,
    Delivery.UNKNOWN: OutboxState.UNCERTAIN,
}

_STUMBLED = "Something went wrong inside Draftdesk. The log has the details."
_DOUBT = "The connection ended before the server answered: it may or may not have been sent."


class Postman:
    """Started once per profile, by the process that has the window. `connector` returns the
    connector of an account's kind; `sent` is called with the id of an account whose server has a
    new mail in Sent that is not here yet."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Clock,
        connector: Callable[[Account], Connector | None] = lambda _: None,
        sent: Callable[[str], object] = str,
        senders: Callable[[Account], Sender] | None = None,
        monotonic: Monotonic = time.monotonic,
        awake_or_not: Monotonic = since_boot,
        sends_at_end: Callable[[], bool] = bool,
    ) -> None:
        """`sends_at_end`: whether what counts down when the program ends is sent then, else it is
        held for the person. `awake_or_not` counts seconds through sleep."""
        self._store = store
        self._clock = clock
        self._filing = Filing(store, clock=clock, sender=self._sender, sent=sent)
        self._sends_at_end = sends_at_end
        self._countdowns = Countdowns(clock, monotonic)
        self._awake_or_not = awake_or_not
        self._senders = senders or (
            lambda account: sender_for(
                account,
                connector=connector(account),
                links=store.draft_links(account.id),
                cancelled=self._cancelled,
            )
        )
        self._cancelled = Event()
        self._asking = Event()
        """Set while a request to send is under way."""
        self._to_settle: list[int] = []
        self._claims: list[Claim] = []
        self._unwritten: dict[int, Receipt] = {}
        """Receipts of attempts that the store could not take yet, by the entry's id."""
        self._approvals = self._failures = 0
        self._status = PostmanStatus(ready=False)
        self._thread = Loop("postman", self._loop)

    @made_once
    def _times(self) -> SendTimes:
        from desktop_app.workers.send_times import SendTimes

        return SendTimes(self._store.outbox, self._clock, self._awake_or_not)

    def start(self) -> None:
        """Recover interrupted entries, then watch the outbox, in the thread. Does not wait."""
        self._approvals = self._store.outbox.approvals
        self._thread.wake()
        self._thread.start()

    @property
    def status(self) -> PostmanStatus:
        """Whether the outbox is being emptied, else why not. Subscribers of the store are told of
        every change of it (`Changes.outbox`)."""
        return self._status

    @property
    def busy(self) -> bool:
        """Whether a request to send is under way."""
        return self._asking.is_set()

    def shutdown(self) -> None:
        """Stop: every wait ends, what is queued is held or sent as the person chose, and a request
        to send that is under way gets some seconds. A server that is silent is not waited for: the
        mail is in doubt then, and looked for at the next start."""
        sends = self._sends_at_end()
        self._thread.end()
        if sends:
            self._thread.ended(_LAST_SECONDS)
        self._cancelled.set()
        if not self._thread.ended(_END_SECONDS) and self._asking.is_set() and not sends:
            self._thread.ended(_LAST_SECONDS)

    def wake(self) -> None:
        """Check the outbox now."""
        self._thread.wake()

    def settle(self, entry_id: int) -> None:
        """Look again for what became of an uncertain mail; never sends."""
        self._to_settle.append(entry_id)
        self._thread.wake()

    def _loop(self) -> None:
        while self._wait():
            self.attend()
        self._end()

    def _end(self) -> None:
        """The last pass: what is queued is sent or held. What can't be done now the next start
        does: it holds what it finds queued."""
        if not self._status.ready:
            return
        try:
            if self._sends_at_end():
                self._store.outbox.hasten_all(self._clock())
                self._attempt_due(self._cancelled.is_set)
            self._store.outbox.hold()
        except KnownError as error:
            _log.warning("What was queued stays so until the next start: %s", error)
        except Exception:  # noqa: BLE001 - the program ends, whatever it was
            _log.exception("What was queued stays so until the next start")

    def attend(self) -> None:
        """One pass, after the recovery where that is still to be done. What fails is said by
        `status` and tried again later."""
        try:
            if not self._status.ready:
                self._recover()
            self.work()
        except KnownError as error:
            _log.warning("The outbox can't be worked on: %s", error)
            self._fail(error.sentence)
        except Exception:  # noqa: BLE001 - one bad mail must not end the thread
            _log.exception("The postman stumbled; the outbox is as it was written down")
            self._fail(_STUMBLED)
        else:
            self._failures = 0
            self._tell(PostmanStatus(ready=True))

    def _recover(self) -> None:
        """Give back or doubt what an earlier run left. What was approved since the start
        is of this run, and stays queued."""
        outbox = self._store.outbox
        outbox.recover(since=self._approvals)
        self._store.draft_claims.release_all(Holder.POSTMAN)
        self._to_settle += [entry.id for entry in outbox.in_state([OutboxState.UNCERTAIN])]
        self._tell(PostmanStatus(ready=True))

    def _fail(self, sentence: str) -> None:
        self._failures += 1
        self._tell(PostmanStatus(ready=self._status.ready, trouble=sentence))

    def _tell(self, status: PostmanStatus) -> None:
        if status != self._status:
            self._status = status
            self._store.announce(Changes(outbox=True))

    def _wait(self) -> bool:
        """Until woken or the next mail is due; False when it is time to stop."""
        return self._thread.rest(0.0 if self._thread.woken else self._seconds_to_next())

    def _seconds_to_next(self) -> float:
        if self._failures:
            return min(_IDLE_SECONDS, growing(self._failures))
        try:
            left = [*self._left().values(), self._times.seconds()]
        except KnownError:
            return _IDLE_SECONDS
        return min([_IDLE_SECONDS, *left])

    def _left(self) -> dict[int, float]:
        """Seconds left of the undo time of each queued entry, by a clock that nobody sets."""
        waiting = self._store.outbox.waiting()
        self._countdowns.keep(id_ for id_, _ in waiting)
        return {id_: self._countdowns.seconds(id_, at) for id_, at in waiting}

    def work(self) -> None:
        """One pass: write down and give up what the disk did not take, settle doubts, file what is
        sent, attempt what is due."""
        self._release_claims()
        for entry_id, receipt in tuple(self._unwritten.items()):
            self._write_down(entry_id, receipt)
            if receipt.delivery is Delivery.UNKNOWN:
                self._to_settle.append(entry_id)
        while self._to_settle:
            with suppress(NotFound):  # its account was removed
                self._look(self._store.outbox.get(self._to_settle[0]))
            del self._to_settle[0]
        self._filing.file_all()
        self._times.attend()
        self._attempt_due(self._thread.stopping.is_set)

    def _attempt_due(self, ended: Callable[[], bool]) -> None:
        """Attempt each mail that is due, until it has ended."""
        while not ended():
            due = next((id_ for id_, seconds in self._left().items() if not seconds), None)
            if due is None:
                return
            self._attempt(self._store.outbox.get(due))

    def _attempt(self, due: OutboxEntry) -> None:
        """Exactly one attempt at one mail, while nobody else changes its draft at the server."""
        claim = self._claim(due)
        if claim is None:
            at = self._clock() + _CLAIM_SECONDS
            self._store.outbox.wait(due.id, at, _IN_HAND, claimed=False)
            return
        self._claims.append(claim)
        try:
            self._attempt_claimed(due)
        finally:
            self._release_claims()

    def _release_claims(self) -> None:
        """Give every claim up, those too that the disk did not take before. Raises `StorageError`:
        then in the next pass."""
        while self._claims:
            self._store.draft_claims.release(self._claims[-1])
            self._claims.pop()

    def _claim(self, due: OutboxEntry) -> Claim | None:
        claim = self._store.draft_claims.claim(
            due.account_id,
            due.draft_id,
            Holder.POSTMAN,
            states=(DraftState.APPROVED,),
            digest=self._digest(due),
        )
        if claim is not None and claim.taken_over:
            # Whoever had it may still write into that copy: this mail gets one of its own.
            self._store.draft_links(due.account_id).forget(due.draft_id)
        return claim

    def _digest(self, due: OutboxEntry) -> bytes:
        """Digest of the copy that the sender may put at the server."""
        from desktop_app.mail.drafts.reopen import copy_digest, reopen

        account = self._store.accounts.get(due.account_id)
        return copy_digest(reopen(due.mime, from_=account.default_identity.address))

    def _attempt_claimed(self, due: OutboxEntry) -> None:
        try:
            sender = self._sender(due)
            needed = sender.prepare(due)
        except KnownError as error:
            self._not_now(due, error)
            return
        entry = self._store.outbox.claim(due.id, needed)
        if entry is None:
            return  # taken back in the meantime, or another process has it
        if not entry.intact:
            self._write_down(entry.id, Receipt(Delivery.NOT_SENT, NOT_APPROVED))
            return
        receipt = self._send(sender, entry)
        self._write_down(entry.id, receipt)
        with suppress(KnownError):  # it is heard again with the next mail
            self._store.mail_servers.note_said(entry.account_id, receipt.said)
        if receipt.delivery is Delivery.UNKNOWN:
            self._look(self._store.outbox.get(entry.id))

    def _send(self, sender: Sender, entry: OutboxEntry) -> Receipt:
        self._asking.set()
        try:
            return sender.send(entry)
        except Exception:  # noqa: BLE001 - whatever it was, the mail is now in doubt
            # A sender that raises after the claim leaves it open what the server did.
            _log.exception("The sender failed; the mail is uncertain until it is looked for")
            return Receipt(Delivery.UNKNOWN, _DOUBT)
        finally:
            self._asking.clear()

    def _not_now(self, due: OutboxEntry, error: KnownError) -> None:
        """Nothing was asked of the server yet: the mail waits, or the person has it back."""
        if isinstance(error, Cancelled) and self._thread.stopping.is_set():
            return  # it stays queued, and the next start gives it back
        if isinstance(error, SlowDown) and self._can_wait(error.resumes_at):
            self._wait_until(due.id, error.resumes_at, error.sentence, claimed=False)
        elif not (error.retryable and self._times.defer(due, error.sentence)):
            self._give_back(due, error)

    def _wait_until(self, entry_id: int, until: float, reason: str, *, claimed: bool) -> None:
        """A time that is over already, or nearly, is no reason to ask at once, again and again."""
        at = max(until, self._clock() + _SHORTEST_WAIT_SECONDS)
        self._store.outbox.wait(entry_id, at, reason, claimed=claimed)

    def _can_wait(self, until: float) -> bool:
        return 0 < until <= self._clock() + _LONGEST_WAIT_SECONDS

    def _give_back(self, due: OutboxEntry, error: KnownError) -> None:
        """Fail an entry before any attempt: the mail is a draft again, with the reason."""
        if self._store.outbox.claim(due.id, "") is not None:
            self._write_down(due.id, Receipt(Delivery.NOT_SENT, error.sentence))

    def _look(self, entry: OutboxEntry) -> None:
        if entry.state is not OutboxState.UNCERTAIN:
            return
        try:
            receipt = self._sender(entry).look(entry)
        except Cancelled:
            return  # the next start looks again
        except KnownError as error:
            receipt = Receipt(Delivery.UNKNOWN, error.sentence)
        self._write_down(entry.id, receipt)

    def _write_down(self, entry_id: int, receipt: Receipt) -> None:
        """Store what became of an entry. Raises `StorageError`: then it is stored later."""
        self._unwritten[entry_id] = receipt
        done: OutboxEntry | None = None
        with suppress(Refused, NotFound):  # the person has decided, or removed the account
            if receipt.delivery is not Delivery.NOT_SENT or not self._waits(entry_id, receipt):
                state = _STATES[receipt.delivery]
                done = self._store.outbox.finish(entry_id, state, _told(receipt))
        del self._unwritten[entry_id]
        if done is not None and done.state is OutboxState.SENT:
            self._filing.file(done)

    def _waits(self, entry_id: int, receipt: Receipt) -> bool:
        """Whether a mail that was not sent is tried again by itself: its server asks for that, or
        it was to leave at a time and may be late."""
        if self._can_wait(receipt.resumes_at):
            self._wait_until(entry_id, receipt.resumes_at, _told(receipt), claimed=True)
            return True
        entry = self._store.outbox.get(entry_id)
        return receipt.retryable and self._times.defer(entry, _told(receipt))

    def _sender(self, entry: OutboxEntry) -> Sender:
        return self._senders(self._store.accounts.get(entry.account_id))


def _told(receipt: Receipt) -> str:
    if receipt.refused:
        return f"Sent, but refused for: {', '.join(receipt.refused)}."
    if receipt.delivery is Delivery.SENT:
        return ""
    return receipt.detail or (_DOUBT if receipt.delivery is Delivery.UNKNOWN else "Not sent.")
