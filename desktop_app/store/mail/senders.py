"""Senders of the mail a query matches: how many each sent, and when last.

Of each message its envelope is decoded as far as its sender.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec

from desktop_app.model.address import Address
from desktop_app.store.rows.rows import Pairs
from desktop_app.store.rows.walk import Shape

SENT = Shape("s.id, s.account, s.date, m.envelope", "CROSS JOIN message m ON m.id = s.id")
"""Columns that `counted_senders` needs of each message."""


class _Sent(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The first fields of an `Envelope`."""

    rfc822_message_id: msgspec.Raw
    references: msgspec.Raw
    from_: Pairs


_decode = msgspec.msgpack.Decoder(_Sent).decode


@dataclass(frozen=True, slots=True)
class SenderCount:
    """Mail of one sender to one account; `last` is the date of the newest, in seconds since the
    epoch."""

    account_id: str
    address: Address
    count: int
    last: int


def counted_senders(
    rows: Iterable[tuple[Any, ...]],
    accounts: dict[int, str],
    without: frozenset[str],
    limit: int,
) -> tuple[SenderCount, ...]:
    """The `limit` senders with most mail, of rows of the shape `SENT`. Addresses of `without` (by
    key), and mail without a sender, are left out."""
    found: dict[tuple[int, str], list[Any]] = {}
    for _, account, date, packed in rows:
        people = _decode(packed).from_
        if not people:
            continue
        name, email = people[0]
        key = email.strip().lower()
        if not key or key in without:
            continue
        known = found.get((account, key))
        if known is None:
            found[account, key] = [1, date, name, email]
            continue
        known[0] += 1
        known[1] = max(known[1], date)
        known[2] = known[2] or name
    most = sorted(found.items(), key=lambda item: (-item[1][0], -item[1][1], item[0]))[:limit]
    return tuple(
        SenderCount(accounts[account], Address(name, email), count, last)
        for (account, _), (count, last, name, email) in most
    )
