"""Servers that lay folders out in other ways: the same presses do the same everywhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from threading import Event
from typing import Any

import pytest

from desktop_app.accounts.imap.mailbox import ImapMailbox
from desktop_app.accounts.imap.session import ImapSession
from desktop_app.store.store import Store
from tests.accounts.imap.test_peculiar import number_of
from tests.accounts.imap.test_sync import synced
from tests.depths import one_in
from tests.fakes.house import mail
from tests.fakes.mail_servers.dovecot import PASSWORD, WEAK, Dovecot, dovecot

LAYOUTS: dict[str, dict[str, Any]] = {
    "below the inbox": {"prefix": "INBOX."},
    "below the inbox, and public folders": {"prefix": "INBOX.", "public": True},
    "below the inbox, with slashes": {"prefix": "INBOX/", "separator": "/"},
    "below the inbox, a weak server": {"prefix": "INBOX.", "extra": WEAK},
    "public folders beside one's own": {"public": True},
}


@pytest.fixture(scope="module")
def laid_out() -> Iterator[Callable[[str], Dovecot]]:
    with ExitStack() as stack:
        yield cache(lambda name: stack.enter_context(dovecot(**LAYOUTS[name])))


@pytest.fixture(params=LAYOUTS)
def server(request: pytest.FixtureRequest, laid_out: Callable[[str], Dovecot]) -> Dovecot:
    return laid_out(request.param)


@pytest.fixture
def layout(server: Dovecot, request: pytest.FixtureRequest) -> dict[str, Any]:
    del server
    return LAYOUTS[request.node.callspec.params["server"]]


@pytest.fixture
def mailbox(server: Dovecot, store: Store) -> Iterator[ImapMailbox]:
    session = ImapSession(server.servers(), lambda: PASSWORD)
    yield ImapMailbox(session, store.folder_mirror("i1"), "i1", Event(), clock=time.time)
    session.close()


def folders_with(server: Dovecot, subject: str) -> list[str]:
    with server.client() as client:
        found = []
        for flags, _, name in client.list_folders():
            if b"\\Noselect" in flags or "Closed" in name:
                continue
            client.select_folder(name, readonly=True)
            if client.search(["UNDELETED", "SUBJECT", subject]):
                found.append(name)
    return found


@one_in(5)
@pytest.mark.parametrize(
    ("add", "remove", "folder"),
    [
        ((), ("INBOX",), "Archive"),
        (("TRASH",), ("INBOX",), "Trash"),
        (("SPAM",), ("INBOX",), "Junk"),
        (("Clients",), ("INBOX",), "Clients"),
    ],
)
def test_a_press_moves_the_mail_into_ones_own_folder(
    mailbox: ImapMailbox,
    server: Dovecot,
    store: Store,
    layout: dict[str, Any],
    add: tuple[str, ...],
    remove: tuple[str, ...],
    folder: str,
) -> None:
    subject = f"To {folder} at {time.time_ns()}"
    with server.client() as client:
        client.append("INBOX", mail(subject, message_id=f"{time.time_ns()}@x.example"))
    synced(store, mailbox)
    id_ = number_of(store, subject)
    store.messages.modify([id_], add=frozenset(add), remove=frozenset(remove))
    synced(store, mailbox)
    assert folders_with(server, subject) == [layout.get("prefix", "") + folder]
    with server.client() as client:
        client.append("INBOX", mail("After", message_id=f"{time.time_ns()}@y.example"))
    assert synced(store, mailbox).fetched == 1
    assert frozenset(store.messages.get(id_).labels) >= frozenset(add)


@one_in(4)
@pytest.mark.parametrize("gone", ["Archive", "Trash", "Junk"])
def test_a_folder_that_is_not_there_is_made_where_it_may_be(
    mailbox: ImapMailbox, server: Dovecot, store: Store, layout: dict[str, Any], gone: str
) -> None:
    name = layout.get("prefix", "") + gone
    with server.client() as client:
        client.append("INBOX", mail(f"First {gone}", message_id=f"{time.time_ns()}@x.example"))
        if client.folder_exists(name):
            client.delete_folder(name)
    synced(store, mailbox)
    labels = {"Trash": ("TRASH",), "Junk": ("SPAM",)}.get(gone, ())
    id_ = number_of(store, f"First {gone}")
    store.messages.modify([id_], add=frozenset(labels), remove=frozenset({"INBOX"}))
    synced(store, mailbox)
    assert folders_with(server, f"First {gone}") == [name]


def test_labels_are_called_without_what_all_begin_with(
    mailbox: ImapMailbox, layout: dict[str, Any]
) -> None:
    made = mailbox.create_label("Suppliers/Wood")
    names = {label.name for label in mailbox.labels()}
    assert "Suppliers/Wood" in names
    mailbox.rename_label(made.id, "Suppliers/Timber")
    names = {label.name for label in mailbox.labels()}
    assert "Suppliers/Timber" in names
    assert not [name for name in names if name.startswith(("INBOX/", "INBOX."))]
    if layout.get("public"):
        assert "Public/Team" in names
