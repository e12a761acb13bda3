"""Letterhead of a mail: what its head says of who sent it and which way it came.

Values only; what is odd about them is judged in `senders`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from desktop_app.mime.addresses import addresses
from desktop_app.mime.headers import date_seconds, newest_received
from desktop_app.mime.parts import Headers
from desktop_app.model.address import Address

_SIGNED = re.compile(r"(?:^|;)\s*d\s*=\s*([\w.-]{1,253})")
_HOST = re.compile(r"[\w-]+(?:\.[\w-]+)+")
_LIST = ("list-id", "list-post")
_BULK = ("list-unsubscribe", "feedback-id", "auto-submitted", "precedence")
_RESENT = ("resent-from", "x-forwarded-for", "x-forwarded-to", "x-loop")


@dataclass(frozen=True, slots=True)
class Letterhead:
    """`answers` are the Reply-To addresses that are no recipients. `reached` are the recipients'
    keys. `returns` is the domain of Return-Path, `signed` those of DKIM signatures, unchecked.
    `lists` are the hosts its list headers name, `bulk`: it says that it went to many, or that a
    program sent it; `resent`: somebody passed it on. `received` is when it came, in seconds since
    the epoch, 0 for a mail that no server delivered; `dated` is that or its own date, 0 without
    either."""

    senders: tuple[Address, ...]
    sender: tuple[Address, ...] = ()
    answers: tuple[Address, ...] = ()
    reached: frozenset[str] = frozenset()
    returns: str = ""
    signed: frozenset[str] = frozenset()
    lists: frozenset[str] = frozenset()
    bulk: bool = False
    resent: bool = False
    replies: bool = False
    received: int = 0
    dated: int = 0
    has_from: bool = True

    @property
    def first(self) -> Address:
        return self.senders[0] if self.senders else Address("", "")


def read_letterhead(headers: Headers) -> Letterhead:
    """The letterhead in a message's header fields."""
    reached = frozenset(a.key for name in ("to", "cc") for a in _people(headers, name))
    returns = _people(headers, "return-path")
    listed = " ".join(value for name in _LIST for value in headers.get(name, ()))[:2000]
    received = newest_received(headers.get("received", ())) or 0
    dates = headers.get("date", ("",))
    signatures = headers.get("dkim-signature", ())[:20]
    return Letterhead(
        senders=_people(headers, "from"),
        sender=_people(headers, "sender"),
        # Mailing lists set Reply-To to the list, which is among the recipients: nothing odd.
        answers=elsewhere(_people(headers, "reply-to"), reached),
        reached=reached,
        returns=returns[0].domain if returns else "",
        signed=frozenset(d.lower() for s in signatures for d in _SIGNED.findall(s[:4000])),
        lists=frozenset(host.lower() for host in _HOST.findall(listed)),
        bulk=any(name in headers for name in (*_LIST, *_BULK)),
        resent=any(name in headers for name in _RESENT),
        replies="in-reply-to" in headers or "references" in headers,
        received=received,
        dated=received or date_seconds(dates[0]) or 0,
        has_from="from" in headers,
    )


def elsewhere(answers: Sequence[Address], reached: frozenset[str]) -> tuple[Address, ...]:
    """Where an answer would go, recipients left out."""
    return tuple(address for address in answers if address.key not in reached)


def _people(headers: Headers, name: str) -> tuple[Address, ...]:
    values = headers.get(name)
    return addresses(", ".join(values)) if values else ()
