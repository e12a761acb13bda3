"""Editors for the rows of the settings table, chosen by type. No setting is named here."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QCheckBox, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from desktop_app.settings import Settings
from desktop_app.settings_row import Setting, Value
from desktop_app.ui.settings.chip_list import ChipList
from desktop_app.ui.settings.ticks import Ticks
from desktop_app.ui.widgets.controls import Choice, Number
from desktop_app.ui.widgets.parts import STRETCH, plain
from desktop_app.ui.widgets.parts import row as side_by_side
from desktop_app.ui.widgets.safe_text import as_tooltip
from desktop_app.ui.widgets.theme import Theme

OnChange = Callable[[str, object], object]
WRITING_HEIGHT = 112


def add_row(
    layout: QVBoxLayout, row: Setting, settings: Settings, theme: Theme, change: OnChange
) -> None:
    """A row with its label and its help, put below what is there."""
    widget = editor(row, settings, theme, change)
    label = plain(row.label or row.key, wrap=True)
    label.setBuddy(widget)
    if isinstance(widget, Choice | Number):
        layout.addLayout(side_by_side(label, widget, STRETCH, gap=theme.px(12)))
        label.setWordWrap(False)
    elif isinstance(row.default, bool):
        layout.addWidget(widget)
    else:
        layout.addWidget(label)
        layout.addWidget(widget)
    text = row.sentence
    if settings.forced(row.key):
        text = f"{text} It is set from outside and can't be changed here.".strip()
    if text:
        layout.addWidget(plain(text, "caption", wrap=True))
    layout.addSpacing(theme.px(8))


def add_heading(layout: QVBoxLayout, words: str, theme: Theme) -> None:
    """The heading of a group."""
    layout.addSpacing(theme.px(8))
    layout.addWidget(plain(words, "subject", wrap=True))


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
    elif row.members:
        widget = _ticks(row, value, theme, change)
    elif isinstance(row.default, tuple):
        widget = _list(row, value, theme, change)
    elif row.examples:
        widget = _Writing(row, value, theme, change)
    else:
        widget = _text(row, value, change)
    widget.setObjectName(row.key)
    widget.setAccessibleName(row.label or row.key)
    widget.setAccessibleDescription(row.sentence or row.help)
    widget.setToolTip(as_tooltip(row.sentence or row.help))
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
        elif isinstance(widget, Ticks) and isinstance(value, tuple):
            widget.show_off(value)
        elif isinstance(widget, ChipList) and isinstance(value, tuple):
            widget.show_entries(value)
        elif isinstance(widget, QLineEdit):
            widget.setText(str(value))
        elif isinstance(widget, QPlainTextEdit):
            widget.setPlainText(str(value))


def _choice(row: Setting, value: Value, change: OnChange) -> QWidget:
    box = Choice()
    for choice in row.choices:
        box.addItem(row.words(choice), choice)
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
    if row.unit:
        _put_unit(box, row, box.value())
        box.valueChanged.connect(lambda number: _put_unit(box, row, number))
    if row.lowest:
        box.setSpecialValueText(row.lowest[:1].upper() + row.lowest[1:])
    box.setGroupSeparatorShown(True)
    box.setKeyboardTracking(False)
    box.valueChanged.connect(lambda number: change(row.key, number))
    return box


def _put_unit(box: Number, row: Setting, number: int) -> None:
    box.setSuffix(f" {row.unit_of(number)}")


def _text(row: Setting, value: Value, change: OnChange) -> QWidget:
    entry = QLineEdit(str(value))
    entry.editingFinished.connect(lambda: change(row.key, entry.text()))
    return entry


def _list(row: Setting, value: Value, theme: Theme, change: OnChange) -> QWidget:
    """Addresses as chips."""
    chips = ChipList(theme, row.label or row.key)
    chips.show_entries(value if isinstance(value, tuple) else ())
    chips.changed.connect(lambda entries: change(row.key, entries))
    return chips


def _ticks(row: Setting, value: Value, theme: Theme, change: OnChange) -> QWidget:
    """A tick for each group."""
    ticks = Ticks(theme, row.label, row.members)
    ticks.show_off(value if isinstance(value, tuple) else ())
    ticks.changed.connect(lambda off: change(row.key, off))
    return ticks


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
