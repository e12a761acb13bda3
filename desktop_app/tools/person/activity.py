"""Activity: the audit trail, and taking a change back."""

from __future__ import annotations

from contextlib import suppress

from desktop_app.model.errors import StorageError
from desktop_app.store.programs import followed
from desktop_app.tools.calls.base import Effect, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Done, Result

PROPOSAL = followed.TOOL


class AuditRow(Result, frozen=True):
    """One line of the audit trail. `when` in seconds since the epoch; `summary` is readable;
    `tool` is `PROPOSAL` where `outcome` says what became of a draft; `undo` is the key for
    `undo_change` as long as it can be taken back; older ones are those before its `id`."""

    when: float
    origin: str
    client: str
    tool: str
    effect: str
    decision: str
    outcome: str
    summary: str
    undo: str = ""
    id: int = 0


class AuditPage(Result, frozen=True):
    rows: tuple[AuditRow, ...]
    has_more: bool


class ListAudit(Params, frozen=True, kw_only=True):
    limit: int = 200
    before: int = 0
    origin: str = ""


class UndoChange(Params, frozen=True, kw_only=True):
    undo: str


def list_audit(context: Context, params: ListAudit) -> AuditPage:
    """The audit trail, newest first, with what became of proposals until now."""
    if not params.before:
        with suppress(StorageError):  # a full disk: what is there can be shown
            context.store.note_proposals()
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


def undo_change(context: Context, params: UndoChange) -> Done:
    """Take label changes back, and nothing that was changed since. Raises `NotFound` when they were
    taken back already or are too old."""
    kept = context.store.undos.take(params.undo)
    count = len(context.store.messages.take_back(kept).changes)
    return Done("Undone." if count else "There was nothing left to undo.", count)


LIST_AUDIT = person_tool(list_audit, Effect.READ, ListAudit)
UNDO_CHANGE = person_tool(undo_change, Effect.ORGANISE, UndoChange, "Undo a change")
TOOLS = (LIST_AUDIT, UNDO_CHANGE)
