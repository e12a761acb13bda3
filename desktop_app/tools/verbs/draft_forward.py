"""Pass a mail on with a draft, attachments included."""

from __future__ import annotations

from desktop_app.tools import draft_attachments, new_drafts, rows
from desktop_app.tools.base import Effect, Group, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.reference import MessageReference, resolve
from desktop_app.tools.results import Candidates, DraftSaved


class DraftForward(MessageReference, frozen=True, kw_only=True):
    to: tuple[str, ...] = ()
    body: str = ""
    request_key: str = ""


def run(context: Context, params: DraftForward) -> DraftSaved | Candidates:
    """Raises `NotFound`, `BadInput`."""
    message = resolve(context, params)
    if isinstance(message, tuple):
        return rows.candidates(context, message)
    to = new_drafts.recipients(params.to)
    content = new_drafts.forward_content(context, message, to, params.body)
    draft = new_drafts.keep(
        context,
        message.account_id,
        content,
        sources=(new_drafts.source_of(message),),
        request_key=params.request_key,
    )
    return rows.draft_saved(draft_attachments.attach_all_of(context, draft, message.id))


TOOL = Tool(
    name="draft_forward",
    title="Draft a forward",
    done="Drafted a forward",
    effect=Effect.DRAFT,
    group=Group.DRAFTS,
    description="Draft passing a mail on, with its attachments. It reaches nobody by itself.",
    params=DraftForward,
    result=DraftSaved,
    picks=True,
    run=run,
)
