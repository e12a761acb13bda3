"""The four lists of the drafts pane."""

from __future__ import annotations

from desktop_app.model.draft import Draft, DraftState
from desktop_app.model.outbox import OutboxEntry, OutboxState
from desktop_app.store.drafts import OPEN_STATES
from desktop_app.store.store import Store
from desktop_app.tools import window_results
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context


class DraftsPage(Params, frozen=True, kw_only=True):
    pass


def _still_told(store: Store, entry: OutboxEntry, draft: Draft) -> bool:
    """A failure is told until the draft is sent again, put aside or deleted."""
    if entry.state is not OutboxState.FAILED:
        return True
    return draft.state in OPEN_STATES and store.outbox.for_draft(draft.id) == entry


def run(context: Context, params: DraftsPage) -> window_results.DraftsPage:
    store = context.store
    open_ = store.drafts.in_state(OPEN_STATES)
    on_way = [(e, store.drafts.get(e.draft_id)) for e in store.outbox.in_state(_SHOWN, limit=200)]
    return window_results.DraftsPage(
        to_review=tuple(d for d in open_ if d.proposed),
        mine=tuple(d for d in open_ if not d.proposed),
        outbox=tuple((entry, draft) for entry, draft in on_way if _still_told(store, entry, draft)),
        ignored=tuple(store.drafts.in_state([DraftState.IGNORED])),
    )


_SHOWN = (
    OutboxState.QUEUED,
    OutboxState.SENDING,
    OutboxState.UNCERTAIN,
    OutboxState.FAILED,
)


TOOL = Tool(
    name="drafts_page",
    title="Show the drafts",
    effect=Effect.READ,
    group=Group.WINDOW,
    description="The four lists of the drafts pane.",
    params=DraftsPage,
    result=window_results.DraftsPage,
    run=run,
    origins=PERSON,
)
