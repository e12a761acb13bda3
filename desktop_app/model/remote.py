"""Mail on an account's server."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.model.address import Address
from desktop_app.model.message import MessageId


@dataclass(frozen=True, slots=True)
class RemoteRef:
    """Reference to a message: the server's ids of it and of its thread. `draft`: the server says
    that it is one."""

    id: str
    thread_id: str
    draft: bool = False


@dataclass(frozen=True, slots=True)
class RemoteMessage:
    """Message with its bytes. `labels` are the server's label ids; `date` is when the server
    received it, in seconds since the epoch, UTC; `raw` is byte for byte what was sent."""

    id: str
    thread_id: str
    labels: frozenset[str]
    date: int
    raw: bytes


@dataclass(frozen=True, slots=True)
class RemoteSummary:
    """Row of a list for a message that is not downloaded."""

    account_id: str
    id: str
    thread_id: str
    date: int
    from_: Address
    subject: str
    snippet: str
    unread: bool
    starred: bool


@dataclass(frozen=True, slots=True)
class RemoteLabel:
    """Label on the server. Colours are `#rrggbb` or empty; `in_list` and `in_messages`: the
    server's own client shows it in its sidebar and on rows of a list."""

    id: str
    name: str
    system: bool = False
    background: str = ""
    text: str = ""
    in_list: bool = True
    in_messages: bool = True


@dataclass(frozen=True, slots=True)
class LabelChange:
    """Change of the labels of a message on the server."""

    id: str
    thread_id: str
    added: frozenset[str]
    removed: frozenset[str]


@dataclass(frozen=True, slots=True)
class RemoteHistory:
    """Changes on the server, in order: a `RemoteRef` is a new message, a string the id of a
    deleted one. `history_id` is where the next request begins."""

    history_id: str
    events: tuple[RemoteRef | LabelChange | str, ...]


@dataclass(frozen=True, slots=True)
class RemotePage:
    """Page of a listing, newest first. `token` asks for the next page, empty at the end; `total`
    is the server's estimate of the whole. `by_gmail`: Gmail itself has read the query. `refused`
    says in a sentence why the server could not be asked; the page is empty then."""

    refs: tuple[RemoteRef, ...]
    token: str = ""
    total: int = 0
    by_gmail: bool = False
    refused: str = ""


@dataclass(frozen=True, slots=True)
class ServerMatches:
    """What a server finds for a query: `here` are those that are stored, by their ids here,
    `missing` those that are not, newest first. `more`: it has further ones that were not listed.
    `by_gmail`: Gmail itself has read the query, so that what it finds counts."""

    here: tuple[MessageId, ...] = ()
    missing: tuple[RemoteRef, ...] = ()
    more: bool = False
    by_gmail: bool = False


@dataclass(frozen=True, slots=True)
class RemoteProfile:
    """Mailbox as a whole."""

    email: str
    history_id: str
    total: int
