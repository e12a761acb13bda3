"""What a running tool has at hand: the store, the ports, and who is calling."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event, Lock

from desktop_app.model.clock import Clock
from desktop_app.model.draft import Author, Origin, SendPermit, Source, SourceKind
from desktop_app.model.progress import Progress
from desktop_app.settings import Settings
from desktop_app.store.store import Store
from desktop_app.tools.ports import (
    AccountDirectory,
    BridgeControl,
    CloudServices,
    Enrolment,
    Importer,
    MailSync,
    Models,
    Postman,
    SampleMailbox,
)

LONGEST_TITLE = 200


@dataclass(slots=True)
class Conversation:
    """What one run of an assistant, or one MCP client's session, remembers between calls.

    `rows` are the message ids of the last list it was shown (row 1 first); `sources` all that
    it has read, in order, each once; `cursors` where each page of a search begins, so that
    pages by number stay where they are when new mail comes in; `tokens` likewise holds a
    service's own cursors.
    """

    rows: tuple[int, ...] = ()
    sources: tuple[Source, ...] = ()
    cursors: dict[tuple[object, ...], dict[int, int]] = field(default_factory=dict)
    tokens: dict[tuple[str, ...], dict[int, str]] = field(default_factory=dict)
    answers: dict[int, str] = field(default_factory=dict)
    """Message id to the id of the draft that was proposed as the answer to it."""

    _lock: Lock = field(default_factory=Lock, repr=False)

    def read(self, source: Source) -> None:
        """Note what was read; the same thing read on is one source with both texts."""
        with self._lock:
            same = next(
                (s for s in self.sources if (s.kind, s.ref) == (source.kind, source.ref)), None
            )
            if same is None:
                self.sources = (*self.sources, source)
            elif source.text and source.text not in same.text:
                both = replace(same, text=f"{same.text}\n{source.text}".strip())
                self.sources = tuple(both if s is same else s for s in self.sources)

    def begin_run(self, request: str) -> None:
        """A new request of the person's: what was read for the last one is no source of this;
        what they said is."""
        title = " ".join(request.split())
        title = title if len(title) <= LONGEST_TITLE else f"{title[: LONGEST_TITLE - 1]}…"
        self.sources = (Source(SourceKind.REQUEST, "", title, request),)

    def show(self, rows: tuple[int, ...]) -> None:
        self.rows = rows


@dataclass(frozen=True, slots=True)
class Ports:
    """The rooms beside the store that tools may ask."""

    importer: Importer
    postman: Postman
    accounts: AccountDirectory
    sample: SampleMailbox
    cloud: CloudServices
    enrolment: Enrolment
    sync: MailSync
    models: Models
    bridge: BridgeControl


def _no_progress(_: Progress) -> None:
    return


@dataclass(frozen=True, slots=True)
class Context:
    """One call's surroundings. `author` stamps what it writes; `permit` is there only when a
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
    perform: Callable[[str, str], object] | None = None
    """Runs a tool by name with JSON arguments; there for the person alone."""

    @property
    def origin(self) -> Origin:
        return self.author.origin
