"""Typed results of the tools that the window alone uses: domain values, not texts for a model."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.mime.claims import Claim
from desktop_app.model.account import Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.draft import Badge, Check, Draft, DraftVersion
from desktop_app.model.message import Body, Message
from desktop_app.model.outbox import OutboxEntry
from desktop_app.model.thread import Thread


@dataclass(frozen=True, slots=True)
class OpenThread:
    """A thread as the thread view opens it: every envelope; bodies are read one by one."""

    thread: Thread
    account: Account
    drafts: tuple[Draft, ...]


@dataclass(frozen=True, slots=True)
class ReadBody:
    message: Message
    body: Body


@dataclass(frozen=True, slots=True)
class Bytes:
    content_type: str
    filename: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Recipient:
    """A recipient chip of the review: which field it stands in, and its badges."""

    field: str
    address: Address
    badges: tuple[Badge, ...] = ()


@dataclass(frozen=True, slots=True)
class Review:
    """All the review shows of one draft: read in one transaction.

    `digest` is over exactly what is shown here; a permit is minted on it. `delivery_note` says
    what Send does where it is not what people expect, `delivers` whether it leaves this computer.
    `proposal` is the last version an assistant wrote, for the Changes tab; None when only the
    person wrote. `quotes` are lines of each of the draft's sources, `doubts` what it claims and
    none of them says.
    """

    draft: Draft
    account: Account
    identities: tuple[Identity, ...]
    recipients: tuple[Recipient, ...]
    checks: tuple[Check, ...]
    versions: tuple[DraftVersion, ...]
    digest: str
    delivery_note: str = ""
    can_send: bool = True
    delivers: bool = True
    proposal: DraftVersion | None = None
    outbox: OutboxEntry | None = None
    thread_subject: str = ""
    stale: bool = False
    quotes: tuple[tuple[str, ...], ...] = ()
    doubts: tuple[Claim, ...] = ()


@dataclass(frozen=True, slots=True)
class Asking:
    drafts: tuple[Draft, ...]


@dataclass(frozen=True, slots=True)
class DraftsPage:
    """The drafts pane: newest first in every list."""

    to_review: tuple[Draft, ...]
    mine: tuple[Draft, ...]
    outbox: tuple[tuple[OutboxEntry, Draft], ...]
    ignored: tuple[Draft, ...]


@dataclass(frozen=True, slots=True)
class Queued:
    """An approved mail in the outbox; `send_after` in seconds since the epoch."""

    outbox_id: int
    draft_id: str
    send_after: float
    summary: str


@dataclass(frozen=True, slots=True)
class Addresses:
    addresses: tuple[Address, ...]


@dataclass(frozen=True, slots=True)
class AuditRow:
    """One line of the audit trail. `when` in seconds since the epoch; `summary` is readable;
    `undo` is the key for `undo_change` as long as it can be taken back; older ones are those
    before its `id`."""

    when: float
    origin: str
    client: str
    tool: str
    effect: str
    decision: str
    outcome: str
    summary: str
    undo: str = ""
    id: int = 0


@dataclass(frozen=True, slots=True)
class AuditPage:
    rows: tuple[AuditRow, ...]
    has_more: bool


@dataclass(frozen=True, slots=True)
class Request:
    """Something an assistant may not do by itself and asked the person for."""

    id: int
    origin: str
    client: str
    tool: str
    summary: str
    asked: float


@dataclass(frozen=True, slots=True)
class Requests:
    requests: tuple[Request, ...]
