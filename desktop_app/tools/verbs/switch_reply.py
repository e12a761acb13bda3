"""Turn a reply into a reply to all, or back."""

from __future__ import annotations

from desktop_app.tools import proposing, rows
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.results import DraftSaved


class SwitchReply(Params, frozen=True, kw_only=True):
    draft_id: str
    base_revision: int
    reply_all: bool


def run(context: Context, params: SwitchReply) -> DraftSaved:
    """Recipients are derived anew; everything else stays. Raises `BadInput`, `Conflict`."""
    draft = context.store.drafts.get(params.draft_id)
    content = proposing.with_reply_all(context, draft, reply_all=params.reply_all)
    saved = context.store.drafts.save(
        draft.id,
        params.base_revision,
        content,
        context.author,
        now=context.clock(),
        reply_all=params.reply_all,
    )
    return rows.draft_saved(saved)


TOOL = Tool(
    name="switch_reply",
    title="Reply or reply to all",
    effect=Effect.DRAFT,
    group=Group.WINDOW,
    description="Turn a reply into a reply to all, or back.",
    params=SwitchReply,
    result=DraftSaved,
    run=run,
    origins=PERSON,
)
