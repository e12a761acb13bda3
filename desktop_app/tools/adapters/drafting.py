"""What adapters share about drafts: which is meant, in which revision, and asking to send it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from msgspec import UNSET, UnsetType

from desktop_app.model.errors import Conflict
from desktop_app.tools.adapters.adapter import Answer, Desk
from desktop_app.tools.calls.base import Decision, ToolResult
from desktop_app.tools.calls.results import DraftSaved, DraftText
from desktop_app.tools.names.reference import draft_id
from desktop_app.tools.verbs import get_draft, send_draft, update_draft


class AskedToSend(Answer, frozen=True, kw_only=True, rename="camel"):
    """Answer of a name that sends elsewhere: the draft is there, and the person has been asked."""

    draft_id: str
    status: str = "asked"
    sent: bool = False
    link: str | UnsetType = UNSET
    gmail_link: str | UnsetType = UNSET


def read_draft(desk: Desk, named: str) -> tuple[DraftText, int]:
    """The draft, by any of its ids, and the newest revision that the caller has seen; 0 where they
    saw none. Raises `NotFound`."""
    wanted = draft_id(desk.context, named)
    seen = desk.conversation.revisions.get(wanted, 0)
    draft: DraftText = desk.value(get_draft.TOOL, draft_id=wanted)
    desk.conversation.revisions[wanted] = seen
    return draft, seen


def seen_revision(desk: Desk, named: str) -> tuple[DraftText, int]:
    """As `read_draft`. Raises `Conflict` where the caller has not seen the draft: what is stored is
    not taken for what they know."""
    draft, seen = read_draft(desk, named)
    if not seen:
        raise Conflict(
            f"You have not seen draft {draft.draft.draft_id} yet: others may have written in it.",
            next_step="Read it first (get_draft, or this call with nothing but the draft's id).",
        )
    return draft, seen


def changed(
    desk: Desk, named: str, changes: Mapping[str, Any], revision: int = 0, *, then_ask: bool = False
) -> DraftSaved:
    """The draft with what was given besides; the rest stays. `then_ask`: the call goes on to ask to
    send it. Raises `Conflict` when somebody has changed it since the caller saw it, or the caller
    never saw it and gives no revision."""
    draft, seen = read_draft(desk, named) if revision else seen_revision(desk, named)
    saved: DraftSaved = desk.value(
        update_draft.TOOL,
        draft_id=draft.draft.draft_id,
        base_revision=revision or seen,
        then_ask=then_ask,
        **changes,
    )
    return saved


def ask_to_send(desk: Desk, named: str, changes: Mapping[str, Any]) -> ToolResult[Any]:
    """Ask the person to send a draft, changed first by what was given besides. Nothing is sent."""
    if changes:
        return ask_for(desk, changed(desk, named, changes, then_ask=True))
    draft, seen = seen_revision(desk, named)
    row = draft.draft
    return _asked(desk, row.draft_id, seen, row.link, row.gmail_link)


def ask_for(desk: Desk, saved: DraftSaved) -> ToolResult[Any]:
    """Ask the person to send the draft just made. Where it was somebody else's, and the change was
    proposed only, nothing is asked: the draft does not say what the caller wants to send."""
    if saved.change:
        told = f"{saved.display}\nThe person was not asked to send it."
        value = AskedToSend(
            display=told, draft_id=saved.draft_id, status="change proposed", link=saved.link
        )
        return ToolResult(Decision.ALLOW, value)
    return _asked(desk, saved.draft_id, saved.revision, saved.link, saved.gmail_link)


def _asked(desk: Desk, wanted: str, revision: int, link: str, gmail_link: str) -> ToolResult[Any]:
    result = desk.call(send_draft.TOOL, draft_id=wanted, revision=revision)
    if result.decision is not Decision.ASK:
        return result
    value = AskedToSend(
        display=result.reason, draft_id=wanted, link=link, gmail_link=gmail_link or UNSET
    )
    return replace(result, value=value, draft_id=wanted)
