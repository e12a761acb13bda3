"""Events that a draft carries as a calendar file, in words: a file's name says nothing of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from desktop_app.mail.calendar.calendar_file import is_calendar, read_invitation
from desktop_app.model.draft import Check, CheckLevel, Draft
from desktop_app.model.invitation import Invitation, Method, when
from desktop_app.tools.answers.rows import one_line, visible

MOST_BYTES = 500_000
_MOST_TITLE = 200
_DOES = {
    Method.REQUEST: "invites to",
    Method.CANCEL: "cancels",
    Method.REPLY: "answers",
    Method.COUNTER: "proposes another time for",
    Method.PUBLISH: "is for",
}
_PUTS = frozenset({Method.REQUEST, Method.CANCEL, Method.COUNTER})


def attached_events(draft: Draft, read: Callable[[str], bytes]) -> Iterator[Check]:
    """What each calendar file of the draft is about; to be confirmed where somebody else's proposal
    would put something into other people's calendars. `read` gives a file's bytes by its id."""
    for file in draft.content.attachments:
        if is_calendar(file.content_type, file.filename) and file.size <= MOST_BYTES:
            found = read_invitation(read(file.id))
            name = one_line(visible(file.filename), _MOST_TITLE)
            text = _said(found) if found is not None else "has no event that can be read here"
            puts = found is None or found.method in _PUTS
            level = CheckLevel.CONFIRM if draft.proposed and puts else CheckLevel.NOTE
            yield Check("attached_event", level, f"{name} {text}.")


def _said(found: Invitation) -> str:
    title, place = (one_line(visible(text), _MOST_TITLE) for text in (found.title, found.place))
    moment = when(found.start, found.end, one_line(visible(found.unknown_zone), _MOST_TITLE))
    words = f"{_DOES[found.method]} “{title or '(no title)'}”: {moment.rstrip('.')}"
    words += f", at {place}" if place else ""
    words += f", {found.recurrence}" if found.recurrence else ""
    return words + (f". It has {found.events:,} events" if found.events > 1 else "")
