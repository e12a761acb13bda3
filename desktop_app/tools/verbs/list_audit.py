"""The audit trail, newest first."""

from __future__ import annotations

from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.window_results import AuditPage, AuditRow


class ListAudit(Params, frozen=True, kw_only=True):
    limit: int = 200
    before: int = 0
    origin: str = ""


def run(context: Context, params: ListAudit) -> AuditPage:
    found = context.store.audit.newest(
        limit=params.limit + 1, before=params.before, origin=params.origin
    )
    left = context.store.undos.left(e.undo for e in found)
    shown = tuple(
        AuditRow(
            e.at,
            e.origin,
            e.client,
            e.tool,
            e.effect,
            e.decision,
            e.outcome,
            e.summary,
            e.undo if e.undo in left else "",
            e.id,
        )
        for e in found[: params.limit]
    )
    return AuditPage(shown, len(found) > params.limit)


TOOL = Tool(
    name="list_audit",
    title="Show the activity",
    effect=Effect.READ,
    group=Group.WINDOW,
    description="The audit trail, newest first.",
    params=ListAudit,
    result=AuditPage,
    run=run,
    origins=PERSON,
)
