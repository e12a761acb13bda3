"""Words about somebody: the heading and the line of a row, and the sentence a screen reader has.

The address always stands beside a name: a name may be anybody's.
"""

from __future__ import annotations

from desktop_app.model.contact import PersonRow
from desktop_app.ui.widgets.dates import number, short_date
from desktop_app.ui.widgets.safe_text import clean

NO_ADDRESS = "No mail address"


def heading(person: PersonRow) -> str:
    if person.name:
        return clean(person.name)
    return clean(person.addresses[0].email) if person.addresses else "Somebody without a name"


def line_words(person: PersonRow) -> str:
    """Address, number of the others, groups."""
    first = clean(person.addresses[0].email) if person.addresses else NO_ADDRESS
    more = len(person.addresses) - 1
    parts = [first + (f" and {more} more" if more > 0 else "")]
    if person.called and person.given:
        parts.append(f"calls themselves {clean(person.called[0])}")
    parts += [clean(group) for group in person.groups]
    return " · ".join(parts)


def count_words(person: PersonRow) -> str:
    """How often: mails both ways."""
    count = person.written + person.received
    return "" if not count else "1 mail" if count == 1 else f"{number(count)} mails"


def counts_words(person: PersonRow, now: float) -> str:
    """`12 mails to them, 3 from them, the last on 3 May.`"""
    if not person.written and not person.received:
        return "There is no mail with them here."
    parts = []
    if person.written:
        parts.append(
            f"{number(person.written)} {'mail' if person.written == 1 else 'mails'} to them"
        )
    if person.received:
        parts.append(f"{number(person.received)} from them")
    when = short_date(person.last, now)
    return f"{', '.join(parts)}{f', the last {when}' if when else ''}."


def sentence(person: PersonRow, now: float) -> str:
    when = short_date(person.last, now) if person.last else ""
    last = f"the last {when}" if when else ""
    often = ", ".join(part for part in (count_words(person), last) if part)
    parts = [heading(person), line_words(person), often]
    return ". ".join(part for part in parts if part) + "."
