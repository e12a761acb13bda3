"""Servers with peculiarities: mail comes, presses are carried out, nothing is taken for gone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from desktop_app.accounts.imap.mailbox import ImapMailbox
from desktop_app.store.store import Store
from tests.accounts.imap.test_sync import here, synced, there
from tests.depths import one_in
from tests.fakes.house import mail
from tests.fakes.mail_servers.peculiar import Answer, Peculiar, Refusal

Put = Callable[..., None]
MAILS = 9


def rewritten(pattern: bytes, new: bytes) -> Answer:
    return lambda line: re.sub(pattern, new, line)


def refused(pattern: bytes, said: bytes) -> Refusal:
    return lambda command, _: said if re.match(pattern, command, re.I) else b""


def in_empty_folders(command: bytes, exists: int) -> bytes:
    return b"BAD no messages" if exists == 0 and b"SEARCH" in command else b""


ANSWERS: dict[str, Answer] = {
    "sections in quotes": rewritten(rb"\(MESSAGE-ID\)\]", b'("Message-Id")]'),
    "sections in other case and order": rewritten(
        rb"BODY\[HEADER\.FIELDS \(X-DRAFTDESK-DRAFT MESSAGE-ID\)\]",
        b"BODY[header.fields (Message-ID X-Draftdesk-Draft)]",
    ),
    "no time of arrival": rewritten(rb'INTERNALDATE "[^"]*"', b"INTERNALDATE NIL"),
    "no word of the time of arrival": rewritten(rb' ?INTERNALDATE "[^"]*"', b""),
    "nothing found, but a count": rewritten(rb"^\* SEARCH\r\n", b"* SEARCH (MODSEQ 7)\r\n"),
    "found in two lines": rewritten(rb"^\* SEARCH (\d+) ", rb"* SEARCH \1\r\n* SEARCH "),
    "STATUS that does not know": rewritten(rb"^(\* STATUS .*)UIDNEXT \d+", rb"\1UIDNEXT NIL"),
    "STATUS without a count of changes": rewritten(
        rb"^(\* STATUS .*) HIGHESTMODSEQ \d+\)", rb"\1)"
    ),
    "no answer to NAMESPACE": rewritten(rb"^\* NAMESPACE .*\r\n", b""),
    "a namespace that is none": rewritten(rb"^\* NAMESPACE .*\r\n", b"* NAMESPACE NIL NIL\r\n"),
    "a folder whose name is none": rewritten(
        rb'^(\* LIST \()([^)]*\) "." INBOX\r\n)', rb'\1\2* LIST () "." "&AAAA&bad"\r\n'
    ),
    "sizes of another kind": rewritten(rb"RFC822\.SIZE (\d+)", rb"RFC822.SIZE \g<1>0"),
}
REFUSALS: dict[str, Refusal] = {
    "no names": refused(rb"ID ", b"NO not for you"),
    "AUTHENTICATE that ends oddly": refused(rb"AUTHENTICATE", b"BAD not now"),
    "no searches where there is nothing": in_empty_folders,
    "NAMESPACE refused": refused(rb"NAMESPACE", b"BAD what"),
}


@pytest.fixture
def mailbox(behind_proxy: ImapMailbox, store: Store) -> ImapMailbox:
    store.sync_state.choose_days("i1", 365)
    return behind_proxy


def number_of(store: Store, subject: str) -> int:
    rows = store.db.rows("SELECT id FROM message", ())
    [found] = [id_ for (id_,) in rows if store.messages.get(id_).subject == subject]
    return int(found)


def fill(put: Put) -> None:
    for number in range(MAILS):
        folder = ("INBOX", "Clients", "Sent")[number % 3]
        put(mail(f"Mail {number}", message_id=f"m{number}@x.example"), folder)


def goes_on(store: Store, mailbox: ImapMailbox, put: Put, other: Callable[[], Any]) -> None:
    """All of it comes, presses are carried out, more comes, nothing is doubled or lost."""
    fill(put)
    synced(store, mailbox)
    assert here(store) == there(other())
    numbers = [row[0] for row in store.db.rows("SELECT id FROM message ORDER BY id", ())]
    subjects = {store.messages.get(n).subject: n for n in numbers}
    store.messages.modify([subjects["Mail 0"]], add=frozenset(), remove=frozenset({"INBOX"}))
    store.messages.modify([subjects["Mail 3"]], add=frozenset({"STARRED"}), remove=frozenset())
    store.messages.modify(
        [subjects["Mail 6"]], add=frozenset({"TRASH"}), remove=frozenset({"INBOX"})
    )
    synced(store, mailbox)
    put(mail("Later", message_id="later@x.example"))
    synced(store, mailbox)
    synced(store, mailbox)
    assert len(here(store)) == MAILS + 1
    assert here(store) == there(other())
    assert store.pending.count("i1") == 0


@pytest.mark.parametrize("name", ANSWERS)
def test_answers_of_another_kind(
    name: str,
    mailbox: ImapMailbox,
    proxy: Peculiar,
    store: Store,
    put: Put,
    other: Callable[[], Any],
) -> None:
    proxy.answer = ANSWERS[name]
    goes_on(store, mailbox, put, other)


@pytest.mark.parametrize("name", REFUSALS)
def test_refusals_that_are_no_matter(
    name: str,
    mailbox: ImapMailbox,
    proxy: Peculiar,
    store: Store,
    put: Put,
    other: Callable[[], Any],
) -> None:
    proxy.refuse = REFUSALS[name]
    goes_on(store, mailbox, put, other)


@pytest.mark.parametrize("said", [b"NO [NOPERM] no right", b"NO [SERVERBUG] index", b"BAD no"])
def test_a_folder_that_cannot_be_opened_is_left_out_and_named(
    said: bytes, mailbox: ImapMailbox, proxy: Peculiar, store: Store, put: Put
) -> None:
    fill(put)
    proxy.refuse = refused(rb'(EXAMINE|SELECT) "?Clients', said)
    synced(store, mailbox)
    assert set(here(store)) == {f"Mail {n}" for n in range(MAILS) if n % 3 != 1}
    assert set(store.folder_mirror("i1").left_out()) == {"Clients"}
    put(mail("Later", message_id="later@x.example"))
    synced(store, mailbox)
    assert "Later" in here(store)
    proxy.refuse = lambda command, exists: b""
    synced(store, mailbox)
    assert len(here(store)) == MAILS + 1
    assert store.folder_mirror("i1").left_out() == {}


def test_a_folder_that_was_open_once_keeps_its_mail(
    mailbox: ImapMailbox, proxy: Peculiar, store: Store, put: Put
) -> None:
    fill(put)
    synced(store, mailbox)
    put(mail("Later", message_id="later@x.example"), "Clients")
    proxy.refuse = refused(rb'(EXAMINE|SELECT|STATUS) "?Clients', b"NO [NOPERM] no right")
    synced(store, mailbox)
    assert len(here(store)) == MAILS
    assert set(store.folder_mirror("i1").left_out()) == {"Clients"}


def stumbling(item: bytes, uid: int, said: bytes) -> Refusal:
    """Refuses every FETCH of an item that has the message among others."""

    def refuse(command: bytes, exists: int) -> bytes:
        del exists
        found = re.match(rb"UID FETCH ([\d,:]+) .*" + item, command)
        return said if found and uid in _uids_of(found.group(1)) else b""

    return refuse


def _uids_of(written: bytes) -> set[int]:
    found: set[int] = set()
    for part in written.split(b","):
        low, _, high = part.partition(b":")
        found |= set(range(int(low), int(high or low) + 1))
    return found


def uid_in_inbox(client: Any, place: int) -> int:
    client.select_folder("INBOX", readonly=True)
    return int(sorted(client.search())[place])


@pytest.mark.parametrize("said", [b"NO [SERVERBUG] no such body", b"BYE"])
def test_a_mail_that_cannot_be_fetched_is_set_aside_and_the_rest_comes(
    said: bytes,
    mailbox: ImapMailbox,
    proxy: Peculiar,
    store: Store,
    put: Put,
    other: Callable[[], Any],
) -> None:
    for number in range(MAILS):
        put(mail(f"Mail {number}", message_id=f"m{number}@x.example"))
    proxy.refuse = stumbling(rb"BODY\.PEEK\[\]", uid_in_inbox(other(), 2), said)
    synced(store, mailbox)
    assert set(here(store)) == {f"Mail {n}" for n in range(MAILS) if n != 2}
    count, reason = store.set_aside.told("i1")
    assert (count, bool(reason)) == (1, True)
    put(mail("Later", message_id="later@x.example"))
    synced(store, mailbox)
    assert "Later" in here(store)


def test_a_mail_of_which_nothing_is_told_comes_by_its_words(
    mailbox: ImapMailbox,
    proxy: Peculiar,
    store: Store,
    put: Put,
    other: Callable[[], Any],
) -> None:
    for number in range(MAILS):
        put(mail(f"Mail {number}", message_id=f"m{number}@x.example"))
    proxy.refuse = stumbling(rb"RFC822\.SIZE", uid_in_inbox(other(), 2), b"NO [SERVERBUG] cache")
    synced(store, mailbox)
    assert len(here(store)) == MAILS


@pytest.mark.parametrize("lines", [b"* SEARCH\r\n", b"* SEARCH 1\r\n"])
def test_a_search_that_contradicts_the_folder_deletes_nothing(
    lines: bytes, mailbox: ImapMailbox, proxy: Peculiar, store: Store, put: Put
) -> None:
    fill(put)
    synced(store, mailbox)
    proxy.answer = rewritten(rb"^\* SEARCH.*\r\n", lines)
    put(mail("Later", message_id="later@x.example"))
    synced(store, mailbox)
    synced(store, mailbox)
    assert len(here(store)) >= MAILS
    proxy.answer = bytes
    synced(store, mailbox)
    assert len(here(store)) == MAILS + 1


def test_two_mails_of_one_name_and_size_are_two(
    mailbox: ImapMailbox, store: Store, put: Put, other: Callable[[], Any]
) -> None:
    """Scanners, alarms and attackers: one Message-ID and one size. The second is shown, and
    archiving the first takes nothing from it."""
    first = mail("Alarm A", "Door 1", message_id="scan@x.example")
    second = mail("Alarm B", "Door 2", message_id="scan@x.example")
    assert len(first) == len(second)
    put(first)
    synced(store, mailbox)
    put(second)
    put(mail("Alarm C", "Door 3", message_id="scan@x.example"), "Clients")
    synced(store, mailbox)
    assert set(here(store)) == {"Alarm A", "Alarm B", "Alarm C"}
    store.messages.modify(
        [number_of(store, "Alarm A")], add=frozenset(), remove=frozenset({"INBOX"})
    )
    synced(store, mailbox)
    assert here(store) == there(other())
    assert set(here(store)) == {"Alarm A", "Alarm B", "Alarm C"}


def test_two_of_one_name_that_come_together_are_two(
    mailbox: ImapMailbox, store: Store, put: Put, other: Callable[[], Any]
) -> None:
    for letter in "ABC":
        put(mail(f"Alarm {letter}", f"Door {letter}", message_id="scan@x.example"))
    synced(store, mailbox)
    assert here(store) == there(other())
    assert len(here(store)) == 3


def test_one_mail_that_another_program_moves_is_one(
    mailbox: ImapMailbox, store: Store, put: Put, other: Callable[[], Any]
) -> None:
    """The control: a copy and a move elsewhere make no second mail."""
    fill(put)
    synced(store, mailbox)
    numbers = {row[0] for row in store.db.rows("SELECT id FROM message", ())}
    client = other()
    client.select_folder("INBOX")
    client.copy([1], "Clients")
    client.copy([2], "Archive")
    client.delete_messages([2])
    client.expunge()
    synced(store, mailbox)
    assert {row[0] for row in store.db.rows("SELECT id FROM message", ())} == numbers
    assert len(here(store)) == MAILS


@one_in(5)
@pytest.mark.parametrize(
    ("command", "add", "remove"),
    [
        (rb"CREATE", ("New",), ("INBOX",)),
        (rb"UID (MOVE|COPY)", (), ("INBOX",)),
        (rb"UID STORE", ("STARRED",), ()),
        (rb'SELECT "?INBOX', ("STARRED",), ()),
    ],
)
@pytest.mark.parametrize(
    "said", [b"NO [NOPERM] no right", b"NO [READ-ONLY] not here", b"NO because", b"BAD no"]
)
def test_a_refused_change_stops_nothing_and_can_be_tried_again_or_taken_back(
    command: bytes,
    said: bytes,
    add: tuple[str, ...],
    remove: tuple[str, ...],
    mailbox: ImapMailbox,
    proxy: Peculiar,
    store: Store,
    put: Put,
    other: Callable[[], Any],
) -> None:
    fill(put)
    synced(store, mailbox)
    id_ = number_of(store, "Mail 0")
    proxy.refuse = refused(command, said)
    store.messages.modify([id_], add=frozenset(add), remove=frozenset(remove))
    before = there(other())
    assert synced(store, mailbox).refused == 1
    put(mail("Later", message_id="later@x.example"))
    synced(store, mailbox)
    assert "Later" in here(store)
    [change] = store.pending.refused("i1")
    assert (change.add, change.remove) == (frozenset(add), frozenset(remove))
    assert "127.0.0.1" in change.reason
    shown = frozenset(store.messages.get(id_).labels)
    assert frozenset(add) <= shown
    assert not frozenset(remove) & shown
    proxy.refuse = lambda command, exists: b""
    store.pending.try_again("i1")
    assert synced(store, mailbox).pushed == 1
    assert here(store) == there(other())
    assert there(other()) != before


def test_many_that_are_refused_for_one_reason_are_not_all_asked(
    mailbox: ImapMailbox, proxy: Peculiar, store: Store, put: Put
) -> None:
    for number in range(60):
        put(mail(f"Mail {number}", message_id=f"m{number}@x.example"))
    synced(store, mailbox)
    numbers = [row[0] for row in store.db.rows("SELECT id FROM message", ())]
    proxy.refuse = refused(rb"UID STORE", b"NO because")
    proxy.commands.clear()
    store.messages.modify(numbers, add=frozenset({"STARRED"}), remove=frozenset())
    assert synced(store, mailbox).refused == 60
    assert len([c for c in proxy.commands if c.startswith(b"UID STORE")]) < 40
    assert len(store.pending.refused("i1")) == 60


def test_two_hundred_folders_with_nothing_new_cost_few_turns(
    mailbox: ImapMailbox, proxy: Peculiar, store: Store, other: Callable[[], Any]
) -> None:
    """Where the server counts changes; the others' flags have to be read."""
    client = other()
    if not client.has_capability("CONDSTORE"):
        pytest.skip("a server without CONDSTORE")
    for number in range(200):
        client.create_folder(f"Project {number}")
    for refuse in (lambda command, exists: b"", refused(rb"LIST .*RETURN", b"BAD what")):
        proxy.refuse = refuse
        synced(store, mailbox)
        proxy.commands.clear()
        synced(store, mailbox)
        turns = [c for c in proxy.commands if not c.startswith(b"STATUS")]  # these go together
        assert len(turns) < 12, turns


def test_status_is_asked_of_all_before_an_answer_is_read(
    mailbox: ImapMailbox, proxy: Peculiar, store: Store, put: Put, other: Callable[[], Any]
) -> None:
    """A server without LIST-STATUS, one of whose folders refuses."""
    proxy.answer = rewritten(rb" LIST-STATUS", b"")
    proxy.refuse = refused(rb"STATUS \"?Sent", b"NO [NOPERM] no right")
    fill(put)
    synced(store, mailbox)
    assert here(store) == there(other())
    put(mail("Later", message_id="later@x.example"), "Clients")
    synced(store, mailbox)
    assert here(store) == there(other())


def test_a_folder_that_closes_before_its_mail_came_is_asked_once_for_all_of_it(
    mailbox: ImapMailbox, proxy: Peculiar, store: Store, put: Put
) -> None:
    for number in range(30):
        put(mail(f"Mail {number}", message_id=f"m{number}@x.example"), "Clients")
    put(mail("Here", message_id="here@x.example"))
    mailbox.profile()  # the folders are read
    proxy.refuse = refused(rb'(EXAMINE|SELECT) "?Clients', b"NO [NOPERM] no right")
    proxy.commands.clear()
    synced(store, mailbox)
    assert set(here(store)) == {"Here"}
    assert len([c for c in proxy.commands if re.match(rb'(EXAMINE|SELECT) "?Clients', c)]) < 8
    assert store.set_aside.told("i1")[0] == 30
