"""Mornings of the people a draft goes to, by the clocks that their own mail names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta, timezone

from desktop_app.mail.message.access import header_fields
from desktop_app.mail.wire.headers import date_offset, date_seconds
from desktop_app.model.address import Address
from desktop_app.model.moments import next_morning, wall
from desktop_app.search.parser import parse
from desktop_app.tools.calls.base import Effect, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Result

MOST_PEOPLE, MOST_MAILS = 3, 5
APART_SECONDS = 3_600
"""Whose clock is nearer to this computer's has the same morning."""


class Morning(Result, frozen=True):
    """The next morning of a working day where `who` is. `at` in seconds since the epoch; `offset`
    of the clock there in seconds east of Greenwich; `wrote` are the seconds since the epoch when
    their last mails were written, newest first."""

    who: Address
    at: float
    offset: int
    wrote: tuple[int, ...]


class Mornings(Result, frozen=True):
    """One for each clock, in the order of the recipients."""

    mornings: tuple[Morning, ...]


class FindMornings(Params, frozen=True, kw_only=True):
    people: tuple[Address, ...]


def find_mornings(context: Context, params: FindMornings) -> Mornings:
    """The mornings of the first of these people whose clock is another than this computer's."""
    now = context.clock()
    here = wall(now).astimezone().utcoffset() or timedelta()
    found: dict[int, Morning] = {}
    for person in params.people[:MOST_PEOPLE]:
        written = list(_written(context, person))
        if not written:
            continue
        offset = Counter(east for _, east in written).most_common(1)[0][0]
        apart = abs(offset - here.total_seconds())
        if apart >= APART_SECONDS and offset not in found:
            at = next_morning(now, timezone(timedelta(seconds=offset)))
            found[offset] = Morning(person, at, offset, tuple(when for when, _ in written))
    return Mornings(tuple(found.values()))


def _written(context: Context, person: Address) -> Iterator[tuple[int, int]]:
    """When the person's last mails were written, and the offset of the clock they name."""
    query = parse(f'from:"{person.email.replace(chr(34), "")}"')
    for mail in context.store.finder.messages(query, limit=MOST_MAILS):
        raw = context.store.messages.raw(mail.id)
        date = next((value for name, value in header_fields(raw) if name == "date"), "")
        when, east = date_seconds(date), date_offset(date)
        if when is not None and east is not None:
            yield when, east


FIND_MORNINGS = person_tool(find_mornings, Effect.READ, FindMornings)

TOOLS = (FIND_MORNINGS,)
