"""What the sidebar and the status bar count."""

from __future__ import annotations

from desktop_app.tools import list_results
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context


class SidebarCounts(Params, frozen=True, kw_only=True):
    pass


def run(context: Context, params: SidebarCounts) -> list_results.SidebarCounts:
    drafts = context.store.drafts
    accounts = tuple(context.store.accounts.list())
    able = context.ports.accounts.capabilities
    asked = len(context.store.requests.open())
    return list_results.SidebarCounts(
        labels=tuple(context.store.labels.list(None)),
        accounts=accounts,
        to_review=drafts.count(proposed=True) + asked,
        outbox=context.store.outbox.count_open(),
        drafts=drafts.count(proposed=False),
        on_this_computer=frozenset(a.id for a in accounts if not able(a).syncs),
    )


TOOL = Tool(
    name="sidebar_counts",
    title="Count for the sidebar",
    effect=Effect.READ,
    group=Group.WINDOW,
    description="What the sidebar and the status bar count.",
    params=SidebarCounts,
    result=list_results.SidebarCounts,
    run=run,
    origins=PERSON,
)
