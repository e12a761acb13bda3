"""Columns by the window's width: first the sidebar is hidden, then the list. A draft and its
conversation stand beside each other where there is room: there the list gives way first.

It shows and hides columns. It knows neither their content nor their widths.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QToolButton, QWidget

from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.parts import STRETCH, column, row
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.widgets.tokens import Size
from desktop_app.ui.window.frame import Frame


class Columns(QWidget):
    """Splitter of `frame`, and in place of the list a button that shows it when it is hidden."""

    def __init__(self, bench: Workbench, frame: Frame) -> None:
        super().__init__()
        theme = bench.theme
        self._theme, self._frame, self._selection = theme, frame, bench.selection
        self._reading = False
        self._peek: bool | None = None
        """Whether the person wants the conversation with the draft; None: where it has room."""
        self._followed = (False, False)
        self._fitted = (0, False, True)
        self.back = QToolButton()
        set_role(self.back, "flat")
        self.back.setAccessibleName("Show the list")
        self.back.setToolTip("Show the list")
        self.back.clicked.connect(self._go_back)
        column(self.back, STRETCH, owner=frame.rail, margins=(theme.px(4), theme.px(8), 0, 0))
        frame.rail.hide()
        row(frame.splitter, owner=self, fill=frame.splitter)
        self._tint()
        theme.changed.connect(self._tint)

    def fit(self, width: int, *, assistant: bool, sidebar: bool) -> None:
        """Share `width` pixels of the window with the assistant, where that is open; `sidebar` if
        it is wanted."""
        self._fitted = (width, assistant, sidebar)
        px, frame = self._theme.px, self._frame
        dock, least_dock = (px(Size.ASSISTANT), px(Size.LEAST_LIST)) if assistant else (0, 0)
        draft = px(Size.REVIEW if frame.reviewing else Size.LEAST_THREAD)
        pair = px(Size.LEAST_THREAD) + draft
        across = width >= px(Size.BESIDE_FROM) and pair + least_dock <= width
        beside = self._answered and (across if self._peek is None else self._peek)
        roomy = px(Size.LEAST_LIST) + draft + least_dock <= width
        least = draft
        if beside and across:
            listed = px(Size.SIDEBAR) + px(Size.LEAST_LIST) + px(Size.PAIR) + dock <= width
            beside = listed or self._reading
            roomy, least = listed or not beside, pair if beside else draft
        listed = roomy or not self._reading
        both = px(Size.LEAST_LIST) + px(Size.LEAST_THREAD) + least_dock <= width
        room = px(Size.SIDEBAR) + (px(Size.LEAST_LIST) if listed else 0) + least + dock
        frame.main.setMinimumWidth(px(Size.LEAST_THREAD if both else Size.LEAST_LIST))
        self._show(frame.sidebar, sidebar and width >= room)
        self._show(frame.reading, both or self._reading)
        self._show(frame.list_stack, listed)
        if frame.reviewing:
            way = Qt.Orientation
            frame.show_beside(beside, way.Horizontal if across else way.Vertical)
        self._selection.see_beside(beside)
        frame.rail.setVisible(not listed)

    @property
    def _answered(self) -> bool:
        """Whether what is written belongs to a conversation."""
        return self._frame.reviewing and bool(self._selection.answers[0])

    def follow(self) -> None:
        """A draft has come or gone, or its conversation is known now."""
        state = (self._frame.reviewing, self._answered)
        if state != self._followed:
            if not state[0]:
                self._peek = None
            self._followed = state
            self._fit_again()

    def peek(self, shown: bool) -> None:
        """The person wants the conversation with the draft, or the draft alone."""
        self._peek = shown
        self._turn(reading=True)

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
        self._fit_again()

    def _fit_again(self) -> None:
        width, assistant, sidebar = self._fitted
        self.fit(width, assistant=assistant, sidebar=sidebar)

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
