"""Checks of the times that a proposed draft names, against the calendar that was read for it.

Where none was read, an assistant's draft names no times but those of its sources.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import lru_cache

from desktop_app.mime.named_times import NamedTime, named_times
from desktop_app.model.draft import Check, CheckLevel, Draft, Origin, Source, SourceKind
from desktop_app.model.errors import KnownError
from desktop_app.model.free_times import FreeTimes, day_name
from desktop_app.tools.calendar_looks import local, looks_of, why_not
from desktop_app.tools.context import Context
from desktop_app.tools.evidence import LONGEST_SOURCE, text_of

NOT_LOOKED = "was not looked at"
OUTSIDE = "is outside"
MOST_CHECKS = 6


def time_checks(context: Context, draft: Draft, proposal: str) -> list[Check]:
    """One check for each time that is not free, or that nobody named. `proposal` is what an
    assistant wrote last, empty for the person's own drafts."""
    if not proposal or draft.content.content_type != "text/plain":
        return []
    looks = looks_of(draft)
    named = named_times(draft.content.body, local(draft.created).date())
    if looks:
        found = _against(context, draft, looks, named)
    elif draft.author.origin is Origin.ASSISTANT:
        found = _unread(context, draft, [t for t in named if t.words in proposal])
    else:
        found = iter(())  # a program at the bridge may have looked at a calendar of its own
    return list(dict.fromkeys(found))[:MOST_CHECKS]


def _against(
    context: Context, draft: Draft, looks: tuple[FreeTimes, ...], named: tuple[NamedTime, ...]
) -> Iterator[Check]:
    for each in named:
        reason = why_not(looks, each)
        if not reason:
            continue
        softer = reason.startswith((NOT_LOOKED, OUTSIDE)) and _is_said(context, draft, each)
        if softer and reason.startswith(NOT_LOOKED):
            continue
        level = CheckLevel.NOTE if softer else CheckLevel.CONFIRM
        yield Check("time_not_free", level, f"{name_of(each)} {reason}.", "Show it", each.words)


def _unread(context: Context, draft: Draft, named: list[NamedTime]) -> Iterator[Check]:
    for each in named:
        if each.minutes and not _is_said(context, draft, each):
            text = f"{name_of(each)} was proposed without a look into a calendar."
            yield Check("time_unread", CheckLevel.CONFIRM, text, "Show it", each.words)


def name_of(named: NamedTime) -> str:
    """`Thursday 26 November, 14:00`."""
    start = named.starts[0]
    day = day_name(start.date())
    return f"{day}, {start:%H:%M}" if named.minutes else day


def _is_said(context: Context, draft: Draft, named: NamedTime) -> bool:
    """Whether one source names both the day and the time of day."""
    for source in draft.sources:
        if source.kind is SourceKind.CALENDAR:
            continue
        said = _named_in(text_of(context, source)[:LONGEST_SOURCE], _day_of(context, draft, source))
        days = {start.date() for each in said for start in each.starts}
        clocks = {start.time() for each in said if each.minutes for start in each.starts}
        if any(
            s.date() in days and (s.time() in clocks or not named.minutes) for s in named.starts
        ):
            return True
    return False


@lru_cache(maxsize=64)
def _named_in(text: str, today: date) -> tuple[NamedTime, ...]:
    return named_times(text, today)


def _day_of(context: Context, draft: Draft, source: Source) -> date:
    """The day on which a source was written."""
    if source.kind is SourceKind.MESSAGE:
        try:
            return local(context.store.messages.get(int(source.ref)).date).date()
        except (KnownError, ValueError):
            pass
    return local(draft.created).date()
