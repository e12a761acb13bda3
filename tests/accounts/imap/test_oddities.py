"""Servers that were reported to be odd: sign-in, a first pass, presses, new mail, and what another
program deletes come out as with any other."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import replace
from threading import Event
from typing import Any

import pytest

from desktop_app.accounts.imap.answers import Record, body_of, fetched
from desktop_app.accounts.imap.idle import open_waiter
from desktop_app.accounts.imap.lines import after_literal, whole_line
from desktop_app.accounts.imap.mailbox import ImapMailbox
from desktop_app.accounts.imap.session import ImapSession
from desktop_app.model.errors import Unavailable
from desktop_app.model.mail_server import Security
from desktop_app.store.store import Store
from tests.accounts.imap.oddities import ODDITIES, Oddity, lower, says
from tests.accounts.imap.test_peculiar import number_of
from tests.accounts.imap.test_sync import here, synced, there
from tests.depths import one_in
from tests.fakes.house import mail
from tests.fakes.mail_servers.dovecot import PASSWORD, Dovecot
from tests.fakes.mail_servers.peculiar import Peculiar

Put = Callable[..., None]
CONTRACTS = "Verträge"


@pytest.fixture(scope="module")
def running(all_running: Callable[[str], Dovecot]) -> Dovecot:
    """The strong server alone: what it offers is what can be odd."""
    return all_running("strong")


@pytest.fixture
def server(running: Dovecot) -> Dovecot:
    """Without mail. The folder of the person's own stays from one test to the next: a real server
    stumbles at one that is deleted and made again within a second."""
    client = running.client()
    if not client.folder_exists(CONTRACTS):
        running.empty()
        client.create_folder(CONTRACTS)
    for _, _, name in client.list_folders():
        client.select_folder(name)
        if uids := client.search():
            client.delete_messages(uids)
            client.expunge()
    client.logout()
    return running


@pytest.fixture
def mailbox(behind_proxy: ImapMailbox) -> ImapMailbox:
    return behind_proxy


def delete(client: Any, subject: str) -> None:
    client.select_folder("INBOX")
    client.delete_messages(client.search(["SUBJECT", subject]))
    client.expunge()


def day(store: Store, mailbox: ImapMailbox, put: Put, other: Callable[[], Any]) -> None:
    for number in range(5):
        put(mail(f"Mail {number}", message_id=f"m{number}@x.example"))
    put(mail("Contract", message_id="c@x.example"), CONTRACTS, ("\\Seen", "\\Flagged"))
    synced(store, mailbox)
    client = other()
    assert here(store) == there(client)
    change = store.messages.modify
    change([number_of(store, "Mail 0")], add=frozenset(), remove=frozenset({"INBOX"}))
    change([number_of(store, "Mail 1")], add=frozenset({"STARRED"}), remove=frozenset())
    synced(store, mailbox)
    put(mail("Later", message_id="later@x.example"))
    delete(client, "Mail 2")
    synced(store, mailbox)
    synced(store, mailbox)
    assert here(store) == there(client)
    assert len(here(store)) == 6
    shown = here(store)
    assert (shown["Mail 0"], "STARRED" in shown["Mail 1"]) == (frozenset({"UNREAD"}), True)
    assert (store.pending.count("i1"), store.set_aside.told("i1")[0]) == (0, 0)
    assert store.folder_mirror("i1").left_out() == {}


@one_in(7)
@pytest.mark.parametrize("name", ODDITIES)
def test_a_day_at_an_odd_server(
    name: str,
    mailbox: ImapMailbox,
    proxy: Peculiar,
    store: Store,
    put: Put,
    other: Callable[[], Any],
) -> None:
    odd: Oddity = ODDITIES[name]
    proxy.answer, proxy.refuse, proxy.ask = odd.answer, odd.refuse, odd.ask
    day(store, mailbox, put, other)


@pytest.mark.parametrize("said", [b"NIL", b'""'])
def test_a_mail_without_words_keeps_nothing_back_and_is_asked_for_again(
    said: bytes, mailbox: ImapMailbox, proxy: Peculiar, store: Store, put: Put
) -> None:
    for number in range(3):
        put(mail(f"Mail {number}", message_id=f"m{number}@x.example"))
    silent = re.compile(rb"^(\* 2 FETCH .*BODY\[\]) \{\d+\}\r\n$")
    proxy.answer = lambda line: silent.sub(rb"\1 " + said, line)
    synced(store, mailbox)
    assert set(here(store)) == {"Mail 0", "Mail 2"}
    count, reason = store.set_aside.told("i1")
    assert (count, "did not send a mail that it lists" in reason) == (1, True)
    assert len(store.set_aside.due("i1", time.time() + 7 * 86_400, limit=9)) == 1


def test_the_table_holds_many_kinds() -> None:
    assert len(ODDITIES) >= 40


@pytest.mark.parametrize(
    "line",
    [
        b"* 5 FETCH (UID 7 FLAGS (\\Seen) BODY[HEADER.FIELDS (MESSAGE-ID)] {12}\r\n",
        b"* OK [PERMANENTFLAGS (\\Answered \\Seen \\*)] Flags permitted.\r\n",
        b"* OK [UIDVALIDITY 17] UIDs valid\r\n",
        b'* LIST (\\HasNoChildren) "." "A \\"quoted\\" [name] {x}"\r\n',
        b"* SEARCH 1 2 3 (MODSEQ 7)\r\n",
        b"+ PDEyMz4=\r\n",
        b"ABCD12 OK [READ-WRITE] Done\r\n",
    ],
)
def test_what_keeps_to_the_grammar_stays_as_it_is(line: bytes) -> None:
    assert whole_line(line) == line


LONG = 200_000


@pytest.mark.parametrize(
    "line",
    [
        b"* OK [A" + b" " * LONG,
        b"* OK [A (" + b") " * LONG,
        b"* OK [" + b"[" * LONG,
        b"*" + b" " * LONG + b"5" + b" " * LONG + b"!",
        b"* 5 FETCH (" + b"FLAGS (" * LONG,
        b"* 5 FETCH " + b"{1" * LONG,
        b"* 5 FETCH {" + b"1" * LONG,
        b"ABCD1 " + b" " * LONG + b"OKAY",
    ],
)
def test_a_line_made_to_take_long_takes_what_its_length_does(line: bytes) -> None:
    """Twice the length, about twice the steps: a run that grows with its square would not end."""
    assert whole_line(line * 4 + b"\r\n").endswith(b"\r\n")


def test_nothing_within_names_and_texts_is_changed() -> None:
    line = b'* LIST () "/" "two  spaces"\r\n'
    assert whole_line(line) == line
    assert after_literal(b" FLAGS (\\Seen)) \r\n") == b" FLAGS (\\Seen))\r\n"


def flags(number: int, uid: int, flag: bytes) -> bytes:
    return b"%d (FLAGS (%s) UID %d)" % (number, flag, uid)


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ([flags(3, 7, b"a"), b"7 (FLAGS (b))"], {7: (b"a",)}),
        ([b"7 (FLAGS (b))", flags(3, 7, b"a")], {7: (b"a",)}),
        ([flags(1, 7, b"a"), flags(1, 9, b"b")], {7: (b"a",), 9: (b"b",)}),
        ([flags(1, 7, b"a"), flags(2, 8, b"b")], {7: (b"a",)}),
        ([flags(1, 7, b"a"), flags(1, 7, b"c")], {7: (b"c",)}),
        ([None, b"1 (UID 7)"], {7: None}),
        ([None], {}),
        ([], {}),
    ],
    ids=[
        "a number is no UID",
        "nor before it",
        "numbers move when a mail is expunged",
        "nobody asked for it",
        "the last word counts",
        "nothing is told",
        "nothing at all",
        "no answer",
    ],
)
def test_an_answer_is_of_the_message_whose_uid_it_names(
    lines: list[bytes | None], told: dict[int, tuple[bytes, ...] | None]
) -> None:
    found = fetched(lines, (7, 9), normalise_times=False)
    assert {uid: data.get(b"FLAGS") for uid, data in found.items()} == told


def test_an_answer_with_literals_is_one() -> None:
    lines: list[Record | None] = [
        (b"1 (UID 7 BODY[HEADER] {3}", b"a b"),
        (b" BODY[] {2}", b"xy"),
        b")",
        b"2 (UID 9)",
    ]
    found = fetched(lines, (7, 9), normalise_times=False)
    assert (found[7][b"BODY[HEADER]"], body_of(found[7]), body_of(found[9])) == (
        b"a b",
        b"xy",
        None,
    )


IDLES: dict[str, Oddity] = {
    "a continuation without words": says((rb"^\+ .*\r\n", b"+\r\n")),
    "a continuation in one word": says((rb"^\+ .*\r\n", b"+idling\r\n")),
    "news in small letters": says((rb"^\* \d+ EXISTS", lower), (rb"^W\d+ OK", lower)),
    "signs of life": says((rb"^\* (\d+) EXISTS", b"* OK Still here\r\n* " + rb"\1 EXISTS")),
    "lines that end with LF alone": says((rb"\r\n$", b"\n")),
    "spaces at the ends of lines": says((rb"\r\n$", b" \r\n")),
}


@pytest.mark.parametrize("name", IDLES)
def test_what_comes_at_an_odd_server_ends_the_wait(
    name: str, server: Dovecot, proxy: Peculiar, put: Put
) -> None:
    plain = server.servers(Security.NONE)
    at = replace(plain.incoming, port=proxy.port)
    session = ImapSession(replace(plain, incoming=at), lambda: PASSWORD)
    waiter = open_waiter(session)
    assert waiter is not None
    proxy.answer = IDLES[name].answer
    put(mail("New"))
    assert waiter.wait(Event(), 20.0)
    waiter.close()


@pytest.mark.parametrize("said", [b"OK done already", b"NO not now", b"BAD what", b"BYE"])
def test_an_idle_that_is_over_at_once_is_an_error_in_words(
    said: bytes, server: Dovecot, proxy: Peculiar
) -> None:
    plain = server.servers(Security.NONE)
    at = replace(plain.incoming, port=proxy.port)
    session = ImapSession(replace(plain, incoming=at), lambda: PASSWORD)
    waiter = open_waiter(session)
    assert waiter is not None
    proxy.refuse = lambda command, _: said if command == b"IDLE" else b""
    with pytest.raises(Unavailable):
        waiter.wait(Event(), 20.0)
    waiter.close()
