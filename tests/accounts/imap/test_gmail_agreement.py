"""Gmail over IMAP: whatever both sides do and wherever a connection ends, they agree in the end."""

from __future__ import annotations

import random
import time
from contextlib import suppress
from datetime import datetime, timedelta
from threading import Event

import pytest

from desktop_app.accounts.imap.mailbox import ImapMailbox
from desktop_app.accounts.imap.session import ImapSession
from desktop_app.model.errors import BadInput, Conflict, NotFound, Unavailable
from desktop_app.store.store import Store
from tests.accounts.imap.test_gmail import letter, name_of, ours, own, theirs
from tests.accounts.imap.test_sync import synced
from tests.depths import in_depth, one_in
from tests.fakes.house import mail
from tests.fakes.mail_servers.cutting_proxy import CuttingProxy, cutting_proxy
from tests.fakes.mail_servers.dovecot import PASSWORD
from tests.fakes.mail_servers.gmail import Gmail
from tests.fakes.mail_servers.gmail_store import ALL, INBOX, SPAM, TRASH, Mail


@pytest.fixture
def mailbox(gmailbox: ImapMailbox) -> ImapMailbox:
    return gmailbox


@one_in(3)
@pytest.mark.parametrize("seed", range(6))
def test_our_labels_are_the_servers_whatever_both_have_done(
    google: Gmail, mailbox: ImapMailbox, seed: int
) -> None:
    dice = random.Random(seed)
    google.store.trash_keeps_labels = dice.random() < 0.5
    google.store.auto_expunge = dice.random() < 0.5
    google.store.expunged = dice.choice(("archive", "trash", "delete"))
    began = datetime(2026, 9, 1).astimezone()
    for number in range(15):
        google.store.add(letter(number), date=began + timedelta(minutes=number))
    for step in range(200):
        (_we if dice.random() < 0.5 else _they)(google, mailbox, dice)
        if dice.random() < 0.1 or step == 199:
            mailbox.profile()
            found = list(google.store.mails.values())
            told = ours(mailbox, *found)
            assert told == [theirs(each) for each in found]
            assert {ref.id for ref in mailbox.list().refs} == set(map(name_of, found))
            for label in ("INBOX", "TRASH", *own("A", "B/c")):
                listed = {ref.id for ref in mailbox.list(label=label).refs}
                assert listed == {name_of(each) for each in found if label in theirs(each)}


def _we(google: Gmail, mailbox: ImapMailbox, dice: random.Random) -> None:
    refs = mailbox.list().refs
    labels = [label.id for label in mailbox.labels() if not label.system]
    if dice.random() < 0.15:
        _we_label(mailbox, labels, dice)
        return
    if not refs:
        return
    ids = [ref.id for ref in dice.sample(refs, min(len(refs), dice.choice((1, 1, 3))))]
    if dice.random() < 0.05:
        mailbox.delete(ids)
        return
    some = ["INBOX", "UNREAD", "STARRED", "IMPORTANT", "TRASH", "SPAM", *labels]
    add = set(dice.sample(some, dice.choice((0, 1, 2)))) - set(dice.choice(((), ("SPAM",))))
    remove = set(dice.sample(some, dice.choice((0, 1, 2)))) - add
    try:
        mailbox.modify(ids, add=frozenset(add), remove=frozenset(remove))
    except NotFound:
        return


def _we_label(mailbox: ImapMailbox, labels: list[str], dice: random.Random) -> None:
    what, new = dice.choice(("create", "rename", "delete")), dice.choice(("A", "B/c", "Ü \\x", "B"))
    try:
        if what == "create":
            mailbox.create_label(new)
        elif labels and what == "rename":
            mailbox.rename_label(dice.choice(labels), new)
        elif labels:
            mailbox.delete_label(dice.choice(labels))
    except (Conflict, BadInput, NotFound):
        return


def _they(google: Gmail, mailbox: ImapMailbox, dice: random.Random) -> None:
    del mailbox
    store = google.store
    if dice.random() < 0.1 or not store.mails:
        store.add(mail(f"New {dice.random()}"), dice.choice((INBOX, ALL, SPAM)))
        return
    found = dice.choice(list(store.mails.values()))
    folders = [name for name, view in store.views.items() if view.uid_of(found.msgid)]
    folder = dice.choice(folders)
    uid = store.views[folder].uid_of(found.msgid)
    what = dice.choice(("labels", "flags", "move", "copy", "delete"))
    if what == "labels":
        names = dice.sample(("A", "B/c", "\\Inbox", "\\Important", "\\Starred", "\\bar"), 2)
        store.change_labels(found, names, dice.choice(("+", "-", "")))
    elif what == "flags":
        store.change_flags(folder, uid, [dice.choice(("\\Seen", "\\Flagged"))], dice.choice("+-"))
    elif what == "delete":
        store.change_flags(folder, uid, ["\\Deleted"], "+")
        store.expunge(folder, [uid])
    else:
        store.move(folder, uid, dice.choice((INBOX, ALL, TRASH, SPAM)), keep=what == "copy")


def test_a_whole_sync_brings_everything_and_keeps_both_sides_changes(
    google: Gmail, mailbox: ImapMailbox, store: Store
) -> None:
    for number in range(60):
        google.store.add(letter(number), (INBOX, ALL, TRASH, SPAM)[number % 4])
    google.store.add(letter(99), "[Gmail]/Drafts")
    assert synced(store, mailbox).fetched == 60, "drafts are left out"
    rows = store.db.rows("SELECT id FROM message ORDER BY id", ())
    messages = [store.messages.get(row[0]) for row in rows]
    inbox = [message for message in messages if "INBOX" in message.labels]
    store.messages.modify([inbox[0].id], add=frozenset({"TRASH"}), remove=frozenset({"INBOX"}))
    store.messages.modify([inbox[1].id], add=frozenset({"New label"}), remove=frozenset({"INBOX"}))
    done = synced(store, mailbox)
    assert (done.pushed, done.refused) == (2, 0)
    by_id = {name_of(found): found for found in google.store.mails.values()}
    assert by_id[inbox[0].source_id].home == "trash"
    assert by_id[inbox[1].source_id].labels == {"New label"}
    for message in messages:
        labels = {label.removeprefix("folder:") for label in theirs(by_id[message.source_id])}
        assert set(store.messages.get(message.id).labels) == labels


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("step", in_depth([5, 1]))
def test_what_is_cut_short_is_done_when_it_is_asked_for_again(
    google: Gmail, mailbox: ImapMailbox, store: Store, after: bool, step: int
) -> None:
    """Cut at every piece in turn (each `step`-th); then again, as the next pass does."""
    google.store.create("Clients")
    google.store.trash_keeps_labels = False
    found, doomed = google.store.add(letter(1), TRASH), google.store.add(letter(2))
    with cutting_proxy(google.port) as proxy:
        pieces = _attempt(google, store, proxy, found, doomed)
        assert pieces > 20
        for piece in range(1, pieces + 1, step):
            google.store.move(ALL, google.store.views[ALL].uid_of(found.msgid), TRASH)
            doomed = google.store.add(letter(piece + 2))
            mailbox.profile()
            proxy.arm(piece, after=after)
            with suppress(Unavailable):
                _attempt(google, store, proxy, found, doomed)
            proxy.arm(0, after=False)
            _attempt(google, store, proxy, found, doomed)
            assert theirs(found) == own("Clients") | {"INBOX", "UNREAD"}
            assert set(google.store.mails) == {found.msgid}


def _attempt(google: Gmail, store: Store, proxy: CuttingProxy, back: Mail, gone: Mail) -> int:
    """One mail out of the trash with a label, one away for good, through the proxy."""
    session = ImapSession(google.servers(proxy.port), lambda: PASSWORD)
    ledger = store.folder_mirror("i1")
    through = ImapMailbox(session, ledger, "i1", Event(), clock=time.time)
    add = own("Clients") | {"INBOX"}
    try:
        through.modify([name_of(back)], add=add, remove=frozenset({"TRASH"}))
        through.delete([name_of(gone)])
    finally:
        session.close()
    return proxy.seen
