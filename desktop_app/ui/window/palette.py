"""Command palette (Ctrl+K): what can be done now and where one can go, found by its words."""

from __future__ import annotations

from contextlib import suppress

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QPoint, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from desktop_app.model.errors import KnownError
from desktop_app.model.template import TemplateShelf
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import folders, templates
from desktop_app.tools.person.folders import SavedSearchList, SidebarCounts
from desktop_app.tools.person.templates import Templates
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.parts import STYLE, column
from desktop_app.ui.widgets.theme import Theme, set_role
from desktop_app.ui.widgets.tokens import Size
from desktop_app.ui.window.commands import (
    Command,
    matching,
    of_actions,
    of_places,
    of_settings,
    of_templates,
)

Read = tuple[SidebarCounts, SavedSearchList, Templates]
KEYS = Qt.ItemDataRole.UserRole

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
    """Dialog whose Enter does the marked command after it has closed."""

    def __init__(self, bench: Workbench, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.FramelessWindowHint | Qt.WindowType.Dialog)
        self._bench = bench
        self._commands = [*of_actions(bench), *of_settings(bench)]
        self._shown: list[Command] = []
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
        self._read()
        corner = parent.mapToGlobal(QPoint((parent.width() - self.width()) // 2, px(80)))
        self.move(corner)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {int(Qt.Key.Key_Down): 1, int(Qt.Key.Key_Up): -1}.get(event.key())
            if step and self.list.count():
                self.list.setCurrentRow((self.list.currentRow() + step) % self.list.count())
                return True
        return super().eventFilter(watched, event)

    def _read(self) -> None:
        """Labels, searches and accounts come a moment later."""
        calls = self._bench.calls

        def work() -> Read:
            counts = calls.wait(folders.SIDEBAR_COUNTS, NoParams())
            searches = calls.wait(folders.LIST_SEARCHES, NoParams())
            kept = Templates(TemplateShelf(), "")
            with suppress(KnownError):  # a folder that can't be read takes no label away
                kept = calls.wait(templates.LIST_TEMPLATES, NoParams())
            return counts, searches, kept

        calls.jobs.run(work, done=self._add_places, key="palette", owner=self)

    def _add_places(self, read: Read) -> None:
        counts, searches, kept = read
        self._commands += of_places(self._bench, counts, searches)
        self._commands += of_templates(self._bench, kept)
        chosen = self.list.currentItem()
        words = chosen.text() if chosen is not None else ""
        self._fill(self.entry.text())
        for item in self.list.findItems(words, Qt.MatchFlag.MatchExactly):
            self.list.setCurrentItem(item)

    def _fill(self, words: str) -> None:
        self.list.clear()
        self._shown = matching(words, self._commands)
        for command in self._shown:
            self.list.addItem(_item(command.words, command.keys))
        nothing = not self._shown
        if nothing:
            self._say_none(words.strip())
        self.list.setCurrentRow(1 if nothing else 0)

    def _say_none(self, words: str) -> None:
        """Nothing fits: that, and a search of the mail for the words."""
        nothing = _item(f"No command fits “{words}”.", "")
        nothing.setFlags(Qt.ItemFlag.NoItemFlags)
        self.list.addItem(nothing)
        search = f"Search mail for “{words}”"
        self.list.addItem(_item(search, ""))
        navigation = self._bench.navigation
        none = Command("", lambda: None)
        self._shown = [none, Command(search, lambda: navigation.show_search(words))]

    def _choose(self) -> None:
        place = self.list.currentRow()
        if not 0 <= place < len(self._shown):
            return
        work = self._shown[place].work
        self.accept()
        QTimer.singleShot(0, self._bench.actions, work)


def _item(words: str, keys: str) -> QListWidgetItem:
    item = QListWidgetItem(words)
    item.setData(KEYS, keys)
    item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{words}, {keys}".strip(", "))
    return item
