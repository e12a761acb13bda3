"""Days that mails name without a date of their own, as a language model is told them: which they
were on the day of the mail."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from desktop_app.mail.words.date_words import MONTH
from desktop_app.mail.words.named_times import named_times
from desktop_app.model.local_forms import PLAIN
from desktop_app.tools.answers.rows import one_line
from desktop_app.tools.calls.results import MessageText

MOST_TIMES, LONGEST_TIME = 6, 60
"""Named days of a mail that are told, and characters of their words."""

LEAST_ROOM, SHARE = 240, 40
"""Characters of named days in a conversation, or the fortieth part of its words."""

_A_MAIL, _A_DAY = 22, 6
"""Characters of JSON around the days of a mail, and around one."""

_DATED = re.compile(rf"\d{{4}}|\d[./-]\d{{1,2}}[./-]|\b(?:{MONTH})\b", re.IGNORECASE)
"""What a date has that can be read as it stands."""


def said_times(text: MessageText) -> dict[str, str]:
    """`tomorrow at 3` and what is meant by it: `Tue 2026-09-15 15:00`. Of what may be one of two
    days nothing is said."""
    written = datetime.fromisoformat(text.message.date).astimezone()
    found: dict[str, str] = {}
    for named in named_times(text.untrusted_text, written.date()):
        if len(found) == MOST_TIMES:
            break
        words = one_line(named.words, LONGEST_TIME)
        if len(named.starts) == 1 and not _DATED.search(words):
            start = named.starts[0]
            day = f"{PLAIN.short_weekdays[start.weekday()]} {start:%Y-%m-%d}"
            found[words] = f"{day} {start:%H:%M}" if named.minutes else day
    return found


def latest_times(texts: Sequence[MessageText]) -> dict[str, dict[str, str]]:
    """Named days of the newest mails of a conversation, by their ids, within a small part of its
    room: what older mails mean has passed, or is said again."""
    room = max(LEAST_ROOM, sum(len(text.untrusted_text) for text in texts) // SHARE)
    found: dict[str, dict[str, str]] = {}
    for text in reversed(texts):
        times = said_times(text)
        size = sum(len(words) + len(day) + _A_DAY for words, day in times.items())
        room -= size + _A_MAIL if times else 0
        if room < 0:
            break
        found[text.message.message_id] = times
    return found
