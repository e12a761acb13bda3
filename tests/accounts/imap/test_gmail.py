"""Gmail over IMAP: labels as on the Gmail API, both ways, and a mailbox that agrees in the end."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from threading import Event

import pytest

from desktop_app.accounts.imap.catching_up import AT_ONCE
from desktop_app.accounts.imap.mailbox import ImapMailbox
from desktop_app.accounts.imap.session import ImapSession
from desktop_app.mime.access import header_fields
from desktop_app.model.changes import Changes
from desktop_app.model.errors import BadInput, Conflict, KnownError, NotFound, Unavailable
from desktop_app.model.remote import LabelChange, RemoteMessage
from desktop_app.store.store import Store
from tests.accounts.imap.test_sync import synced
from tests.contracts import promises
from tests.fakes.house import mail
from tests.fakes.mail_servers.cutting_proxy import CuttingProxy, cutting_proxy
from tests.fakes.mail_servers.dovecot import PASSWORD
from tests.fakes.mail_servers.gmail import Gmail
from tests.fakes.mail_servers.gmail_store import ALL, INBOX, SPAM, TRASH, Mail

NAMES = (
    "Clients", "Two words", "Projects/Kitchen", "Übung", "R&D", 'say "hi"', "back\\slash", "\\foo",
    "2026", "007", "NIL", "(parens)", "50% off", "[urgent", "a]b", "star*", "Größe/日本語 &-",
    "Archive", "Sent", "Spam", "{3}", "~tilde", "😀 smile",
)  # fmt: skip


@pytest.fixture
def mailbox(google: Gmail, store: Store) -> Iterator[ImapMailbox]:
    session = ImapSession(google.servers(), lambda: PASSWORD)
    yield ImapMailbox(session, store.folder_mirror("i1"), "i1", Event(), clock=time.time)
    session.close()


def letter(number: int = 1, **more: str) -> bytes:
    return mail(f"Mail {number}", f"Body {number}", message_id=f"m{number}@x.example", **more)


def name_of(found: Mail) -> str:
    return f"{found.msgid:x}"


def own(*names: str) -> frozenset[str]:
    return frozenset(f"folder:{name}" for name in names)


def ours(mailbox: ImapMailbox, *found: Mail) -> list[frozenset[str] | KnownError]:
    """The labels of mails as our side has them after a look."""
    mailbox.profile()
    told = mailbox.minimal([name_of(each) for each in found])
    return [told[name_of(each)] for each in found]


def theirs(found: Mail) -> frozenset[str]:
    """The labels of a mail as Gmail's own page shows them, in our names."""
    system = {"\\Inbox": "INBOX", "\\Starred": "STARRED", "\\Important": "IMPORTANT",
              "\\Sent": "SENT", "\\Draft": "DRAFT"}  # fmt: skip
    labels = {system.get(label) or f"folder:{label}" for label in found.labels}
    labels |= {found.home.upper()} if found.home else set()
    return frozenset(labels | (set() if "\\Seen" in found.flags else {"UNREAD"}))


# Ours to the server


@pytest.mark.parametrize(
    ("add", "remove", "labels", "home"),
    [
        ((), ("INBOX",), set(), ""),
        (("folder:Clients",), (), {"\\Inbox", "Clients"}, ""),
        (("folder:Clients",), ("INBOX",), {"Clients"}, ""),
        ((), ("folder:Old",), {"\\Inbox"}, ""),
        (("STARRED",), (), {"\\Inbox", "\\Starred"}, ""),
        (("IMPORTANT",), (), {"\\Inbox", "\\Important"}, ""),
        (("TRASH",), ("INBOX",), set(), "trash"),
        (("TRASH",), ("INBOX", "SPAM"), set(), "trash"),
        (("SPAM",), ("INBOX",), set(), "spam"),
        (("TRASH", "folder:Clients"), ("INBOX", "UNREAD"), {"Clients"}, "trash"),
    ],
)
def test_what_a_person_does_is_done_there(
    google: Gmail,
    mailbox: ImapMailbox,
    add: tuple[str, ...],
    remove: tuple[str, ...],
    labels: set[str],
    home: str,
) -> None:
    google.store.create("Clients")
    google.store.create("Old")
    one, other = google.store.add(letter(1)), google.store.add(letter(2))
    google.store.change_labels(one, ["Old"], "+")
    mailbox.profile()
    mailbox.modify([name_of(one)], add=frozenset(add), remove=frozenset(remove))
    assert one.labels - {"Old"} == labels
    assert ("Old" in one.labels) == ("folder:Old" not in remove)
    assert one.home == home
    assert ("\\Seen" in one.flags) == ("UNREAD" in remove)
    assert mailbox.minimal([name_of(one)]) == {name_of(one): theirs(one)}, "without another look"
    assert ours(mailbox, one, other) == [theirs(one), frozenset({"INBOX", "UNREAD"})]


@pytest.mark.parametrize("away", ["TRASH", "SPAM"])
@pytest.mark.parametrize("keeps", [True, False], ids=["labels kept", "labels lost"])
@pytest.mark.parametrize(
    ("back", "after"),
    [
        ({"INBOX"}, {"INBOX"}),
        (set(), set()),
        ({"INBOX", "folder:Clients"}, {"INBOX", "folder:Clients"}),
        ({"folder:Clients", "STARRED"}, {"folder:Clients", "STARRED"}),
    ],
)
def test_there_and_back_again(
    google: Gmail,
    mailbox: ImapMailbox,
    away: str,
    keeps: bool,
    back: set[str],
    after: set[str],
) -> None:
    google.store.trash_keeps_labels, google.store.old_uids = keeps, not keeps
    google.store.create("Clients")
    found = google.store.add(letter())
    bystander = google.store.add(letter(2), TRASH if away == "TRASH" else SPAM)
    mailbox.profile()
    mailbox.modify([name_of(found)], add=frozenset({away}), remove=frozenset({"INBOX"}))
    assert found.home == away.lower()
    mailbox.modify([name_of(found)], add=frozenset(back), remove=frozenset({away}))
    assert (found.home, theirs(found)) == ("", after | {"UNREAD"})
    if keeps:
        assert mailbox.minimal([name_of(found)]) == {name_of(found): theirs(found)}, "no look yet"
    assert ours(mailbox, found) == [theirs(found)]
    assert bystander.home == away.lower()


def test_from_spam_to_the_trash(google: Gmail, mailbox: ImapMailbox) -> None:
    found = google.store.add(letter(), SPAM)
    mailbox.profile()
    mailbox.modify([name_of(found)], add=frozenset({"TRASH"}), remove=frozenset({"SPAM"}))
    assert found.home == "trash"
    assert ours(mailbox, found) == [{"TRASH", "UNREAD"}]


def test_many_come_back_with_their_labels(google: Gmail, mailbox: ImapMailbox) -> None:
    google.store.create("Clients")
    found = [google.store.add(letter(number), TRASH) for number in range(AT_ONCE + 20)]
    mailbox.profile()
    before = len(google.log)
    ids = [name_of(each) for each in found]
    mailbox.modify(ids, add=own("Clients"), remove=frozenset({"TRASH"}))
    assert {theirs(each) for each in found} == {own("Clients") | {"UNREAD"}}
    assert len(google.log) - before < 60
    assert max(map(len, google.log)) < 8000, "RFC 2683 section 3.2.1.5"


@pytest.mark.parametrize("folder", [INBOX, ALL, TRASH, SPAM, "Clients"])
def test_deleted_for_good_is_gone_everywhere(
    google: Gmail, mailbox: ImapMailbox, folder: str
) -> None:
    google.store.create("Clients")
    found, other = google.store.add(letter(1), folder), google.store.add(letter(2), folder)
    marked = google.store.add(letter(3), TRASH)
    google.store.auto_expunge = False
    view = google.store.views[TRASH]
    google.store.change_flags(TRASH, view.uid_of(marked.msgid), ["\\Deleted"], "+")
    mailbox.profile()
    mailbox.delete([name_of(found)])
    assert set(google.store.mails) == {other.msgid, marked.msgid}
    assert isinstance(ours(mailbox, found)[0], NotFound)


def test_labels_of_gmails_own_are_refused_and_nothing_is_changed(
    google: Gmail, mailbox: ImapMailbox
) -> None:
    found = google.store.add(letter())
    mailbox.profile()
    for label in (
        "SENT",
        "DRAFT",
        "CATEGORY_SOCIAL",
        "folder:\\Trash",
        "folder:\\Inbox",
        "nothing",
    ):
        with pytest.raises(BadInput, match="does not let mail programs change"):
            mailbox.modify([name_of(found)], add=frozenset({label, "TRASH"}), remove=frozenset())
    assert theirs(found) == {"INBOX", "UNREAD"}


def test_what_was_hidden_from_mail_programs_is_said(google: Gmail, mailbox: ImapMailbox) -> None:
    found = google.store.add(letter())
    mailbox.profile()
    google.store.hidden = {TRASH, SPAM}
    mailbox.modify([name_of(found)], add=frozenset({"STARRED"}), remove=frozenset({"SPAM"}))
    with pytest.raises(BadInput, match="hides Trash") as caught:
        mailbox.modify([name_of(found)], add=frozenset({"TRASH"}), remove=frozenset())
    assert "Show in IMAP" in caught.value.next_step
    google.store.hidden = {ALL}
    with pytest.raises(BadInput, match="hides All Mail"):
        mailbox.profile()


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_what_is_cut_short_is_done_when_it_is_asked_for_again(
    google: Gmail, mailbox: ImapMailbox, store: Store, after: bool
) -> None:
    """Cut at every piece in turn; then again, as the next pass does."""
    google.store.create("Clients")
    google.store.trash_keeps_labels = False
    found, doomed = google.store.add(letter(1), TRASH), google.store.add(letter(2))
    with cutting_proxy(google.port) as proxy:
        pieces = _attempt(google, store, proxy, found, doomed)
        assert pieces > 20
        for piece in range(1, pieces + 1):
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


# Labels themselves


@pytest.mark.parametrize("name", NAMES)
def test_a_label_of_any_name_is_made_given_read_and_taken(
    google: Gmail, mailbox: ImapMailbox, name: str
) -> None:
    found, other = google.store.add(letter(1)), google.store.add(letter(2))
    label = mailbox.create_label(name)
    assert name in google.store.views
    assert label in mailbox.labels()
    mailbox.profile()
    mailbox.modify([name_of(found)], add=frozenset({label.id}), remove=frozenset())
    assert found.labels == {"\\Inbox", name}
    google.store.change_labels(other, [name, "Plain"], "+")
    both = {"INBOX", "UNREAD", label.id}
    assert ours(mailbox, found, other) == [both, both | own("Plain")]
    mailbox.modify([name_of(found)], add=frozenset(), remove=frozenset({label.id}))
    assert found.labels == {"\\Inbox"}
    assert set(google.store.views) >= {name}


def test_labels_are_the_bytes_of_gmail(google: Gmail, mailbox: ImapMailbox) -> None:
    """As transcripts of the real server have them."""
    found = google.store.add(letter())
    for name in ("Übung", "R&D", "\\foo"):
        google.store.create(name)
    mailbox.profile()
    names = own("Übung", "R&D", "\\foo")
    mailbox.modify([name_of(found)], add=names | {"IMPORTANT"}, remove=frozenset())
    (sent,) = [line for line in google.log if "X-GM-LABELS.SILENT" in line]
    assert sent.partition("SILENT ")[2] == '("\\\\Important" "R&-D" "\\\\foo" "&ANw-bung")'


def test_labels_are_renamed_and_deleted_and_their_mail_stays(
    google: Gmail, mailbox: ImapMailbox
) -> None:
    label = mailbox.create_label("Projects/Kitchen")
    found = google.store.add(letter(), "Projects/Kitchen")
    mailbox.profile()
    mailbox.rename_label(label.id, "Projects/Bath")
    assert theirs(found) == own("Projects/Bath") | {"UNREAD"}
    assert ours(mailbox, found) == [theirs(found)]
    with pytest.raises(Conflict):
        mailbox.create_label("Projects/Bath")
    mailbox.delete_label("folder:Projects/Bath")
    assert "Projects/Bath" not in google.store.views
    assert (found.home, theirs(found)) == ("", {"UNREAD"})
    assert ours(mailbox, found) == [{"UNREAD"}]
    assert not any(word in line for line in google.log for word in ("UID MOVE", "UID COPY"))


def test_a_name_gives_a_label_no_role(google: Gmail, mailbox: ImapMailbox) -> None:
    for name in ("Archive", "Trash", "Junk", "[Imap]/Drafts"):
        google.store.create(name)
    found = google.store.add(letter(), "Trash")
    assert ours(mailbox, found) == [own("Trash") | {"UNREAD"}]
    user = {label.name for label in mailbox.labels() if not label.system}
    assert user == {"Archive", "Trash", "Junk", "[Imap]/Drafts"}


# The server's to us


def test_what_is_done_elsewhere_is_history(google: Gmail, mailbox: ImapMailbox) -> None:
    found = google.store.add(letter())
    start = mailbox.profile().history_id
    google.store.create("Clients")
    google.store.change_labels(found, ["\\Inbox"], "-")
    google.store.change_labels(found, ["Clients", "\\Starred"], "+")
    history = mailbox.history(start)
    (event,) = history.events
    assert isinstance(event, LabelChange)
    assert (event.added, event.removed) == (own("Clients") | {"STARRED"}, {"INBOX"})
    google.store.move(ALL, google.store.views[ALL].uid_of(found.msgid), TRASH)
    history = mailbox.history(history.history_id)
    assert ours(mailbox, found) == [theirs(found)]
    with google.client() as client:
        client.select_folder(TRASH)
        client.delete_messages(client.search(["ALL"]))
    assert mailbox.history(history.history_id).events == (name_of(found),)


def test_conversations_are_gmails(google: Gmail, mailbox: ImapMailbox) -> None:
    first = google.store.add(letter(1))
    answer = google.store.add(b"References: <m1@x.example>\r\n" + letter(2), "[Gmail]/Sent Mail")
    other = google.store.add(letter(3))
    mailbox.profile()
    threads = {ref.id: ref.thread_id for ref in mailbox.list().refs}
    assert threads[name_of(answer)] == threads[name_of(first)] == name_of(first)
    assert threads[name_of(other)] == name_of(other)
    fetched = mailbox.fetch([name_of(answer)])[name_of(answer)]
    assert isinstance(fetched, RemoteMessage)
    assert (fetched.thread_id, fetched.labels) == (name_of(first), {"SENT", "UNREAD"})


def test_gmail_searches_in_its_own_language(google: Gmail, mailbox: ImapMailbox) -> None:
    found = google.store.add(mail("Grüße", "Ein Brief", message_id="g@x.example"))
    google.store.add(letter(1), TRASH)
    mailbox.profile()
    assert [ref.id for ref in mailbox.list('subject:"Grüße" is:unread').refs] == [name_of(found)]
    assert len(mailbox.list('"Mail 1"').refs) == 1
    assert mailbox.list('"Mail 1"', everywhere=False).refs == ()


# The promises of every kind


def test_the_promises_of_every_mailbox(google: Gmail, mailbox: ImapMailbox, store: Store) -> None:
    def receive(*raws: bytes) -> list[str]:
        ids = []
        for raw in raws:
            fields = {name.lower(): value for name, value in header_fields(raw)}
            date = parsedate_to_datetime(fields["date"]) if "date" in fields else None
            ids.append(name_of(google.store.add(raw, date=date)))
        mailbox.profile()
        return ids

    for promise in (
        promises.lists_are_newest_first,
        promises.mail_comes_byte_for_byte,
        promises.labels_are_added_and_removed,
        promises.history_tells_what_happened_since,
    ):
        promise(mailbox, receive)

    def forget() -> None:
        with store.db.write(Changes()) as connection:
            connection.execute(
                "UPDATE sqlite_sequence SET seq = seq + 1000000 WHERE name = 'folder_change'"
            )

    promises.history_that_is_too_old_is_not_found(mailbox, receive, forget)


# All of it together


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
