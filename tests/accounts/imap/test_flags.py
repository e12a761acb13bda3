"""Flags at a server that counts no changes: those of the newest mails at each pass, all seldom."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from desktop_app.accounts.imap.catching_up import ALL_SECONDS, RECENT
from desktop_app.accounts.imap.mailbox import ImapMailbox
from desktop_app.accounts.imap.session import ImapSession
from desktop_app.model.mail_server import Security
from desktop_app.search.parser import parse
from desktop_app.store.store import Store
from tests.accounts.imap.conftest import needed
from tests.accounts.imap.test_sync import store_of, synced
from tests.fakes.house import mail
from tests.fakes.mail_servers.cutting_proxy import CuttingProxy, cutting_proxy
from tests.fakes.mail_servers.dovecot import PASSWORD, WEAK, Dovecot, dovecot

pytestmark = needed
MAILS = 3000
OF_ONE_MAIL = 70
"""Bytes that the flags of one mail take in an answer, at most."""


@pytest.fixture(scope="module")
def full() -> Iterator[Dovecot]:
    """A server that counts no changes, with many mails in the inbox, whose UIDs begin with 1."""
    with dovecot(WEAK) as server:
        folder = server.home / "mail" / "cur"
        for name in ("cur", "new", "tmp"):
            (folder.parent / name).mkdir(parents=True, exist_ok=True)
        for number in range(1, MAILS + 1):
            raw = mail(f"Mail {number}", message_id=f"m{number}@x.example")
            (folder / f"{1_700_000_000 + number}.{number}.host:2,").write_bytes(raw)
        if os.getuid() == 0:
            subprocess.run(["chown", "-R", "nobody", str(server.home / "mail")], check=True)
        yield server


class Away:
    """A profile whose mailbox is behind a proxy that counts; `now` is its clock."""

    def __init__(self, store: Store, proxy: CuttingProxy, server: Dovecot) -> None:
        self.store, self.proxy, self.now = store, proxy, 1_800_000_000.0
        plain = server.servers(Security.NONE)
        self._servers = replace(plain, incoming=replace(plain.incoming, port=proxy.port))

    def received(self) -> int:
        """The bytes of one pass over a new connection, as after a restart."""
        session = ImapSession(self._servers, lambda: PASSWORD)
        ledger = self.store.folder_mirror("i1")
        mailbox = ImapMailbox(session, ledger, "i1", Event(), clock=lambda: self.now)
        before = self.proxy.received
        try:
            synced(self.store, mailbox)
        finally:
            session.close()
        return self.proxy.received - before


@pytest.fixture
def away(full: Dovecot, tmp_path: Path) -> Iterator[Away]:
    with cutting_proxy(full.port) as proxy, store_of(tmp_path / "profile") as store:
        store.sync_state.choose_days("i1", 1)  # what is mirrored is all, what is fetched is little
        yield Away(store, proxy, full)


def star(server: Dovecot, number: int) -> None:
    client: Any = server.client()
    client.select_folder("INBOX")
    client.add_flags([number], ["\\Flagged"])
    client.logout()


def labels(away: Away, uid: int) -> frozenset[str]:
    return away.store.folder_mirror("i1").copies("INBOX")[uid].labels


def test_only_the_newest_are_read_at_each_pass(away: Away, full: Dovecot) -> None:
    away.received()
    few = RECENT * OF_ONE_MAIL + 10_000
    for _ in range(3):
        away.now += 60
        assert away.received() < few
    star(full, MAILS)
    star(full, 1)
    away.now += 60
    assert away.received() < few
    assert "STARRED" in labels(away, MAILS)
    assert "STARRED" not in labels(away, 1)


def test_what_is_in_sight_is_read_at_each_pass(away: Away, full: Dovecot) -> None:
    few = RECENT * OF_ONE_MAIL + 10_000
    away.store.sync_state.choose_days("i1", 0)
    away.received()
    found = away.store.finder.threads(parse("subject:5"), limit=1000)
    (old,) = [thread for thread in found if thread.subject == "Mail 5"]
    star(full, 5)
    away.now += 60
    assert away.received() < few
    assert "STARRED" not in labels(away, 5), "nobody looks at it"
    away.store.in_sight.note([old.id])
    away.now += 60
    assert away.received() < few
    assert "STARRED" in labels(away, 5)
    assert away.store.threads.get(old.id).messages[0].starred


def test_a_change_of_an_old_mail_is_found_in_time(away: Away, full: Dovecot) -> None:
    away.received()
    star(full, 2)
    away.now += ALL_SECONDS
    all_of_them = away.received()
    assert "STARRED" in labels(away, 2)
    away.now += ALL_SECONDS - 1
    assert away.received() < all_of_them / 3
    away.now -= 2 * ALL_SECONDS
    star(full, 3)
    away.received()
    assert "STARRED" in labels(away, 3), "the clock was set back"


def test_a_change_of_an_old_mail_is_found_when_asked_for(away: Away, full: Dovecot) -> None:
    away.received()
    star(full, 4)
    away.now += 60
    away.store.folder_mirror("i1").want_flags()
    away.received()
    assert "STARRED" in labels(away, 4)


def test_where_all_was_not_read_to_its_end_all_is_read_again(away: Away, full: Dovecot) -> None:
    late = MAILS - RECENT - 1
    away.received()
    star(full, late)
    away.now += ALL_SECONDS
    away.proxy.received, away.proxy.most = 0, 30_000
    away.received()
    assert away.proxy.most == 0
    assert "STARRED" in labels(away, late)
