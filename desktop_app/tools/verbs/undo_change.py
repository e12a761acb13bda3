"""Put labels back as they were before a change."""

from __future__ import annotations

from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.results import Done


class UndoChange(Params, frozen=True, kw_only=True):
    undo: str


def run(context: Context, params: UndoChange) -> Done:
    """Raises `NotFound` when it was undone already or is too old."""
    labels = context.store.undos.take(params.undo)
    context.store.messages.restore_labels(labels)
    return Done("Undone.", len(labels))


TOOL = Tool(
    name="undo_change",
    title="Undo a change",
    effect=Effect.ORGANISE,
    group=Group.WINDOW,
    description="Put labels back as they were before a change.",
    params=UndoChange,
    result=Done,
    run=run,
    origins=PERSON,
)
