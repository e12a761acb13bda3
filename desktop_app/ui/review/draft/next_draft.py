"""What is shown after a proposal was sent or set aside: the next one."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from desktop_app.model.draft import Draft
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import draft_lists
from desktop_app.tools.person.draft_lists import DraftsPage
from desktop_app.ui.bench.workbench import Workbench


def open_next(
    bench: Workbench, draft: Draft, *, none_left: Callable[[], object], owner: QWidget
) -> None:
    """Open the next draft to review after `draft`, in the order of the list; where other windows
    have the rest, or there is none, call `none_left`. A person who has gone on to something else
    stays there."""
    selection, elsewhere = bench.selection, bench.elsewhere

    def next_one(page: DraftsPage) -> None:
        others = (d.id for d in page.to_review if d.id != draft.id)
        waiting = [id_ for id_ in others if not elsewhere.holds(id_)]
        if selection.draft != draft.id:
            return
        if waiting:
            listed = (each for each in selection.next_drafts if each in waiting)
            selection.open_draft(next(listed, waiting[0]))
        else:
            none_left()

    bench.calls.ask(draft_lists.DRAFTS_PAGE, NoParams(), done=next_one, owner=owner)
