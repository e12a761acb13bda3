"""A tool call as a row of the panel: what was done, with what, and what can be opened of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from desktop_app.assistant.transcript import Opens, Reference
from desktop_app.assistant.turn import mail_reference
from desktop_app.tools.aliases import canonical
from desktop_app.tools.arguments import printable
from desktop_app.tools.catalogue import BY_NAME
from desktop_app.tools.results import (
    Candidates,
    DraftSaved,
    DraftText,
    MessageList,
    MessageRow,
    MessageText,
    ThreadText,
)

MOST_REFERENCES = 20
LONGEST = 80
_DETAILS = ("query", "subject", "from_", "text", "filename", "name", "action")
_OTHER = "Tried something unknown"


def title_of(name: str, arguments: Mapping[str, Any]) -> str:
    """`Searched mail: from:dana budget`. A name the model made up is not shown."""
    tool = BY_NAME.get(canonical(name, arguments).name)
    if tool is None or not tool.done:
        return _OTHER
    detail = next((str(arguments[key]) for key in _DETAILS if arguments.get(key)), "")
    detail = " ".join(detail.split())
    if len(detail) > LONGEST:
        detail = f"{detail[: LONGEST - 1]}…"
    return f"{tool.done}: {printable(detail)}" if detail else tool.done


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
    return ()


def _mails(rows: Sequence[MessageRow]) -> tuple[Reference, ...]:
    return tuple(mail_reference(row) for row in rows[:MOST_REFERENCES])
