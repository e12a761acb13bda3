"""Actions on several drafts at once: ignore, restore, delete, each with one undo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from desktop_app.model.errors import KnownError
from desktop_app.tools.calls.base import Tool
from desktop_app.tools.person import draft_lists
from desktop_app.tools.verbs import delete_draft
from desktop_app.ui.bench.navigation import Undo
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.drafts.chosen_bar import counted
from desktop_app.ui.drafts.draft_rows import DraftListRow
from desktop_app.ui.widgets.dialogs import confirm

Rows = tuple[DraftListRow, ...]
RESTORABLE = "It can be restored from Ignored."
ALL_RESTORABLE = "They can be restored from Ignored."


@dataclass(frozen=True, slots=True)
class Outcome:
    """The ids that were done, and what stood in the way of the others (the first reason)."""

    done: tuple[str, ...]
    problem: KnownError | None


@dataclass(frozen=True, slots=True)
class BulkAction:
    """A tool for one draft, and the words for what it did: `ignored`."""

    tool: Tool[Any, Any]
    params: Callable[[str], Any]
    words: str


IGNORE = BulkAction(
    draft_lists.IGNORE_DRAFT, lambda i: draft_lists.IgnoreDraft(draft_id=i), "ignored"
)
SET_ASIDE = BulkAction(
    draft_lists.IGNORE_DRAFT, lambda i: draft_lists.IgnoreDraft(draft_id=i), "deleted"
)
RESTORE = BulkAction(
    draft_lists.RESTORE_DRAFT, lambda i: draft_lists.RestoreDraft(draft_id=i), "restored"
)
DELETE = BulkAction(
    delete_draft.TOOL, lambda i: delete_draft.DeleteDraft(draft_id=i), "deleted for good"
)


class BulkActions(QObject):
    """What one draft can have done to it, done to several as one job."""

    def __init__(self, bench: Workbench, parent: QWidget) -> None:
        super().__init__(parent)
        self._bench, self._window = bench, parent

    def put_aside(self, rows: Rows) -> None:
        """Ignore proposals, delete drafts of one's own: out of the way, restorable."""
        ids = tuple(row.draft_id for row in rows)
        action = IGNORE if all(row.proposed for row in rows) else SET_ASIDE
        self._do(action, ids, lambda done: lambda: self._do(RESTORE, done, None))

    def restore(self, rows: Rows) -> None:
        """Bring back what was set aside; undo sets it aside again."""
        ids = tuple(row.draft_id for row in rows)
        self._do(RESTORE, ids, lambda done: lambda: self._do(IGNORE, done, None))

    def delete(self, rows: Rows) -> None:
        """For good, after a question that names what goes."""
        ids = tuple(row.draft_id for row in rows)
        one = len(rows) == 1
        what = f"the draft “{rows[0].subject}”" if one else f"these {counted(len(rows))}"
        sent = "It was never sent." if one else "They were never sent."
        confirm(
            self._window,
            f"Delete {what}?",
            f"{sent} This can't be undone.",
            "Delete draft" if one else f"Delete {counted(len(rows))}",
            lambda: self._do(DELETE, ids, None),
            danger=True,
        )

    def _do(
        self,
        action: BulkAction,
        ids: tuple[str, ...],
        back: Callable[[tuple[str, ...]], Callable[[], None]] | None,
    ) -> None:
        calls = self._bench.calls

        def work() -> Outcome:
            done, problem = [], None
            for draft_id in ids:
                try:
                    calls.wait(action.tool, action.params(draft_id))
                except KnownError as error:
                    problem = problem or error
                else:
                    done.append(draft_id)
            return Outcome(tuple(done), problem)

        def tell(outcome: Outcome) -> None:
            undo = Undo(back(outcome.done)) if back and outcome.done else None
            self._bench.navigation.toast(sentence(action, outcome, len(ids)), undo)

        calls.jobs.run(work, done=tell, lasting=True, owner=self)


def sentence(action: BulkAction, outcome: Outcome, asked: int) -> str:
    """What was done, to how many, and why not to the others."""
    count = len(outcome.done)
    parts = [f"{counted(count)} {action.words}."]
    if outcome.problem is not None:
        parts = [f"{count} of {counted(asked)} {action.words}.", outcome.problem.sentence]
    if count and action.tool is draft_lists.IGNORE_DRAFT:
        parts.append(RESTORABLE if count == 1 else ALL_RESTORABLE)
    return " ".join(parts)
