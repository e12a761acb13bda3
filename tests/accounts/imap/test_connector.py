"""The connector: servers from the store, the password from the keyring, a connection a purpose."""

from __future__ import annotations

from dataclasses import replace
from threading import Event

import pytest

from desktop_app.accounts.base import Dependencies
from desktop_app.accounts.imap.connector import ImapConnector
from desktop_app.accounts.imap.sign_in import PasswordGrant, PasswordSignIn
from desktop_app.accounts.secrets import Secrets
from desktop_app.model.errors import NeedsSignIn, NotFound
from desktop_app.model.mail_server import MailServers, Proof, Security, ServerAddress
from desktop_app.model.sign_in import SignIn
from desktop_app.settings import Settings
from desktop_app.store.store import Store
from tests.fakes.keyrings import MEMORY, Memory
from tests.fakes.mail_servers.dovecot import PASSWORD, USER, Dovecot
from tests.store.mails import removed


@pytest.fixture
def sign_in(store: Store) -> PasswordSignIn:
    Memory.reset()
    store.sign_ins.keep(SignIn("i1", ""))
    return PasswordSignIn(
        Dependencies(
            Settings(store.profile, {}),
            Secrets("imap", allow=[MEMORY], environment={}),
            store.sign_ins,
            {},
            store.mail_servers.get,
            store.folder_mirror,
        )
    )


def connector_of(store: Store, sign_in: PasswordSignIn) -> ImapConnector:
    return ImapConnector(
        store.mail_servers.get, store.folder_mirror, sign_in.password, sign_in.refused
    )


def test_an_account_is_reached_by_what_was_kept(
    server: Dovecot, store: Store, sign_in: PasswordSignIn
) -> None:
    grant = PasswordGrant(USER, "Alex", server.servers(), PASSWORD)
    store.mail_servers.keep("i1", grant.servers)
    sign_in.keep("i1", grant, session_only=False)
    connector = connector_of(store, sign_in)
    assert connector.mailbox("i1", Event()).profile().total == 0
    assert connector.draft_box("i1").list() == ()
    assert connector.session("i1") is not connector.session("i1", urgent=True)
    assert connector.session("i1") is connector.session("i1")
    before = connector.session("i1")
    connector.forget("i1")
    assert connector.session("i1") is not before
    connector.close()
    assert PASSWORD not in repr(grant)


def test_without_servers_or_a_password_a_sign_in_is_needed(
    server: Dovecot, store: Store, sign_in: PasswordSignIn
) -> None:
    connector = connector_of(store, sign_in)
    with pytest.raises(NeedsSignIn):
        connector.mailbox("i1", Event())
    store.mail_servers.keep("i1", server.servers())
    with pytest.raises(NeedsSignIn, match="password"):
        connector.mailbox("i1", Event()).profile()
    sign_in.keep("i1", PasswordGrant(USER, "", server.servers(), PASSWORD), session_only=True)
    assert sign_in.remembers("i1")
    assert connector.mailbox("i1", Event()).profile().total == 0
    sign_in.forget("i1")
    assert not sign_in.remembers("i1")
    connector.close()


def test_a_password_that_was_refused_is_not_tried_again(
    server: Dovecot, store: Store, sign_in: PasswordSignIn
) -> None:
    """Some failures in a row lock an account."""
    connector = connector_of(store, sign_in)
    store.mail_servers.keep("i1", server.servers())
    sign_in.keep("i1", PasswordGrant(USER, "", server.servers(), "wrong"), session_only=True)
    with pytest.raises(NeedsSignIn, match="does not accept"):
        connector.mailbox("i1", Event()).profile()
    known = store.sign_ins.get("i1")
    assert known is not None
    assert known.refused
    with pytest.raises(NeedsSignIn, match="The server refused the password"):
        connector.mailbox("i1", Event()).profile()
    connector.close()


def test_servers_come_back_as_they_were_kept_and_go_with_their_account(store: Store) -> None:
    at = ServerAddress("imap.x.example", 993)
    out = ServerAddress("smtp.x.example", 587, Security.STARTTLS)
    both = MailServers(at, out, "alex", Proof.XOAUTH2, "/etc/ca.pem")
    for servers in (both, replace(both, outgoing=None)):
        store.mail_servers.keep("i1", servers)
        assert store.mail_servers.get("i1") == servers
    assert store.mail_servers.get("other") is None
    removed(store, "i1")
    assert store.mail_servers.get("i1") is None
    with pytest.raises(NotFound):
        store.accounts.get("i1")


def test_gmails_threads_are_those_of_takeout(store: Store, sign_in: PasswordSignIn) -> None:
    connector = connector_of(store, sign_in)
    assert connector.thread_key("18c2f00000000001") == str(0x18C2F00000000001)
    assert connector.thread_key("") == ""
