"""Answer a mail with a draft: everything but the words is derived."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from desktop_app.tools import proposing, rows
from desktop_app.tools.base import Effect, Group, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.reference import MessageReference, resolve
from desktop_app.tools.results import Candidates, DraftSaved


class DraftReply(MessageReference, frozen=True, kw_only=True):
    body: Annotated[str, Meta(description="The words alone: no signature, no quoted text.")] = ""
    reply_all: bool = False
    request_key: Annotated[str, Meta(description="Same key, same draft: safe to retry.")] = ""


def run(context: Context, params: DraftReply) -> DraftSaved | Candidates:
    """Raises `NotFound`, `BadInput`, `Conflict` when it was answered in this conversation."""
    message = resolve(context, params)
    if isinstance(message, tuple):
        return rows.candidates(context, message)
    proposing.refuse_second_answer(context, message, params.request_key)
    content = proposing.reply_content(context, message, params.body, reply_all=params.reply_all)
    draft = proposing.keep(
        context,
        message.account_id,
        content,
        reply_to=message,
        reply_all=params.reply_all,
        sources=(proposing.source_of(message),),
        request_key=params.request_key,
    )
    return rows.draft_saved(draft)


TOOL = Tool(
    name="draft_reply",
    title="Draft a reply",
    effect=Effect.DRAFT,
    group=Group.DRAFTS,
    description=(
        "Draft an answer to a mail. Recipients, subject, threading, quote and signature are "
        "derived; give the words. It reaches nobody: the person reviews and sends."
    ),
    params=DraftReply,
    result=DraftSaved,
    picks=True,
    run=run,
)
