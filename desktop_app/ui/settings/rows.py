"""Editors for the rows of the settings table, chosen by type. No setting is named here."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QCheckBox, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from desktop_app.settings import Settings
from desktop_app.settings_row import Setting, Value
from desktop_app.ui.widgets.controls import Choice, Number
from desktop_app.ui.widgets.parts import plain
from desktop_app.ui.widgets.safe_text import as_tooltip
from desktop_app.ui.widgets.theme import Theme

OnChange = Callable[[str, object], object]
LIST_HEIGHT, WRITING_HEIGHT = 72, 112


def add_row(
    layout: QVBoxLayout, row: Setting, settings: Settings, theme: Theme, change: OnChange
) -> None:
    """A row with its label and its help, put below what is there."""
    widget = editor(row, settings, theme, change)
    if not isinstance(row.default, bool):
        label = plain(row.label or row.key, "strong")
        label.setBuddy(widget)
        layout.addWidget(label)
    layout.addWidget(widget)
    text = row.help
    if settings.forced(row.key):
        text += " It is set from outside and can't be changed here."
    layout.addWidget(plain(text, "caption", wrap=True))
    layout.addSpacing(theme.px(12))


def editor(row: Setting, settings: Settings, theme: Theme, change: OnChange) -> QWidget:
    """The editor, showing the value in force and named by the key; `change(key, value)` when it
    was edited."""
    value = settings.value(row.key)
    if row.choices:
        widget = _choice(row, value, change)
    elif isinstance(row.default, bool):
        widget = _flag(row, value, change)
    elif isinstance(row.default, int):
        widget = _number(row, value, change)
    elif isinstance(row.default, tuple):
        widget = _list(row, value, theme, change)
    elif row.examples:
        widget = _Writing(row, value, theme, change)
    else:
        widget = _text(row, value, change)
    widget.setObjectName(row.key)
    widget.setAccessibleName(row.label or row.key)
    widget.setAccessibleDescription(row.help)
    widget.setToolTip(as_tooltip(row.help))
    widget.setEnabled(not settings.forced(row.key))
    return widget


def show_value(widget: QWidget, value: Value) -> None:
    """Have an editor show a value without a word that it was edited."""
    with QSignalBlocker(widget):
        if isinstance(widget, Choice):
            widget.setCurrentIndex(max(0, widget.findData(value)))
        elif isinstance(widget, QCheckBox):
            widget.setChecked(value is True)
        elif isinstance(widget, Number) and isinstance(value, int):
            widget.setValue(value)
        elif isinstance(widget, QLineEdit):
            widget.setText(str(value))
        elif isinstance(widget, QPlainTextEdit):
            widget.setPlainText("\n".join(value) if isinstance(value, tuple) else str(value))


def _choice(row: Setting, value: Value, change: OnChange) -> QWidget:
    box = Choice()
    for choice in row.choices:
        box.addItem(str(choice).capitalize(), choice)
    box.setCurrentIndex(max(0, box.findData(value)))
    box.activated.connect(lambda place: change(row.key, box.itemData(place)))
    return box


def _flag(row: Setting, value: Value, change: OnChange) -> QWidget:
    box = QCheckBox(row.label)
    box.setChecked(value is True)
    box.toggled.connect(lambda on: change(row.key, on))
    return box


def _number(row: Setting, value: Value, change: OnChange) -> QWidget:
    box = Number()
    box.setRange(row.low, min(row.high, 2**31 - 1))
    box.setValue(value if isinstance(value, int) else row.low)
    box.setKeyboardTracking(False)
    box.valueChanged.connect(lambda number: change(row.key, number))
    return box


def _text(row: Setting, value: Value, change: OnChange) -> QWidget:
    entry = QLineEdit(str(value))
    entry.editingFinished.connect(lambda: change(row.key, entry.text()))
    return entry


def _list(row: Setting, value: Value, theme: Theme, change: OnChange) -> QWidget:
    """One entry a line; saved when the editor is left."""
    return _Lines(row, value, theme, change)


class _Lines(QPlainTextEdit):
    def __init__(self, row: Setting, value: Value, theme: Theme, change: OnChange) -> None:
        super().__init__("\n".join(value) if isinstance(value, tuple) else "")
        self._row, self._change = row, change
        self.setPlaceholderText("One a line")
        self.setTabChangesFocus(True)
        self.setFixedHeight(theme.px(LIST_HEIGHT))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        lines = [line.strip() for line in self.toPlainText().splitlines() if line.strip()]
        self._change(self._row.key, lines)


class _Writing(QPlainTextEdit):
    """Text of several lines, with examples while it is empty; saved when the editor is left."""

    def __init__(self, row: Setting, value: Value, theme: Theme, change: OnChange) -> None:
        super().__init__(str(value))
        self._row, self._change = row, change
        self.setPlaceholderText("\n".join(("For example:", *row.examples)))
        self.setTabChangesFocus(True)
        self.setFixedHeight(theme.px(WRITING_HEIGHT))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._change(self._row.key, self.toPlainText().strip())
