"""Mail of many folders is asked for in one turn, and the next while the last is stored."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence
from threading import Event
from typing import Any

import pytest

from desktop_app.accounts.imap import mailbox as imap_mailbox
from desktop_app.accounts.imap.mailbox import ImapMailbox
from desktop_app.model.changes import Changes
from desktop_app.model.errors import KnownError
from desktop_app.model.remote import RemoteMessage
from desktop_app.store.store import Store
from tests.accounts.imap.test_sync import here, synced, there
from tests.fakes.house import mail
from tests.fakes.mail_servers.peculiar import Peculiar

Put = Callable[..., None]
Other = Callable[[], Any]
FOLDERS = ("INBOX", "Sent", "Archive", "Clients", "Travel")
MAILS = 30


@pytest.fixture
def mailbox(behind_proxy: ImapMailbox) -> ImapMailbox:
    return behind_proxy


@pytest.fixture
def full(put: Put) -> None:
    for number in range(MAILS):
        raw = mail(f"Mail {number}", f"Body {number}", message_id=f"m{number}@x.example")
        put(raw, FOLDERS[number % len(FOLDERS)])


def bodies(mailbox: ImapMailbox) -> list[RemoteMessage]:
    refs = mailbox.list().refs
    found = dict(mailbox.fetch([ref.id for ref in refs]))
    return [answer for answer in found.values() if isinstance(answer, RemoteMessage)]


def test_all_folders_are_asked_before_the_first_answer_is_read(
    mailbox: ImapMailbox, proxy: Peculiar, full: None
) -> None:
    mailbox.profile()
    all_asked, asked = Event(), list[bytes]()
    in_time: list[bool] = []

    def refuse(command: bytes, _: int) -> bytes:
        if b"BODY.PEEK[]" in command:
            asked.append(command)
        if len(asked) == len(FOLDERS):
            all_asked.set()
        return b""

    def answer(line: bytes) -> bytes:
        """No mail goes on its way before all were asked for."""
        if b"BODY[]" in line and (all_asked.is_set() or not in_time):
            in_time.append(all_asked.wait(20))
        return line

    proxy.refuse, proxy.answer = refuse, answer
    assert len(bodies(mailbox)) == MAILS
    assert all(in_time)


@pytest.mark.parametrize("said", [b"NO [NOPERM] no right", b"NO [SERVERBUG] index", b"BAD no"])
def test_a_folder_that_is_refused_costs_no_other_its_mail(
    mailbox: ImapMailbox, proxy: Peculiar, full: None, said: bytes
) -> None:
    mailbox.profile()
    proxy.refuse = lambda c, _: said if re.match(rb'(EXAMINE|SELECT) "?Clients', c) else b""
    ids = [ref.id for ref in mailbox.list().refs]
    found = dict(mailbox.fetch(ids))
    assert sum(isinstance(a, RemoteMessage) for a in found.values()) == MAILS * 4 // 5
    assert sum(isinstance(a, KnownError) for a in found.values()) == MAILS // 5


@pytest.mark.parametrize("said", [b"NO not that one", b"BAD what", b"BYE"])
def test_one_folder_whose_mail_is_refused_once_is_asked_alone(
    mailbox: ImapMailbox, proxy: Peculiar, full: None, said: bytes
) -> None:
    mailbox.profile()
    left = [said]

    def refuse(command: bytes, _: int) -> bytes:
        return left.pop() if b"BODY.PEEK[]" in command and left else b""

    proxy.refuse = refuse
    assert len(bodies(mailbox)) == MAILS


def test_uids_of_another_numbering_bring_no_other_mail(
    mailbox: ImapMailbox, proxy: Peculiar, full: None
) -> None:
    """What came under another UIDVALIDITY than the known one is not taken."""
    mailbox.profile()
    ids = [ref.id for ref in mailbox.list().refs]
    shown = re.compile(rb"^\* OK \[UIDVALIDITY \d+\]")
    proxy.answer = lambda line: shown.sub(b"* OK [UIDVALIDITY 77]", line)
    with pytest.raises(KnownError):
        dict(mailbox.fetch(ids))


def test_the_next_mail_comes_while_the_last_is_stored(
    mailbox: ImapMailbox,
    store: Store,
    full: None,
    other: Other,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(imap_mailbox, "AT_ONCE", 5)
    monkeypatch.setattr("desktop_app.workers.sync_pass._NEWEST", 5)
    asked: list[tuple[str, ...]] = []
    threads: set[str] = set()
    third = Event()
    fetch = ImapMailbox.fetch

    def noted(self: ImapMailbox, ids: Sequence[str]) -> Any:
        asked.append(tuple(ids))
        threads.add(threading.current_thread().name)
        if len(asked) == 3:
            third.set()
        return fetch(self, ids)

    in_time: list[bool] = []

    def stored(changes: Changes) -> None:
        """The second step is stored; nobody has asked for the third but who fetches ahead."""
        if changes.messages and len(here(store)) == 10:
            in_time.append(third.wait(20))

    monkeypatch.setattr(ImapMailbox, "fetch", noted)
    store.subscribe(stored)
    assert synced(store, mailbox).fetched == MAILS
    assert in_time == [True]
    assert len(threads) == 2
    assert len({id_ for ids in asked for id_ in ids}) == sum(map(len, asked)) == MAILS
    assert here(store) == there(other())
    assert not any(t.name.startswith("fetch ") for t in threading.enumerate())
