"""Whether a mail asks for a meeting, by phrases and named times. Pure."""

from __future__ import annotations

import re
from datetime import date

from desktop_app.mail.words.asking import asking
from desktop_app.mail.words.named_times import named_times

_MEETING = re.compile(
    r"\b(?:meet|meeting|appointment|catch up|get together|(?:video ?|phone ?|quick )call|a call"
    r"|zoom|visit us|availab\w+|time ?slots?|(?:you|are) free|free (?:on|at|for|next)"
    r"|(?:suits?|works?) (?:for )?you"
    r"|(?:have|find) (?:\w+ ){0,2}time"
    r"|treffen|termin\w*|besprechung|telefonat|telefonieren|zusammensetzen|zeit (?:für|am|um)"
    r"|(?:hast|haben) (?:\w+ ){0,2}zeit|(?:passt|passen) (?:es )?(?:dir|ihnen|euch)"
    r"|rendez-vous|rencontrer|réunion|entrevue|disponib\w+|se voir|nous voir|créneaux?"
    r"|reunión|reunirnos|reunimos|quedar|quedamos|vernos|cita|hueco)\b",
    re.IGNORECASE,
)


def asks_for_meeting(text: str, today: date) -> bool:
    """Whether a sentence of `new_words` that asks speaks of meeting, or names a time of a day."""
    return any(
        _MEETING.search(each.text) or any(t.minutes for t in named_times(each.text, today))
        for each in asking(text)
    )
