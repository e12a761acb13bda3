"""Session with an IMAP server: one connection, used by one thread at a time.

TLS is checked against the system's authorities. STARTTLS that the server does not offer ends the
session: it is never left out. What a server sends is bounded before it is kept.
"""

from __future__ import annotations

import imaplib
import socket
import ssl
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from threading import Event, RLock
from typing import Any, TypeVar

from imapclient import SocketTimeout
from imapclient.exceptions import IMAPClientAbortError, IMAPClientError, LoginError

from desktop_app.accounts.imap.authenticating import Secret, sign_in
from desktop_app.accounts.imap.client import BoundedClient
from desktop_app.accounts.imap.errors import imap_errors
from desktop_app.model.errors import (
    BadInput,
    Cancelled,
    Declined,
    KnownError,
    NeedsSignIn,
    Unavailable,
)
from desktop_app.model.mail_server import MailServers, Security, ServerAddress

CONNECT_SECONDS, READ_SECONDS = 15.0, 60.0
_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})

T = TypeVar("T")
Refusal = Callable[[], bool]
"""Called where a server did not take the secret; whether there is another one to try."""


class ImapSession:
    """Session that connects with its first use, and again after a failure. Where the server no
    longer accepts the secret, another one is tried once if `refused` has one. `count` is told of
    each piece of work, with the code of its error or an empty one."""

    def __init__(
        self,
        servers: MailServers,
        secret: Secret,
        refused: Refusal = bool,
        count: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._servers, self._secret, self._refused = servers, secret, refused
        self._count = count
        self._client: BoundedClient | None = None
        self._folder = ("", True)
        self._validity = 0
        self._flags: frozenset[bytes] | None = None
        self._keeps_any: bool | None = None
        self._lock = RLock()

    @property
    def host(self) -> str:
        return self._servers.incoming.host

    def run(
        self, work: Callable[[BoundedClient], T], cancelled: Event, *, again: bool = False
    ) -> T:
        """Do something on the connection. `again`: a lost connection is made anew and the work
        repeated once, which only reading may be. Raises `KnownError`."""
        with self._lock:
            if cancelled.is_set():
                raise Cancelled("Stopped.")
            used_before = self._client is not None
            try:
                return self._attempt(work)
            except Declined:
                raise
            except Unavailable:
                if not (again and used_before) or cancelled.is_set():
                    raise
            return self._attempt(work)

    def _attempt(self, work: Callable[[BoundedClient], T]) -> T:
        try:
            return self._once(work)
        except NeedsSignIn as error:
            if not (isinstance(error.__cause__, LoginError) and self._refused()):
                raise
        return self._once(work)

    def _once(self, work: Callable[[BoundedClient], T]) -> T:
        error = ""
        try:
            with imap_errors(self.host, self._servers.proof):
                return work(self._connected())
        except KnownError as known:
            error = known.code
            if isinstance(known, Unavailable) and not isinstance(known, Declined):
                self.close()
            raise
        finally:
            self._count(error)

    def select(
        self, client: BoundedClient, folder: str, *, write: bool = False
    ) -> dict[bytes, Any]:
        """Open a folder, for reading alone unless `write`; what the server says of it."""
        self._folder = ("", True)
        found: dict[bytes, Any] = client.select_folder(folder, readonly=not write)
        self._folder = (folder, write)
        self._validity = int(found.get(b"UIDVALIDITY", 0))
        kept = found.get(b"PERMANENTFLAGS")
        self._flags = None if kept is None else frozenset(flag.lower() for flag in kept)
        return found

    def left_open(self) -> None:
        """Whatever folder is open, the next piece of work opens its own."""
        self._folder = ("", True)

    def opened(self, client: BoundedClient, folder: str, *, write: bool = False) -> int:
        """Open a folder where it is not open already; its UIDVALIDITY."""
        if self._folder not in {(folder, write), (folder, True)}:
            self.select(client, folder, write=write)
        return self._validity

    def keeps_keyword(self, keyword: str) -> bool:
        """Whether the open folder keeps a keyword that is given to its mail; any where the server
        does not say which (RFC 3501 section 7.1)."""
        wanted = {b"\\*", keyword.encode("ascii").lower()}
        return self._flags is None or not self._flags.isdisjoint(wanted)

    def keeps_any_keyword(self, client: BoundedClient) -> bool:
        """Whether the inbox keeps any keyword that its mail is given; one that does not open keeps
        none. Asked once, for a pass opens the inbox for reading alone."""
        if self._keeps_any is None:
            try:
                self.opened(client, "INBOX", write=True)
            except IMAPClientAbortError:
                raise
            except IMAPClientError:
                return False
            self._keeps_any = self.keeps_keyword("$draftdesk")
        return self._keeps_any

    def has(self, client: BoundedClient, capability: str) -> bool:
        return bool(client.has_capability(capability))

    def close(self) -> None:
        client, self._client, self._folder = self._client, None, ("", True)
        if client is not None:
            drop(client)

    def _connected(self) -> BoundedClient:
        if self._client is None:
            client = connected(self._servers)
            try:
                sign_in(client, self._servers, self._secret)
            except BaseException:
                drop(client)
                raise
            self._client = client
        return self._client


def connected(servers: MailServers) -> BoundedClient:
    """Connection that is protected as the person chose, before anybody signs in. Raises what
    `imap_errors` knows."""
    at = servers.incoming
    check_protection(at)
    client = BoundedClient(
        at.host,
        port=at.port,
        ssl=at.security is Security.TLS,
        ssl_context=context(servers.ca_file),
        timeout=SocketTimeout(connect=CONNECT_SECONDS, read=READ_SECONDS),
    )
    try:
        # A command in two pieces: without this the second one waits for the first to be confirmed.
        client.socket().setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if at.security is Security.STARTTLS:
            _protect(client, servers)
    except BaseException:
        drop(client)
        raise
    return client


def drop(client: BoundedClient) -> None:
    """Close the connection, whatever state it is in; who reads from it in another thread fails."""
    with suppress(OSError, AttributeError):
        client.socket().shutdown(socket.SHUT_RDWR)  # closing alone would wait for the reader
    with suppress(OSError, imaplib.IMAP4.error, ValueError):
        client.shutdown()


def _protect(client: BoundedClient, servers: MailServers) -> None:
    at = servers.incoming
    if not client.has_capability("STARTTLS"):
        raise BadInput(
            f"{at.host} does not offer STARTTLS on port {at.port}.",
            next_step="Choose TLS, usually on port 993.",
        )
    client.starttls(ssl_context=context(servers.ca_file))


def check_protection(at: ServerAddress) -> None:
    """Raises `BadInput` where a password would cross the network unprotected."""
    if at.security is Security.NONE and at.host not in _LOOPBACK:
        raise BadInput(
            f"Without TLS only a server on this computer can be used, not {at.host}.",
            next_step="Choose TLS or STARTTLS.",
        )


def context(ca_file: str) -> ssl.SSLContext:
    """TLS as the system trusts it, with an authority of the person's own. Raises `BadInput`."""
    try:
        return _trusting(ca_file, Path(ca_file).stat().st_mtime_ns if ca_file else 0)
    except OSError as error:
        raise BadInput(f"The CA file {ca_file} can't be read.") from error


@lru_cache(maxsize=8)
def _trusting(ca_file: str, changed: int) -> ssl.SSLContext:  # noqa: ARG001
    """The system's authorities take 20 ms to read, and a server is connected to again and again.
    `changed`: a CA file that was written since is read anew. Raises OSError."""
    made = ssl.create_default_context()
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    if ca_file:
        made.load_verify_locations(cafile=ca_file)
    return made
