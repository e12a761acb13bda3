"""The mailbox on a real server: listings, history, mail, labels as folders and flags."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from desktop_app.accounts.imap.mailbox import ImapMailbox
from desktop_app.model.errors import KnownError, NotFound, Unavailable
from desktop_app.model.remote import LabelChange, RemoteMessage, RemoteRef
from tests.fakes.house import mail
from tests.fakes.mail_servers.dovecot import Dovecot

Put = Callable[..., None]
Other = Callable[[], Any]


def letter(number: int, **more: str) -> bytes:
    return mail(f"Mail {number}", f"Body {number}", message_id=f"m{number}@x.example", **more)


def ids(mailbox: ImapMailbox, label: str = "") -> list[str]:
    return [ref.id for ref in mailbox.list(label=label).refs]


def only(mailbox: ImapMailbox) -> str:
    mailbox.profile()
    (id_,) = ids(mailbox)
    return id_


def labels(mailbox: ImapMailbox, id_: str) -> frozenset[str] | KnownError:
    mailbox.profile()
    return mailbox.minimal([id_])[id_]


def test_mail_is_listed_and_fetched_byte_for_byte(mailbox: ImapMailbox, put: Put) -> None:
    raw = letter(1)
    put(raw)
    put(letter(2), "Sent", ("\\Seen",))
    assert mailbox.profile().total == 2
    answers = dict(mailbox.fetch(ids(mailbox)))
    mails = [answer for answer in answers.values() if isinstance(answer, RemoteMessage)]
    by_words = {m.raw.replace(b"\r\n", b"\n"): m.labels for m in mails}
    assert by_words[raw.replace(b"\r\n", b"\n")] == {"INBOX", "UNREAD"}
    assert sorted(map(sorted, by_words.values())) == [["INBOX", "UNREAD"], ["SENT"]]


def test_reading_marks_nothing_as_read(mailbox: ImapMailbox, put: Put) -> None:
    put(letter(1))
    id_ = only(mailbox)
    assert id_ in dict(mailbox.fetch([id_]))
    assert labels(mailbox, id_) == frozenset({"INBOX", "UNREAD"})


def test_what_another_program_does_is_history(mailbox: ImapMailbox, put: Put, other: Other) -> None:
    put(letter(1))
    put(letter(2))
    start = mailbox.profile().history_id
    first = {m.raw.count(b"Mail 1"): i for i, m in _mails(mailbox)}[1]
    client = other()
    client.select_folder("INBOX")
    one = client.search(["SUBJECT", "Mail 1"])
    client.add_flags(one, ["\\Seen"])
    put(letter(3), "Clients")
    history = mailbox.history(start)
    changes = [event for event in history.events if isinstance(event, LabelChange)]
    assert changes == [LabelChange(first, "", frozenset(), frozenset({"UNREAD"}))]
    assert sum(isinstance(event, RemoteRef) for event in history.events) == 1
    client.delete_messages(one)
    client.expunge()
    assert mailbox.history(history.history_id).events == (first,)


def _mails(mailbox: ImapMailbox) -> list[tuple[str, RemoteMessage]]:
    found = dict(mailbox.fetch(ids(mailbox)))
    return [(i, m) for i, m in found.items() if isinstance(m, RemoteMessage)]


def test_a_move_by_another_program_is_no_new_mail(
    mailbox: ImapMailbox, put: Put, other: Other
) -> None:
    put(letter(1))
    put(letter(9), "Clients")
    start = mailbox.profile().history_id
    client = other()
    client.select_folder("INBOX")
    one = client.search()
    client.copy(one, "Clients")
    client.delete_messages(one)
    client.expunge()
    (event,) = mailbox.history(start).events
    assert isinstance(event, LabelChange)
    assert (event.added, event.removed) == (frozenset({"folder:Clients"}), frozenset({"INBOX"}))


def test_new_uids_change_nothing(mailbox: ImapMailbox, put: Put, server: Dovecot) -> None:
    for number in range(5):
        put(letter(number))
    start = mailbox.profile().history_id
    before = set(ids(mailbox))
    server.renumber("INBOX")
    mailbox._session.close()
    assert mailbox.history(start).events == ()
    assert set(ids(mailbox)) == before
    assert len(_mails(mailbox)) == 5


@pytest.mark.parametrize(
    ("add", "remove", "after"),
    [
        ((), ("UNREAD",), {"INBOX"}),
        (("STARRED",), (), {"INBOX", "UNREAD", "STARRED"}),
        ((), ("INBOX",), {"UNREAD"}),
        (("TRASH",), ("INBOX",), {"TRASH", "UNREAD"}),
        (("SPAM",), ("INBOX",), {"SPAM", "UNREAD"}),
        (("folder:Clients",), ("INBOX",), {"folder:Clients", "UNREAD"}),
        (("folder:Clients",), (), {"INBOX", "folder:Clients", "UNREAD"}),
    ],
)
def test_labels_are_folders_and_flags(
    mailbox: ImapMailbox,
    put: Put,
    add: tuple[str, ...],
    remove: tuple[str, ...],
    after: set[str],
) -> None:
    put(letter(1))
    mailbox.create_label("Clients")
    id_ = only(mailbox)
    mailbox.modify([id_], add=frozenset(add), remove=frozenset(remove))
    assert labels(mailbox, id_) == frozenset(after)


def test_out_of_the_trash_again(mailbox: ImapMailbox, put: Put) -> None:
    put(letter(1))
    id_ = only(mailbox)
    mailbox.modify([id_], add=frozenset({"TRASH"}), remove=frozenset({"INBOX"}))
    mailbox.modify([id_], add=frozenset({"INBOX"}), remove=frozenset({"TRASH"}))
    assert labels(mailbox, id_) == frozenset({"INBOX", "UNREAD"})


def test_deleting_takes_no_mail_of_others(mailbox: ImapMailbox, put: Put, other: Other) -> None:
    """Another program has marked a mail and not expunged it: it must stay on the server."""
    put(letter(1))
    put(letter(2))
    mailbox.profile()
    mine = next(i for i, m in _mails(mailbox) if b"Mail 2" in m.raw)
    client = other()
    client.select_folder("INBOX")
    marked = client.search(["SUBJECT", "Mail 1"])
    client.add_flags(marked, ["\\Deleted"])
    mailbox.delete([mine])
    client.noop()
    assert client.search(["SUBJECT", "Mail 1"]) == marked
    assert client.search(["SUBJECT", "Mail 2", "UNDELETED"]) == []
    left = labels(mailbox, mine)
    assert isinstance(left, NotFound) or left == frozenset({"TRASH", "UNREAD"})
    client.remove_flags(marked, ["\\Deleted"])
    mailbox.profile()
    assert any(b"Mail 1" in m.raw for _, m in _mails(mailbox))


def test_what_is_marked_as_deleted_is_gone_until_it_is_not(
    mailbox: ImapMailbox, put: Put, other: Other
) -> None:
    put(letter(1))
    id_ = only(mailbox)
    client = other()
    client.select_folder("INBOX")
    client.add_flags(client.search(), ["\\Deleted"])
    assert isinstance(labels(mailbox, id_), NotFound)
    client.remove_flags(client.search(), ["\\Deleted"])
    assert labels(mailbox, id_) == frozenset({"INBOX", "UNREAD"})


def test_many_are_archived_together(mailbox: ImapMailbox, put: Put) -> None:
    for number in range(30):
        put(letter(number))
    mailbox.profile()
    mailbox.modify(ids(mailbox), add=frozenset(), remove=frozenset({"INBOX", "UNREAD"}))
    mailbox.profile()
    assert ids(mailbox, "INBOX") == []
    assert set(mailbox.minimal(ids(mailbox)).values()) == {frozenset()}


def test_folders_are_made_renamed_and_deleted(mailbox: ImapMailbox, put: Put) -> None:
    made = mailbox.create_label("Projects/Kitchen für Anna")
    put(letter(1), made.id.removeprefix("folder:"))
    names = {label.name for label in mailbox.labels()}
    assert "Projects/Kitchen für Anna" in names
    mailbox.rename_label(made.id, "Projects/Bath")
    (renamed,) = [label for label in mailbox.labels() if label.name == "Projects/Bath"]
    id_ = only(mailbox)
    assert labels(mailbox, id_) == frozenset({renamed.id, "UNREAD"})
    mailbox.delete_label(renamed.id)
    assert "Projects/Bath" not in {label.name for label in mailbox.labels()}
    assert labels(mailbox, id_) == frozenset({"UNREAD"})


def test_a_renamed_folder_is_no_new_mail(mailbox: ImapMailbox, put: Put, other: Other) -> None:
    put(letter(1), "Clients")
    start = mailbox.profile().history_id
    client = other()
    client.rename_folder("Clients", "Customers")
    (event,) = mailbox.history(start).events
    assert isinstance(event, LabelChange)
    assert event.added == {"folder:Customers"}


def test_the_server_is_searched(mailbox: ImapMailbox, put: Put) -> None:
    put(letter(1))
    put(letter(2))
    put(mail("Grüße", "Ein Brief", message_id="g@x.example"), "Clients")
    mailbox.profile()
    (found,) = mailbox.list('subject:"Mail 2"').refs
    (summary,) = mailbox.peek([found])
    assert (summary.subject, summary.unread, summary.from_.email) == (
        "Mail 2",
        True,
        "dana@lee.example",
    )
    assert len(mailbox.list("Grüße").refs) == 1
    assert mailbox.list("has:attachment").refs == ()
    assert "has:attachment" in mailbox.list("has:attachment").refused
    assert mailbox.list("has:drive").refused == "Only Gmail knows what “has:drive” finds."
    assert len(mailbox.list("Grüße OR Mail").refs) == 3


def test_a_folder_is_a_place_to_search_in(mailbox: ImapMailbox, put: Put) -> None:
    put(letter(1))
    put(letter(2), "Clients")
    put(letter(3), "Trash")
    mailbox.profile()

    def numbers(query: str, **more: Any) -> list[str]:
        refs = mailbox.list(query, everywhere=False, **more).refs
        return sorted(summary.subject for summary in mailbox.peek(refs))

    assert numbers("mail") == numbers("") == ["Mail 1", "Mail 2"]
    assert numbers("label:clients mail") == ["Mail 2"]
    assert numbers("in:inbox OR in:archive") == ["Mail 1", "Mail 2"]
    assert numbers("-in:inbox in:unread") == ["Mail 2"]
    assert numbers("in:trash") == ["Mail 3"]
    assert numbers("in:anywhere mail") == ["Mail 1", "Mail 2", "Mail 3"]
    assert numbers("mail", labels=("folder:Clients", "UNREAD")) == ["Mail 2"]
    assert numbers("mail", labels=("folder:Clients", "STARRED")) == []


def test_a_conversation_is_what_refers_to_one_another(mailbox: ImapMailbox, put: Put) -> None:
    put(letter(1))
    put(letter(2, more="References: <m1@x.example>\r\n"), "Clients")
    put(letter(3))
    mailbox.profile()
    refs = mailbox.thread(RemoteRef("", ""), ["m1@x.example"])
    assert sorted(s.subject for s in mailbox.peek(refs)) == ["Mail 1", "Mail 2"]
    assert mailbox.thread(RemoteRef("", ""), []) == ()


def test_drafts_are_not_listed(mailbox: ImapMailbox, put: Put) -> None:
    put(letter(1), "Drafts", ("\\Draft",))
    assert mailbox.profile().total == 0


def test_a_message_without_an_id_is_known_again(
    mailbox: ImapMailbox, put: Put, server: Dovecot
) -> None:
    put(b"Subject: None\r\n\r\nno id\r\n")
    id_ = only(mailbox)
    server.renumber("INBOX")
    mailbox._session.close()
    assert only(mailbox) == id_


def test_uids_of_another_numbering_are_not_used(
    mailbox: ImapMailbox, put: Put, server: Dovecot
) -> None:
    """What is organised after the folder was numbered anew is the mail that was meant."""
    for number in range(3):
        put(letter(number))
    mailbox.profile()
    with server.client() as client:
        client.select_folder("INBOX")
        client.delete_messages(client.search(["SUBJECT", "Mail 0"]))
        client.expunge()
    mine = next(i for i, m in _mails(mailbox) if b"Mail 1" in m.raw)
    mailbox._session.close()
    server.renumber("INBOX")
    mailbox.modify([mine], add=frozenset({"TRASH"}), remove=frozenset({"INBOX"}))
    with server.client() as client:
        client.select_folder("Trash")
        assert len(client.search(["SUBJECT", "Mail 1"])) == 1
        assert len(client.search(["UNDELETED"])) == 1
    mailbox._session.close()
    server.renumber("INBOX")
    with pytest.raises(Unavailable):
        mailbox._reading.items("INBOX", [1], "BODY.PEEK[]")
    assert len(_mails_after_a_look(mailbox)) == 2


def _mails_after_a_look(mailbox: ImapMailbox) -> list[tuple[str, RemoteMessage]]:
    mailbox.profile()
    return _mails(mailbox)


def test_what_was_moved_since_is_asked_for_again(
    mailbox: ImapMailbox, put: Put, other: Other
) -> None:
    put(letter(1))
    put(letter(2))
    mailbox.profile()
    listed = ids(mailbox)
    client = other()
    client.select_folder("INBOX")
    one = client.search(["SUBJECT", "Mail 1"])
    client.copy(one, "Archive")
    client.delete_messages(client.search())
    client.expunge()
    answers = dict(mailbox.fetch(listed))
    assert [type(answer) for answer in answers.values()] == [NotFound]
    (left,) = set(listed) - set(answers)
    assert isinstance(dict(mailbox.fetch([left]))[left], RemoteMessage)


def test_what_is_gone_is_not_found(mailbox: ImapMailbox, put: Put) -> None:
    put(letter(1))
    id_ = only(mailbox)
    assert isinstance(dict(mailbox.fetch(["nothing"]))["nothing"], NotFound)
    assert isinstance(dict(mailbox.fetch([id_, "nothing"]))[id_], RemoteMessage)
    with pytest.raises(NotFound):
        mailbox.modify(["nothing"], add=frozenset({"STARRED"}), remove=frozenset())


@pytest.mark.parametrize("label", ["STARRED", "TRASH"])
def test_a_change_follows_what_another_program_moves_meanwhile(
    mailbox: ImapMailbox, put: Put, other: Other, label: str
) -> None:
    put(mail("Wandering", message_id="w@x.example"))
    other().create_folder("Elsewhere")
    mailbox.profile()
    (ref,) = mailbox.list().refs
    move(other(), "INBOX", "Elsewhere")
    mailbox.modify([ref.id], add=frozenset({label}), remove=frozenset({"UNREAD"}))
    labels = mailbox.minimal([ref.id])[ref.id]
    assert isinstance(labels, frozenset)
    assert label in labels
    assert "UNREAD" not in labels


def test_deleting_follows_it_too(mailbox: ImapMailbox, put: Put, other: Other) -> None:
    put(mail("Wandering", message_id="w@x.example"))
    other().create_folder("Elsewhere")
    mailbox.profile()
    (ref,) = mailbox.list().refs
    move(other(), "INBOX", "Elsewhere")
    mailbox.delete([ref.id])
    client = other()
    client.select_folder("Elsewhere")
    assert client.search(["UNDELETED"]) == []


def move(client: Any, source: str, target: str) -> None:
    client.select_folder(source)
    uids = client.search()
    client.copy(uids, target)
    client.delete_messages(uids)
    client.expunge()
