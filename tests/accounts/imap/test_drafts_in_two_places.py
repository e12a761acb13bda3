"""Another mail program writes in a draft on a real server: with our header and without."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from desktop_app.accounts.imap.drafts import ImapDrafts
from desktop_app.accounts.imap.sender import SmtpSender
from desktop_app.accounts.imap.session import ImapSession
from desktop_app.model.draft import Author, Draft, DraftContent, DraftState, Origin
from desktop_app.model.outbox import OutboxState
from desktop_app.store.drafts.draft_records import OPEN_STATES
from desktop_app.store.store import Store
from desktop_app.workers.draft_report import DraftReport
from desktop_app.workers.sync_drafts import DraftSync
from tests.accounts.imap.test_drafts import DANA, ME, bodies
from tests.fakes.mail_servers.dovecot import PASSWORD, Dovecot
from tests.fakes.pressing import press_send

PERSON = Author(Origin.USER, "")
HOW = ["with our header", "without it"]


class Desk:
    """One draft on the server, and passes of the sync."""

    def __init__(self, store: Store, server: Dovecot, client: Any) -> None:
        self.store, self.server, self.client = store, server, client
        self.session = ImapSession(server.servers(), lambda: PASSWORD)
        self.box, self.now = ImapDrafts(self.session), 1_700_000_000.0
        content = DraftContent(from_=ME, to=(DANA,), subject="Plan", body="one")
        made = store.drafts.create("i1", PERSON, content, state=DraftState.EDITED, now=self.now)
        self.id = made.id
        self.sync()

    @property
    def draft(self) -> Draft:
        return self.store.drafts.get(self.id)

    def sync(self) -> DraftReport:
        self.now += 10
        account = self.store.accounts.get("i1")
        return DraftSync(self.store, account, self.box, clock=lambda: self.now).run()

    def write_there(self, body: str, how: str) -> None:
        """A new message in the place of the old one."""
        self.client.select_folder("Drafts")
        (uid,) = self.client.search(["UNDELETED"])
        raw = self.client.fetch([uid], ["BODY.PEEK[]"])[uid][b"BODY[]"]
        raw = raw.replace(self.draft.content.body.encode(), body.encode())
        if how == "without it":
            raw = re.sub(rb"X-Draftdesk-Draft: .*\r\n", b"", raw)
            raw = re.sub(rb"Message-ID: .*\r\n", b"Message-ID: <theirs@x.example>\r\n", raw)
        self.client.append("Drafts", raw, ["\\Draft"])
        self.client.delete_messages([uid])
        self.client.expunge()

    def here(self) -> list[str]:
        found = self.store.drafts.in_state(OPEN_STATES, account_id="i1")
        return sorted(d.content.body.strip() for d in found)


@pytest.fixture
def desk(store: Store, server: Dovecot, other: Callable[[], Any]) -> Iterator[Desk]:
    made = Desk(store, server, other())
    yield made
    made.session.close()


@pytest.mark.parametrize("how", HOW)
def test_what_was_written_there_is_the_next_version(desk: Desk, how: str) -> None:
    desk.write_there("two", how)
    assert desk.sync().pulled == 1
    assert desk.draft.content.body.strip() == "two"
    assert desk.here() == ["two"]
    edited = replace(desk.draft.content, body="three")
    desk.store.drafts.save(desk.id, desk.draft.revision, edited, PERSON, now=desk.now)
    desk.sync()
    assert bodies(desk.client) == ["three"]
    assert desk.sync() == DraftReport()


@pytest.mark.parametrize("how", HOW)
def test_what_was_written_in_both_places_is_kept_twice(desk: Desk, how: str) -> None:
    edited = replace(desk.draft.content, body="ours")
    desk.write_there("theirs", how)
    desk.store.drafts.save(desk.id, desk.draft.revision, edited, PERSON, now=desk.now)
    for _ in range(4):
        desk.sync()
    assert desk.here() == ["ours", "theirs"]
    assert bodies(desk.client) == ["ours", "theirs"]
    assert len(desk.store.draft_links("i1").beside(desk.id)) == 1
    assert desk.sync() == DraftReport()


@pytest.mark.parametrize("synced", [False, True], ids=["not seen yet", "seen"])
@pytest.mark.parametrize("how", HOW)
def test_what_was_written_there_while_it_was_sent_stays(desk: Desk, how: str, synced: bool) -> None:
    entry = press_send(desk.store, desk.draft, now=desk.now)
    desk.write_there("theirs", how)
    if synced:
        desk.sync()
    assert desk.store.outbox.claim(entry.id, "") is not None
    desk.store.outbox.finish(entry.id, OutboxState.SENT)
    servers, links = desk.server.servers(), desk.store.draft_links("i1")
    sender = SmtpSender(servers, servers.incoming, lambda: PASSWORD, desk.session, links=links)
    assert sender.file(desk.store.outbox.get(entry.id))
    for _ in range(3):
        desk.sync()
    assert desk.here() == ["theirs"]
    assert bodies(desk.client) == ["theirs"]
    assert desk.sync() == DraftReport()
