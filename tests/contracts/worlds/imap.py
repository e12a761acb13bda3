"""IMAP: Dovecot and an SMTP server, each behind a proxy that can be taken away."""

from __future__ import annotations

import email
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from email.utils import parsedate_to_datetime
from pathlib import Path
from threading import Event
from types import MappingProxyType
from typing import Any

import pytest

from desktop_app.accounts.base import Kind
from desktop_app.accounts.imap.kind import IMAP
from desktop_app.accounts.imap.metadata import identity
from desktop_app.model.account import Account
from desktop_app.model.changes import Changes
from desktop_app.model.mail_server import MailServers
from desktop_app.model.mailbox_check import Credentials
from tests.contracts.world import World
from tests.fakes.mail_servers.cutting_proxy import CuttingProxy, cutting_proxy
from tests.fakes.mail_servers.dovecot import PASSWORD, USER, Dovecot, dovecot, installed
from tests.fakes.mail_servers.smtp import Post, post_office


class ImapWorld(World):
    prepares_on_the_server = False
    names_own_addresses = False

    def __init__(
        self,
        profile: Path,
        server: Dovecot,
        post: Post,
        proxies: tuple[CuttingProxy, CuttingProxy],
        kind: Kind[Any] = IMAP,
        environment: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        super().__init__(kind, profile, dict(environment))
        self._server, self._post = server, post
        self._proxies = proxies

    def servers(self) -> MailServers:
        """The servers as the account reaches them."""
        there, out = self._server.servers(), self._post.servers().outgoing
        assert out is not None
        incoming, outgoing = self._proxies
        return replace(
            there,
            incoming=replace(there.incoming, port=incoming.port),
            outgoing=replace(out, port=outgoing.port),
        )

    def account(self) -> Account:
        entered = Credentials(USER, self.servers(), PASSWORD, "Alex Morgan")
        checked = self.services.enrolment.enter(
            "imap", entered, days=0, session_only=False, cancelled=Event(), told=lambda _: None
        )
        assert checked.signed_in is not None, checked
        self._account_id = checked.signed_in.account_id
        return self.store.accounts.get(self._account_id)

    def receive(self, *mails: bytes) -> list[str]:
        client = self._server.client()
        for raw in mails:
            date = email.message_from_bytes(raw)["Date"]
            client.append("INBOX", raw, (), parsedate_to_datetime(date) if date else None)
        client.logout()
        account = self.store.accounts.get(self._account_id)
        self.mailbox(account).profile()
        return [_identity(raw) for raw in mails]

    def forget_history(self) -> None:
        """More has happened than is kept."""
        with self.store.db.write(Changes()) as connection:
            connection.execute(
                "UPDATE sqlite_sequence SET seq = seq + 1000000 WHERE name = 'folder_change'"
            )

    def attempts(self) -> int:
        return self._post.attempts

    def delivered(self) -> int:
        return len(self._post.taken)

    def lose_the_next_reply(self) -> None:
        self._post.mode = "die after"

    def go_offline(self) -> None:
        for proxy in self._proxies:
            proxy.go_away()


def _identity(raw: bytes) -> str:
    message_id = email.message_from_bytes(raw)["Message-ID"]
    return identity({b"RFC822.SIZE": len(raw)}, str(message_id).encode())


def imap_world(profile: Path) -> Iterator[World]:
    if not installed():
        pytest.skip("packaging/bootstrap.sh test installs Dovecot")
    with ExitStack() as stack:
        server = stack.enter_context(dovecot())
        post = stack.enter_context(post_office())
        ports = server.tls_port, post.port
        first, second = (stack.enter_context(cutting_proxy(port)) for port in ports)
        yield ImapWorld(profile, server, post, (first, second))
