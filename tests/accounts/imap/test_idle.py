"""IDLE: mail that comes is here at once, on real servers, and on such as are not to be trusted."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from threading import Event, Thread

import pytest

from desktop_app.accounts.folder_ledger import FolderLedger
from desktop_app.accounts.imap.connector import ImapConnector
from desktop_app.accounts.imap.idle import (
    _EVERYWHERE,
    _HERE,
    LONGEST_LINE,
    ImapWaiter,
    open_waiter,
)
from desktop_app.accounts.imap.session import ImapSession
from desktop_app.model.errors import Declined, KnownError, NeedsSignIn, Unavailable
from desktop_app.model.mail_server import MailServers, Security
from tests.accounts.imap.test_session import liar
from tests.fakes.house import mail
from tests.fakes.mail_servers.dovecot import PASSWORD, Dovecot
from tests.fakes.mail_servers.gmail import Gmail

PATIENCE = 20.0
Put = Callable[..., None]


def opened(servers: MailServers, **more: float) -> ImapWaiter:
    session = ImapSession(servers, lambda: PASSWORD)
    waiter = open_waiter(session)
    assert waiter is not None
    vars(waiter).update({f"_{name}": value for name, value in more.items()})
    return waiter


def in_thread(waiter: ImapWaiter, cancelled: Event) -> Callable[[], bool]:
    """Waits in a thread; what is returned gives the answer."""
    answers: list[bool] = []
    thread = Thread(target=lambda: answers.append(waiter.wait(cancelled, PATIENCE)), daemon=True)
    thread.start()

    def answer() -> bool:
        thread.join(PATIENCE)
        assert not thread.is_alive()
        return answers[0]

    return answer


# The waiter


@pytest.mark.parametrize("security", [Security.TLS, Security.NONE])
def test_what_comes_ends_the_wait(strong: Dovecot, put: Put, security: Security) -> None:
    waiter = opened(strong.servers(security))
    put(mail("Before IDLE"))
    assert waiter.wait(Event(), PATIENCE)
    answer = in_thread(waiter, Event())
    put(mail("In the middle"))
    assert answer()
    with strong.client() as client:
        client.select_folder("INBOX")
        client.add_flags(client.search(), ["\\Seen"])
    assert waiter.wait(Event(), PATIENCE)
    while waiter.wait(Event(), 0.1):
        pass
    assert not waiter.wait(Event(), 0.0), "nothing came since"
    waiter.close()


def test_other_folders_are_watched_too_where_the_server_can(strong: Dovecot, put: Put) -> None:
    put(mail("The first"), "Archive")
    waiter = opened(strong.servers())
    assert not waiter.wait(Event(), 0.1), "what was there is no news"
    put(mail("The second"), "Archive")
    assert waiter.wait(Event(), PATIENCE)
    with strong.client() as client:
        client.select_folder("Archive")
        client.add_flags(client.search(), ["\\Flagged"])
        assert waiter.wait(Event(), PATIENCE), "a mark"
        client.delete_messages(client.search())
        client.expunge()
    assert waiter.wait(Event(), PATIENCE), "a deletion"
    waiter.close()


def test_without_notify_the_inbox_alone_is_watched(google: Gmail) -> None:
    waiter = opened(google.servers())
    assert not waiter.wait(Event(), 0.0)
    assert not any("NOTIFY" in command for command in google.log)
    waiter.close()


def test_it_is_renewed_and_goes_on(google: Gmail) -> None:
    waiter = opened(google.servers(), renewal=0.0)
    answer = in_thread(waiter, Event())
    _told(google, "IDLE", 5)
    google.store.add(mail("New"))
    assert answer()
    assert not any("SELECT" in command for command in google.log), "it is opened for reading"
    waiter.close()


def _told(google: Gmail, command: str, times: int) -> None:
    """Until the server was told that so often."""
    with google.store.changed:
        assert google.store.changed.wait_for(lambda: google.log.count(command) >= times, PATIENCE)


def test_it_ends_at_once_when_it_is_called_off(google: Gmail) -> None:
    waiter, cancelled = opened(google.servers()), Event()
    answer = in_thread(waiter, cancelled)
    _told(google, "IDLE", 1)
    before = time.monotonic()
    cancelled.set()
    assert not answer()
    assert time.monotonic() - before < 1, "it blocked"
    waiter.close()


def test_a_connection_that_others_close_is_lost(google: Gmail) -> None:
    waiter = opened(google.servers())
    assert not waiter.wait(Event(), 0.0)
    waiter._session.close()
    with pytest.raises(Unavailable):
        waiter.wait(Event(), PATIENCE)
    waiter.close()


def test_a_server_without_idle_has_no_waiter(server: Dovecot) -> None:
    with server.client() as client:
        if client.has_capability("IDLE"):
            pytest.skip("a server with IDLE")
    session = ImapSession(server.servers(), lambda: PASSWORD)
    assert open_waiter(session) is None
    assert session._client is None


def to(google: Gmail, secret: Callable[[str], str], noted: list[str]) -> ImapConnector:
    """A connector that only waits: it is asked for no folder."""

    def folders(account_id: str) -> FolderLedger:
        raise AssertionError(f"folders of {account_id}")

    def refused(account_id: str) -> bool:
        noted.append(account_id)
        return True

    return ImapConnector(lambda _: google.servers(), folders, secret, refused)


def test_a_refused_password_is_told_and_noted(google: Gmail) -> None:
    noted: list[str] = []
    connector = to(google, lambda _: "wrong", noted)
    with pytest.raises(NeedsSignIn):
        connector.waiter("i1")
    assert noted == ["i1"]


def test_a_refusal_that_a_new_sign_in_overtakes_is_not_noted(google: Gmail) -> None:
    noted: list[str] = []

    def secret(_: str) -> str:
        connector.forget("i1")
        return "wrong"

    connector = to(google, secret, noted)
    with pytest.raises(NeedsSignIn):
        connector.waiter("i1")
    assert noted == []


def test_a_connection_that_a_sign_out_overtakes_is_dropped(google: Gmail) -> None:
    def secret(_: str) -> str:
        connector.forget("i1")
        return PASSWORD

    connector = to(google, secret, [])
    with pytest.raises(Unavailable):
        connector.waiter("i1")
    assert connector._waiting == {}


# NOTIFY


def with_notify(answers: list[bytes], then: bytes) -> tuple[list[bytes], bool]:
    """What a server was told that answers NOTIFY so, in this order, and says `then` once, when
    IDLE has begun; and what the first wait came to."""
    heard: list[bytes] = []
    capability = b"CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR IDLE NOTIFY"
    said = [then]

    def talk(connection: socket.socket) -> None:
        connection.sendall(b"* OK [" + capability + b"] ready\r\n")
        idle = b""
        with connection.makefile("rb") as lines:
            for line in lines:
                tag, _, command = line.strip().partition(b" ")
                heard.append(command or tag)
                if tag == b"DONE":
                    connection.sendall(idle + b" OK\r\n")
                elif command == b"IDLE":
                    idle = tag
                    connection.sendall(b"+ idling\r\n" + (said.pop() if said else b""))
                elif command.startswith(b"NOTIFY"):
                    connection.sendall(tag + b" " + answers.pop(0) + b"\r\n")
                elif command == b"CAPABILITY":
                    connection.sendall(b"* " + capability + b"\r\n" + tag + b" OK\r\n")
                else:
                    connection.sendall(tag + b" OK done\r\n")

    with liar(talk) as servers:
        waiter = opened(servers)
        news = waiter.wait(Event(), 0.2)
        waiter.wait(Event(), 0.2)
        waiter.close()
    return [line for line in heard if line.startswith((b"NOTIFY", b"IDLE", b"DONE"))], news


FULL, LESS = (b"NOTIFY SET " + events for events in _EVERYWHERE)


@pytest.mark.parametrize(
    ("answers", "heard"),
    [
        ([b"OK"], [FULL, b"IDLE"]),
        ([b"NO [BADEVENT (MessageNew)] not flags", b"OK"], [FULL, LESS, b"IDLE"]),
        ([b"BAD what", b"NO"], [FULL, LESS, b"IDLE"]),
    ],
)
def test_a_server_is_asked_for_what_it_can(answers: list[bytes], heard: list[bytes]) -> None:
    told, news = with_notify(answers, b"* STATUS Archive (MESSAGES 7)\r\n")
    assert told == heard
    assert news


def test_a_server_that_gives_up_other_folders_is_asked_for_the_inbox() -> None:
    """After an overflow it tells nothing at all (RFC 5465 section 5.8)."""
    said = b"* OK [NOTIFICATIONOVERFLOW] too many\r\n"
    told, news = with_notify([b"OK", b"OK"], said)
    assert told == [FULL, b"IDLE", b"DONE", b"NOTIFY SET " + _HERE, b"IDLE"]
    assert news, "nobody knows what came meanwhile"


# Servers that lie


def idling(connection: socket.socket, then: Callable[[bytes], None]) -> None:
    """Let anybody in; the rest after IDLE is `then`'s, which is given its tag."""
    connection.sendall(b"* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR IDLE] ready\r\n")
    with connection.makefile("rb") as lines:
        while line := lines.readline():
            tag, _, command = line.partition(b" ")
            if command.startswith(b"IDLE"):
                then(tag)
                return
            if command.startswith(b"CAPABILITY"):
                connection.sendall(b"* CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR IDLE\r\n")
            elif command.startswith(b"AUTHENTICATE") and command.strip().endswith(b"PLAIN"):
                connection.sendall(b"+ \r\n")
                lines.readline()
            connection.sendall(tag + b" OK done\r\n")


def wait_at(then: Callable[[socket.socket, bytes], None], **more: float) -> bool | type[KnownError]:
    """What a wait at this server came to."""

    def talk(connection: socket.socket) -> None:
        idling(connection, lambda tag: then(connection, tag))

    with liar(talk) as servers:
        waiter = opened(servers, **more)
        try:
            return waiter.wait(Event(), PATIENCE)
        except KnownError as error:
            return type(error)
        finally:
            waiter.close()


def silent(connection: socket.socket, tag: bytes) -> None:
    """A connection that is dead without a sign of it."""
    connection.sendall(b"+ idling\r\n")
    while connection.recv(65536):
        pass


def endless_line(connection: socket.socket, tag: bytes) -> None:
    connection.sendall(b"+ idling\r\n* OK ")
    while True:
        connection.sendall(b"x" * LONGEST_LINE)


@pytest.mark.parametrize(
    ("then", "more"),
    [
        (silent, {"renewal": 0.0, "patience": 0.2}),
        (lambda c, tag: c.recv(1), {"patience": 0.2}),
        (lambda c, tag: None, {}),
        (lambda c, tag: c.sendall(b"+ idling\r\n* BYE too long\r\n"), {}),
        (endless_line, {}),
    ],
    ids=["silent", "no answer", "gone", "bye", "endless"],
)
def test_a_server_that_lies_is_a_lost_connection(
    then: Callable[[socket.socket, bytes], None], more: dict[str, float]
) -> None:
    assert wait_at(then, **more) is Unavailable


@pytest.mark.parametrize("said", [b"NO not now", b"BAD what"])
@pytest.mark.parametrize("ends", [True, False], ids=["ends", "stays"])
def test_a_refusal_is_heard_whether_or_not_the_connection_ends_with_it(
    said: bytes, ends: bool
) -> None:
    def refusing(connection: socket.socket, tag: bytes) -> None:
        connection.sendall(tag + b" " + said + b"\r\n")
        if ends:
            connection.shutdown(socket.SHUT_WR)
        while connection.recv(65536):
            pass

    assert wait_at(refusing) is Declined


def test_news_before_the_end_of_the_connection_is_news() -> None:
    def leaving(connection: socket.socket, tag: bytes) -> None:
        connection.sendall(b"+ idling\r\n* 3 EXISTS\r\n")
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(65536):
            pass

    assert wait_at(leaving) is True


def test_news_before_idle_has_begun_is_news() -> None:
    def early(connection: socket.socket, tag: bytes) -> None:
        connection.sendall(b"* 3 EXISTS\r\n* OK hello\r\n+ idling\r\n")
        silent(connection, tag)

    assert wait_at(early) is True


def test_what_is_no_news_wakes_nobody() -> None:
    def chat(connection: socket.socket, tag: bytes) -> None:
        connection.sendall(b"+ idling\r\n* OK Still here\r\n* 0 RECENT\r\n* FLAGS ()\r\n* 1 EXI")
        connection.sendall(tag + b" OK and gone\r\n")

    assert wait_at(chat) is Unavailable


def test_a_flood_is_read_in_portions() -> None:
    def flood(connection: socket.socket, tag: bytes) -> None:
        connection.sendall(b"+ idling\r\n")
        while True:
            connection.sendall(b"* 7 EXISTS\r\n" * 1000)

    def talk(connection: socket.socket) -> None:
        idling(connection, lambda tag: flood(connection, tag))

    with liar(talk) as servers:
        waiter = opened(servers)
        for _ in range(5):
            assert waiter.wait(Event(), PATIENCE)
            assert len(waiter._lines) + len(waiter._rest) < LONGEST_LINE
        waiter.close()


def test_called_off_while_the_server_says_nothing() -> None:
    cancelled = Event()

    def stuck(connection: socket.socket, tag: bytes) -> None:
        cancelled.set()
        while connection.recv(65536):
            pass

    with liar(lambda c: idling(c, lambda tag: stuck(c, tag))) as servers:
        waiter = opened(servers)
        assert not waiter.wait(cancelled, PATIENCE)
        waiter.close()
