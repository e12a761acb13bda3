"""A tool call as a row of the panel: what was done, with what, and what can be opened of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from desktop_app.assistant.transcript import Opens, Reference
from desktop_app.assistant.turn import mail_reference
from desktop_app.tools.answers.cloud_results import EventList, EventRow, FileList, FileText
from desktop_app.tools.calls.arguments import printable
from desktop_app.tools.calls.results import (
    Candidates,
    DraftSaved,
    DraftText,
    MessageList,
    MessageRow,
    MessageText,
    ThreadText,
)
from desktop_app.tools.meaning import meaning_of

MOST_REFERENCES = 20
LONGEST = 80
_DETAILS = ("query", "subject", "from_", "text", "filename", "name", "action")
_OTHER = "Tried something unknown"


def title_of(name: str, arguments: Mapping[str, Any]) -> str:
    """`Searched mail: from:dana budget`. A name the model made up is not shown."""
    meaning = meaning_of(name, arguments)
    if meaning is None or not meaning.tool.done:
        return _OTHER
    detail = next((str(arguments[key]) for key in _DETAILS if arguments.get(key)), "")
    detail = " ".join(detail.split())
    if len(detail) > LONGEST:
        detail = f"{detail[: LONGEST - 1]}…"
    done = meaning.tool.done
    return f"{done}: {printable(detail)}" if detail else done


def references_of(value: object) -> tuple[Reference, ...]:
    """What can be opened of a result."""
    match value:
        case MessageList():
            return _mails(value.results)
        case Candidates():
            return _mails(value.candidates)
        case MessageText():
            return _mails((value.message,))
        case ThreadText():
            return _mails([text.message for text in value.messages])
        case DraftSaved():
            return (Reference(Opens.DRAFT, value.draft_id, value.outcome),)
        case DraftText():
            return (Reference(Opens.DRAFT, value.draft.draft_id, value.outcome),)
        case FileList():
            return _pages((row.link, row.name) for row in value.results)
        case FileText():
            return _pages([(value.file.link, value.file.name)])
        case EventList():
            return _pages((row.link, _event(row)) for row in value.results)
    return ()


def _mails(rows: Sequence[MessageRow]) -> tuple[Reference, ...]:
    return tuple(mail_reference(row) for row in rows[:MOST_REFERENCES])


def _pages(links: Iterable[tuple[str, str]]) -> tuple[Reference, ...]:
    """Pages of the service; what has none can't be opened."""
    found = (Reference(Opens.WEB, link, name) for link, name in links if link)
    return tuple(islice(found, MOST_REFERENCES))


def _event(row: EventRow) -> str:
    """`Standup, 2026-11-12 09:30`."""
    when = row.start[:10] if row.all_day else row.start[:16].replace("T", " ")
    return f"{row.title or '(no title)'}, {when}"
