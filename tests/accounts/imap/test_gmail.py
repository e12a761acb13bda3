"""Gmail over IMAP: labels as on the Gmail API, both ways, and a mailbox that agrees in the end."""

from __future__ import annotations

from email.utils import parsedate_to_datetime

import pytest

from desktop_app.accounts.imap.catching_up import AT_ONCE
from desktop_app.accounts.imap.mailbox import ImapMailbox
from desktop_app.mail.message.access import header_fields
from desktop_app.model.changes import Changes
from desktop_app.model.errors import BadInput, Conflict, KnownError, NotFound
from desktop_app.model.remote import LabelChange, RemoteMessage, RemoteRef
from desktop_app.store.store import Store
from tests.contracts import promises
from tests.depths import CAMPAIGN
from tests.fakes.house import mail
from tests.fakes.mail_servers.gmail import Gmail
from tests.fakes.mail_servers.gmail_store import ALL, INBOX, SPAM, TRASH, Mail

NAMES = (
    "Clients", "Two words", "Projects/Kitchen", "Übung", "R&D", 'say "hi"', "back\\slash", "\\foo",
    "2026", "007", "NIL", "(parens)", "50% off", "[urgent", "a]b", "star*", "Größe/日本語 &-",
    "Archive", "Sent", "Spam", "{3}", "~tilde", "😀 smile",
)  # fmt: skip


@pytest.fixture
def mailbox(gmailbox: ImapMailbox) -> ImapMailbox:
    return gmailbox


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
    assert (found.home, theirs(found)) == ("", frozenset(after) | {"UNREAD"})
    if keeps:
        assert mailbox.minimal([name_of(found)]) == {name_of(found): theirs(found)}, "no look yet"
    assert ours(mailbox, found) == [theirs(found)]
    assert bystander.home == away.lower()


def test_from_spam_to_the_trash(google: Gmail, mailbox: ImapMailbox) -> None:
    found = google.store.add(letter(), SPAM)
    mailbox.profile()
    mailbox.modify([name_of(found)], add=frozenset({"TRASH"}), remove=frozenset({"SPAM"}))
    assert found.home == "trash"
    assert ours(mailbox, found) == [frozenset({"TRASH", "UNREAD"})]


@CAMPAIGN
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
    both = frozenset({"INBOX", "UNREAD", label.id})
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
    assert (found.home, theirs(found)) == ("", frozenset({"UNREAD"}))
    assert ours(mailbox, found) == [frozenset({"UNREAD"})]
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
    assert (event.added, event.removed) == (own("Clients") | {"STARRED"}, frozenset({"INBOX"}))
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
    fetched = dict(mailbox.fetch([name_of(answer)]))[name_of(answer)]
    assert isinstance(fetched, RemoteMessage)
    assert (fetched.thread_id, fetched.labels) == (
        name_of(first),
        frozenset({"SENT", "UNREAD"}),
    )


def test_gmail_searches_in_its_own_language(google: Gmail, mailbox: ImapMailbox) -> None:
    found = google.store.add(mail("Grüße", "Ein Brief", message_id="g@x.example"))
    google.store.add(letter(1), TRASH)
    mailbox.profile()
    assert [ref.id for ref in mailbox.list('subject:"Grüße" is:unread').refs] == [name_of(found)]
    assert len(mailbox.list('"Mail 1"').refs) == 1
    assert mailbox.list('"Mail 1"', everywhere=False).refs == ()


def test_what_gmail_alone_can_answer_is_asked_there(google: Gmail, mailbox: ImapMailbox) -> None:
    found = google.store.add(mail("File", "drive.google.com", message_id="d@x.example"))
    google.store.add(letter(1))
    mailbox.profile()
    page = mailbox.list("has:drive", everywhere=False)
    assert [ref.id for ref in page.refs] == [name_of(found)]
    assert (page.by_gmail, page.refused) == (True, "")


def test_a_search_with_labels_finds_what_has_them_all(google: Gmail, mailbox: ImapMailbox) -> None:
    both = google.store.add(letter(1))
    google.store.add(letter(2))
    mailbox.modify([name_of(both)], add=own("Clients"), remove=frozenset())
    mailbox.profile()
    for query in ("", "mail"):
        page = mailbox.list(query, labels=("folder:Clients", "INBOX"), everywhere=False)
        assert [ref.id for ref in page.refs] == [name_of(both)]
    assert mailbox.list(labels=("folder:Clients", "SENT")).refs == ()


def test_a_conversation_is_gmails_thread(google: Gmail, mailbox: ImapMailbox) -> None:
    first = google.store.add(letter(1))
    answer = google.store.add(b"References: <m1@x.example>\r\n" + letter(2), "[Gmail]/Sent Mail")
    google.store.add(letter(3))
    mailbox.profile()
    refs = mailbox.thread(RemoteRef(name_of(answer), ""), ())
    assert {ref.id for ref in refs} == {name_of(first), name_of(answer)}
    assert mailbox.thread(RemoteRef("no such id", ""), ()) == ()


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
