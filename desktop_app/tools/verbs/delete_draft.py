"""Throw a draft away. An assistant can only throw away what nobody has edited."""

from __future__ import annotations

from msgspec import structs

from desktop_app.model.draft import Draft, Origin
from desktop_app.model.errors import Conflict, Refused
from desktop_app.store.drafts.draft_records import refuse_closed
from desktop_app.tools.calls.base import Effect, Group, Params, Subject, Tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Done


class DeleteDraft(Params, frozen=True, kw_only=True):
    draft_id: str
    base_revision: int = 0


def run(context: Context, params: DeleteDraft) -> Done:
    """An assistant's deletion puts the draft under Ignored, from where it can be restored.

    Raises `Refused` for a draft that is on its way or not the caller's, `NotFound`, `Conflict`.
    """
    draft = _draft(context, params)
    if context.origin is Origin.USER:
        context.store.drafts.delete(draft.id)
        return Done("Draft deleted.", 1)
    _refuse_others(context, draft)
    context.store.drafts.ignore(draft.id, now=context.clock())
    return Done("Draft put under Ignored.", 1)


def _draft(context: Context, params: DeleteDraft) -> Draft:
    draft = context.store.drafts.get(params.draft_id)
    if params.base_revision and params.base_revision != draft.revision:
        raise Conflict("The draft has changed in the meantime.", next_step="Read it again.")
    return draft


def _refuse_others(context: Context, draft: Draft) -> None:
    last = context.store.drafts.versions(draft.id)[-1]
    if draft.author != context.author or last.author != context.author:
        raise Refused("Only drafts of your own that nobody has edited can be deleted.")
    if not (draft.author.runs_on(context.author) and last.author.runs_on(context.author)):
        raise Refused(
            "A program of this name proposed the draft before you were started, or beside you.",
            next_step="Ask the person to delete it.",
        )


def as_it_is(context: Context, params: DeleteDraft) -> DeleteDraft:
    """The parameters with the revision that is asked about."""
    return structs.replace(params, base_revision=_draft(context, params).revision)


def subject(context: Context, params: DeleteDraft) -> Subject:
    """Raises like `run`."""
    draft = _draft(context, params)
    _refuse_others(context, draft)
    refuse_closed(draft)
    return Subject(
        "Delete a draft", draft=draft.content, draft_id=draft.id, account=draft.account_id
    )


TOOL = Tool(
    name="delete_draft",
    title="Delete a draft",
    done="Deleted a draft",
    effect=Effect.DRAFT,
    group=Group.DRAFTS,
    description="Delete a draft you proposed.",
    params=DeleteDraft,
    result=Done,
    run=run,
    resolve=as_it_is,
    subject=subject,
    unlisted=frozenset({"base_revision"}),
)
