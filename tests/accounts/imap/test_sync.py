"""Whole passes on a real server: the store has in the end what the server has."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from desktop_app.accounts.imap.mailbox import ImapMailbox
from desktop_app.accounts.imap.session import ImapSession
from desktop_app.model.account import Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.errors import KnownError
from desktop_app.model.mail_server import MailServers, Security
from desktop_app.store.store import Store
from desktop_app.workers.sync_pass import PassReport, SyncPass
from tests.depths import in_depth
from tests.fakes.house import mail
from tests.fakes.mail_servers.cutting_proxy import cutting_proxy
from tests.fakes.mail_servers.dovecot import PASSWORD, USER, Dovecot

Put = Callable[..., None]
FOLDERS = ("INBOX", "Archive", "Clients", "Trash", "Sent")


def synced(store: Store, mailbox: ImapMailbox) -> PassReport:
    return SyncPass(
        store,
        "i1",
        mailbox,
        clock=time.time,
        cancelled=Event(),
        thread_key=lambda _: "",
        progress=lambda _: None,
    ).run()


def here(store: Store) -> dict[str, frozenset[str]]:
    """Labels of every stored mail, by its subject."""
    known = store.remote_mail.known("i1")
    messages = (store.messages.get(number) for number in _numbers(store))
    return {m.subject: frozenset(m.labels) for m in messages} if known else {}


def _numbers(store: Store) -> list[int]:
    return [row[0] for row in store.db.rows("SELECT id FROM message", ())]


def there(client: Any) -> dict[str, frozenset[str]]:
    """The same as another program sees it."""
    roles = {"INBOX": "INBOX", "Sent": "SENT", "Trash": "TRASH", "Junk": "SPAM"}
    found: dict[str, set[str]] = {}
    for _, _, name in client.list_folders():
        if name == "Drafts":
            continue
        client.select_folder(name, readonly=True)
        for data in client.fetch(client.search(["UNDELETED"]), ["FLAGS", "ENVELOPE"]).values():
            labels = found.setdefault(data[b"ENVELOPE"].subject.decode(), set())
            labels |= {roles.get(name, name)} - {"Archive"}
            labels |= set() if b"\\Seen" in data[b"FLAGS"] else {"UNREAD"}
            labels |= {"STARRED"} if b"\\Flagged" in data[b"FLAGS"] else set()
    return {subject: frozenset(labels) for subject, labels in found.items()}


def test_a_first_pass_brings_everything(
    mailbox: ImapMailbox, store: Store, put: Put, other: Callable[[], Any]
) -> None:
    for number in range(70):
        put(mail(f"Mail {number}", message_id=f"m{number}@x.example"), FOLDERS[number % 5])
    done = synced(store, mailbox)
    assert done.fetched == 70
    assert here(store) == there(other())
    assert synced(store, mailbox) == PassReport()


@pytest.mark.parametrize("seed", range(4))
def test_two_programs_at_one_mailbox_agree_in_the_end(
    mailbox: ImapMailbox, store: Store, put: Put, other: Callable[[], Any], seed: int
) -> None:
    """Another program and the person change the same mail at random, between passes."""
    dice, client = random.Random(seed), other()
    for number in range(12):
        put(mail(f"Mail {number}", message_id=f"m{number}@x.example"))
    mailbox.create_label("Clients")
    synced(store, mailbox)
    for _ in range(6):
        for _ in range(3):
            _elsewhere(client, dice)
        for _ in range(2):
            _person(store, dice)
        if dice.random() < 0.3:
            put(mail(f"New {dice.random()}"), dice.choice(FOLDERS))
        synced(store, mailbox)
    synced(store, mailbox)
    assert here(store) == there(client)


def _elsewhere(client: Any, dice: random.Random) -> None:
    client.select_folder(dice.choice(FOLDERS))
    uids = client.search(["UNDELETED"])
    if not uids:
        return
    one = [dice.choice(uids)]
    what = dice.choice(("flag", "unflag", "move", "delete"))
    if what == "flag":
        client.add_flags(one, [dice.choice(("\\Seen", "\\Flagged"))])
    elif what == "unflag":
        client.remove_flags(one, [dice.choice(("\\Seen", "\\Flagged"))])
    else:
        if what == "move":
            client.copy(one, dice.choice(FOLDERS))
        client.delete_messages(one)
        client.expunge()


def _person(store: Store, dice: random.Random) -> None:
    numbers = _numbers(store)
    if not numbers:
        return
    add, remove = dice.choice(
        (
            ((), ("UNREAD",)),
            (("STARRED",), ()),
            ((), ("INBOX",)),
            (("TRASH",), ("INBOX",)),
            (("Clients",), ("INBOX",)),
        )
    )
    try:
        store.messages.modify([dice.choice(numbers)], add=frozenset(add), remove=frozenset(remove))
    except KnownError:
        return


@pytest.mark.parametrize("cuts", in_depth([2, 12]))
def test_cut_at_any_byte_from_the_server_nothing_is_lost(
    server: Dovecot, put: Put, other: Callable[[], Any], tmp_path: Path, cuts: int
) -> None:
    """In the greeting, between and inside answers, before, inside and after literals: the pass
    ends with a sentence or goes on by a new connection; after a clean one all is there."""
    for number in range(30):
        body = f"Body {number}. " * (1 + 40 * (number % 5))
        put(mail(f"Mail {number}", body, message_id=f"m{number}@x.example"), FOLDERS[number % 5])
    plain = server.servers(Security.NONE)
    with cutting_proxy(server.port) as proxy:
        servers = replace(plain, incoming=replace(plain.incoming, port=proxy.port))
        with store_of(tmp_path / "whole") as store, mailbox_of(servers, store) as mailbox:
            synced(store, mailbox)
            wanted = here(store)
        assert wanted == there(other())
        whole = proxy.received
        early, dice = (1, 5, 40, 120, 300)[: 2 * cuts], random.Random(3)
        for at in (*early, *sorted(dice.sample(range(400, whole), cuts))):
            proxy.received, proxy.most = 0, at
            with store_of(tmp_path / str(at)) as store, mailbox_of(servers, store) as mailbox:
                with suppress(KnownError):
                    synced(store, mailbox)
                assert proxy.most == 0, f"byte {at} was never reached"
                synced(store, mailbox)
                assert here(store) == wanted, f"cut at byte {at}"


@contextmanager
def store_of(profile: Path) -> Iterator[Store]:
    made = Store(profile)
    me = Identity(Address("Alex", USER), default=True)
    made.accounts.add(Account("i1", "imap", "Fernhill", (me,)))
    made.sync_state.choose_days("i1", 0)
    yield made
    made.close()


@contextmanager
def mailbox_of(servers: MailServers, store: Store) -> Iterator[ImapMailbox]:
    session = ImapSession(servers, lambda: PASSWORD)
    yield ImapMailbox(session, store.folder_mirror("i1"), "i1", Event(), clock=time.time)
    session.close()
