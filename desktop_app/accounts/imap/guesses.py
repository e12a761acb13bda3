"""Servers under the usual names of a domain, found by asking each for its greeting.

No user name and no password is sent. A certificate that is not the host's ends a guess.
"""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TooLate
from dataclasses import dataclass
from functools import partial

from desktop_app.accounts.imap.in_thread import in_thread
from desktop_app.accounts.imap.session import context
from desktop_app.model.mail_provider import GUESS, FoundServers, domain_of
from desktop_app.model.mail_server import Security, ServerAddress

SECONDS = 4.0
_ALL_SECONDS, _MOST_BYTES = 6.0, 8192
"""All of it may take longer than a connection: the system's search for a name has no limit."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What is said, what the last line of the answer begins with, and how it begins if it is
    good."""

    says: bytes
    last: re.Pattern[bytes]
    good: bytes


@dataclass(frozen=True, slots=True)
class Protocol:
    """Greeting, and the way to STARTTLS. Sources: RFC 9051 sections 6.2.1 and 7.1.1, RFC 5321
    section 4.2, RFC 3207."""

    greeting: Turn
    to_tls: tuple[Turn, ...]


_TAGGED, _CODED = re.compile(rb"a |\* BYE"), re.compile(rb"\d{3}(?: |\r?$)")
IMAP = Protocol(
    Turn(b"", re.compile(rb"\* "), b"* OK"), (Turn(b"a STARTTLS\r\n", _TAGGED, b"a OK"),)
)
SMTP = Protocol(
    Turn(b"", _CODED, b"220"),
    (Turn(b"EHLO [127.0.0.1]\r\n", _CODED, b"250"), Turn(b"STARTTLS\r\n", _CODED, b"220")),
)
Answers = Callable[[ServerAddress, Protocol], bool]


def guess(email: str, answers: Answers | None = None) -> FoundServers | None:
    """The first of the usual servers, in order of preference, that answers; without `outgoing`
    where no SMTP server does. Raises `BadInput` for what is no address."""
    domain, ask = domain_of(email), answers or answers_tls
    end = time.monotonic() + _ALL_SECONDS
    incoming = [(at, in_thread(partial(ask, at, IMAP))) for at in incoming_names(domain)]
    outgoing = [(at, in_thread(partial(ask, at, SMTP))) for at in outgoing_names(domain)]
    found = _first(incoming, end)
    if found is None:
        return None
    return FoundServers(email, email, found, _first(outgoing, end), GUESS, provider=domain)


def incoming_names(domain: str) -> list[ServerAddress]:
    """IMAP servers that a domain may have, the likeliest with TLS first."""
    hosts = (f"imap.{domain}", f"mail.{domain}", domain)
    with_tls = [ServerAddress(host, 993) for host in hosts]
    return with_tls + [ServerAddress(host, 143, Security.STARTTLS) for host in hosts]


def outgoing_names(domain: str) -> list[ServerAddress]:
    """Submission servers that a domain may have, the likeliest with TLS first (RFC 8314 section
    3.3)."""
    hosts = (f"smtp.{domain}", f"mail.{domain}")
    with_tls = [ServerAddress(host, 465) for host in hosts]
    return with_tls + [ServerAddress(host, 587, Security.STARTTLS) for host in hosts]


def answers_tls(at: ServerAddress, protocol: Protocol, *, ca_file: str = "") -> bool:
    """Whether a server with a good certificate greets there, within `SECONDS`."""
    end = time.monotonic() + SECONDS
    early = at.security is Security.STARTTLS
    try:
        with socket.create_connection((at.host, at.port), SECONDS) as connection:
            turns = (protocol.greeting, *protocol.to_tls)
            if early and not all(_goes_well(connection, turn, end) for turn in turns):
                return False
            with context(ca_file).wrap_socket(connection, server_hostname=at.host) as tls:
                return early or _goes_well(tls, protocol.greeting, end)
    except (OSError, ValueError):
        return False


def _first(asked: Iterable[tuple[ServerAddress, Future[bool]]], end: float) -> ServerAddress | None:
    for at, future in asked:
        try:
            if future.result(max(end - time.monotonic(), 0)):
                return at
        except TooLate:
            continue
    return None


def _goes_well(connection: socket.socket, turn: Turn, end: float) -> bool:
    """Raises `OSError` where the server is too slow or says too much."""
    connection.sendall(turn.says)
    said, line = b"", b""
    while not turn.last.match(line):
        connection.settimeout(max(end - time.monotonic(), 0.01))
        more = connection.recv(1024)
        said += more
        if not more or len(said) > _MOST_BYTES:
            raise OSError("no answer of the protocol")
        whole = said.split(b"\n")[:-1]
        line = next((each for each in whole if turn.last.match(each)), b"")
    return line.startswith(turn.good)
