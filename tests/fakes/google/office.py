"""A Gmail account that sends through the real postman and sender, and what Google has of it."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from urllib.parse import quote

from desktop_app.accounts.google.session import GoogleSession
from desktop_app.mail.message.parse import parse
from desktop_app.model.account import Account, Identity
from desktop_app.model.draft import Author, Draft, DraftContent, DraftState, Origin
from desktop_app.model.message import ParsedMessage
from desktop_app.model.outbox import OutboxEntry, OutboxState
from desktop_app.store.store import Store
from desktop_app.workers.postman import Postman
from tests.fakes.google.proxy import Google
from tests.fakes.google.sessions import connector_over
from tests.fakes.house import DANA, ME, NOW
from tests.fakes.pressing import press_send

_numbers = count(1)
ACCOUNT = Account("g", "google", "Gmail", (Identity(ME, default=True),))


class Office:
    """One Gmail account in a store, and what Google has of it. `waited` is by how much the clock
    is ahead of `NOW`, in seconds."""

    def __init__(
        self,
        store: Store,
        served: Google,
        session: GoogleSession,
        waited: Callable[[], float],
    ) -> None:
        self.store, self.served, self.session = store, served, session
        self._waited = waited
        store.accounts.add(ACCOUNT)
        self.begin_anew()

    def begin_anew(self) -> None:
        """What is written from now on has a word of its own, by which it is found."""
        self.word = f"plan{next(_numbers)}x"
        self.subject = f"About {self.word}"

    def draft(self, **more: object) -> Draft:
        content = DraftContent(from_=ME, to=(DANA,), subject=self.subject, body="Yes, 1 February.")
        return self.store.drafts.create(
            "g",
            Author(Origin.USER),
            replace(content, **more),  # type: ignore[arg-type]
            state=DraftState.EDITED,
            now=NOW,
        )

    def press(self, draft: Draft) -> OutboxEntry:
        """Approve what the draft says now."""
        return press_send(self.store, draft, now=NOW)

    def postman(self, store: Store | None = None) -> Postman:
        connector = connector_over(lambda: self.session)
        return Postman(
            store or self.store,
            clock=self.now,
            connector=lambda _: connector,
            monotonic=self.now,
        )

    def now(self) -> float:
        return NOW + self._waited()

    def state(self, entry: OutboxEntry) -> OutboxState:
        return self.store.outbox.get(entry.id).state

    def sent(self) -> list[ParsedMessage]:
        """What lies in Google's Sent with this subject, as the web would show it."""
        query = quote(f"subject:{self.word}")
        found = self.served.emulator.call("GET", f"messages?labelIds=SENT&q={query}")
        parsed = []
        for item in found.get("messages", []):  # type: ignore[attr-defined]
            got = self.served.emulator.call("GET", f"messages/{item['id']}?format=raw")
            one = parse(base64.urlsafe_b64decode(str(got["raw"]) + "=="))
            if self.word in one.subject:
                parsed.append(one)
        return parsed

    def drafts_there(self) -> int:
        found = self.served.emulator.call("GET", "drafts?maxResults=500")
        return len(found.get("drafts", []))  # type: ignore[arg-type]


def check(office: Office, entry: OutboxEntry) -> OutboxState:
    """P4 for one mail, as it stands."""
    state, there = office.state(entry), len(office.sent())
    assert there <= 1, "sent twice"
    if state is OutboxState.SENT:
        assert there == 1, "called sent and is not"
    if state is OutboxState.FAILED:
        assert there == 0, "called not sent and is"
    if state is OutboxState.QUEUED:
        assert there == 0, "called waiting and is sent"
        assert office.store.outbox.get(entry.id).waits
        return state
    assert state in {OutboxState.SENT, OutboxState.FAILED, OutboxState.UNCERTAIN}
    return state
