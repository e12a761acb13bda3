"""The one client for addresses that came with mail: https alone, public addresses alone, and
nothing told.

The name is resolved here and an address that was checked is the one connected to, so that a second
answer of the name server can't lead elsewhere. Hosts of one domain may be named that lie in the
person's own network: those of the address that the person typed. No cookies, referrer, language, or
name of a program; no proxy of the environment. What is asked, how much of the answer is read and
how long all of it takes are bounded. A redirect is checked anew where it is followed; that of a
POST never is.
"""

from __future__ import annotations

import contextlib
import http.client
import ipaddress
import socket
import ssl
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Event, Timer
from urllib.parse import urljoin, urlsplit

from desktop_app.model.errors import Cancelled, Refused, Unavailable

MOST_REDIRECTS, MOST_TRIED = 3, 4
CONNECT_SECONDS, READ_SECONDS = 5.0, 10.0
PORT = 443
_CHUNK = 65_536
_MOVED = frozenset({301, 302, 303, 307, 308})
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
"""IPv4 addresses as a translator writes them (RFC 6052)."""

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolve = Callable[[str], Sequence[str]]
Connect = Callable[[str, float], socket.socket]
Follow = Callable[[str, str], str]
"""Where a redirect of an address leads; empty where it is not followed."""


def resolved(host: str) -> Sequence[str]:
    """The addresses of a host. Raises OSError."""
    found = socket.getaddrinfo(host, PORT, type=socket.SOCK_STREAM)
    return [str(each[4][0]) for each in found]


def is_public(text: str) -> bool:
    """Whether an address belongs to the public internet, also the one inside a mapped address."""
    try:
        address: Address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, ipaddress.IPv6Address):
        inside = address.ipv4_mapped or address.sixtofour
        if inside is None and address in _NAT64:
            inside = ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
        if inside is not None:
            return is_public(str(inside))
        if address.teredo is not None or address.is_site_local:
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


@dataclass(frozen=True, slots=True)
class _Place:
    host: str
    target: str


@dataclass(frozen=True, slots=True)
class _Question:
    """`until` by the monotonic clock; `most_bytes` of the answer's body. `late` is set where the
    connection was cut: its end is not the answer's."""

    method: str
    headers: Mapping[str, str]
    until: float
    body: bytes | None = None
    most_bytes: int = 0
    cancelled: Event | None = None
    late: Event = field(default_factory=Event)


@dataclass(frozen=True, slots=True)
class _Answer:
    status: int
    moved: str = ""
    body: bytes = b""


class PublicWeb:
    """Requests without a memory of each other. A host of the domain `own` may lie in a private
    network. `resolve`, `public`, `port`, `context` and `connect` are other ones in tests."""

    def __init__(
        self,
        *,
        own: str = "",
        resolve: Resolve = resolved,
        public: Callable[[str], bool] = is_public,
        port: int = PORT,
        context: ssl.SSLContext | None = None,
        connect: Connect | None = None,
    ) -> None:
        self._own, self._resolve, self._public, self._port = own, resolve, public, port
        self._context = context or ssl.create_default_context()
        self._connect = connect or self._connected

    def get(
        self,
        address: str,
        *,
        accept: str,
        most_bytes: int,
        seconds: float,
        cancelled: Event,
        follow: Follow = urljoin,
    ) -> bytes:
        """What an https address answers, after a few redirects at most. Raises `Refused` where it
        may not be asked, `Unavailable` where it does not answer so, or with more than `most_bytes`,
        and `Cancelled`."""
        until = time.monotonic() + seconds
        question = _Question("GET", {"Accept": accept}, until, None, most_bytes, cancelled)
        for _ in range(MOST_REDIRECTS + 1):
            place = _checked(address)
            answer = self._ask(place, question)
            if answer.moved:
                address = follow(address, answer.moved)
            elif answer.status == http.client.OK:
                return answer.body
            else:
                raise Unavailable(f"{place.host} answered with {answer.status}.")
        raise Unavailable("It is redirected too often.")

    def post(self, address: str, *, body: bytes, kind: str, seconds: float) -> None:
        """Tell an https address `body` of a media type. Of the answer the status alone is read, and
        nothing is followed. Raises `Refused`, `Unavailable`."""
        place = _checked(address)
        headers = {"Content-Type": kind, "Connection": "close"}
        question = _Question("POST", headers, time.monotonic() + seconds, body)
        status = self._ask(place, question).status
        if not 200 <= status < 300:
            raise Unavailable(f"{place.host} did not take it: it answered with {status}.")

    def _ask(self, place: _Place, question: _Question) -> _Answer:
        addresses = self._addresses(place.host)
        try:
            return self._talk(addresses, place, question)
        except (OSError, http.client.HTTPException, ValueError) as error:
            if time.monotonic() > question.until:
                raise Unavailable("It takes too long.") from error
            raise Unavailable(f"{place.host} can't be reached.") from error

    def _addresses(self, host: str) -> Sequence[str]:
        """All addresses of a host that has public ones alone, or is one of the own domain."""
        try:
            found = self._resolve(host)
        except (OSError, UnicodeError) as error:
            raise Unavailable(f"{host} can't be reached.") from error
        if not found:
            raise Unavailable(f"{host} can't be reached.")
        if not self._is_own(host) and not all(self._public(each) for each in found):
            raise Refused(f"{host} is not a host of the public internet.")
        return found[:MOST_TRIED]

    def _is_own(self, host: str) -> bool:
        return bool(self._own) and (host == self._own or host.endswith(f".{self._own}"))

    def _connected(self, address: str, seconds: float) -> socket.socket:
        return socket.create_connection((address, self._port), seconds)

    def _reached(self, addresses: Sequence[str], until: float) -> socket.socket:
        """A connection to the first address that takes it. Raises OSError."""
        for address in addresses[:-1]:
            with contextlib.suppress(OSError):
                return self._connect(address, _left(until, CONNECT_SECONDS))
        return self._connect(addresses[-1], _left(until, CONNECT_SECONDS))

    def _talk(self, addresses: Sequence[str], place: _Place, question: _Question) -> _Answer:
        with contextlib.closing(self._reached(addresses, question.until)) as plain:
            # Wrapping takes the connection out of `plain`: it is the wrapped one that can be cut.
            secured = self._context.wrap_socket(
                plain, server_hostname=place.host, do_handshake_on_connect=False
            )
        secured.settimeout(_left(question.until, READ_SECONDS))
        timer = Timer(max(0.0, question.until - time.monotonic()), _cut, (secured, question.late))
        timer.daemon = True
        connection = http.client.HTTPConnection(place.host)
        connection.sock = secured
        timer.start()
        try:
            secured.do_handshake()
            connection.request(
                question.method, place.target, body=question.body, headers=dict(question.headers)
            )
            return _read(connection.getresponse(), question)
        finally:
            timer.cancel()
            connection.close()
            secured.close()


def _checked(address: str) -> _Place:
    """Where an address of the web leads that may be asked."""
    try:
        parts = urlsplit(address)
        port = parts.port
        host = (parts.hostname or "").encode("idna").decode("ascii")
    except (ValueError, UnicodeError):
        raise Refused("The address can't be read.") from None
    clean = address.isascii() and address.isprintable() and " " not in address
    if parts.scheme != "https" or not host or "@" in parts.netloc or not clean:
        raise Refused("Only plain addresses of https are asked.")
    if port not in {None, PORT}:
        raise Refused("Only the usual port of https is asked.")
    return _Place(host, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))


def _read(response: http.client.HTTPResponse, question: _Question) -> _Answer:
    moved = response.getheader("Location") or ""
    if question.method == "GET" and response.status in _MOVED and moved:
        return _Answer(response.status, moved)
    if question.method != "GET" or response.status != http.client.OK:
        return _Answer(response.status)
    data = bytearray()
    while chunk := response.read1(_CHUNK):
        data += chunk
        if len(data) > question.most_bytes:
            raise Unavailable("It is too large.")
        if question.cancelled is not None and question.cancelled.is_set():
            raise Cancelled("Stopped.")
        if time.monotonic() > question.until:
            raise Unavailable("It takes too long.")
    if question.late.is_set():
        raise Unavailable("It takes too long.")
    if response.length:
        raise http.client.IncompleteRead(bytes(data))
    return _Answer(response.status, "", bytes(data))


def _left(until: float, most: float) -> float:
    return max(0.1, min(most, until - time.monotonic()))


def _cut(secured: ssl.SSLSocket, late: Event) -> None:
    """End the connection under the encryption; whoever reads from it finds an end and `late`."""
    late.set()
    with contextlib.suppress(OSError):
        socket.socket.shutdown(secured, socket.SHUT_RDWR)
