"""Tab of the requests to a language model for a draft; each opens as it was sent."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop_app.model.changes import Changes
from desktop_app.tools.person import conversations
from desktop_app.tools.person.conversations import Payloads
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.model_requests.dialog import SentDialog
from desktop_app.ui.model_requests.payload_list import PayloadList
from desktop_app.ui.widgets.dialogs import present
from desktop_app.ui.widgets.parts import STRETCH, column, plain

ROWS = 5
NOTE = "Press Enter on a request to read it, word for word."
KEY = "sent for a draft"


class SentTab(QWidget):
    """Tab with the signal `counted(number)`, whenever the list was read."""

    counted = Signal(int)

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self._draft_id = ""
        self.list = PayloadList()
        self.list.chosen.connect(self.open)
        note, px = plain(NOTE, "caption", wrap=True), bench.theme.px
        column(self.list, note, STRETCH, owner=self, gap=px(4), margins=(0, px(8), 0, 0))
        bench.announcements.changed.connect(self._on_changes)

    def show_draft(self, draft_id: str) -> None:
        """The requests for this draft; read once, and when something left meanwhile."""
        if draft_id != self._draft_id:
            self._draft_id = draft_id
            self._read()

    def open(self, payload_id: int = 0) -> None:
        """Show a request, or the newest."""
        present(SentDialog(self._bench, self._wanted, self, payload_id))

    @property
    def _wanted(self) -> conversations.ListPayloads:
        return conversations.ListPayloads(draft_id=self._draft_id)

    def _read(self) -> None:
        if self._draft_id:
            self._bench.calls.ask(
                conversations.LIST_PAYLOADS,
                self._wanted,
                done=self._show,
                failed=lambda _: self.counted.emit(0),
                key=KEY,
                owner=self,
            )

    def _show(self, found: Payloads) -> None:
        self.list.show_payloads(found.payloads, self._bench.services.clock())
        rows = min(ROWS, max(1, len(found.payloads)))
        self.list.setFixedHeight(rows * max(1, self.list.sizeHintForRow(0)) + 8)
        self.counted.emit(len(found.payloads))

    def _on_changes(self, changes: Changes) -> None:
        if changes.conversations:
            self._read()
