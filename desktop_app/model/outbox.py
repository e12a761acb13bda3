"""The outbox: what a person approved, on its way."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class OutboxState(StrEnum):
    """QUEUED → SENDING → SENT; beside them FAILED (proven not sent), UNCERTAIN, and UNDONE
    (taken back by the person, or by a restart during the countdown)."""

    QUEUED = "queued"
    SENDING = "sending"
    SENT = "sent"
    FAILED = "failed"
    UNCERTAIN = "uncertain"
    UNDONE = "undone"


@dataclass(frozen=True, slots=True)
class OutboxEntry:
    """`mime` are the frozen bytes, `send_after` is in seconds since the epoch, `recipients` are
    the envelope's addr-specs, `settle` is what the account needs to settle a doubt."""

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


class Delivery(StrEnum):
    """What a sender can honestly say after its one attempt."""

    SENT = "sent"
    NOT_SENT = "not_sent"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Receipt:
    """The outcome of one attempt or of one look. `refused` are addr-specs the server turned
    away while it took the rest; `retryable` is meaningful for NOT_SENT alone."""

    delivery: Delivery
    detail: str = ""
    refused: tuple[str, ...] = ()
    source_id: str = ""
    retryable: bool = False
