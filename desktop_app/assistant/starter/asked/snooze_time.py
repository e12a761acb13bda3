"""Until when a mail is to be snoozed, read out of a request. Pure."""

from __future__ import annotations

import re
from datetime import datetime, time, timedelta

from desktop_app.mail.words.named_times import NamedTime, named_times
from desktop_app.model.moments import EVENING, MORNING, is_ahead, later_choices, moment, wall

_NAMED = (
    (re.compile(r"\b(?:this|the) weekend\b", re.IGNORECASE), "This weekend"),
    (re.compile(r"\bnext week\b", re.IGNORECASE), "Next week"),
    (re.compile(r"\blater(?: today)?\b", re.IGNORECASE), "Later today"),
)
_EVENING = re.compile(r"\b(?:tonight|this evening|heute abend|ce soir|esta noche)\b", re.IGNORECASE)
_IN = re.compile(
    r"\b(?:in|for) (?P<count>\d{1,3}|a|an|one|two|three) (?P<unit>hour|day|week|month)s?\b",
    re.IGNORECASE,
)
_ANSWER = re.compile(
    r"\b(?:answers?|repl(?:y|ies)|responds?|writes back|antwortet|répond|responde)\b", re.IGNORECASE
)
_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3}
_DAYS = {"day": 1, "week": 7, "month": 30}


def snooze_time(text: str, now: float) -> str | None:
    """As `modify_messages` takes it: local time in ISO 8601, empty for *until an answer*; None
    where the words name no time that is ahead. A day alone means its morning."""
    if _ANSWER.search(text):
        return ""
    ats = [at for at in _moments(text, now) if is_ahead(at, now)]
    return wall(ats[0]).isoformat(timespec="minutes") if ats else None


def _moments(text: str, now: float) -> list[float]:
    here = wall(now)
    found = [_start(each).timestamp() for each in named_times(text, here.date())]
    if counted := _IN.search(text):
        found.append(_counted(counted, here))
    if _EVENING.search(text):
        found.append(moment(here.date(), EVENING))
    choices = {choice.words: choice.at for choice in later_choices(now)}
    found += [choices[name] for pattern, name in _NAMED if name in choices and pattern.search(text)]
    return found


def _start(named: NamedTime) -> datetime:
    start = named.starts[0]
    return start if named.minutes else datetime.combine(start.date(), MORNING)


def _counted(match: re.Match[str], here: datetime) -> float:
    words = match["count"].lower()
    count = _COUNTS.get(words) or int(words)
    if match["unit"].lower() == "hour":
        return (here + timedelta(hours=count)).timestamp()
    day = here.date() + timedelta(days=count * _DAYS[match["unit"].lower()])
    return moment(day, time(MORNING.hour))
