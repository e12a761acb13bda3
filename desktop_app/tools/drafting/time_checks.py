"""Checks of the times that a proposed draft names, against the calendar that was read for it.

Where none was read, an assistant's draft names no times but those of its sources.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from desktop_app.mail.words.named_times import NamedTime, named_times
from desktop_app.model.draft import Check, CheckLevel, Draft, Origin, Source, SourceKind
from desktop_app.model.errors import KnownError
from desktop_app.model.free_times import FreeTimes, day_name
from desktop_app.tools.calls.context import Context
from desktop_app.tools.drafting.calendar_looks import local, looks_of, times_in, why_not
from desktop_app.tools.drafting.evidence import LONGEST_SOURCE, text_of
from desktop_app.tools.drafting.invited_times import invited_times

NOT_LOOKED = "was not looked at"
OUTSIDE = "is outside"
MOST_CHECKS = 6


def time_checks(context: Context, draft: Draft, proposal: str) -> list[Check]:
    """One check for each time that is not free, or that nobody named. `proposal` is what an
    assistant wrote last, empty for the person's own drafts."""
    if not proposal or draft.content.content_type != "text/plain":
        return []
    looks = looks_of(draft)
    named = times_in(draft)
    if looks:
        found = _against(Said(context, draft), looks, named)
    elif draft.author.origin is Origin.ASSISTANT:
        found = _unread(Said(context, draft), [t for t in named if t.words in proposal])
    else:
        found = iter(())  # a program at the bridge may have looked at a calendar of its own
    return list(dict.fromkeys(found))[:MOST_CHECKS]


def _against(
    said: Said, looks: tuple[FreeTimes, ...], named: tuple[NamedTime, ...]
) -> Iterator[Check]:
    for each in named:
        reason = why_not(looks, each)
        if not reason:
            continue
        softer = reason.startswith((NOT_LOOKED, OUTSIDE)) and said.names(each)
        if softer and reason.startswith(NOT_LOOKED):
            continue
        level = CheckLevel.NOTE if softer else CheckLevel.CONFIRM
        yield Check("time_not_free", level, f"{name_of(each)} {reason}.", "Show it", each.words)


def _unread(said: Said, named: list[NamedTime]) -> Iterator[Check]:
    for each in named:
        if each.minutes and not said.names(each):
            text = f"{name_of(each)} was proposed without a look into a calendar."
            yield Check("time_unread", CheckLevel.CONFIRM, text, "Show it", each.words)


def name_of(named: NamedTime) -> str:
    """`Thursday 26 November, 14:00`."""
    start = named.starts[0]
    day = day_name(start.date())
    return f"{day}, {start:%H:%M}" if named.minutes else day


@dataclass(slots=True)
class Said:
    """Times that the sources of a draft name; they are read once, when they are first wanted."""

    context: Context
    draft: Draft
    _read: list[tuple[NamedTime, ...]] | None = None

    def names(self, named: NamedTime) -> bool:
        """Whether one source names both the day and the time of day."""
        if self._read is None:
            sources = (s for s in self.draft.sources if s.kind is not SourceKind.CALENDAR)
            self._read = [self._named_in(each) for each in sources]
        return any(_both(said, named) for said in self._read)

    def _named_in(self, source: Source) -> tuple[NamedTime, ...]:
        text = text_of(self.context, source)[:LONGEST_SOURCE]
        today = local(self.draft.created).date()
        if source.kind is not SourceKind.MESSAGE:
            return _named_times(text, today)
        try:
            message = self.context.store.messages.get(int(source.ref))
        except (KnownError, ValueError):
            return ()  # it was deleted since
        written = local(message.date).date()
        return (*_named_times(text, written), *invited_times(self.context, message, written))


def _both(said: tuple[NamedTime, ...], named: NamedTime) -> bool:
    days = {start.date() for each in said for start in each.starts}
    clocks = {start.time() for each in said if each.minutes for start in each.starts}
    on_a_day = (start for start in named.starts if start.date() in days)
    return any(start.time() in clocks or not named.minutes for start in on_a_day)


@lru_cache(maxsize=64)
def _named_times(text: str, today: date) -> tuple[NamedTime, ...]:
    return named_times(text, today)
