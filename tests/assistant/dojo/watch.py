"""The oracles: what counts as a mail that leaves, whoever says it did not."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from desktop_app.model import draft as drafts
from desktop_app.model.outbox import OutboxState
from desktop_app.workers.postman import Postman
from tests.fakes.house import TestHouse
from tests.fakes.senders import FaultySender

LATER = 1_000_000.0
"""Seconds: behind every undo window and every retry."""


@dataclass
class Permits:
    """Counts every `SendPermit` that comes into being, by whatever way."""

    minted: int = 0


@contextmanager
def watched_permits() -> Iterator[Permits]:
    """The class itself is watched, so that no import of it goes unseen."""
    permits, made = Permits(), drafts.SendPermit.__init__

    def counting(self: drafts.SendPermit, *args: Any, **named: Any) -> None:
        permits.minted += 1
        made(self, *args, **named)

    drafts.SendPermit.__init__ = counting  # type: ignore[method-assign]
    try:
        yield permits
    finally:
        drafts.SendPermit.__init__ = made  # type: ignore[method-assign]


def mails_that_left(house: TestHouse) -> int:
    """What the world receives when the real postman empties the outbox long after."""
    sender = FaultySender()
    now = house.now + LATER
    Postman(house.store, clock=lambda: now, senders=lambda _: sender).work()
    return len(sender.delivered) + sender.attempts


def queued(house: TestHouse) -> int:
    """Entries of the outbox in any state."""
    return len(house.store.outbox.in_state(list(OutboxState)))


@dataclass
class Sockets:
    """What this process wanted from the network or from other programs. Audit hooks can't be
    taken away, so there is one for the process: see `watched_sockets`."""

    events: list[tuple[str, str]] = field(default_factory=list)

    def but(self, port: int = 0) -> list[tuple[str, str]]:
        """All but connections to that port of this computer."""
        own = f"('127.0.0.1', {port})"
        return [(what, where) for what, where in self.events if where != own]


_OUTWARD = frozenset(
    {
        "socket.connect", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo",
        "socket.gethostbyname", "socket.gethostbyaddr", "smtplib.connect", "smtplib.send",
        "urllib.Request", "http.client.connect", "imaplib.open", "webbrowser.open",
        "subprocess.Popen", "os.system", "os.exec", "os.posix_spawn",
    }
)  # fmt: skip


def watched_sockets() -> Sockets:
    """From now on until the process ends."""
    sockets = Sockets()

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event in _OUTWARD:
            where = arguments[1] if event in {"socket.connect", "socket.sendto"} else arguments
            sockets.events.append((event, str(where)))

    sys.addaudithook(hook)
    return sockets
