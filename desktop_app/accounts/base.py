"""What every account kind offers, as Protocols; capabilities are data, not exceptions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from threading import Event
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from desktop_app.model.account import Capabilities
from desktop_app.model.address import Address
from desktop_app.model.api_use import CountCall, not_counted
from desktop_app.model.errors import KnownError
from desktop_app.model.outbox import OutboxEntry, Receipt
from desktop_app.model.sign_in import Permission, SignIn

if TYPE_CHECKING:
    from desktop_app.accounts.draft_box import DraftBox
    from desktop_app.accounts.folder_ledger import FolderLedger
    from desktop_app.accounts.secrets import Secrets
    from desktop_app.accounts.sign_in_method import SignInMethod
    from desktop_app.model.cloud_services import CloudServices
    from desktop_app.model.mail_server import MailServers
    from desktop_app.model.mailbox_check import CheckedStep, CheckStep
    from desktop_app.model.remote import (
        RemoteHistory,
        RemoteLabel,
        RemoteMessage,
        RemotePage,
        RemoteProfile,
        RemoteRef,
        RemoteSummary,
    )
    from desktop_app.settings import Settings


@dataclass(frozen=True, slots=True)
class Health:
    """The state of one account's connection, for `connection_status` and the Accounts page."""

    signed_in: bool
    last_sync: str
    scopes_granted: tuple[str, ...] = ()
    scopes_missing: tuple[str, ...] = ()
    quota: str = ""
    next_step: str = ""
    deletes: bool = True
    """Whether mail can be deleted for good; else it can only go to the trash."""

    asks: str = ""
    """A sentence where the person has to sign in again or to allow something; shown as a card."""


class Sender(Protocol):
    """Hands one mail to the world. Held by the postman alone.

    `send` makes exactly one attempt on a transport that never retries. It and `look` do not
    raise for what the network did: they say what they know, UNKNOWN where they can't.
    """

    def prepare(self, entry: OutboxEntry) -> str:
        """What `look` will need to settle a doubt; kept before the network is touched."""

    def send(self, entry: OutboxEntry) -> Receipt: ...

    def look(self, entry: OutboxEntry) -> Receipt:
        """Whether the mail went out, by looking; never sends."""

    def file(self, entry: OutboxEntry) -> bool:
        """See to it that Sent on the server has a mail that went out, once however often this is
        called; False where there is no such server, and the postman files it here. Raises
        `KnownError`."""


class Mailbox(Protocol):
    """The mail of one account on its server. Every call raises `KnownError`."""

    @property
    def at_once(self) -> int:
        """How many messages `fetch` gets without having to wait in between."""

    @property
    def metered(self) -> bool:
        """Whether a call uses up something of a quota: what seldom changes is then asked for
        seldom."""

    @property
    def ahead(self) -> bool:
        """Whether `fetch` may be called in another thread, while this one goes on."""

    @property
    def many_labels(self) -> bool:
        """Whether a mail has any number of labels there, and lies nowhere by them."""

    def profile(self) -> RemoteProfile: ...

    def labels(self) -> tuple[RemoteLabel, ...]: ...

    def create_label(self, name: str) -> RemoteLabel: ...

    def rename_label(self, label_id: str, name: str) -> None: ...

    def delete_label(self, label_id: str) -> None: ...

    def list(
        self,
        query: str = "",
        *,
        token: str = "",
        label: str = "",
        labels: Sequence[str] = (),
        everywhere: bool = True,
        drafts: bool = True,
    ) -> RemotePage:
        """One page of ids, newest first; `everywhere`: spam and trash included. Of `labels` a
        message has all. Without `drafts` a server may leave them out, that it knows apart."""

    def thread(self, message: RemoteRef, known: Sequence[str]) -> tuple[RemoteRef, ...]:
        """The mails of the conversation of `message`. Where the server has no threads, they are
        those that are among `known`, which are Message-IDs, or refer to one of them."""

    def peek(self, refs: Sequence[RemoteRef]) -> tuple[RemoteSummary, ...]:
        """What a list shows of messages; those that are gone are left out."""

    def history(self, start: str) -> RemoteHistory:
        """What happened since. Raises `NotFound` when that is too long ago to tell."""

    def changes(self, start: str) -> Iterator[RemoteHistory]:
        """The same in parts, the inbox first where a server is asked folder by folder. The part
        after it is asked for when one was worked off. Raises `NotFound` like `history`."""

    def fetch(self, ids: Sequence[str]) -> Iterator[tuple[str, RemoteMessage | KnownError]]:
        """Whole messages with their ids, byte for byte, or what became of each, one after the
        other as they come. Where they are large, some are left for the next call; one is always
        answered."""

    def minimal(self, ids: Sequence[str]) -> dict[str, frozenset[str] | KnownError]:
        """The labels of messages by id, or what became of each."""

    def modify(
        self, ids: Sequence[str], *, add: frozenset[str], remove: frozenset[str]
    ) -> None: ...

    def delete(self, ids: Sequence[str]) -> None: ...


@dataclass(frozen=True, slots=True)
class AddressAlias:
    """An address an account's server lets it write as. `signature` is HTML."""

    address: Address
    default: bool = False
    signature: str = ""


class Waiter(Protocol):
    """Waits for news of one account's inbox, on a connection of its own. For one thread."""

    def wait(self, cancelled: Event, seconds: float) -> bool:
        """Until something came (True), the seconds are over, or within a second of `cancelled`.
        Raises `KnownError` once the connection is lost."""

    def close(self) -> None: ...


class Connector(Protocol):
    """Connections to the servers of one kind's accounts. Raises `NeedsSignIn`. Thread-safe."""

    def mailbox(self, account_id: str, cancelled: Event, *, urgent: bool = False) -> Mailbox:
        """`cancelled` calls off what is under way; `urgent`: a person waits for it."""

    def draft_box(self, account_id: str, cancelled: Event | None = None) -> DraftBox | None:
        """None where the person has not allowed drafts; `cancelled` ends its waits."""

    def aliases(self, account_id: str, cancelled: Event) -> tuple[AddressAlias, ...]:
        """The addresses the server lets the account write as."""

    def waiter(self, account_id: str) -> Waiter | None:
        """Connected, None where the server tells nothing by itself. Raises `KnownError`."""

    def check(
        self, account_id: str, cancelled: Event, told: Callable[[CheckStep], None]
    ) -> tuple[CheckedStep, ...]:
        """Try the account's servers, step by step; empty where the sign-in has shown all that is
        needed. Raises `Cancelled`, `NeedsSignIn`."""

    def thread_key(self, thread_id: str) -> str:
        """The name by which an import knows a thread of the server's; empty where threads are
        told by References alone."""

    def quota(self, account_id: str) -> str:
        """How much of the service's quota the account uses, in words; empty where unknown."""

    @property
    def cloud(self) -> CloudServices | None:
        """None for a kind whose accounts have neither files nor calendars."""

    def forget(self, account_id: str) -> None:
        """Drops the account's connections, after a sign-out or a new sign-in."""

    def close(self) -> None:
        """Drops every connection."""


# Signing in


class SignInLedger(Protocol):
    """What is known of the accounts' sign-ins, without secrets; the store implements it."""

    def get(self, account_id: str) -> SignIn | None:
        """None for an account that never signed in, or has signed out."""

    def note_scopes(self, account_id: str, scopes: Iterable[str]) -> None:
        """What the service says is granted now: it accepts the sign-in."""

    def note_refused(self, account_id: str) -> None:
        """The service no longer accepts the sign-in."""


@dataclass(frozen=True, slots=True)
class Dependencies:
    """What a kind's sign-in and connector are made from. `servers` and `folders` take an
    account's id; `servers` returns None for an account without servers of its own."""

    settings: Settings
    secrets: Secrets
    sign_ins: SignInLedger
    environment: Mapping[str, str]
    servers: Callable[[str], MailServers | None]
    folders: Callable[[str], FolderLedger]
    count: CountCall = not_counted


@dataclass(frozen=True, slots=True)
class SignInState:
    """What this computer knows of one account's sign-in. `wanted` are the permissions that the
    person or what they switched on needs; `secret_lost`: the sign-in was kept for one session
    only, which has ended; `last_sync` is a date (ISO 8601) or `never`."""

    sign_in: SignIn | None = None
    wanted: tuple[Permission, ...] = ()
    secret_lost: bool = False
    last_sync: str = "never"


# Kinds

S = TypeVar("S", bound="SignInMethod[Any]")


@dataclass(frozen=True, slots=True)
class Kind(Generic[S]):
    """An account kind as a value. `name` is what the database holds. `health` judges a sign-in
    without network and keyring. `sign_in` and `connector` are None for a kind without a server;
    both are called once a run. `limited` returns what an account with these servers can do, where
    that is less than the kind can. A kind's sender is in senders.py alone, under its name."""

    name: str
    capabilities: Capabilities
    health: Callable[[SignInState], Health]
    sign_in: Callable[[Dependencies], S] | None = None
    connector: Callable[[Dependencies, S], Connector] | None = None
    limited: Callable[[Capabilities, MailServers | None], Capabilities] | None = None
