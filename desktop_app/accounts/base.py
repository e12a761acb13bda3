"""What every account kind offers, as Protocols; capabilities are data, not exceptions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Event
from typing import TYPE_CHECKING, Protocol

from desktop_app.model.address import Address
from desktop_app.model.errors import KnownError
from desktop_app.model.outbox import OutboxEntry, Receipt

if TYPE_CHECKING:
    from desktop_app.model.draft_link import DraftLink
    from desktop_app.model.remote import (
        RemoteHistory,
        RemoteLabel,
        RemoteMessage,
        RemotePage,
        RemoteProfile,
        RemoteRef,
        RemoteSummary,
    )


@dataclass(frozen=True, slots=True)
class Health:
    """The state of one account's connection, for `connection_status` and the Accounts page."""

    signed_in: bool
    last_sync: str
    scopes_granted: tuple[str, ...] = ()
    scopes_missing: tuple[str, ...] = ()
    quota: str = ""
    next_step: str = ""
    asks: str = ""
    """A sentence where the person has to sign in again or to allow something; shown as a card."""


class Sender(Protocol):
    """Hands one mail to the world. Held by the postman alone.

    `send` makes exactly one attempt on a transport that never retries. It and `look` do not
    raise for what the network did: they say what they know, UNKNOWN where they can't.
    """

    files_sent: bool
    """Whether the service itself puts the mail in Sent; else the postman files it."""

    def prepare(self, entry: OutboxEntry) -> str:
        """What `look` will need to settle a doubt; kept before the network is touched."""

    def send(self, entry: OutboxEntry) -> Receipt: ...

    def look(self, entry: OutboxEntry) -> Receipt:
        """Whether the mail went out, by looking; never sends."""


class Mailbox(Protocol):
    """The mail of one account on its server. Every call raises `KnownError`."""

    @property
    def at_once(self) -> int:
        """How many messages `fetch` gets without having to wait in between."""

    def profile(self) -> RemoteProfile: ...

    def labels(self) -> tuple[RemoteLabel, ...]: ...

    def create_label(self, name: str) -> RemoteLabel: ...

    def rename_label(self, label_id: str, name: str) -> None: ...

    def delete_label(self, label_id: str) -> None: ...

    def list(
        self, query: str = "", *, token: str = "", label: str = "", everywhere: bool = True
    ) -> RemotePage:
        """One page of ids, newest first; `everywhere`: spam and trash included."""

    def peek(self, refs: Sequence[RemoteRef]) -> tuple[RemoteSummary, ...]:
        """What a list shows of messages; those that are gone are left out."""

    def history(self, start: str) -> RemoteHistory:
        """What happened since. Raises `NotFound` when that is too long ago to tell."""

    def fetch(self, ids: Sequence[str]) -> dict[str, RemoteMessage | KnownError]:
        """Whole messages by id, byte for byte, or what became of each."""

    def minimal(self, ids: Sequence[str]) -> dict[str, frozenset[str] | KnownError]:
        """The labels of messages by id, or what became of each."""

    def modify(
        self, ids: Sequence[str], *, add: frozenset[str], remove: frozenset[str]
    ) -> None: ...

    def delete(self, ids: Sequence[str]) -> None: ...


@dataclass(frozen=True, slots=True)
class Alias:
    """An address an account's server lets it write as. `signature` is HTML."""

    address: Address
    default: bool = False
    signature: str = ""


class Doors(Protocol):
    """The way to the servers of the accounts that sync. Raises `NeedsSignIn`."""

    def mailbox(self, account_id: str, cancelled: Event, *, urgent: bool = False) -> Mailbox:
        """`cancelled` calls off what is under way; `urgent`: a person waits for it."""

    def draft_box(self, account_id: str) -> DraftBox | None:
        """None where the person has not allowed drafts."""

    def aliases(self, account_id: str, cancelled: Event) -> tuple[Alias, ...]:
        """The addresses the server lets the account write as."""

    def thread_key(self, thread_id: str) -> str:
        """The name by which an import knows a thread of the server's."""


@dataclass(frozen=True, slots=True)
class RemoteDraft:
    """A draft as an account's server has it; see `DraftLink` for the ids. `raw` are its bytes,
    empty in a listing."""

    remote_id: str
    message_id: str
    thread_id: str
    raw: bytes = b""


class DraftBox(Protocol):
    """The drafts on an account's server. Every call raises `KnownError`."""

    def list(self) -> tuple[RemoteDraft, ...]: ...

    def get(self, remote_id: str) -> RemoteDraft:
        """With its bytes. Raises `NotFound` when it was sent or deleted."""

    def put(self, mime: bytes, *, remote_id: str = "", thread_id: str = "") -> RemoteDraft:
        """Create one, or replace the whole of `remote_id`'s."""

    def thread_of(self, message_id: str) -> str:
        """The server's thread of one of its messages; empty when that is gone."""

    def delete(self, remote_id: str) -> None: ...


class DraftLinks(Protocol):
    """What an account with server drafts needs to know of ours; the store implements it."""

    def get(self, draft_id: str) -> DraftLink | None: ...

    def keep(self, link: DraftLink) -> None: ...

    def forget(self, draft_id: str) -> None: ...

    def answers(self, draft_id: str) -> str:
        """The server's id of the message the draft answers; empty for a new conversation."""
