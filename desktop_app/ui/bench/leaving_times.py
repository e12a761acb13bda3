"""Words for the time at which a mail leaves. No widgets."""

from __future__ import annotations

from datetime import timedelta, timezone

from desktop_app.model.moments import wall
from desktop_app.ui.widgets.dates import clock_time, local, long_date


def at_or_on(at: float, now: float) -> str:
    """`at 14:02` today, `on Thu 26 Nov, 08:00` on another day."""
    on = "at" if local(at).date() == local(now).date() else "on"
    return f"{on} {long_date(at, now)}"


def clock_there(at: float, offset: int) -> str:
    """`08:00`, as a clock shows it that is so many seconds east of Greenwich."""
    return clock_time(wall(at, timezone(timedelta(seconds=offset))))
