"""Unsubscribing with one POST (RFC 8058), to hosts of the public internet alone.

The address comes from a mail, so it is hostile: only https on its own port, only to an address that
was looked up and is public, with the certificate of the host that was named. Nothing of the person
goes along: no cookie, no name of a program, no language. Nothing is followed, and of the answer the
status alone is read.
"""

from __future__ import annotations

import contextlib
import http.client
import ipaddress
import socket
import ssl
from collections.abc import Callable
from threading import Timer
from urllib.parse import urlsplit

from desktop_app.model.errors import Refused, Unavailable

SECONDS = 10.0
MOST_SECONDS = 20.0
"""How long the whole may take, however slowly the other side writes."""

_BODY = b"List-Unsubscribe=One-Click"
_PORT = 443
_NEXT = "You can open the page of the list in your browser, or mark the mail as spam."

Look = Callable[[str], list[str]]
"""Addresses of a host, as texts. Raises `OSError`."""


def post_one_click(
    url: str,
    *,
    look: Look | None = None,
    trust: ssl.SSLContext | None = None,
    connect: Callable[[str, float], socket.socket] | None = None,
) -> None:
    """Tell the list at `url`. `look`, `trust` and `connect` stand in for the system's resolver,
    certificates and network in tests. Raises `Refused`, `Unavailable`."""
    host, path = _place(url)
    address = _public_address(host, look or _look)
    context = trust or ssl.create_default_context()
    try:
        plain = (connect or _connect)(address, SECONDS)
    except OSError as error:
        raise _unreached(host) from error
    with contextlib.closing(plain):
        try:
            status = _status(context, plain, host, path)
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise _unreached(host) from error
    if not 200 <= status < 300:
        raise Unavailable(
            f"{host} did not take it: it answered with {status}.",
            next_step=_NEXT,
        )


def _place(url: str) -> tuple[str, str]:
    """Host, and path with query, of an address that may be used."""
    try:
        parts = urlsplit(url)
        port = parts.port
        host = (parts.hostname or "").encode("idna").decode("ascii")
    except (ValueError, UnicodeError):
        raise Refused("The address of the list can't be read.", next_step=_NEXT) from None
    clean = url.isascii() and url.isprintable() and " " not in url
    if parts.scheme != "https" or not host or "@" in parts.netloc or not clean:
        raise Refused("The address of the list is not a plain https address.", next_step=_NEXT)
    if port not in {None, _PORT}:
        raise Refused("The address of the list is of an unusual port.", next_step=_NEXT)
    return host, (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def _public_address(host: str, look: Look) -> str:
    """The first address of a host that has public ones alone."""
    try:
        found = [ipaddress.ip_address(text.partition("%")[0]) for text in look(host)]
    except (OSError, ValueError, UnicodeError) as error:
        raise _unreached(host) from error
    if not found:
        raise _unreached(host)
    if not all(map(_is_public, found)):
        raise Refused(
            f"{host} is not a host of the public internet.",
            next_step="Nothing was sent to it.",
        )
    return str(found[0])


def _is_public(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    inner = None
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]
        if address in _TRANSLATED:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    if inner is not None:
        return _is_public(inner)
    return address.is_global and not address.is_multicast and not address.is_reserved


_TRANSLATED = ipaddress.IPv6Network("64:ff9b::/96")
"""IPv4 addresses as a translator writes them (RFC 6052)."""


def _status(context: ssl.SSLContext, plain: socket.socket, host: str, path: str) -> int:
    # Wrapping takes the connection out of `plain`: it is the wrapped one that can be cut.
    secured = context.wrap_socket(plain, server_hostname=host, do_handshake_on_connect=False)
    timer = Timer(MOST_SECONDS, _cut, (secured,))
    timer.daemon = True
    connection = http.client.HTTPConnection(host, timeout=SECONDS)
    connection.sock = secured
    timer.start()
    try:
        secured.do_handshake()
        kind = {"Content-Type": "application/x-www-form-urlencoded", "Connection": "close"}
        connection.request("POST", path, body=_BODY, headers=kind)
        return connection.getresponse().status
    finally:
        timer.cancel()
        connection.close()
        secured.close()


def _look(host: str) -> list[str]:
    return [str(row[4][0]) for row in socket.getaddrinfo(host, _PORT, type=socket.SOCK_STREAM)]


def _connect(address: str, seconds: float) -> socket.socket:
    return socket.create_connection((address, _PORT), seconds)


def _cut(secured: ssl.SSLSocket) -> None:
    """End the connection under the encryption; whoever reads from it is told."""
    with contextlib.suppress(OSError):
        socket.socket.shutdown(secured, socket.SHUT_RDWR)


def _unreached(host: str) -> Unavailable:
    return Unavailable(f"{host} can't be reached.", next_step="You can try again later.")
