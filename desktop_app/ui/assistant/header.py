"""Header of the assistant pane: who answers and where, earlier conversations, what was sent."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from desktop_app.assistant.transcript import AgentDescription, ModelInUse
from desktop_app.ui.widgets.dates import number
from desktop_app.ui.widgets.elided_label import ElidedLabel
from desktop_app.ui.widgets.parts import column, plain, row, selectable
from desktop_app.ui.widgets.safe_text import as_tooltip
from desktop_app.ui.widgets.theme import Theme, set_role


class Header(QWidget):
    """Header with the signals `earlier_wanted`, `sent_wanted`, `new_wanted`."""

    earlier_wanted = Signal()
    sent_wanted = Signal()
    new_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme, self._shown = theme, ""
        self.name = ElidedLabel("strong")
        self.place = plain(role="chip")
        self.place.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.sent = selectable("", "caption")
        self.holds = selectable("", "caption")
        self.holds.hide()
        self._icons: list[tuple[QToolButton, str]] = []
        line = row(self.name, gap=theme.px(4), fill=self.name)
        for name, icon, work in (
            ("Earlier conversations", "history", self.earlier_wanted.emit),
            ("What was sent", "sent_out", self.sent_wanted.emit),
            ("New conversation", "add", self.new_wanted.emit),
        ):
            line.addWidget(self._button(name, icon, work))
        where = row(self.place, self.sent, gap=theme.px(8), fill=self.sent)
        margins = (theme.px(16), theme.px(8), theme.px(8), theme.px(4))
        column(line, where, self.holds, owner=self, margins=margins)
        theme.changed.connect(self._tint)
        self._tint()

    def show_agent(self, told: AgentDescription) -> None:
        """Who answers now."""
        self.name.set_words(told.name)
        self.place.setText(told.place.value)
        self.sent.setText(told.data_sent)
        if told.name != self._shown:
            self._shown = told.name
            self.holds.hide()

    def show_window(self, told: ModelInUse) -> None:
        """What the model in use holds at once, and whether its list of tools is the short one."""
        self.holds.setText(window_words(told))
        self.holds.show()

    def _button(self, name: str, icon: str, work: Callable[[], object]) -> QToolButton:
        button = QToolButton()
        set_role(button, "flat")
        button.setAccessibleName(name)
        button.setToolTip(as_tooltip(name))
        button.clicked.connect(lambda *_: work())
        self._icons.append((button, icon))
        return button

    def _tint(self) -> None:
        for button, icon in self._icons:
            button.setIcon(self._theme.icon(icon, "second"))


def window_words(told: ModelInUse) -> str:
    """`Holds 16,384 tokens at once. Short list of tools: this model has a small window.`"""
    holds = f"Holds {number(told.window)} {'letters' if told.in_chars else 'tokens'} at once."
    short = " Short list of tools: this model has a small window." if told.short_tools else ""
    return holds + short
