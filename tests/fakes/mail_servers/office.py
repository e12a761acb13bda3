"""An IMAP account that sends through the real postman and SMTP, and what its servers have of it."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from desktop_app.accounts.base import Connector
from desktop_app.accounts.imap.connector import ImapConnector
from desktop_app.model.address import Address
from desktop_app.model.draft import Author, Draft, DraftContent, DraftState, Origin
from desktop_app.model.outbox import OutboxEntry, OutboxState
from desktop_app.store.store import Store
from desktop_app.workers.postman import Postman
from tests.fakes.house import DANA, NOW
from tests.fakes.mail_servers.cutting_proxy import CuttingProxy
from tests.fakes.mail_servers.dovecot import PASSWORD, USER, Dovecot
from tests.fakes.mail_servers.smtp import Post
from tests.fakes.pressing import press_send

_numbers = count(1)
ME = Address("Alex", USER)


class Office:
    """One IMAP account in a store, its servers behind proxies, and what they have of a mail."""

    def __init__(
        self, store: Store, server: Dovecot, post: Post, imap: CuttingProxy, smtp: CuttingProxy
    ) -> None:
        self.store, self.server, self.post = store, server, post
        self.imap, self.smtp = imap, smtp
        there, out = server.servers(), post.servers().outgoing
        assert out is not None
        self.servers = replace(
            there,
            incoming=replace(there.incoming, port=imap.port),
            outgoing=replace(out, port=smtp.port),
        )
        store.mail_servers.keep("i1", self.servers)
        self.connector = ImapConnector(
            store.mail_servers.get, store.folder_mirror, lambda _: PASSWORD, lambda _: False
        )

    def press(self, *to: Address) -> OutboxEntry:
        """A mail of the person's to these, or to Dana, approved as it stands."""
        number = next(_numbers)
        content = DraftContent(from_=ME, to=to or (DANA,), subject=f"Number {number}", body="Yes.")
        draft = self.store.drafts.create(
            "i1", Author(Origin.USER), content, state=DraftState.EDITED, now=NOW
        )
        return self.approve(draft)

    def approve(self, draft: Draft) -> OutboxEntry:
        """The press on what the draft says now."""
        return press_send(self.store, draft, now=NOW)

    def postman(self, store: Store | None = None) -> Postman:
        connector: Connector = self.connector
        return Postman(store or self.store, clock=lambda: NOW, connector=lambda _: connector)

    def start_again(self) -> None:
        """A new process finds the outbox as the old one left it."""
        self.connector.close()
        self.store.outbox.recover()
        postman = self.postman()
        for entry in self.store.outbox.in_state([OutboxState.UNCERTAIN]):
            postman.settle(entry.id)
        postman.work()

    def left(self, entry: OutboxEntry) -> int:
        return sum(entry.rfc822_message_id.encode() in taken.data for taken in self.post.taken)

    def filed(self, entry: OutboxEntry) -> int:
        client = self.server.client()
        client.select_folder("Sent", readonly=True)
        found = client.search(["HEADER", "Message-ID", entry.rfc822_message_id])
        client.logout()
        return len(found)

    def check(self, entry: OutboxEntry) -> OutboxState:
        state, left, filed = (
            self.store.outbox.get(entry.id).state,
            self.left(entry),
            self.filed(entry),
        )
        assert left <= 1, "sent twice"
        assert filed <= 1, "filed twice"
        if state is OutboxState.SENT:
            assert left == 1, "called sent and is not"
        if state is OutboxState.FAILED:
            assert left == 0, "called not sent and is"
        assert state in {OutboxState.SENT, OutboxState.FAILED, OutboxState.UNCERTAIN}
        return state
