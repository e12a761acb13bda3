"""One request to the public web: https alone, to public addresses alone, and nothing told.

The name is resolved here and the address that was checked is the one connected to, so that a second
answer of the name server can't lead elsewhere. No cookies, referrer, language, or name of a
program; no proxy of the environment. What is asked, when and for how long is bounded; each redirect
is checked anew.
"""

from __future__ import annotations

import ipaddress
import socket
import ssl
import time
from collections.abc import Callable, Sequence
from threading import Event
from urllib.parse import urljoin, urlsplit

import urllib3
from urllib3.util import SKIP_HEADER, Timeout

from desktop_app.model.errors import Cancelled, Refused, Unavailable

MOST_REDIRECTS = 3
CONNECT_SECONDS, READ_SECONDS = 5.0, 10.0
PORT = 443
_CHUNK = 65_536
_MOVED = frozenset({301, 302, 303, 307, 308})
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolve = Callable[[str], Sequence[str]]


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
    return address.is_global and not address.is_multicast


class PublicWeb:
    """Requests without a memory of each other. `resolve`, `public`, `port` and `context` are other
    ones in tests."""

    def __init__(
        self,
        *,
        resolve: Resolve = resolved,
        public: Callable[[str], bool] = is_public,
        port: int = PORT,
        context: ssl.SSLContext | None = None,
    ) -> None:
        self._resolve, self._public, self._port = resolve, public, port
        self._context = context or ssl.create_default_context()

    def get(
        self, address: str, *, accept: str, most_bytes: int, seconds: float, cancelled: Event
    ) -> bytes:
        """What an https address answers. Raises `Refused` where it may not be asked, `Unavailable`
        where it does not answer so, or with more than `most_bytes`, and `Cancelled`."""
        until = time.monotonic() + seconds
        for _ in range(MOST_REDIRECTS + 1):
            host, target = self._checked(address)
            try:
                moved, data = self._ask(host, target, accept, most_bytes, until, cancelled)
            except (urllib3.exceptions.HTTPError, OSError, ValueError) as error:
                raise Unavailable(f"{host} does not answer.") from error
            if not moved:
                return data
            address = urljoin(address, moved)
        raise Unavailable("It is redirected too often.")

    def _checked(self, address: str) -> tuple[str, str]:
        parts = urlsplit(address)
        host = parts.hostname or ""
        if parts.scheme != "https" or not host or parts.username is not None:
            raise Refused("Only addresses of https are asked.")
        if parts.port not in {None, PORT}:
            raise Refused("Only the usual port of https is asked.")
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        return host, target

    def _ask(
        self,
        host: str,
        target: str,
        accept: str,
        most_bytes: int,
        until: float,
        cancelled: Event,
    ) -> tuple[str, bytes]:
        """Where it was moved to, or what it answered."""
        found = self._resolve(host)
        if not found or not all(self._public(each) for each in found):
            raise Refused(f"{host} is no address of the public internet.")
        left = max(0.1, until - time.monotonic())
        pool = urllib3.HTTPSConnectionPool(
            found[0],
            self._port,
            maxsize=1,
            retries=False,
            timeout=Timeout(connect=min(CONNECT_SECONDS, left), read=min(READ_SECONDS, left)),
            ssl_context=self._context,
            server_hostname=host,
            assert_hostname=host,
        )
        headers = {
            "Host": host,
            "Accept": accept,
            "Accept-Encoding": "identity",
            "User-Agent": SKIP_HEADER,
        }
        with pool:
            answer = pool.urlopen(
                "GET", target, headers=headers, redirect=False, preload_content=False
            )
            try:
                if answer.status in _MOVED and answer.headers.get("Location"):
                    return str(answer.headers["Location"]), b""
                if answer.status != 200:
                    raise Unavailable(f"{host} answers {answer.status}.")
                return "", _read(answer, most_bytes, until, cancelled)
            finally:
                answer.close()


def _read(
    answer: urllib3.BaseHTTPResponse, most_bytes: int, until: float, cancelled: Event
) -> bytes:
    data = bytearray()
    while chunk := answer.read(_CHUNK):
        data += chunk
        if len(data) > most_bytes:
            raise Unavailable("It is too large.")
        if cancelled.is_set():
            raise Cancelled("Stopped.")
        if time.monotonic() > until:
            raise Unavailable("It takes too long.")
    return bytes(data)
