"""Words for a mail for which Send was pressed and that was not sent. No widgets."""

from __future__ import annotations

from desktop_app.model.outbox import RESTORED, OutboxEntry
from desktop_app.ui.bench.leaving_times import at_or_on
from desktop_app.ui.widgets.safe_text import clean


def not_sent_words(entry: OutboxEntry, now: float) -> str:
    """`You pressed Send at 14:02; it was not sent`, and why, where that is known. A profile that
    was restored can't tell whether the mail was sent."""
    pressed = f"You pressed Send{_when(entry.pressed, now)}"
    if entry.scheduled:
        pressed = f"It was to leave {at_or_on(entry.scheduled, now)}"
    reason = clean(entry.last_error).strip().rstrip(".")
    if entry.last_error == RESTORED:
        return f"{pressed}. {reason}"
    return f"{pressed}; it was not sent{f': {reason}' if reason else ''}"


def _when(pressed: float, now: float) -> str:
    if not pressed:
        return ""
    return f" {at_or_on(pressed, now)}"
