"""Names of tools as programs write them: in another spelling, with a host's prefix, or of a tool
that is not here, for which the way is told."""

from __future__ import annotations

import re
from functools import cache

from desktop_app.model.draft import Origin
from desktop_app.tools.adapters.table import ADAPTERS
from desktop_app.tools.calls.spelling import plain
from desktop_app.tools.catalogue import BY_NAME, listed

_PREFIX = re.compile(r"(?:mcp_+)?draftdesk(?:_+|[.:/-])+", re.IGNORECASE)
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")
_WAYS: tuple[tuple[str, str], ...] = (
    ("unsubscribe", "ask_to_unsubscribe asks the person to leave a mailing list."),
    ("reply respond answer", "draft_reply answers a mail with a draft."),
    ("forward", "draft_forward passes a mail on with a draft."),
    ("send", "create_draft writes a mail, send_draft asks the person to send it."),
    ("attachment attachments download", "get_attachment reads what is attached to a mail."),
    ("thread threads conversation", "get_thread reads a conversation."),
    (
        "archive mark star unstar flag move trash delete snooze spam modify",
        "modify_messages puts mail in order.",
    ),
    ("label labels folder folders", "list_labels lists the labels and folders."),
    ("calendar event events meeting", "search_calendar_events finds events."),
    ("drive document documents", "search_drive_files finds files."),
    ("template templates", "list_drafts lists the templates with templates=true."),
    ("drafts", "list_drafts lists the drafts."),
    ("draft compose write", "create_draft writes a mail for the person to send."),
    ("account accounts status profile", "connection_status tells of the accounts."),
    ("count stats statistics", "mailbox_stats counts mail."),
    ("search find list query inbox mails messages emails", "search_messages finds mail."),
    ("read get open fetch view show", "get_message reads a mail."),
    ("mail email message", "search_messages finds mail."),
)
"""Words of a name, and what does that here; the first that fits holds."""


def canonical(name: str) -> str:
    """The name of the tool that is meant, ours or another family's; the text itself where none is
    or several may be."""
    if name in ADAPTERS or name in BY_NAME:
        return name
    bare = _PREFIX.sub("", name, count=1)
    if bare in ADAPTERS or bare in BY_NAME:
        return bare
    meant = _spellings().get(plain(bare), ())
    return meant[0] if len(meant) == 1 else name


def way_to(name: str) -> str:
    """Which of our tools does what a tool of that name would; empty where none does."""
    words = {word.lower() for word in _WORD.findall(name)}
    return next((way for names, way in _WAYS if words & set(names.split())), "")


@cache
def _spellings() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name in {*ADAPTERS, *(tool.name for tool in listed(Origin.MCP))}:
        found[plain(name)] = (*found.get(plain(name), ()), name)
    return found
