"""What adapters share about drafts: which is meant, in which revision, and asking to send it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from msgspec import UNSET, UnsetType

from desktop_app.tools.adapters.adapter import Answer, Desk
from desktop_app.tools.base import Decision, ToolResult
from desktop_app.tools.reference import draft_id
from desktop_app.tools.results import DraftSaved, DraftText
from desktop_app.tools.verbs import get_draft, send_draft, update_draft


class AskedToSend(Answer, frozen=True, kw_only=True, rename="camel"):
    """Answer of a name that sends elsewhere: the draft is there, and the person has been asked."""

    draft_id: str
    status: str = "asked"
    sent: bool = False
    link: str | UnsetType = UNSET
    gmail_link: str | UnsetType = UNSET


def read_draft(desk: Desk, named: str) -> tuple[DraftText, int]:
    """The draft, by any of its ids, and the newest revision that the caller has seen: the stored
    one where they saw none. Raises `NotFound`."""
    wanted = draft_id(desk.context, named)
    seen = desk.conversation.revisions.get(wanted)
    draft: DraftText = desk.value(get_draft.TOOL, draft_id=wanted)
    if seen is not None:
        desk.conversation.revisions[wanted] = seen
    return draft, seen or draft.draft.revision


def changed(desk: Desk, named: str, changes: Mapping[str, Any], revision: int = 0) -> DraftSaved:
    """The draft with what was given besides; the rest stays. Raises `Conflict` when the person has
    changed it since the caller saw it."""
    draft, seen = read_draft(desk, named)
    saved: DraftSaved = desk.value(
        update_draft.TOOL,
        draft_id=draft.draft.draft_id,
        base_revision=revision or seen,
        **changes,
    )
    return saved


def ask_to_send(desk: Desk, named: str, changes: Mapping[str, Any]) -> ToolResult[Any]:
    """Ask the person to send a draft, changed first by what was given besides. Nothing is sent."""
    if changes:
        return ask_for(desk, changed(desk, named, changes))
    draft, seen = read_draft(desk, named)
    row = draft.draft
    return _asked(desk, row.draft_id, seen, row.link, row.gmail_link)


def ask_for(desk: Desk, saved: DraftSaved) -> ToolResult[Any]:
    """Ask the person to send the draft just made."""
    return _asked(desk, saved.draft_id, saved.revision, saved.link, saved.gmail_link)


def _asked(desk: Desk, wanted: str, revision: int, link: str, gmail_link: str) -> ToolResult[Any]:
    result = desk.call(send_draft.TOOL, draft_id=wanted, revision=revision)
    if result.decision is not Decision.ASK:
        return result
    value = AskedToSend(
        display=result.reason, draft_id=wanted, link=link, gmail_link=gmail_link or UNSET
    )
    return replace(result, value=value, draft_id=wanted)
