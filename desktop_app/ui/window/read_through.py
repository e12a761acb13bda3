"""Read through in a dialog over the window: opened by its action, left for the review of one mail,
and back from there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog

from desktop_app.ui.bench.selection import DRAFTS
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.dialogs import present
from desktop_app.ui.widgets.parts import column
from desktop_app.ui.widgets.tokens import Size
from desktop_app.ui.window import panes

if TYPE_CHECKING:
    from desktop_app.ui.review.read_through.pane import ReadThroughPane

MINE = f"{DRAFTS}mine"
TITLE = "Read through"
Place = tuple[str | None, int]


class ReadThrough(QObject):
    """Answers to *Read through*. While one of its drafts is edited its dialog waits, hidden."""

    def __init__(self, bench: Workbench, parent: QObject) -> None:
        super().__init__(parent)
        self._bench = bench
        self.dialog: QDialog | None = None
        self.pane: ReadThroughPane | None = None
        self._edited = ""
        self._from: Place = (None, 0)
        bench.actions.on("read_through", self.open)
        bench.selection.changed.connect(self._follow)

    def open(self) -> None:
        """Read the drafts that are chosen, else those of the list that is shown, else all that wait
        for review. A draft that is open in the window is kept and closed: it is open in one place
        at most."""
        self.close()
        bench, window = self._bench, self._bench.actions.window
        chosen, mine = bench.selection.chosen_drafts, bench.selection.place == MINE
        if bench.selection.reviewing:
            bench.selection.close_draft()
        dialog = QDialog(window)
        dialog.setWindowTitle(TITLE)
        px, margin = bench.theme.px, bench.theme.px(24)
        wide = min(window.width() - 2 * margin, px(Size.PAGE) + 3 * margin)
        dialog.resize(wide, window.height() - 2 * margin)
        pane = panes.read_through(bench, dialog, chosen, mine=mine)
        column(pane, owner=dialog)
        pane.edit_wanted.connect(self._edit)
        dialog.finished.connect(self._gone)
        self.dialog, self.pane = dialog, pane
        present(dialog)
        pane.open()

    def close(self) -> None:
        """Leave it, if it is there."""
        dialog = self.dialog
        if dialog is None:
            return
        hidden = dialog.isHidden()
        dialog.reject()
        if hidden:  # Qt tells nobody of one that is hidden
            self._gone()
            dialog.deleteLater()

    def _edit(self, draft_id: str) -> None:
        """One of the mails is wanted in the review. A window of its own that has it comes to the
        front."""
        dialog, bench = self.dialog, self._bench
        if dialog is None:
            return
        if bench.elsewhere.holds(draft_id):
            bench.navigation.open_draft(draft_id)
            return
        self._edited = draft_id
        dialog.hide()
        bench.actions.window.activateWindow()
        self._from = self._place()
        bench.navigation.open_draft(draft_id)

    def _place(self) -> Place:
        """Where the person is beside the draft."""
        selection = self._bench.selection
        return selection.place, selection.conversation

    def _follow(self) -> None:
        """The draft is left: go on reading, unless the person has gone to something else."""
        selection, dialog = self._bench.selection, self.dialog
        if not self._edited or dialog is None or selection.draft == self._edited:
            return
        self._edited = ""
        if selection.writing or self._place() != self._from:
            self.close()
            return
        if selection.reviewing:
            selection.close_draft()
        dialog.open()
        if self.pane is not None:
            self.pane.came_back()

    def _gone(self) -> None:
        pane, self.dialog, self.pane, self._edited = self.pane, None, None, ""
        if pane is not None:
            pane.leave()
