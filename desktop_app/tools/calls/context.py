"""Context of a running tool: the store, the ports, and the author of the call."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event, Lock
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from desktop_app.mail.hidden.invisible import without_invisible
from desktop_app.model.clock import Clock
from desktop_app.model.cloud_services import CloudServices
from desktop_app.model.draft import Author, Origin, SendPermit, Source, SourceKind
from desktop_app.model.progress import Progress
from desktop_app.model.request import Request
from desktop_app.settings import Settings
from desktop_app.store.store import Store
from desktop_app.tools.calls.ports import (
    AccountDirectory,
    AccountRemovals,
    BridgeControl,
    FetchesPictures,
    MailImport,
    MailSync,
    Models,
    MovesIn,
    OutboxControl,
    PreparesAnswers,
    ReadsAttachments,
    SignInControl,
    Unsubscribe,
)
from desktop_app.tools.calls.search_pages import Key, SearchPages

if TYPE_CHECKING:
    from desktop_app.model.wish import Wish

LONGEST_TITLE = 200
MOST_SOURCES = 200
MOST_SOURCE_TEXT = 400_000
"""Characters of all sources that the store does not hold."""


K = TypeVar("K")
V = TypeVar("V")


class Recent(dict[K, V]):
    """A dictionary of the newest entries: a conversation may have no end."""

    MOST = 500

    def __setitem__(self, key: K, value: V) -> None:
        self.pop(key, None)
        super().__setitem__(key, value)
        while len(self) > self.MOST:
            del self[next(iter(self))]


@dataclass(slots=True)
class Conversation:
    """State of one assistant run, or of one MCP client's session, between calls.

    `rows` are the message ids of the last list shown (row 1 first). `sources` is all that was read,
    the newest last, each once, within bounds. `searches` holds the pages of each search. `tokens`
    holds a service's own cursors. `whole` are conversations whose mails were asked of their server.
    """

    rows: tuple[int, ...] = ()
    sources: tuple[Source, ...] = ()
    searches: dict[Key, SearchPages] = field(default_factory=dict)
    tokens: Recent[tuple[str, ...], dict[int, str]] = field(default_factory=Recent)
    whole: Recent[int, bool] = field(default_factory=Recent)
    answers: Recent[int, str] = field(default_factory=Recent)
    """Message id to the id of the draft that was proposed as the answer to it."""

    asked: Recent[int, int] = field(default_factory=Recent)
    """Message id to the id of the request for an answer to it."""

    revisions: Recent[str, int] = field(default_factory=Recent)
    """Draft id to the newest revision that was shown."""

    files: dict[int, str] = field(default_factory=dict)
    """Row of the last list of files to the id of the file."""

    of_a_request: bool = False
    """Whether `sources` are those of a stored request, all of them its own."""

    talk: str = ""
    """Id of the assistant's conversation; empty elsewhere."""

    has_asked: bool = False
    """Whether the person may have been asked to allow something in it."""

    room: int = 0
    """Characters that an answer may take where the caller has said so, 0 elsewhere."""

    page_mails: int = 0
    """Mails on a page of a conversation, counted from its newest, where the caller has said so;
    0 elsewhere."""

    clock: Callable[[], float] = time.monotonic
    _when: Recent[tuple[str, str], float] = field(default_factory=Recent, repr=False)
    """When each source was read, by kind and ref."""

    _lock: Lock = field(default_factory=Lock, repr=False)

    def read(self, source: Source) -> None:
        """Add a source, as the newest; the next part of a known one is added to its text."""
        source = replace(source, title=without_invisible(source.title))
        with self._lock:
            others = [s for s in self.sources if (s.kind, s.ref) != (source.kind, source.ref)]
            same = next((s for s in self.sources if s not in others), None)
            if same is not None:
                new = bool(source.text) and source.text not in same.text
                text = f"{same.text}\n{source.text}".strip() if new else same.text
                source = replace(same, text=text)
            self._when[source.kind, source.ref] = self.clock()
            self.sources = _bounded((*others, source))

    def continued(self) -> Conversation:
        """Another one that knows the same pages, drafts and requests, and no rows or sources."""
        return Conversation(
            searches=self.searches,
            tokens=self.tokens,
            whole=self.whole,
            answers=self.answers,
            asked=self.asked,
            revisions=self.revisions,
        )

    def recent(self, seconds: float) -> tuple[Source, ...]:
        """Sources that were read in the last `seconds`, the newest last."""
        since = self.clock() - seconds
        with self._lock:
            return tuple(s for s in self.sources if self._when.get((s.kind, s.ref), 0.0) >= since)

    def begin_run(self, request: str) -> None:
        """Start a request of the person: its words are the first source, and sources of the last
        request are dropped. Empty where nobody has asked."""
        title = " ".join(request.split())
        title = title if len(title) <= LONGEST_TITLE else f"{title[: LONGEST_TITLE - 1]}…"
        self.sources = (Source(SourceKind.REQUEST, "", title, request),) if request else ()

    def show(self, rows: tuple[int, ...]) -> None:
        self.rows = rows


def _bounded(sources: tuple[Source, ...]) -> tuple[Source, ...]:
    """The newest, and what the person asked for."""
    kept = [s for s in sources if s.kind is not SourceKind.REQUEST][-MOST_SOURCES:]
    room = MOST_SOURCE_TEXT
    for place in range(len(kept) - 1, -1, -1):
        room -= len(kept[place].text)
        if room < 0:
            kept = kept[place + 1 :] or kept[-1:]
            break
    asked = (s for s in sources if s.kind is SourceKind.REQUEST)
    return (*asked, *kept)


class Ports(Protocol):
    """What tools may ask besides the store. Some are made when they are first asked for. `cloud`
    takes an account's id, and raises `NotFound` where that account has neither files nor a
    calendar."""

    @property
    def importer(self) -> MailImport: ...
    @property
    def moving(self) -> MovesIn: ...
    @property
    def postman(self) -> OutboxControl: ...
    @property
    def accounts(self) -> AccountDirectory: ...
    @property
    def cloud(self) -> Callable[[str], CloudServices]: ...
    @property
    def enrolment(self) -> SignInControl: ...
    @property
    def removals(self) -> AccountRemovals: ...
    @property
    def sync(self) -> MailSync: ...
    @property
    def models(self) -> Models: ...
    @property
    def bridge(self) -> BridgeControl: ...
    @property
    def pictures(self) -> FetchesPictures | None: ...
    @property
    def preparing(self) -> PreparesAnswers | None: ...
    @property
    def files(self) -> ReadsAttachments | None: ...
    @property
    def unsubscribe(self) -> Unsubscribe | None: ...
    @property
    def published_changes(self) -> Callable[[str, Event], str]: ...
    @property
    def wish(self) -> Callable[[Wish], object]:
        """Ask the window to show something, on any thread; nothing happens where there is none."""


def _no_progress(_: Progress) -> None:
    return


def _no_tool(_: str) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Context:
    """Context of one call. `author` is stamped on what it writes. `permit` is set only when a
    person's press is behind the call."""

    store: Store
    settings: Settings
    ports: Ports
    clock: Clock
    profile: Path
    author: Author
    conversation: Conversation
    permit: SendPermit | None = None
    cancelled: Event = field(default_factory=Event)
    paused: Event = field(default_factory=Event)
    progress: Callable[[Progress], None] = _no_progress
    caller: str = ""
    """Id of the program at the bridge; empty for everyone else."""

    searches_servers: bool = True
    """Whether a search may go on at the accounts' servers."""

    tool_named: Callable[[str], Any] = _no_tool
    """The `Tool` of a name, None where there is none."""

    carry_out: Callable[[Request, Any, Any, Callable[[object], object]], object] | None = None
    """Runs what an assistant asked for (a `Tool` and its `Params`) with its stamp; there for the
    person alone."""

    @property
    def origin(self) -> Origin:
        return self.author.origin
