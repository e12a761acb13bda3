"""Pass a mail on with a draft, attachments included."""

from __future__ import annotations

from desktop_app.tools import attaching, proposing, rows
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
    to = proposing.recipients(params.to)
    content = proposing.forward_content(context, message, to, params.body)
    draft = proposing.keep(
        context,
        message.account_id,
        content,
        sources=(proposing.source_of(message),),
        request_key=params.request_key,
    )
    return rows.draft_saved(attaching.attach_all_of(context, draft, message.id))


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
