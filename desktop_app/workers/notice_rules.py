"""Rules of notices, as the settings have them: of whose mail one is told, and when nobody is."""

from __future__ import annotations

import re
from datetime import datetime
from enum import StrEnum

from desktop_app.model.clock import Clock
from desktop_app.settings import Settings
from desktop_app.workers.notice_words import Shows

_HOURS = re.compile(r"([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)")
_MINUTES_A_DAY = 24 * 60


class Whose(StrEnum):
    """Of whose new mail one is told: the choices of the setting `notices.mail`."""

    KNOWN = "people you have written to"
    ALL = "everybody"
    NONE = "nobody"


class NoticeRules:
    """Read anew with each question, so that a change holds at once."""

    def __init__(self, settings: Settings, *, clock: Clock) -> None:
        self._settings, self._clock = settings, clock

    @property
    def shows(self) -> Shows:
        return Shows(self._settings.text("notices.shows"))

    def whose(self, account_id: str) -> Whose:
        """An account's own rule, or that for all."""
        for each in self._settings.items("notices.accounts"):
            account, _, rule = each.rpartition("=")
            if account == account_id and rule in set(Whose):
                return Whose(rule)
        return Whose(self._settings.text("notices.mail"))

    @property
    def of_review(self) -> bool:
        """Whether one is told of drafts and requests that wait."""
        return self._settings.flag("notices.review")

    @property
    def of_trouble(self) -> bool:
        """Whether one is told of mail that was not sent, and of sign-ins that have ended."""
        return self._settings.flag("notices.trouble")

    def quiet_for(self) -> float:
        """Seconds for which nothing is to be told: until the pause or the quiet hours end; 0 while
        there are none. Wrong hours are none."""
        now = self._clock()
        pause = self._settings.number("notices.paused_until") - now
        return max(pause, self._quiet_hours(now), 0.0)

    def _quiet_hours(self, now: float) -> float:
        found = _HOURS.fullmatch(self._settings.text("notices.quiet_hours"))
        if found is None:
            return 0.0
        first_hour, first_minute, last_hour, last_minute = map(int, found.groups())
        here = datetime.fromtimestamp(now).astimezone()
        passed = here.hour * 60 + here.minute + here.second / 60
        begins, ends = first_hour * 60 + first_minute, last_hour * 60 + last_minute
        long, since = (ends - begins) % _MINUTES_A_DAY, (passed - begins) % _MINUTES_A_DAY
        return (long - since) * 60 if since < long else 0.0
