"""A sender with a server behind it that can stall, reset and lose replies.

`delivered` is the server's own count: what the world would have received.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from threading import Event

from desktop_app.model.errors import Unavailable
from desktop_app.model.outbox import Delivery, OutboxEntry, Receipt


class Fault(StrEnum):
    NONE = "none"
    UNREACHABLE = "cannot prepare: no connection"
    REFUSED = "the server refuses the mail"
    REFUSED_FOR_NOW = "the server takes nothing now"
    RESET_BEFORE = "reset before the server stored it"
    LOST_REPLY = "stored, and the reply is lost"
    RAISES_AFTER = "stored, and the transport raises"
    PARTIAL = "stored for some recipients"


@dataclass
class FaultySender:
    """One fault for every attempt. `visible` says whether looking finds what was stored."""

    fault: Fault = Fault.NONE
    visible: bool = True
    files_sent: bool = False
    delivered: list[str] = field(default_factory=list)
    sent: list[OutboxEntry] = field(default_factory=list)
    """What was delivered, as it was handed over."""
    attempts: int = 0
    looks: int = 0
    stall: Event | None = None

    def prepare(self, entry: OutboxEntry) -> str:
        if self.fault is Fault.UNREACHABLE:
            raise Unavailable("The mail server can't be reached.")
        return entry.rfc822_message_id

    def send(self, entry: OutboxEntry) -> Receipt:
        self.attempts += 1
        if self.stall is not None:
            self.stall.wait(10)
        if self.fault is Fault.REFUSED:
            return Receipt(Delivery.NOT_SENT, "The server refused it.")
        if self.fault is Fault.REFUSED_FOR_NOW:
            return Receipt(Delivery.NOT_SENT, "Try again later.", retryable=True)
        if self.fault is Fault.RESET_BEFORE:
            return Receipt(Delivery.UNKNOWN)
        self.delivered.append(entry.rfc822_message_id)
        self.sent.append(entry)
        if self.fault is Fault.LOST_REPLY:
            return Receipt(Delivery.UNKNOWN)
        if self.fault is Fault.RAISES_AFTER:
            raise ConnectionResetError("connection reset by peer")
        refused = entry.recipients[-1:] if self.fault is Fault.PARTIAL else ()
        return Receipt(Delivery.SENT, refused=refused)

    def look(self, entry: OutboxEntry) -> Receipt:
        self.looks += 1
        if not self.visible:
            return Receipt(Delivery.UNKNOWN, "The server does not say.")
        if entry.rfc822_message_id in self.delivered:
            return Receipt(Delivery.SENT)
        return Receipt(Delivery.NOT_SENT, "It is not in Sent.")

    def file(self, entry: OutboxEntry) -> bool:
        return self.files_sent
