"""A profile with one account on a mail server, whose password is known for this session alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

from desktop_app.accounts.secrets import Secrets
from desktop_app.model.account import Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.mail_server import MailServers
from desktop_app.model.message import Message
from desktop_app.model.progress import Progress
from desktop_app.model.sign_in import SignIn
from desktop_app.model.sync import SyncOutcome
from desktop_app.search.parser import parse
from desktop_app.settings import Settings
from desktop_app.store.store import Store
from desktop_app.workers.account_services import AccountServices
from tests.fakes.mail_servers.dovecot import PASSWORD, USER
from tests.fakes.new_profile import new_profile

ACCOUNT = Account("i1", "imap", USER, (Identity(Address("Alex", USER), default=True),))


class ImapDesk:
    """`sync()` is one pass."""

    def __init__(self, profile: Path, servers: MailServers) -> None:
        self.store = Store(new_profile(profile))
        if not self.store.accounts.list():
            self.store.accounts.add(ACCOUNT)
            self.store.sync_state.choose_days("i1", 0)
            self.store.sign_ins.keep(SignIn("i1", "", session_only=True))
        self.store.mail_servers.keep("i1", servers)
        secrets = Secrets("desk", allow=[], environment={})
        secrets.set("imap/i1/password", PASSWORD, session_only=True)
        self.services = AccountServices(
            self.store,
            Settings(profile, {}),
            clock=self.store.db.clock,
            secrets=secrets,
            environment={},
        )
        self.progress: list[Progress] = []

    def sync(self) -> SyncOutcome:
        return self.services.sync.run_once("i1", progress=self.progress.append, cancelled=Event())

    def messages(self) -> list[Message]:
        return list(self.store.finder.messages(parse(""), limit=1_000_000, include_spam_trash=True))

    def contents(self) -> dict[str, tuple[object, ...]]:
        """All that a sync decides about each message, by its id on the server."""
        shown = self.messages()
        threads: dict[int, list[str]] = {}
        for message in shown:
            threads.setdefault(message.thread_id, []).append(message.source_id)
        return {
            m.source_id: (
                m.date,
                m.rfc822_message_id,
                m.subject,
                m.snippet,
                m.labels,
                tuple(sorted(threads[m.thread_id])),
            )
            for m in shown
        }


@contextmanager
def imap_desk(profile: Path, servers: MailServers) -> Iterator[ImapDesk]:
    made = ImapDesk(profile, servers)
    try:
        yield made
    finally:
        made.services.shutdown()
        made.store.close()
