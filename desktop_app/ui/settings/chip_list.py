"""List of addresses as chips: removed by ×, added by typing."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QToolButton, QWidget

from desktop_app.ui.widgets.elision import shortened_middle
from desktop_app.ui.widgets.flow import FlowLayout
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.parts import column, plain, row
from desktop_app.ui.widgets.safe_text import as_tooltip, clean
from desktop_app.ui.widgets.theme import Theme, set_role

ENTRY_WIDTH, LONGEST = 280, 48


class ChipList(QWidget):
    """List with the signal `changed(tuple)` of its entries, by the person. What is typed becomes an
    entry by Enter, or when the line is left."""

    changed = Signal(object)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme, self._name = theme, name
        self.entries: tuple[str, ...] = ()
        self._chips: list[QWidget] = []
        self.entry = _Entry()
        self.entry.setPlaceholderText("Add an address")
        self.entry.setAccessibleName(f"{name}: add an address")
        self.entry.setMaximumWidth(theme.px(ENTRY_WIDTH))
        self.entry.editingFinished.connect(self._add)
        chips = QWidget()
        self._flow = FlowLayout(chips, theme.px(4))
        column(chips, self.entry, owner=self, gap=theme.px(4))
        self.setFocusProxy(self.entry)

    def show_entries(self, entries: tuple[str, ...]) -> None:
        """Show these, without a word that they changed."""
        if entries == self.entries:
            return
        self.entries = entries
        for chip in self._chips:
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._chips = [self._chip(entry) for entry in entries]
        for chip in self._chips:
            self._flow.addWidget(chip)

    def _add(self) -> None:
        words = self.entry.text().replace(",", " ").replace(";", " ").split()
        new = tuple(dict.fromkeys((*self.entries, *words)))
        self.entry.clear()
        if new != self.entries:
            self._become(new)

    def _remove(self, entry: str) -> None:
        self._become(tuple(each for each in self.entries if each != entry))
        press(self.entry)

    def _become(self, entries: tuple[str, ...]) -> None:
        self.show_entries(entries)
        self.changed.emit(entries)

    def _chip(self, entry: str) -> QWidget:
        px, shown = self._theme.px, clean(entry)
        chip = QFrame()
        set_role(chip, "recipient")
        chip.setAccessibleName(shown)
        chip.setToolTip(as_tooltip(shown))
        gone = QToolButton()
        set_role(gone, "chip-close")
        self._theme.put_icon(gone, "close", "second")
        gone.setAccessibleName(f"Remove {shown}")
        gone.clicked.connect(lambda: self._remove(entry))
        words, margins = plain(shortened_middle(shown, LONGEST)), (px(8), px(4), px(4), px(4))
        row(words, gone, owner=chip, gap=px(8), margins=margins)
        return chip


class _Entry(QLineEdit):
    """Enter adds what is typed, and is no press of the dialog's."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        super().keyPressEvent(event)
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            event.accept()
