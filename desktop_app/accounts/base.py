"""What every account kind offers, as Protocols; capabilities are data, not exceptions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from desktop_app.model.outbox import OutboxEntry, Receipt


@dataclass(frozen=True, slots=True)
class Health:
    """The state of one account's connection, for `connection_status` and the Accounts page."""

    signed_in: bool
    last_sync: str
    scopes_granted: tuple[str, ...] = ()
    scopes_missing: tuple[str, ...] = ()
    quota: str = ""
    next_step: str = ""


class Sender(Protocol):
    """Hands one mail to the world. Held by the postman alone.

    `send` makes exactly one attempt on a transport that never retries. It and `look` do not
    raise for what the network did: they say what they know, UNKNOWN where they can't.
    """

    files_sent: bool
    """Whether the service itself puts the mail in Sent; else the postman files it."""

    def prepare(self, entry: OutboxEntry) -> str:
        """What `look` will need to settle a doubt; kept before the network is touched."""

    def send(self, entry: OutboxEntry) -> Receipt: ...

    def look(self, entry: OutboxEntry) -> Receipt:
        """Whether the mail went out, by looking; never sends."""
