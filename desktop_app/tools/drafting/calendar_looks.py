"""Looks at calendars: what is taken and what is free, kept as a source of drafts.

The application works the free times out; what a mail or a model says of them counts for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta

from desktop_app.mail.words.named_times import NamedTime, named_times
from desktop_app.model.account import Account
from desktop_app.model.calendar_event import CalendarEvent
from desktop_app.model.clock import as_datetime
from desktop_app.model.draft import Draft, Source, SourceKind
from desktop_app.model.free_times import (
    FreeTimes,
    Hours,
    Taken,
    free_times,
    in_words,
    read_words,
    why_no_day,
    why_not_free,
)
from desktop_app.settings import Settings
from desktop_app.tools.answers.rows import one_line, visible
from desktop_app.tools.calls.context import Context

MOST_DAYS = 31
LONGEST_TITLE = 80


def hours_of(settings: Settings) -> Hours:
    return Hours(
        settings.number("assistant.day_begins"),
        settings.number("assistant.day_ends"),
        settings.flag("assistant.weekends"),
    )


def local(seconds: float) -> datetime:
    """Wall clock of this computer's zone, of seconds since the epoch."""
    return as_datetime(seconds).astimezone().replace(tzinfo=None)


def look(
    context: Context, account: Account, events: Iterable[CalendarEvent], last: date
) -> FreeTimes:
    """The free times from now until the end of `last`, of all events in that time. They are noted
    as a source of what is drafted next."""
    now = local(context.clock())
    last = min(last, now.date() + timedelta(days=MOST_DAYS))
    taken = [each for event in events for each in _taken(event)]
    times = free_times(taken, now.date(), last, hours_of(context.settings), now)
    title = f"Free times in the calendar of {account.name}"
    context.conversation.read(Source(SourceKind.CALENDAR, account.id, title, in_words(times)))
    return times


def looks_of(draft: Draft) -> tuple[FreeTimes, ...]:
    """The looks at calendars that were taken for a draft. Of one calendar a later look takes the
    place of an earlier one that reaches no further."""
    found: list[tuple[str, FreeTimes]] = []
    for source in draft.sources:
        for each in read_words(source.text) if source.kind is SourceKind.CALENDAR else ():
            found = [(ref, old) for ref, old in found if ref != source.ref or old.last > each.last]
            found.append((source.ref, each))
    return tuple(each for _, each in found)


def times_in(draft: Draft) -> tuple[NamedTime, ...]:
    """The times that the words of a draft name, read as when they were last changed."""
    return named_times(draft.content.body, local(draft.updated).date())


def free_lines(times: FreeTimes) -> tuple[str, ...]:
    """The lines of a look that say what is free."""
    return tuple(line for line in in_words(times).split("\n") if line.startswith("Free"))


def why_not(looks: tuple[FreeTimes, ...], named: NamedTime) -> str:
    """Why a named time is not free, whichever of its moments is meant; empty where it is free."""
    if not named.minutes:
        reasons = [why_no_day(looks, start.date()) for start in named.starts]
    else:
        reasons = [why_not_free(looks, start, end) for start, end in named.spans]
    return reasons[0] if all(reasons) else ""


def _taken(event: CalendarEvent) -> Iterator[Taken]:
    """What an event takes: nothing when it is marked as free, or the person has declined."""
    if not event.busy or any(a.own and a.response == "declined" for a in event.attendees):
        return
    try:
        start, end = _moment(event.start), _moment(event.end or event.start)
    except (ValueError, OverflowError):
        return
    if event.all_day:
        end += timedelta(days=1)
    yield Taken(start, end, one_line(visible(event.title), LONGEST_TITLE))


def _moment(text: str) -> datetime:
    found = datetime.fromisoformat(text)
    return found.astimezone().replace(tzinfo=None) if found.tzinfo else found
