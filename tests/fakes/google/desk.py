"""A profile with one Gmail account, and passes over it against the emulator."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

from desktop_app.accounts.google.convert import thread_number
from desktop_app.accounts.google.mailbox import GmailMailbox
from desktop_app.accounts.google.quota import Bucket, sleep
from desktop_app.accounts.google.session import GoogleSession
from desktop_app.model.account import Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.message import Message
from desktop_app.model.progress import Progress
from desktop_app.search.parser import parse
from desktop_app.settings import Settings
from desktop_app.store.store import Store
from desktop_app.workers.sync_pass import PassReport, SyncPass
from tests.fakes.google.clocks import WaitingClock
from tests.fakes.google.emulator import ME
from tests.fakes.google.proxy import Google
from tests.fakes.google.tokens import FixedTokens
from tests.fakes.new_profile import new_profile

ACCOUNT = Account("gmail", "google", "Gmail", (Identity(Address("Alex Morgan", ME), default=True),))


class SyncDesk:
    """`sync()` is one pass; the session waits in no real time unless `real_time`."""

    def __init__(
        self, profile: Path, served: Google, *, units: int = 10_000_000, real_time: bool = False
    ) -> None:
        self.store = Store(new_profile(profile))
        if not self.store.accounts.list():
            self.store.accounts.add(ACCOUNT)
        if self.store.sync_state.get("gmail").days:
            self.store.sync_state.choose_days("gmail", 0)
        settings = Settings(profile, served.environment)
        clock = self.waiting = WaitingClock()
        self.bucket = (
            Bucket(units) if real_time else Bucket(units, clock=clock.now, sleep=clock.wait)
        )
        self.session = GoogleSession(
            "gmail", FixedTokens(), settings, self.bucket, wait=sleep if real_time else clock.wait
        )
        self.cancelled = Event()
        self.paused = Event()
        self.progress: list[Progress] = []
        self.mailbox = GmailMailbox(self.session, self.cancelled)

    def sync(self) -> PassReport:
        return SyncPass(
            self.store,
            "gmail",
            self.mailbox,
            clock=self.store.db.clock,
            cancelled=self.cancelled,
            paused=self.paused,
            thread_key=thread_number,
            progress=self.progress.append,
        ).run()

    def later(self, seconds: float) -> None:
        """Time passes: for the session, and for what the store says is due."""
        before = self.store.db.clock
        self.store.db.clock = lambda: before() + seconds
        self.waiting.at += seconds

    def messages(self) -> list[Message]:
        everything = parse("")
        return list(
            self.store.finder.messages(everything, limit=1_000_000, include_spam_trash=True)
        )

    def by_subject(self, subject: str) -> Message:
        [found] = [m for m in self.messages() if m.subject == subject]
        return found

    def contents(self) -> set[tuple[object, ...]]:
        """All that a sync decides about each message, but not the ids of this store."""
        shown = self.messages()
        threads: dict[int, list[str]] = {}
        for message in shown:
            threads.setdefault(message.thread_id, []).append(message.source_id)
        return {
            (
                m.source_id,
                m.date,
                m.rfc822_message_id,
                m.subject,
                m.snippet,
                m.from_,
                m.to,
                m.references,
                m.labels,
                tuple((a.filename, a.size) for a in m.attachments),
                tuple(sorted(threads[m.thread_id])),
            )
            for m in shown
        }

    def close(self) -> None:
        self.session.close()
        self.store.close()


@contextmanager
def desk(profile: Path, served: Google, **more: object) -> Iterator[SyncDesk]:
    made = SyncDesk(profile, served, **more)  # type: ignore[arg-type]
    try:
        yield made
    finally:
        made.close()


def server_contents(served: Google) -> dict[str, frozenset[str]]:
    """Every message of the mailbox but drafts, and its labels by name, asked past the proxy."""
    names = {
        str(label["id"]): str(label["name"])
        for label in served.emulator.call("GET", "labels")["labels"]  # type: ignore[attr-defined]
    }
    found: dict[str, frozenset[str]] = {}
    token = ""
    while True:
        page = served.emulator.call(
            "GET", f"messages?maxResults=500&includeSpamTrash=true&pageToken={token}"
        )
        for ref in page["messages"]:  # type: ignore[attr-defined]
            message = served.emulator.call("GET", f"messages/{ref['id']}?format=minimal")
            labels = frozenset(names[i] for i in message["labelIds"])  # type: ignore[attr-defined]
            if "DRAFT" not in labels:
                found[str(ref["id"])] = labels
        token = str(page.get("nextPageToken") or "")
        if not token:
            return found
