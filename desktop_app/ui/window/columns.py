"""Columns by the window's width: first the sidebar is hidden, then the list.

It shows and hides columns. It knows neither their content nor their widths.
"""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QToolButton, QWidget

from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.parts import STRETCH, column, row
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.widgets.tokens import Size
from desktop_app.ui.window.frame import Frame


class Columns(QWidget):
    """Splitter of `frame`, and beside it a button that shows the list again when it is hidden."""

    def __init__(self, bench: Workbench, frame: Frame) -> None:
        super().__init__()
        theme = bench.theme
        self._theme, self._frame, self._selection = theme, frame, bench.selection
        self._reading = False
        self._fitted = (0, False, True)
        self.back = QToolButton()
        set_role(self.back, "flat")
        self.back.setAccessibleName("Show the list")
        self.back.setToolTip("Show the list")
        self.back.clicked.connect(self._go_back)
        self.rail = QWidget()
        column(self.back, STRETCH, owner=self.rail, margins=(theme.px(4), theme.px(8), 0, 0))
        self.rail.hide()
        row(self.rail, frame.splitter, owner=self, fill=frame.splitter)
        self._tint()
        theme.changed.connect(self._tint)

    def fit(self, width: int, *, beside: bool, sidebar: bool) -> None:
        """Share `width` pixels of the window; `beside` with the assistant, `sidebar` if wanted."""
        self._fitted = (width, beside, sidebar)
        px, frame = self._theme.px, self._frame
        least = Size.REVIEW if frame.reviewing else Size.LEAST_THREAD
        dock = px(Size.ASSISTANT) if beside else 0
        room = px(Size.SIDEBAR) + px(Size.LEAST_LIST) + px(least) + dock
        dock = px(Size.LEAST_LIST) if beside else 0
        both = px(Size.LEAST_LIST) + px(Size.LEAST_THREAD) + dock <= width
        roomy = px(Size.LEAST_LIST) + px(least) + dock <= width
        listed = roomy or not self._reading
        frame.main_stack.setMinimumWidth(px(Size.LEAST_THREAD if both else Size.LEAST_LIST))
        self._show(frame.sidebar, sidebar and width >= room)
        self._show(frame.main_stack, both or self._reading)
        self._show(frame.list_stack, listed)
        self._selection.see_list(listed)
        self.rail.setVisible(not listed)

    def show_list(self) -> None:
        """The list comes to the front, where it has no room beside what is read."""
        self._turn(reading=False)

    def show_reading(self) -> None:
        """What is read or written comes to the front."""
        self._turn(reading=True)

    def crowded_out(self, width: int) -> bool:
        """Whether in `width` pixels not even a review alone has room beside the assistant."""
        return width < self._theme.px(Size.REVIEW) + self._theme.px(Size.LEAST_LIST)

    def _go_back(self) -> None:
        self.show_list()
        self._frame.focus("list")

    def _turn(self, *, reading: bool) -> None:
        self._reading = reading
        width, beside, sidebar = self._fitted
        self.fit(width, beside=beside, sidebar=sidebar)

    def _show(self, column: QWidget, shown: bool) -> None:
        """The focus goes along: nobody types into what is not there."""
        focused = QApplication.focusWidget()
        held = focused is not None and column.isAncestorOf(focused)
        if column.isHidden() == shown:
            column.setVisible(shown)
        if held and not shown:
            place = "main" if self._reading else "list"
            self._frame.focus(place)

    def _tint(self) -> None:
        self.back.setIcon(self._theme.icon("back", "second"))
