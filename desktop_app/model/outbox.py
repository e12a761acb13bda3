"""Outbox: approved mail and its delivery."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from desktop_app.model.mail_server import SubmissionSaid


class OutboxState(StrEnum):
    """State of an entry: PRESSED → QUEUED → SENDING → SENT; or FAILED (proven not sent), UNCERTAIN,
    HELD (the program ended, the draft was left, or its time went by, before it left), UNDONE (taken
    back by the person, or kept as a draft after it was not sent). PRESSED has no bytes yet: Send
    was pressed, and what is to go is still being read and checked. SCHEDULED waits for the moment
    that the person chose, and is QUEUED then; a start of the program leaves it as it is. Where the
    server asks to wait and has done nothing, it is QUEUED again, or SCHEDULED."""

    PRESSED = "pressed"
    SCHEDULED = "scheduled"
    QUEUED = "queued"
    SENDING = "sending"
    SENT = "sent"
    FAILED = "failed"
    UNCERTAIN = "uncertain"
    HELD = "held"
    UNDONE = "undone"


NOT_SENT = (OutboxState.FAILED, OutboxState.HELD)
"""The person pressed Send, it was not sent, and they have not said yet what is to be done."""


@dataclass(frozen=True, slots=True)
class OutboxEntry:
    """Entry of the outbox. `mime` are the frozen bytes, `send_after` is in seconds since the epoch
    and for show (the countdown runs by a clock that nobody sets), `recipients` are addr-specs of
    the envelope, `settle` is what the sender needs to settle a doubt, `frozen` the digest of what
    was approved (see `frozen_digest`), `pressed` when Send was pressed (seconds since the epoch, 0
    where that was not noted), `scheduled` the moment that the person chose for it to leave (0: at
    once); `send_after` of a SCHEDULED one is when it is tried next, where it could not leave
    then."""

    id: int
    draft_id: str
    account_id: str
    revision: int
    digest: str
    rfc822_message_id: str
    mime: bytes
    recipients: tuple[str, ...]
    state: OutboxState
    send_after: float
    attempts: int = 0
    last_error: str = ""
    settle: str = ""
    then_archive: bool = False
    frozen: str = ""
    pressed: float = 0.0
    scheduled: float = 0.0

    @property
    def waits(self) -> bool:
        """Whether it is queued until the time a server has named; `last_error` says why."""
        return self.state is OutboxState.QUEUED and bool(self.last_error)

    @property
    def intact(self) -> bool:
        """Whether it is byte for byte what was approved."""
        return self.frozen == frozen_digest(
            self.account_id, self.rfc822_message_id, self.recipients, self.mime
        )


@dataclass(frozen=True, slots=True)
class PostmanStatus:
    """State of the worker that empties the outbox. `ready`: what an earlier run left has been
    recovered, and before that nothing is sent. `trouble` is a sentence, empty while all is well;
    what failed is tried again by itself."""

    ready: bool = True
    trouble: str = ""

    @property
    def works(self) -> bool:
        """Whether a mail that is due leaves now."""
        return self.ready and not self.trouble


NOT_APPROVED = "What waited to be sent was not what you approved any more, so it was not sent."
INTERRUPTED = "Draftdesk stopped while this was being sent."
RESTORED = "The profile was restored since: look in Sent first, it may have been sent."


def as_found(entry: OutboxEntry, postman: PostmanStatus) -> OutboxEntry:
    """The entry as it is to be shown: what an earlier run left as SENDING is in doubt already
    before the postman has come to it."""
    if postman.ready or entry.state is not OutboxState.SENDING:
        return entry
    return replace(entry, state=OutboxState.UNCERTAIN, last_error=INTERRUPTED)


def frozen_digest(
    account_id: str, rfc822_message_id: str, recipients: Iterable[str], mime: bytes
) -> str:
    """SHA-256 (hex) over the account, the Message-ID, the envelope's recipients and the bytes, each
    length-prefixed."""
    hasher = hashlib.sha256()
    for value in (account_id, rfc822_message_id, *recipients):
        data = value.encode("utf-8", "surrogatepass")
        hasher.update(len(data).to_bytes(8, "big") + data)
    hasher.update(b"\0" + mime)
    return hasher.hexdigest()


class Delivery(StrEnum):
    """Outcome of an attempt, as far as the sender knows it."""

    SENT = "sent"
    NOT_SENT = "not_sent"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Receipt:
    """Receipt of one attempt or one look. `refused` are addr-specs that the server refused while
    it took the rest; `retryable` is meaningful for NOT_SENT only; `source_id` is the server's id
    of the sent message; `resumes_at` is when the server, which has done nothing, wants to be asked
    again (NOT_SENT only; seconds since the epoch, 0 where it names no time). `said` is what the
    server's greeting said of the mail that it takes; None where it was not heard."""

    delivery: Delivery
    detail: str = ""
    refused: tuple[str, ...] = ()
    source_id: str = ""
    retryable: bool = False
    resumes_at: float = 0.0
    said: SubmissionSaid | None = field(default=None, compare=False)
