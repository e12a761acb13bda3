"""A mailbox on a real server, strong or weak, with a ledger in a store."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import cache
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from desktop_app.accounts.imap.mailbox import ImapMailbox
from desktop_app.accounts.imap.session import ImapSession
from desktop_app.model.account import Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.mail_server import Security
from desktop_app.store.store import Store
from tests.fakes.mail_servers.dovecot import (
    PASSWORD,
    STRONG,
    USER,
    WEAK,
    Dovecot,
    dovecot,
    installed,
)
from tests.fakes.mail_servers.gmail import Gmail, gmail
from tests.fakes.mail_servers.peculiar import Peculiar, peculiar
from tests.fakes.mail_servers.smtp import Post, post_office
from tests.fakes.new_profile import new_profile

needed = pytest.mark.skipif(not installed(), reason="packaging/bootstrap.sh test installs Dovecot")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "server" in getattr(item, "fixturenames", ()):
            item.add_marker(needed)


@pytest.fixture(scope="session")
def all_running() -> Iterator[Callable[[str], Dovecot]]:
    """The strong and the weak server, each started when it is first asked for. Both run to the end:
    tests of the one and of the other take turns."""
    kinds = {"strong": (STRONG, "."), "weak": (WEAK, "/")}
    with ExitStack() as stack:
        yield cache(lambda kind: stack.enter_context(dovecot(*kinds[kind])))


@pytest.fixture(scope="session", params=["strong", "weak"])
def running(request: pytest.FixtureRequest, all_running: Callable[[str], Dovecot]) -> Dovecot:
    """One server for all tests; each begins with an empty mailbox."""
    return all_running(request.param)


@pytest.fixture
def server(running: Dovecot) -> Dovecot:
    running.empty()
    return running


@pytest.fixture
def proxy(server: Dovecot) -> Iterator[Peculiar]:
    with peculiar(server.port) as made:
        yield made


@pytest.fixture
def behind_proxy(server: Dovecot, proxy: Peculiar, store: Store) -> Iterator[ImapMailbox]:
    """A mailbox whose server answers as the proxy makes it answer; all of its mail is wanted."""
    store.sync_state.choose_days("i1", 0)
    plain = server.servers(Security.NONE)
    at = replace(plain.incoming, port=proxy.port)
    session = ImapSession(replace(plain, incoming=at), lambda: PASSWORD)
    yield ImapMailbox(session, store.folder_mirror("i1"), "i1", Event(), clock=time.time)
    session.close()


@pytest.fixture
def google() -> Iterator[Gmail]:
    """Gmail's server. Nobody may expunge what others have marked, or mark mail as read."""
    with gmail() as made:
        yield made
        assert not any(command.upper().startswith("EXPUNGE") for command in made.log)
        assert not any("BODY[" in command.upper() for command in made.log)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(new_profile(tmp_path / "profile"))
    me = Identity(Address("Alex", USER), default=True)
    made.accounts.add(Account("i1", "imap", "Fernhill", (me,)))
    yield made
    made.close()


@pytest.fixture
def mailbox(server: Dovecot, store: Store) -> Iterator[ImapMailbox]:
    session = ImapSession(server.servers(), lambda: PASSWORD)
    yield ImapMailbox(session, store.folder_mirror("i1"), "i1", Event(), clock=time.time)
    session.close()


@pytest.fixture
def gmailbox(google: Gmail, store: Store) -> Iterator[ImapMailbox]:
    session = ImapSession(google.servers(), lambda: PASSWORD)
    yield ImapMailbox(session, store.folder_mirror("i1"), "i1", Event(), clock=time.time)
    session.close()


@pytest.fixture
def strong(server: Dovecot) -> Dovecot:
    """The server that has IDLE."""
    with server.client() as client:
        if not client.has_capability("IDLE"):
            pytest.skip("a server without IDLE")
    return server


@pytest.fixture
def put(server: Dovecot) -> Iterator[Callable[..., None]]:
    """Append a mail to a folder, as another program does."""
    client = server.client()

    def append(raw: bytes, folder: str = "INBOX", flags: tuple[str, ...] = ()) -> None:
        if not client.folder_exists(folder):
            client.create_folder(folder)
        client.append(folder, raw, flags)

    yield append
    client.logout()


@pytest.fixture
def other(server: Dovecot) -> Iterator[Callable[[], Any]]:
    """Makes connections of another mail program."""
    made: list[Any] = []

    def connect() -> Any:
        made.append(server.client())
        return made[-1]

    yield connect
    for client in made:
        client.logout()


@pytest.fixture(scope="module")
def running_post() -> Iterator[Post]:
    with post_office() as made:
        yield made


@pytest.fixture
def post(running_post: Post) -> Post:
    running_post.mode, running_post.refuses = "ok", frozenset()
    running_post.refusing = "550 no such person"
    running_post.taken.clear()
    return running_post
