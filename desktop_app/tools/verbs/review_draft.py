"""Everything the review shows of one draft, with its checks."""

from __future__ import annotations

from desktop_app.model.draft import Origin
from desktop_app.tools import checking
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.evidence import evidence
from desktop_app.tools.window_results import Review


class ReviewDraft(Params, frozen=True, kw_only=True):
    draft_id: str


def run(context: Context, params: ReviewDraft) -> Review:
    """Raises `NotFound`."""
    store = context.store
    draft = store.drafts.get(params.draft_id)
    account = store.accounts.get(draft.account_id)
    able = context.ports.accounts.capabilities(account)
    versions = tuple(store.drafts.versions(draft.id))
    proposals = [v for v in versions if v.author.origin is not Origin.USER]
    known = checking.known_around(context, draft)
    thread = store.threads.get(draft.thread_id) if draft.thread_id else None
    found = evidence(context, draft, account, versions)
    return Review(
        draft=draft,
        account=account,
        identities=account.identities,
        recipients=checking.recipients(context, draft, known),
        checks=tuple(checking.checks(context, draft, known)),
        versions=versions,
        digest=draft.digest,
        delivery_note=able.delivery_note,
        can_send=able.sends,
        delivers=able.delivers,
        proposal=proposals[-1] if proposals else None,
        outbox=store.outbox.for_draft(draft.id),
        thread_subject=thread.subject if thread else "",
        stale=thread is not None and thread.messages[-1].date > draft.created,
        quotes=found.quotes,
        doubts=found.doubts,
    )


TOOL = Tool(
    name="review_draft",
    title="Review a draft",
    effect=Effect.READ,
    group=Group.WINDOW,
    description="Everything the review shows of one draft, with its checks.",
    params=ReviewDraft,
    result=Review,
    run=run,
    origins=PERSON,
)
