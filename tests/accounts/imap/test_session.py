"""Connections: protection that is never given up, and servers that lie."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
import trustme

from desktop_app.accounts.imap.errors import login_refused, said_no
from desktop_app.accounts.imap.session import ImapSession, context
from desktop_app.model.errors import (
    BadInput,
    Cancelled,
    Conflict,
    Declined,
    KnownError,
    NeedsSignIn,
    NotFound,
    SlowDown,
    Unavailable,
)
from desktop_app.model.mail_server import MailServers, Security, ServerAddress
from tests.depths import CAMPAIGN
from tests.fakes.mail_servers.dovecot import PASSWORD, Dovecot
from tests.sure import there


def ask(servers: MailServers, password: str = PASSWORD) -> list[str]:
    session = ImapSession(servers, lambda: password)
    try:
        listed = session.run(lambda client: client.list_folders(), Event())
        return [name for _, _, name in listed]
    finally:
        session.close()


@pytest.mark.parametrize("security", list(Security))
def test_every_kind_of_protection_connects(server: Dovecot, security: Security) -> None:
    assert "INBOX" in ask(server.servers(security))


def test_a_certificate_that_is_not_trusted_is_refused(server: Dovecot) -> None:
    for security in (Security.TLS, Security.STARTTLS):
        servers = replace(server.servers(security), ca_file="")
        with pytest.raises(BadInput, match=r"certificate of 127\.0\.0\.1 was refused: \w+"):
            ask(servers)


def test_a_certificate_for_another_name_is_refused(server: Dovecot) -> None:
    servers = server.servers()
    at = replace(servers.incoming, host="127.0.0.2")
    with pytest.raises(KnownError, match=r"certificate of 127\.0\.0\.2|connection to 127\.0\.0\.2"):
        ask(replace(servers, incoming=at))


def test_a_wrong_password_says_so(server: Dovecot) -> None:
    with pytest.raises(NeedsSignIn, match="does not accept this user name and password"):
        ask(server.servers(), "wrong")


def test_tls_on_the_wrong_port_says_so(server: Dovecot) -> None:
    servers = server.servers()
    at = replace(servers.incoming, port=server.port)
    with pytest.raises(Unavailable, match="does not speak TLS on this port"):
        ask(replace(servers, incoming=at))


def test_without_protection_only_this_computer(server: Dovecot) -> None:
    at = ServerAddress("mail.example", 143, Security.NONE)
    with pytest.raises(BadInput, match="Without TLS"):
        ask(MailServers(at, None, "me"))


def test_a_lost_connection_is_made_again_for_reading(server: Dovecot) -> None:
    session = ImapSession(server.servers(), lambda: PASSWORD)
    session.run(lambda client: client.noop(), Event())
    there(session._client).socket().shutdown(socket.SHUT_RDWR)
    assert session.run(lambda client: client.list_folders(), Event(), again=True)
    there(session._client).socket().shutdown(socket.SHUT_RDWR)
    with pytest.raises(Unavailable):
        session.run(lambda client: client.list_folders(), Event())
    session.close()


def test_what_was_called_off_does_not_begin(server: Dovecot) -> None:
    cancelled = Event()
    cancelled.set()
    session = ImapSession(server.servers(), lambda: PASSWORD)
    with pytest.raises(Cancelled):
        session.run(lambda client: client.noop(), cancelled)


# Servers that lie

Talk = Callable[[socket.socket], None]


@contextmanager
def liar(talk: Talk) -> Iterator[MailServers]:
    """A server on loopback that says what it likes."""
    listening = socket.create_server(("127.0.0.1", 0))
    listening.settimeout(20)

    def serve() -> None:
        connection, _ = listening.accept()
        with connection:
            connection.settimeout(20)
            try:
                talk(connection)
            except OSError:
                return  # the client has had enough

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    at = ServerAddress("127.0.0.1", listening.getsockname()[1], Security.NONE)
    yield MailServers(at, None, "me")
    thread.join(20)
    listening.close()


def signed_in(connection: socket.socket, then: bytes, asked: bytes = b"LIST") -> None:
    """Greet, let anybody in, and answer what is `asked` with `then`."""
    connection.sendall(b"* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR] ready\r\n")
    lines = connection.makefile("rb")
    while line := lines.readline():
        tag, _, command = line.strip().partition(b" ")
        if command.startswith(asked):
            connection.sendall(then.replace(b"TAG", tag))
            if not then.startswith(b"* 1 EXISTS") and not then.endswith(b"short"):
                lines.readline()
            return
        if command.startswith(b"CAPABILITY"):
            connection.sendall(b"* CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR\r\n")
        elif command.startswith(b"AUTHENTICATE") and command.endswith(b"PLAIN"):
            connection.sendall(b"+ \r\n")
            lines.readline()
        connection.sendall(tag + b" OK done\r\n")


def endless(connection: socket.socket) -> None:
    while True:
        connection.sendall(b"* OK " + b"x" * 1_000_000)


def flood(connection: socket.socket) -> None:
    """Sign in, and then line upon line."""
    signed_in(connection, b"* 1 EXISTS\r\n")
    while True:
        connection.sendall(b"* 1 EXISTS\r\n" * 10_000)


@pytest.mark.parametrize(
    "talk",
    [
        endless,
        pytest.param(flood, marks=CAMPAIGN),
        lambda c: c.sendall(b"\x00\xff\xfe" * 100 + b"\r\n"),
        lambda c: c.sendall(b"* BYE go away\r\n"),
        lambda c: None,
        lambda c: signed_in(c, b"* LIST () \"/\" {999999999999}\r\n"),
        lambda c: signed_in(c, b"* LIST () \"/\" {10}\r\nshort"),
        lambda c: signed_in(c, b"* LIST (((((\r\nTAG OK\r\n"),
        lambda c: signed_in(c, b"TAG BAD what\r\n"),
        lambda c: signed_in(c, b"* LIST () \"/\" " + b"(" * 100_000 + b"\r\nTAG OK\r\n"),
    ],
    ids=["endless", "flood", "bytes", "bye", "gone", "literal", "short", "parens", "bad", "deep"],
)  # fmt: skip
def test_a_server_that_lies_is_a_known_error(talk: Talk) -> None:
    with liar(talk) as servers, pytest.raises(KnownError):
        ask(servers)


def test_a_search_in_a_large_folder_is_one_long_line() -> None:
    uids = range(1_000_000, 1_300_000)
    line = b"* SEARCH " + b" ".join(b"%d" % uid for uid in uids) + b"\r\nTAG OK done\r\n"
    with liar(lambda c: signed_in(c, line, b"UID SEARCH")) as servers:
        session = ImapSession(servers, lambda: "p")
        found = session.run(lambda client: client.search(["ALL"]), Event())
        session.close()
    assert list(found) == list(uids)


def test_starttls_that_is_not_offered_ends_it_before_a_password() -> None:
    seen: list[bytes] = []

    def talk(connection: socket.socket) -> None:
        connection.sendall(b"* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] ready\r\n")
        while line := connection.recv(65536):
            seen.append(line)
            tag = line.split(b" ")[0]
            connection.sendall(b"* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\n" + tag + b" OK done\r\n")

    with liar(talk) as servers:
        at = replace(servers.incoming, security=Security.STARTTLS)
        with pytest.raises(BadInput, match="does not offer STARTTLS"):
            ask(replace(servers, incoming=at))
    assert not any(b"AUTHENTICATE" in line or b"LOGIN" in line for line in seen)


def test_a_connection_lost_while_signing_in_is_no_wrong_password() -> None:
    def talk(connection: socket.socket) -> None:
        connection.sendall(b"* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR] ready\r\n")
        while line := connection.recv(65536):
            if b"CAPABILITY" not in line:
                return
            tag = line.split(b" ")[0]
            connection.sendall(b"* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\n" + tag + b" OK done\r\n")

    with liar(talk) as servers, pytest.raises(Unavailable):
        ask(servers)


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("[AUTHENTICATIONFAILED] Invalid credentials", NeedsSignIn, "user name and password"),
        ("[ALERT] Application-specific password required: 185833", NeedsSignIn, "app password"),
        ("IMAP access is disabled for your account", NeedsSignIn, "does not let mail programs in"),
        ("[UNAVAILABLE] too many connections", SlowDown, "too many connections"),
        ("[CONTACTADMIN] blocked", NeedsSignIn, "does not let mail programs in"),
        ("[SERVERBUG] Internal login failure", Unavailable, "just now"),
        ("Temporary authentication failure", Unavailable, "just now"),
        ("LOGIN command error: BAD [b'User is not connected']", Unavailable, "just now"),
        ("Suggested Backoff Time: 120000 Milliseconds", SlowDown, "for a while"),
    ],
)
def test_why_a_sign_in_was_refused(text: str, kind: type[KnownError], words: str) -> None:
    error = login_refused("mail.example", text)
    assert type(error) is kind
    assert words in error.sentence
    assert error.next_step


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("[NONEXISTENT] Mailbox doesn't exist", NotFound),
        ("[TRYCREATE] no", NotFound),
        ("[ALREADYEXISTS] yes", Conflict),
        ("[OVERQUOTA] full", BadInput),
        ("[CANNOT] no", BadInput),
        ("[EXPIRED] token", NeedsSignIn),
        ("no reason", Declined),
        ("[SERVERBUG] Internal error occurred", Declined),
        ("[UNAVAILABLE] try later", SlowDown),
        ("[OVERQUOTA] Account exceeded command or bandwidth limits", SlowDown),
        ("throttled. Suggested Backoff Time: 5000 Milliseconds", SlowDown),
    ],
)
def test_what_a_refused_command_means(text: str, kind: type[KnownError]) -> None:
    assert type(said_no("mail.example", text)) is kind


def test_a_ca_file_is_read_once_and_again_when_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "ca.pem"
    with pytest.raises(BadInput):
        context(str(file))
    trustme.CA().cert_pem.write_to_path(str(file))
    made = context(str(file))
    assert context(str(file)) is made
    trustme.CA().cert_pem.write_to_path(str(file))
    os.utime(file, ns=(1, 1))
    assert context(str(file)) is not made
    assert context(str(file)).get_ca_certs() != made.get_ca_certs()
    file.write_text("no certificate")
    with pytest.raises(BadInput):
        context(str(file))
