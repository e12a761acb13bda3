"""List of earlier conversations: search, open, delete after a question."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QWidget,
)

from desktop_app.model.changes import Changes
from desktop_app.model.conversation import SavedConversation
from desktop_app.tools.person import conversations
from desktop_app.tools.person.conversations import ConversationList
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.dates import short_date
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.parts import STRETCH, column, row
from desktop_app.ui.widgets.safe_text import as_tooltip, clean
from desktop_app.ui.widgets.states import PendingRead, States
from desktop_app.ui.widgets.strips import Strip
from desktop_app.ui.widgets.theme import set_role

ROW = Qt.ItemDataRole.UserRole
TYPING_MS = 200
KEY = "kept conversations"


class EarlierConversations(QWidget):
    """List with the signals `chosen(conversation id)`, `deleted(conversation id)`, `closed`."""

    chosen = Signal(str)
    deleted = Signal(str)
    closed = Signal()

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        set_role(self, "region")
        theme = bench.theme
        self.entry = QLineEdit()
        self.entry.setAccessibleName("Search conversations")
        self.entry.setPlaceholderText("Search conversations")
        self.entry.setClearButtonEnabled(True)
        self.entry.installEventFilter(self)
        self._typing = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._typing.timeout.connect(self.read)
        self.entry.textChanged.connect(lambda _: self._typing.start())
        self.list = QListWidget()
        self.list.setAccessibleName("Earlier conversations")
        set_role(self.list, "framed")
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.itemActivated.connect(lambda _: self._open())
        self.list.currentItemChanged.connect(lambda *_: self._allow())
        self.states = States(theme, self.list)
        self.open_button = QPushButton("Open")
        self.delete_button = QPushButton("Delete")
        self.back_button = QPushButton("Back")
        for button, work in (
            (self.open_button, self._open),
            (self.delete_button, self._ask),
            (self.back_button, self.closed.emit),
        ):
            button.clicked.connect(lambda _=False, work=work: work())
        self._question: Strip | None = None
        self._lay_out()
        bench.announcements.changed.connect(self._on_changes)

    def _lay_out(self) -> None:
        px = self._bench.theme.px
        buttons = (self.open_button, self.delete_button, self.back_button)
        parts = (self.entry, self.states, row(*buttons, STRETCH, gap=px(8)))
        margins = (px(16), px(8), px(16), px(12))
        self._layout = column(*parts, owner=self, gap=px(8), margins=margins, fill=self.states)

    def open(self) -> None:
        """Read the list, from the top."""
        self.entry.clear()
        self.read()
        press(self.entry)

    def read(self) -> None:
        jobs = self._bench.calls.jobs
        self.states.loading(
            PendingRead("your conversations", lambda: jobs.cancel(KEY), self.read),
        )
        self._bench.calls.ask(
            conversations.LIST_CONVERSATIONS,
            conversations.ListConversations(words=self.entry.text().strip()),
            done=self._show,
            failed=lambda error: self.states.failed(error, self.read),
            key=KEY,
            owner=self,
        )

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """From the search the arrows go into the list, Enter opens."""
        if watched is self.entry and isinstance(event, QKeyEvent) and event.type() == _PRESSED:
            if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
                self._open()
                return True
            if event.key() == Qt.Key.Key_Down:
                press(self.list)
                return True
        return super().eventFilter(watched, event)

    def _show(self, found: ConversationList) -> None:
        place, now = max(0, self.list.currentRow()), self._bench.services.clock()
        self.list.clear()
        for kept in found.conversations:
            self.list.addItem(_item(kept, now))
        if found.conversations:
            self.list.setCurrentRow(min(place, self.list.count() - 1))
            self.states.ready()
        elif self.entry.text().strip():
            self.states.empty("No conversation says that.", "Search for other words.")
        else:
            self.states.empty(
                "No conversation yet.", "What you ask a language model is kept here, and only here."
            )
        self._allow()

    def _current(self) -> SavedConversation | None:
        item = self.list.currentItem()
        row = item.data(ROW) if item is not None else None
        return row if isinstance(row, SavedConversation) else None

    def _allow(self) -> None:
        self._withdraw()
        for button in (self.open_button, self.delete_button):
            button.setEnabled(self._current() is not None)

    def _open(self) -> None:
        row = self._current()
        if row is not None:
            self.chosen.emit(row.id)

    def _ask(self) -> None:
        row = self._current()
        if row is None:
            return
        self._withdraw()
        buttons = (("Delete", lambda: self._delete(row)), ("Keep", self._keep))
        words = f"Delete “{clean(row.title)}” and what was sent for it? It can't be undone."
        self._question = Strip(self._bench.theme, "warning", "warning", words, buttons=buttons)
        self._layout.insertWidget(2, self._question)
        self._question.show()

    def _keep(self) -> None:
        self._withdraw()
        press(self.list)

    def _delete(self, row: SavedConversation) -> None:
        self._withdraw()
        press(self.list)
        self._bench.calls.ask(
            conversations.DELETE_CONVERSATION,
            conversations.DeleteConversation(conversation_id=row.id),
            done=lambda _: self._gone(row.id),
            owner=self,
            lasting=True,
        )

    def _gone(self, conversation_id: str) -> None:
        self.deleted.emit(conversation_id)
        self.read()

    def leave(self) -> None:
        """Escape: first from a question, then from the list."""
        if self._question is not None:
            self._keep()
        else:
            self.closed.emit()

    def _withdraw(self) -> None:
        if self._question is not None:
            self._question.hide()
            self._question.deleteLater()
            self._question = None

    def _on_changes(self, changes: Changes) -> None:
        if changes.conversations and self.isVisible() and self._question is None:
            self.read()


_PRESSED = QEvent.Type.KeyPress


def _item(row: SavedConversation, now: float) -> QListWidgetItem:
    title, when = clean(row.title) or "(no words)", short_date(row.changed, now)
    turns = "1 question" if row.turns == 1 else f"{row.turns} questions"
    item = QListWidgetItem(f"{title}\n{when} · {turns} · {clean(row.agent)}")
    item.setData(ROW, row)
    item.setToolTip(as_tooltip(title))
    item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{title}. {when}. {turns}. {row.agent}.")
    return item
