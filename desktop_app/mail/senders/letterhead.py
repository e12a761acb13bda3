"""Letterhead of a mail: what its head says of who sent it.

Values only; what is odd about them is judged in `senders`. All of it is the sender's word, so it
holds nothing by which a mail could excuse itself: no list, no mark of bulk, no reply, no signature.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from desktop_app.mail.wire.addresses import addresses
from desktop_app.mail.wire.headers import date_seconds, newest_received
from desktop_app.mail.wire.parts import Headers
from desktop_app.model.address import Address

MOST_SENDERS = 5
"""Senders that are judged, of those that a mail names; that it names several is told of any."""


@dataclass(frozen=True, slots=True)
class Letterhead:
    """`senders` are all of From. `answers` are the Reply-To addresses, `reached` the keys of the
    recipients. `received` is when it came, in seconds since the epoch, 0 for a mail that no server
    delivered; `dated` is the latest of that and of its own dates, 0 without any. More fields of one
    name only add to a value, or move it to a later time."""

    senders: tuple[Address, ...]
    answers: tuple[Address, ...] = ()
    reached: frozenset[str] = frozenset()
    received: int = 0
    dated: int = 0
    has_from: bool = True

    @property
    def first(self) -> Address:
        return self.senders[0] if self.senders else Address("", "")

    @property
    def house(self) -> str:
        """The domain of the sender; empty where several are named, none of which speaks for it."""
        return self.first.domain if len({each.key for each in self.senders}) == 1 else ""

    def each(self) -> tuple[Letterhead, ...]:
        """One for each sender, so that none stands before another."""
        if len(self.senders) < 2:
            return (self,)
        return tuple(replace(self, senders=(one,)) for one in self.senders[:MOST_SENDERS])


def read_letterhead(headers: Headers) -> Letterhead:
    """The letterhead in a message's header fields."""
    received = newest_received(headers.get("received", ())) or 0
    dates = (date_seconds(value) or 0 for value in headers.get("date", ()))
    return Letterhead(
        senders=_people(headers, "from"),
        answers=_people(headers, "reply-to"),
        reached=frozenset(a.key for name in ("to", "cc") for a in _people(headers, name)),
        received=received,
        dated=max(received, *dates, 0),
        has_from="from" in headers,
    )


def _people(headers: Headers, name: str) -> tuple[Address, ...]:
    """The addresses of a field, each field of that name by itself."""
    return tuple(each for value in headers.get(name, ()) for each in addresses(value))
