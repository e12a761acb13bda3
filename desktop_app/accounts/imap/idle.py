"""Waiting for news on a connection of its own: of the inbox (IDLE, RFC 2177), and of all folders
where the server has NOTIFY (RFC 5465).

The connection is signed in by the library and used by it no more: its lines are read here, a
bounded portion at a time.
"""

# WORKAROUND IMAPClient's idle_check loses half a line, keeps back what came with an earlier answer
# and reads on for as long as a server sends, so IDLE is spoken here;
# https://github.com/mjs/imapclient/issues/519; imapclient 4.1; remove when it reads whole lines, a
# bounded number of them.

from __future__ import annotations

import re
import selectors
import ssl
import time
from collections.abc import Sequence
from contextlib import suppress
from threading import Event

from imapclient.exceptions import IMAPClientError

from desktop_app.accounts.imap.client import BoundedClient
from desktop_app.accounts.imap.errors import imap_errors, said_no
from desktop_app.accounts.imap.session import READ_SECONDS, ImapSession
from desktop_app.model.errors import Cancelled, Declined, Unavailable

RENEW_SECONDS = 25 * 60.0
"""A server may end a connection that says nothing for half an hour (RFC 2177)."""
ASLEEP_SECONDS = 60.0
"""A clock that jumps by so much was asleep with its computer: the connection may be dead."""
MOST_AT_ONCE = 256 * 1024
LONGEST_LINE = 64 * 1024
SLICE = 0.5
_NEWS = re.compile(rb"\* (?:\d+ (?:EXISTS|EXPUNGE|FETCH)\b|VANISHED\b|STATUS\b)", re.I)
_OVERFLOW = re.compile(rb"\* OK \[NOTIFICATIONOVERFLOW\]", re.I)
_HERE = b"(selected (MessageNew MessageExpunge FlagChange))"
_EVERYWHERE = (
    _HERE + b" (personal (MessageNew MessageExpunge FlagChange))",
    _HERE + b" (personal (MessageNew MessageExpunge))",
)
"""What NOTIFY is asked for, in this order: a server may refuse to watch for flags in folders that
are not open (RFC 5465 section 5.3)."""
_BYE = re.compile(rb"\* BYE\b", re.I)


class ImapWaiter:
    """Implements `Waiter`. `renewal` and `patience` are in seconds."""

    def __init__(
        self,
        session: ImapSession,
        client: BoundedClient,
        *,
        renewal: float = RENEW_SECONDS,
        patience: float = READ_SECONDS,
    ) -> None:
        self._session, self._client = session, client
        self._renewal, self._patience = renewal, patience
        self._socket = client.socket()
        self._socket.setblocking(False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._socket, selectors.EVENT_READ)
        self._tag = 0
        self._idling = self._overflown = False
        self._renew_at = 0.0
        self._lines: list[bytes] = []
        self._rest = b""
        with suppress(OSError):  # nothing was left
            self._take(client._imap.file.read1(LONGEST_LINE) or b"")

    def wait(self, cancelled: Event, seconds: float) -> bool:
        """Raises `Unavailable` once the connection is lost."""
        with imap_errors(self._session.host), suppress(Cancelled):
            end = time.monotonic() + seconds
            while not cancelled.is_set():
                if not self._idling:
                    self._begin(cancelled)
                if self._news():
                    return True
                left = end - time.monotonic()
                if left <= 0:
                    return False
                if self._slept(min(SLICE, left)) or time.monotonic() >= self._renew_at:
                    self._done(cancelled)
        return False

    def watch_all(self) -> None:
        """Ask the server to tell of all folders. Raises `Unavailable` once the connection is
        lost."""
        self._notify(_EVERYWHERE, Event())

    def close(self) -> None:
        self._selector.close()
        self._session.close()

    def _begin(self, cancelled: Event) -> None:
        if self._overflown:
            self._notify((_HERE,), cancelled)
            self._overflown = False
        self._command(b"IDLE")
        self._until(b"+", cancelled)
        self._idling = True
        self._renew_at = time.monotonic() + self._renewal

    def _done(self, cancelled: Event) -> None:
        """End one IDLE; a connection that is dead without a sign of it is noticed here."""
        self._send(b"DONE\r\n")
        self._until(b"W%d OK" % self._tag, cancelled)
        self._idling = False

    def _notify(self, choices: Sequence[bytes], cancelled: Event) -> None:
        """The first that the server takes; else it tells what it would without."""
        for events in choices:
            with suppress(Declined):
                self._command(b"NOTIFY SET " + events)
                self._until(b"W%d OK" % self._tag, cancelled)
                return

    def _command(self, words: bytes) -> None:
        self._tag += 1
        self._send(b"W%d %s\r\n" % (self._tag, words))

    def _until(self, start: bytes, cancelled: Event) -> None:
        """Read on until a line begins so; those before it are kept. Raises `Declined` for a
        refusal, `Unavailable` where none comes within the patience."""
        end, kept = time.monotonic() + self._patience, list[bytes]()
        while True:
            while self._lines:
                line = self._lines.pop(0)
                if line[: len(start)].upper() == start:
                    self._lines = kept[-1000:] + self._lines
                    return
                if line[:8].upper().startswith(b"W%d " % self._tag):
                    raise said_no(self._session.host, line.decode("ascii", "replace"))
                kept.append(line)
            if cancelled.is_set():
                raise Cancelled("Stopped.")
            if time.monotonic() >= end:
                raise Unavailable(f"{self._session.host} does not answer.")
            self._read(SLICE)

    def _news(self) -> bool:
        """Whether one of the lines that came tells of a change; all of them are done with."""
        lines, self._lines = self._lines, []
        if any(_BYE.match(line) for line in lines):
            raise Unavailable(f"{self._session.host} has ended the connection.")
        if any(_OVERFLOW.match(line) for line in lines):
            self._overflown, self._renew_at = True, 0.0  # it has stopped to tell anything
            return True
        return any(_NEWS.match(line) for line in lines)

    def _slept(self, seconds: float) -> bool:
        """Read for so long at most; whether the computer was asleep meanwhile."""
        before = time.time()
        self._read(seconds)
        return abs(time.time() - before) > ASLEEP_SECONDS

    def _read(self, seconds: float) -> None:
        if self._socket.fileno() < 0:
            raise EOFError("The connection was closed.")
        if not self._readable(seconds):
            return
        taken = 0
        with suppress(BlockingIOError, ssl.SSLWantReadError):
            while taken < MOST_AT_ONCE:
                piece = self._socket.recv(LONGEST_LINE)
                if not piece and taken:
                    return  # what was said before the end is heard first
                if not piece:
                    raise EOFError("The connection has ended.")
                taken += len(piece)
                self._take(piece)

    def _readable(self, seconds: float) -> bool:
        held = isinstance(self._socket, ssl.SSLSocket) and self._socket.pending() > 0
        return held or bool(self._selector.select(seconds))

    def _take(self, piece: bytes) -> None:
        *lines, self._rest = (self._rest + piece).split(b"\n")
        if len(self._rest) > LONGEST_LINE:
            raise ValueError("a line without an end")
        self._lines += [line.lstrip() for line in lines]

    def _send(self, words: bytes) -> None:
        self._socket.settimeout(self._patience)
        try:
            self._socket.sendall(words)
        finally:
            self._socket.setblocking(False)


def open_waiter(session: ImapSession) -> ImapWaiter | None:
    """Waiter on the connection of a session that nobody else uses; None where the server has no
    IDLE. Raises `KnownError`."""

    def work(client: BoundedClient) -> ImapWaiter | None:
        if not session.has(client, "IDLE"):
            return None
        notify = session.has(client, "NOTIFY")
        if notify and session.has(client, "CONDSTORE"):  # else flags elsewhere are not told
            with suppress(IMAPClientError):
                client.enable("CONDSTORE")
        session.select(client, "INBOX")
        waiter = ImapWaiter(session, client)
        if notify:
            waiter.watch_all()
        return waiter

    waiter = session.run(work, Event())
    if waiter is None:
        session.close()
    return waiter
