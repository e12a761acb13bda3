"""Mail as an account's server has it, before it is ours."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.model.address import Address


@dataclass(frozen=True, slots=True)
class RemoteRef:
    """One message of a listing: the server's ids of it and of its thread."""

    id: str
    thread_id: str


@dataclass(frozen=True, slots=True)
class RemoteMessage:
    """A whole message. `labels` are the server's label ids; `date` is when the server received
    it, in seconds since the epoch, UTC; `raw` is byte for byte what was sent."""

    id: str
    thread_id: str
    labels: frozenset[str]
    date: int
    raw: bytes


@dataclass(frozen=True, slots=True)
class RemoteSummary:
    """What a row of a list needs of a message that only the server has."""

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
    """A label of the server's. Colours are `#rrggbb` or empty; `in_list` and `in_messages` say
    whether Gmail shows it in its sidebar and on the rows of a list."""

    id: str
    name: str
    system: bool = False
    background: str = ""
    text: str = ""
    in_list: bool = True
    in_messages: bool = True


@dataclass(frozen=True, slots=True)
class LabelChange:
    """A message's labels changed on the server."""

    id: str
    thread_id: str
    added: frozenset[str]
    removed: frozenset[str]


@dataclass(frozen=True, slots=True)
class RemoteHistory:
    """What happened on the server, in order: a `RemoteRef` is a message that came, a string the
    id of one that went. `history_id` is where the next look begins."""

    history_id: str
    events: tuple[RemoteRef | LabelChange | str, ...]


@dataclass(frozen=True, slots=True)
class RemotePage:
    """Part of a listing, newest first; `token` asks for the next one, empty at the end; `total`
    is the server's own estimate of the whole."""

    refs: tuple[RemoteRef, ...]
    token: str = ""
    total: int = 0


@dataclass(frozen=True, slots=True)
class RemoteProfile:
    """A mailbox as a whole."""

    email: str
    history_id: str
    total: int
