"""Chips of a conversation's labels, each with a button that takes the label off."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtWidgets import QFrame, QSizePolicy, QToolButton, QWidget

from desktop_app.model.message import Message, shown_labels
from desktop_app.ui.bench.offered_verbs import SYSTEM
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.elided_label import ElidedLabel
from desktop_app.ui.widgets.parts import clear, plain, row
from desktop_app.ui.widgets.safe_text import as_tooltip, clean
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.widgets.tokens import Size

SHOWN = 6


class LabelChips(QWidget):
    """Row of chips. While a draft has the pane they only tell."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self._shown: tuple[int, tuple[str, ...]] = (0, ())
        self._row = row(owner=self, gap=bench.theme.px(4))
        self.buttons: list[QToolButton] = []
        bench.selection.changed.connect(self._follow)
        bench.theme.changed.connect(self._tint)
        self.hide()

    def show_labels(self, thread_id: int, messages: Iterable[Message]) -> None:
        """The person's own labels of the conversation, by name."""
        labels = shown_labels(label for m in messages for label in m.labels) - SYSTEM
        names = tuple(sorted(labels, key=str.casefold))
        if (thread_id, names) == self._shown:
            return  # somebody may be about to press one
        self._shown = (thread_id, names)
        self._empty()
        for name in names[:SHOWN]:
            self._row.addWidget(self._chip(thread_id, name))
        if names[SHOWN:]:
            more = plain(f"+ {len(names) - SHOWN}", "chip")
            more.setToolTip(as_tooltip("\n".join(clean(name) for name in names[SHOWN:])))
            self._row.addWidget(more)
        self._row.addStretch(1)
        self.setVisible(bool(names))
        self._tint()
        self._follow()

    def _chip(self, thread_id: int, name: str) -> QFrame:
        chip, px = QFrame(), self._bench.theme.px
        set_role(chip, "recipient")
        words = clean(name)
        label = ElidedLabel("caption")
        label.set_words(words)
        label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        button = QToolButton()
        set_role(button, "chip-close")
        button.setAccessibleName(f"Take off the label {words}")
        button.setToolTip(as_tooltip(f"Take off the label {words}"))
        button.clicked.connect(lambda: self._bench.navigation.take_off(name, (thread_id,)))
        self.buttons.append(button)
        row(label, button, owner=chip, gap=px(2), margins=(px(8), 0, px(2), 0))
        return chip

    def _empty(self) -> None:
        self.buttons.clear()
        clear(self._row)

    def _follow(self) -> None:
        for button in self.buttons:
            button.setVisible(not self._bench.selection.reviewing)

    def _tint(self) -> None:
        side = self._bench.theme.px(Size.ICON_SMALL)
        for button in self.buttons:
            button.setIcon(self._bench.theme.icon("close", "second"))
            button.setFixedSize(side + 4, side + 4)
