"""The drafts that are not sent yet, for assistants and programs."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from desktop_app.model.draft import DraftState
from desktop_app.tools.answers import rows
from desktop_app.tools.answers.fence import Fence
from desktop_app.tools.calls.base import Effect, Group, Params, Tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import NO_SUBJECT, DraftList

_SHOWN = (DraftState.PROPOSED, DraftState.EDITED, DraftState.APPROVED)


class ListDrafts(Params, frozen=True, kw_only=True):
    max_results: Annotated[int, Meta(ge=1, le=500)] = 50
    page: Annotated[int, Meta(ge=1)] = 1
    account: str = ""


def run(context: Context, params: ListDrafts) -> DraftList:
    """Newest change first."""
    skip = (params.page - 1) * params.max_results
    found = context.store.drafts.in_state(
        _SHOWN, account_id=params.account, limit=skip + params.max_results + 1
    )
    shown = tuple(rows.draft_row(context, d) for d in found[skip : skip + params.max_results])
    lines = [
        f"{r.subject or NO_SUBJECT}, {rows.addressed(r.to, r.cc, r.bcc)}: {r.state}, "
        f"draft_id={r.draft_id} revision={r.revision} account={r.account}, {r.link}"
        for r in shown
    ]
    more = len(found) > skip + params.max_results
    lines = Fence().around("\n".join(lines))
    lines += [f"[page={params.page + 1} reads on]"] if more else []
    return DraftList(
        display="\n".join(lines) or "There are no drafts.",
        count=len(shown),
        page=params.page,
        has_more=more,
        drafts=shown,
    )


TOOL = Tool(
    name="list_drafts",
    title="List drafts",
    done="Looked at drafts",
    effect=Effect.READ,
    group=Group.DRAFTS,
    description="Drafts that wait, newest first.",
    params=ListDrafts,
    result=DraftList,
    run=run,
)
