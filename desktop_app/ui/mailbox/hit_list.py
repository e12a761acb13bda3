"""List of further hits below the conversations, under a divider that names them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QWidget

from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.mailbox.conversation_model import ROW, ConversationModel
from desktop_app.ui.mailbox.conversation_rows import ConversationRow
from desktop_app.ui.mailbox.conversation_view import ConversationView
from desktop_app.ui.widgets.parts import column, plain

QWIDGETSIZE_MAX = (1 << 24) - 1
MOST_ROWS = 4
"""Rows in sight at once; the rest scrolls."""


class HitList(QWidget):
    """List that is hidden while it is empty; `chosen(ConversationRow)` by Enter or a click."""

    chosen = Signal(object)
    rows_in_sight = MOST_ROWS

    def __init__(self, bench: Workbench, name: str) -> None:
        super().__init__()
        self.divider = plain(role="caption", wrap=True)
        px = bench.theme.px
        self.divider.setContentsMargins(px(28), px(8), px(12), px(8))
        self.model = ConversationModel()
        self.model.setParent(self)
        self.view = ConversationView(bench.theme, self.model, self)
        self.view.delegate.acts = False
        self.view.setAccessibleName(name)
        self.view.opened.connect(self.chosen)
        self.view.clicked.connect(lambda index: self.chosen.emit(index.data(ROW)))
        line = QFrame()
        line.setFixedHeight(1)
        line.setAutoFillBackground(True)
        line.setBackgroundRole(QPalette.ColorRole.Mid)
        self._column = column(line, self.divider, self.view, owner=self)
        self.hide()

    def add_below_divider(self, widget: QWidget) -> None:
        """A widget between the heading and the rows."""
        self._column.insertWidget(2, widget)

    def show_rows(self, rows: Sequence[ConversationRow], heading: str) -> None:
        """These under that heading, which may stand alone to say why there are none."""
        self.model.show(rows, 0)
        self.divider.setText(heading)
        self.view.setVisible(bool(rows))
        self.take_room(all_of_it=False)
        self.setVisible(bool(rows or heading))

    def take_room(self, *, all_of_it: bool) -> None:
        """As much as a few rows need, or all that there is: nothing else has been found."""
        high = self.view.delegate.row_height * min(self.model.rowCount(), self.rows_in_sight)
        self.view.setMinimumHeight(self.view.delegate.row_height if all_of_it else high)
        self.view.setMaximumHeight(QWIDGETSIZE_MAX if all_of_it else high)
