"""Answer a mail with a draft: everything but the words is derived."""

from __future__ import annotations

from desktop_app.tools import new_drafts, rows
from desktop_app.tools.base import Effect, Group, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.reference import MessageReference, resolve
from desktop_app.tools.results import Candidates, DraftSaved


class DraftReply(MessageReference, frozen=True, kw_only=True):
    body: str = ""
    reply_all: bool = False
    request_key: str = ""


def run(context: Context, params: DraftReply) -> DraftSaved | Candidates:
    """Raises `NotFound`, `BadInput`, `Conflict` when it was answered in this conversation."""
    message = resolve(context, params)
    if isinstance(message, tuple):
        return rows.candidates(context, message)
    new_drafts.refuse_second_answer(context, message, params.request_key)
    content = new_drafts.reply_content(context, message, params.body, reply_all=params.reply_all)
    draft = new_drafts.keep(
        context,
        message.account_id,
        content,
        reply_to=message,
        reply_all=params.reply_all,
        sources=(new_drafts.source_of(message),),
        request_key=params.request_key,
    )
    return rows.draft_saved(draft)


TOOL = Tool(
    name="draft_reply",
    title="Draft a reply",
    done="Drafted a reply",
    effect=Effect.DRAFT,
    group=Group.DRAFTS,
    description=(
        "Draft an answer to a mail. Recipients, subject, threading, quote and signature are "
        "derived; give the words. The person reviews and sends."
    ),
    params=DraftReply,
    result=DraftSaved,
    picks=True,
    run=run,
)
