"""IDLE and the threads of the sync: mail is here without a check, whatever the connection does."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event

import pytest

from desktop_app.accounts.imap.connector import ImapConnector
from desktop_app.accounts.imap.session import ImapSession
from desktop_app.model.mail_server import MailServers
from desktop_app.model.sync import SyncPhase
from desktop_app.settings import Settings
from desktop_app.store.store import Store
from desktop_app.workers.sync import Sync
from tests.accounts.imap.test_idle import PATIENCE, Put
from tests.fakes.house import mail
from tests.fakes.mail_servers.cutting_proxy import CuttingProxy, cutting_proxy
from tests.fakes.mail_servers.dovecot import PASSWORD, Dovecot


class Running:
    """A sync whose next check is an hour away; `password` is what the account has."""

    def __init__(self, store: Store, servers: MailServers, profile: Path) -> None:
        self.store, self.password = store, PASSWORD
        self.refusals: list[str] = []
        self.connector = ImapConnector(
            lambda _: servers, store.folder_mirror, lambda _: self.password, self.refused
        )
        settings = Settings(profile, {"DRAFTDESK_MAIL_CHECK_SECONDS": "3600"})
        self.sync = Sync(store, settings, clock=time.time, connector=lambda _: self.connector)

    def refused(self, account_id: str) -> bool:
        self.refusals.append(account_id)
        return False

    def is_anew(self, before: ImapSession) -> bool:
        return self.connector._waiting.get("i1") is not before

    def until(self, condition: Callable[[], bool]) -> None:
        """Returns once `condition` holds; looks again at every announcement."""
        news = Event()
        stop = self.store.subscribe(lambda _: news.set())
        end = time.monotonic() + PATIENCE
        try:
            while not condition():
                assert time.monotonic() < end, self.sync.status()
                news.wait(0.2)
                news.clear()
        finally:
            stop()

    def has(self, subject: str) -> bool:
        rows = self.store.db.rows("SELECT id FROM message", ())
        return subject in {self.store.messages.get(row[0]).subject for row in rows}

    def phase(self) -> SyncPhase:
        return self.sync.status()[0].phase

    def watched(self) -> None:
        """Until the connection that waits is there, and the pass it asked for is over."""

        def there() -> bool:
            session = self.connector._waiting.get("i1")
            connected = session is not None and session._client is not None
            return connected and self.phase() is SyncPhase.IDLE

        self.until(there)


@pytest.fixture
def syncing(
    strong: Dovecot, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., Running]]:
    monkeypatch.setattr("desktop_app.workers.idle_watch.growing", lambda _: 0.05)
    made: list[Running] = []

    def start(servers: MailServers | None = None) -> Running:
        made.append(Running(store, servers or strong.servers(), tmp_path / "profile"))
        made[-1].sync.start()
        return made[-1]

    yield start
    for each in made:
        each.sync.shutdown()
        each.connector.close()


def test_mail_that_comes_is_here_without_a_check(syncing: Callable[..., Running], put: Put) -> None:
    mine = syncing()
    mine.watched()
    for subject in ("first", "second", "third"):
        put(mail(subject, message_id=f"{subject}@x.example"))
        mine.until(partial(mine.has, subject))


def test_so_is_mail_that_a_filter_puts_elsewhere(
    syncing: Callable[..., Running], strong: Dovecot, put: Put
) -> None:
    with strong.client() as client:
        if not client.has_capability("NOTIFY"):
            pytest.skip("a server without NOTIFY")
    mine = syncing()
    mine.watched()
    for subject in ("sorted", "sorted too"):
        put(mail(subject, message_id=f"{subject}@x.example".replace(" ", "")), "Archive")
        mine.until(partial(mine.has, subject))


@pytest.fixture
def proxy(strong: Dovecot) -> Iterator[CuttingProxy]:
    with cutting_proxy(strong.tls_port) as made:
        yield made


def test_a_connection_that_is_cut_is_made_anew(
    syncing: Callable[..., Running], strong: Dovecot, proxy: CuttingProxy, put: Put
) -> None:
    servers = strong.servers()
    mine = syncing(replace(servers, incoming=replace(servers.incoming, port=proxy.port)))
    for subject in ("first", "second"):
        mine.watched()
        before = mine.connector._waiting["i1"]
        for end in list(proxy._ends):
            with suppress(OSError):  # one of its ends went with the other
                end.shutdown(socket.SHUT_RDWR)
        mine.until(partial(mine.is_anew, before))
        put(mail(subject, message_id=f"{subject}@x.example"))
        mine.until(partial(mine.has, subject))


def test_quitting_takes_less_than_a_second(syncing: Callable[..., Running]) -> None:
    mine = syncing()
    mine.watched()
    before = time.monotonic()
    mine.sync.shutdown()
    assert time.monotonic() - before < 1, "it blocked"
    assert not [t for t in threading.enumerate() if t.name in {"idle i1", "sync i1"}]


def test_after_a_refusal_it_goes_on_with_the_new_password(
    syncing: Callable[..., Running], put: Put
) -> None:
    mine = syncing()
    mine.watched()
    mine.password = "wrong"
    mine.connector.forget("i1")
    mine.sync.wake("i1")
    mine.until(lambda: mine.phase() is SyncPhase.STOPPED)
    mine.password = PASSWORD
    mine.sync.wake("i1")
    mine.watched()
    put(mail("after", message_id="after@x.example"))
    mine.until(lambda: mine.has("after"))


def test_while_paused_news_wakes_nobody(syncing: Callable[..., Running], put: Put) -> None:
    mine = syncing()
    mine.watched()
    mine.sync.pause(True)
    (line,) = mine.sync._lines.values()
    assert line.watch is not None
    line.watch._wake()
    assert not line.wanted.is_set()
    mine.sync.pause(False)
    put(mail("after", message_id="after@x.example"))
    mine.until(lambda: mine.has("after"))


def test_without_idle_the_sync_goes_on_by_itself(
    server: Dovecot, store: Store, put: Put, tmp_path: Path
) -> None:
    with server.client() as client:
        if client.has_capability("IDLE"):
            pytest.skip("a server with IDLE")
    mine = Running(store, server.servers(), tmp_path / "profile")
    mine.sync.start()
    mine.until(lambda: mine.phase() is SyncPhase.IDLE)
    (line,) = mine.sync._lines.values()
    assert line.watch is not None
    line.watch.join(PATIENCE)
    assert not line.watch._thread.is_alive()
    put(mail("asked for", message_id="a@x.example"))
    mine.sync.wake()
    mine.until(lambda: mine.has("asked for"))
    mine.sync.shutdown()
    mine.connector.close()
