"""New mail of the inbox is here before another folder is opened; nothing is lost on the way."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from desktop_app.accounts.imap.mailbox import ImapMailbox
from desktop_app.model.changes import Changes
from desktop_app.store.store import Store
from tests.accounts.imap.test_mailbox import move
from tests.accounts.imap.test_sync import here, synced, there
from tests.fakes.house import mail
from tests.fakes.mail_servers.dovecot import Dovecot
from tests.fakes.mail_servers.peculiar import Peculiar

Put = Callable[..., None]
Other = Callable[[], Any]
FOLDERS = 30
_OPENS = re.compile(rb'(?:SELECT|EXAMINE) "?([^"\r\n(]+?)"?(?: \(.*)?$', re.I)


@pytest.fixture
def mailbox(behind_proxy: ImapMailbox) -> ImapMailbox:
    return behind_proxy


def opened(proxy: Peculiar) -> list[str]:
    found = (_OPENS.match(command) for command in proxy.commands)
    return [match.group(1).decode() for match in found if match is not None]


def letter(subject: str) -> bytes:
    name = subject.replace(" ", "-")
    return mail(subject, f"Words of {subject}", message_id=f"{name}@x.example")


def when_mail_comes(store: Store, do: Callable[[], None]) -> None:
    """Do something with the first change of mail that is told."""
    left = [do]

    def told(changes: Changes) -> None:
        if changes.messages and left:
            left.pop()()

    store.subscribe(told)


def test_the_inbox_is_here_before_another_folder_is_opened(
    mailbox: ImapMailbox, store: Store, put: Put, proxy: Peculiar, other: Other
) -> None:
    names = [f"Folder {number}" for number in range(FOLDERS)]
    for name in ("INBOX", *names):
        put(letter(f"Old in {name}"), name)
    synced(store, mailbox)
    for name in (*names, "INBOX"):
        put(letter(f"New in {name}"), name)
    proxy.commands.clear()
    seen: list[tuple[set[str], list[str]]] = []
    when_mail_comes(store, lambda: seen.append((set(here(store)), opened(proxy))))
    synced(store, mailbox)
    [(subjects, folders)] = seen
    assert {s for s in subjects if s.startswith("New")} == {"New in INBOX"}
    assert set(folders) == {"INBOX"}
    assert set(names) <= set(opened(proxy))
    assert here(store) == there(other())


@pytest.mark.parametrize("target", ["Archive", "Clients", "Trash"])
def test_what_went_from_the_inbox_is_the_same_mail_elsewhere(
    mailbox: ImapMailbox, store: Store, put: Put, other: Other, target: str
) -> None:
    """It is gone from the inbox and not yet found elsewhere when the new mail is stored."""
    put(letter("Wandering"))
    put(letter("There"), target)
    synced(store, mailbox)
    number = number_of(store, "Wandering")
    move(other(), "INBOX", target)
    put(letter("New"))
    assert synced(store, mailbox).deleted == 0
    assert number_of(store, "Wandering") == number
    assert here(store) == there(other())


def test_what_comes_to_the_inbox_meanwhile_is_not_taken_for_gone(
    mailbox: ImapMailbox, store: Store, put: Put, other: Other
) -> None:
    """From a folder that is looked at after the inbox was."""
    put(letter("Wandering"), "Clients")
    put(letter("Old"))
    synced(store, mailbox)
    number = number_of(store, "Wandering")
    put(letter("New"))
    client = other()
    when_mail_comes(store, lambda: move(client, "Clients", "INBOX"))
    assert synced(store, mailbox).deleted == 0
    assert number_of(store, "Wandering") == number
    assert here(store) == there(other())


def test_an_inbox_that_was_numbered_anew_loses_nothing(
    mailbox: ImapMailbox, store: Store, put: Put, other: Other, server: Dovecot
) -> None:
    for number in range(3):
        put(letter(f"Mail {number}"))
    synced(store, mailbox)
    numbers = {number_of(store, f"Mail {number}") for number in range(3)}
    put(letter("New"))
    mailbox._session.close()
    server.renumber("INBOX")
    assert synced(store, mailbox).deleted == 0
    assert {number_of(store, f"Mail {number}") for number in range(3)} == numbers
    assert here(store) == there(other())


def test_an_inbox_with_nothing_new_costs_no_further_turn(
    mailbox: ImapMailbox, store: Store, put: Put, proxy: Peculiar
) -> None:
    put(letter("Old"))
    synced(store, mailbox)
    synced(store, mailbox)
    proxy.commands.clear()
    synced(store, mailbox)
    assert len([c for c in proxy.commands if c.startswith(b"NOOP")]) <= 1
    assert opened(proxy).count("INBOX") <= 1


def number_of(store: Store, subject: str) -> int:
    rows = store.db.rows("SELECT id FROM message", ())
    [found] = [id_ for (id_,) in rows if store.messages.get(id_).subject == subject]
    return int(found)
