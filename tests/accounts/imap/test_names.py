"""Folders whose names mean something else here, or have signs that few people use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from desktop_app.accounts.imap.mailbox import ImapMailbox
from desktop_app.model.remote import RemoteLabel
from desktop_app.store.store import Store
from desktop_app.workers.sync_labels import named_here
from tests.accounts.imap.test_peculiar import number_of
from tests.accounts.imap.test_sync import synced
from tests.fakes.house import mail

Put = Callable[..., None]


@pytest.mark.parametrize("name", ["UNREAD", "STARRED", "SPAM", "unread", "IMPORTANT", "TRASH"])
def test_a_folder_takes_no_system_labels_place(
    name: str, mailbox: ImapMailbox, store: Store, put: Put, other: Callable[[], Any]
) -> None:
    put(mail("Kept", message_id="kept@x.example"), name, ("\\Seen",))
    synced(store, mailbox)
    labels = store.messages.get(number_of(store, "Kept")).labels
    assert labels == {f"{name} (folder)"}
    store.messages.modify([number_of(store, "Kept")], add=frozenset({"STARRED"}))
    synced(store, mailbox)
    client = other()
    client.select_folder(name)
    [data] = client.fetch(client.search(), ["FLAGS"]).values()
    assert {b"\\Seen", b"\\Flagged"} <= set(data[b"FLAGS"])


@pytest.mark.parametrize(
    "name",
    ["会議\u3000録", "a\u00a0b", "Family \U0001f468\u200d\U0001f469\u200d\U0001f467", "Größe & Co"],
)
def test_names_in_any_letters_are_names(
    name: str, mailbox: ImapMailbox, store: Store, put: Put, other: Callable[[], Any]
) -> None:
    put(mail("Kept", message_id="kept@x.example"), name)
    synced(store, mailbox)
    [label] = store.messages.get(number_of(store, "Kept")).labels - {"UNREAD"}
    assert label == " ".join(name.split())
    put(mail("Goes", message_id="goes@x.example"))
    synced(store, mailbox)
    store.messages.modify(
        [number_of(store, "Goes")], add=frozenset({label}), remove=frozenset({"INBOX"})
    )
    synced(store, mailbox)
    client = other()
    client.select_folder(name)
    assert len(client.search()) == 2


def test_two_names_that_look_alike_are_told_apart() -> None:
    listed = [RemoteLabel(f"folder:{n}", n) for n in ("a b", "a\u00a0b", "A  B", "\u3000")]
    names = [label.name for label in named_here(listed)]
    assert len({name.casefold() for name in names}) == len(listed)
    assert all(name.strip() for name in names)
    assert {label.id for label in named_here(listed)} == {label.id for label in listed}
