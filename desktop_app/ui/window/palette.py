"""Command palette (Ctrl+K): every action that is enabled, found by its words."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QPoint, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from desktop_app.ui.bench.action_table import ActionRow
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.parts import STYLE, column
from desktop_app.ui.widgets.theme import Theme, set_role
from desktop_app.ui.widgets.tokens import Size

NAME = Qt.ItemDataRole.UserRole
KEYS = Qt.ItemDataRole.UserRole + 1

AnyIndex = QModelIndex | QPersistentModelIndex


class _KeysDelegate(QStyledItemDelegate):
    """The keys at the right end of the row."""

    def __init__(self, theme: Theme, parent: QListWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        super().paint(painter, option, index)
        painter.save()
        painter.setPen(self._theme.colour("second"))
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        box = option.rect.adjusted(0, 0, -self._theme.px(8), 0)
        painter.drawText(box, int(flags), index.data(KEYS))
        painter.restore()


class Palette(QDialog):
    """Dialog whose Enter triggers the marked action after it has closed."""

    def __init__(self, bench: Workbench, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.FramelessWindowHint | Qt.WindowType.Dialog)
        self._bench = bench
        self.setWindowTitle("Command palette")
        px = bench.theme.px
        self.setFixedSize(px(Size.DIALOG), px(400))
        self.entry = QLineEdit()
        self.entry.setPlaceholderText("What do you want to do?")
        self.entry.setAccessibleName("Command")
        self.entry.textChanged.connect(self._fill)
        self.entry.returnPressed.connect(self._choose)
        self.entry.installEventFilter(self)
        self.list = QListWidget()
        self.list.setAccessibleName("Commands")
        self.list.itemClicked.connect(self._choose)
        self.list.setItemDelegate(_KeysDelegate(bench.theme, self.list))
        set_role(self, "palette")
        column(self.entry, self.list, owner=self, gap=STYLE, margins=px(12))
        self._fill("")
        corner = parent.mapToGlobal(QPoint((parent.width() - self.width()) // 2, px(80)))
        self.move(corner)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {int(Qt.Key.Key_Down): 1, int(Qt.Key.Key_Up): -1}.get(event.key())
            if step and self.list.count():
                self.list.setCurrentRow((self.list.currentRow() + step) % self.list.count())
                return True
        return super().eventFilter(watched, event)

    def _fill(self, words: str) -> None:
        self.list.clear()
        for row in matching(words, list(self._bench.actions.offered())):
            if row.id == "palette" or not self._bench.actions.enabled(row.id):
                continue
            keys = self._bench.actions.keys()[row.id]
            shown = QKeySequence(keys[0] if keys else "").toString(
                QKeySequence.SequenceFormat.NativeText
            )
            item = QListWidgetItem(row.text)
            item.setData(NAME, row.id)
            item.setData(KEYS, shown)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{row.text}, {shown}".strip(", "))
            self.list.addItem(item)
        self.list.setCurrentRow(0)

    def _choose(self) -> None:
        if self.list.currentRow() < 0:
            return
        name = self.list.currentItem().data(NAME)
        actions = self._bench.actions
        self.accept()
        QTimer.singleShot(0, actions, lambda: actions.trigger(name))


def matching(words: str, rows: list[ActionRow]) -> list[ActionRow]:
    """Rows in which every word begins some word of the action or its menu; best first."""
    wanted = words.lower().split()

    def rank(row: ActionRow) -> int:
        text = row.text.lower().split()
        if all(any(t.startswith(w) for t in text) for w in wanted):
            return 0
        whole = f"{row.menu.value} {row.text}".lower()
        return 1 if all(w in whole for w in wanted) else 2

    return [row for row in sorted(rows, key=rank) if rank(row) < 2]
