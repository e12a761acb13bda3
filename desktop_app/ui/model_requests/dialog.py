"""Dialog with every request of a conversation, and the exact text of each."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from desktop_app.model.changes import Changes
from desktop_app.tools.person import conversations
from desktop_app.tools.person.conversations import Payloads
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.model_requests.payload_list import PayloadList
from desktop_app.ui.model_requests.payload_text import PayloadText, payload_text
from desktop_app.ui.widgets.focus import hand_on
from desktop_app.ui.widgets.parts import STRETCH, STYLE, column, plain, row
from desktop_app.ui.widgets.states import PendingRead, States
from desktop_app.ui.widgets.tokens import Size

LIST_KEY, TEXT_KEY = "sent list", "sent text"
SLICE = 20_000
"""Characters that are put into the text at once: the window answers in between."""

NOTE = (
    "These are the exact words of each request: what was sent, and what waits for your word. Keys "
    "go beside them and are not kept. Requests are kept for 30 days, on this computer."
)


class SentDialog(QDialog):
    """`wanted` says whose requests: a conversation, a draft, or all; `payload_id` the one to
    show first, 0 for the newest."""

    def __init__(
        self,
        bench: Workbench,
        wanted: conversations.ListPayloads,
        parent: QWidget,
        payload_id: int = 0,
    ) -> None:
        super().__init__(parent)
        self._bench, self._wanted, self._first = bench, wanted, payload_id
        self._exact = ""
        self._rest = ""
        self.setWindowTitle("Requests to the model")
        px = bench.theme.px
        self.resize(px(Size.TEXT_WIDTH), px(Size.DIALOG))
        self.list = PayloadList()
        self.list.setMaximumHeight(px(160))
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setAccessibleName("The exact request")
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.copy = QPushButton("Copy")
        self.copy.setAccessibleName("Copy the exact request")
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._exact))
        self.copy.setEnabled(False)
        self._pouring = QTimer(self, interval=0)
        self._pouring.timeout.connect(self._pour)
        page = QWidget()
        column(self.list, self.text, owner=page, gap=px(8), fill=self.text)
        self.states = States(bench.theme, page)
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close.rejected.connect(self.reject)
        foot = row(self.copy, STRETCH, close, gap=STYLE)
        parts = (self.states, plain(NOTE, "caption", wrap=True), foot)
        column(*parts, owner=self, gap=STYLE, margins=STYLE, fill=self.states)
        self.list.pointed.connect(self._read)
        bench.announcements.changed.connect(self._on_changes)
        self.read()

    def read(self) -> None:
        jobs = self._bench.calls.jobs
        self.states.loading(PendingRead("what was sent", lambda: jobs.cancel(LIST_KEY), self.read))
        self._bench.calls.ask(
            conversations.LIST_PAYLOADS,
            self._wanted,
            done=self._show,
            failed=lambda error: self.states.failed(error, self.read),
            key=LIST_KEY,
            owner=self,
        )

    def _show(self, found: Payloads) -> None:
        if not found.payloads:
            self.copy.setEnabled(False)
            self.states.empty("Nothing was sent.", "What leaves for a language model is kept here.")
            return
        self.states.ready()
        self.list.show_payloads(found.payloads, self._bench.services.clock())
        if self._first:
            self.list.point_at(self._first)
            self._first = 0
        if self.focusWidget() is None or not self.list.hasFocus():
            hand_on(self, self.list)

    def _read(self, payload_id: int) -> None:
        """Read the body and make it readable off the GUI thread."""
        calls = self._bench.calls

        def work() -> PayloadText:
            read = conversations.ReadPayload(payload_id=payload_id)
            return payload_text(calls.wait(conversations.READ_PAYLOAD, read).body)

        calls.jobs.run(work, done=self._show_text, key=TEXT_KEY, owner=self)

    def _show_text(self, found: PayloadText) -> None:
        self._exact, self._rest = found.exact, found.shown
        self.copy.setEnabled(True)
        self.text.clear()
        self._pour()

    def _pour(self) -> None:
        """The next part of the text; long ones come in many."""
        part, self._rest = self._rest[:SLICE], self._rest[SLICE:]
        cursor = QTextCursor(self.text.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(part)
        if self._rest:
            self._pouring.start()
        else:
            self._pouring.stop()

    def _on_changes(self, changes: Changes) -> None:
        if changes.conversations:
            self.read()
