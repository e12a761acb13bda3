"""What lists and conversations say of what comes back later, came back, or is muted."""

from __future__ import annotations

from desktop_app.model.coming_back import Returned, Standing, Why, standing
from desktop_app.model.thread import ThreadSummary
from desktop_app.ui.widgets.dates import local, long_date, short_date


def row_when(summary: ThreadSummary, now: float) -> str:
    """What stands at the end of a row: when it came back or comes back, when the person is
    reminded, else its date."""
    if summary.back:
        return f"Back since {short_date(summary.back, now)}"
    found = standing(summary.labels)
    if found.snoozed:
        return f"Until {long_date(found.until, now)}" if found.until else "Until an answer"
    if found.reminded:
        return f"Reminder {short_date(found.ask, now)}".rstrip()
    return short_date(summary.date, now)


def row_tags(summary: ThreadSummary) -> tuple[str, ...]:
    """Tags of a row: that it is muted."""
    return ("Muted",) if standing(summary.labels).muted else ()


def snoozed_words(found: Standing, now: float) -> str:
    """`Comes back Thu 3 Dec, 08:00.`"""
    if not found.until:
        return "Comes back when somebody answers."
    return f"Comes back {_at(found.until, now)}, or with a new mail."


def reminded_words(found: Standing, now: float) -> str:
    if not found.ask:
        return "Another computer reminds you if nobody answers."
    return f"Comes back {_at(found.ask, now)} if nobody has answered you."


def returned_words(returned: Returned, now: float) -> str:
    """`Back since 09:00.`"""
    since = f"Back since {short_date(returned.at, now)}"
    if returned.why is Why.REMINDER:
        return f"{since}: nobody has answered you."
    return f"{since}."


def _at(at: float, now: float) -> str:
    words = long_date(at, now)
    return f"today, {words}" if local(at).date() == local(now).date() else words
