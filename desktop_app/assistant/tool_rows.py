"""How a tool call reads in the panel: what was done, with what, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from desktop_app.assistant.transcript import Opens, Reference
from desktop_app.assistant.turn import mail_reference
from desktop_app.tools.aliases import canonical
from desktop_app.tools.arguments import printable
from desktop_app.tools.cloud_results import EventList, FileList, FileText
from desktop_app.tools.results import (
    AttachmentContent,
    Candidates,
    Done,
    DraftList,
    DraftSaved,
    DraftText,
    LabelList,
    MessageList,
    MessageText,
    ThreadText,
)

MOST_REFERENCES = 20
LONGEST = 80
NO_SUBJECT = "(no subject)"
_DONE = {
    "search_messages": "Searched mail",
    "get_message": "Read a mail",
    "get_thread": "Read a conversation",
    "get_attachment": "Read an attachment",
    "list_labels": "Looked at labels",
    "list_drafts": "Looked at drafts",
    "get_draft": "Read a draft",
    "connection_status": "Looked at accounts",
    "mailbox_stats": "Counted mail",
    "search_drive_files": "Searched Drive",
    "read_drive_file": "Read a file",
    "search_calendar_events": "Looked at the calendar",
    "create_draft": "Wrote a draft",
    "draft_reply": "Drafted a reply",
    "draft_forward": "Drafted a forward",
    "update_draft": "Changed a draft",
    "delete_draft": "Deleted a draft",
    "modify_messages": "Organising mail",
    "create_label": "Making a label",
    "delete_messages": "Deleting mail",
    "send_draft": "Asked to send",
}
_DETAILS = ("query", "subject", "from_", "text", "filename", "name", "action")
_OTHER = "Tried something unknown"


def title_of(name: str, arguments: Mapping[str, Any]) -> str:
    """`Searched mail: from:dana budget`. A name the model made up is not shown."""
    done = _DONE.get(canonical(name, arguments).name, _OTHER)
    detail = next((str(arguments[key]) for key in _DETAILS if arguments.get(key)), "")
    detail = " ".join(detail.split())
    if len(detail) > LONGEST:
        detail = f"{detail[: LONGEST - 1]}…"
    return f"{done}: {printable(detail)}" if detail and done != _OTHER else done


def summary_of(value: object) -> tuple[str, tuple[Reference, ...]]:
    """What came of it in a few words, and what can be opened."""
    match value:
        case MessageList():
            return _counted(value.count, value.has_more), _mails(value.results)
        case Candidates():
            return f"{len(value.candidates)} fit", _mails(value.candidates)
        case MessageText():
            return value.message.subject or NO_SUBJECT, _mails((value.message,))
        case ThreadText():
            rows = [text.message for text in value.messages]
            return f"{value.subject or NO_SUBJECT}: {value.count} mails", _mails(rows)
        case DraftSaved():
            return _draft(value.draft_id, value.subject)
        case DraftText():
            return _draft(value.draft.draft_id, value.draft.subject)
    return _plain(value), ()


def _plain(value: object) -> str:
    """Of results with nothing to open."""
    match value:
        case AttachmentContent():
            return value.filename
        case FileText():
            return value.file.name
        case FileList() | EventList():
            return _counted(value.count, value.has_more)
        case LabelList() | DraftList():
            return f"{value.count} found"
        case Done():
            return value.display
    return "done"


def _draft(draft_id: str, subject: str) -> tuple[str, tuple[Reference, ...]]:
    subject = subject or NO_SUBJECT
    return subject, (Reference(Opens.DRAFT, draft_id, subject),)


def _counted(count: int, more: bool) -> str:
    return f"{count} shown, there are more" if more else f"{count} found"


def _mails(rows: Sequence[Any]) -> tuple[Reference, ...]:
    return tuple(mail_reference(row) for row in rows[:MOST_REFERENCES])
