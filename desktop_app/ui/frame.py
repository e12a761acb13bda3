"""The frame: sidebar, list column, right area and dock, and which pane stands where.

Panes are made when they are first wanted. What a pane is for is none of the frame's business.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QMainWindow,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.loading import Loading
from desktop_app.ui.pane import Making, Pane
from desktop_app.ui.panes import PANES, Place
from desktop_app.ui.panes.sidebar_pane import SidebarPane
from desktop_app.ui.stepping import Stepping
from desktop_app.ui.tokens import Size
from desktop_app.ui.workbench import Workbench


class Frame(QObject):
    """`show(name, wanted)` makes a pane if need be, puts it in its place and opens it."""

    def __init__(self, bench: Workbench, window: QMainWindow) -> None:
        super().__init__(window)
        self._bench, self._window = bench, window
        self._panes: dict[str, Pane] = {}
        self._making: dict[str, Making] = {}
        self._newest: dict[Place, tuple[str, object]] = {}
        self.sidebar = SidebarPane(bench)
        self.list_stack, self.main_stack = QStackedWidget(), QStackedWidget()
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setObjectName("columns")
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(1)
        for widget, least in (
            (self.sidebar, Size.LEAST_SIDEBAR),
            (self.list_stack, Size.LEAST_LIST),
            (self.main_stack, Size.LEAST_THREAD),
        ):
            widget.setMinimumWidth(bench.theme.px(least))
            self.splitter.addWidget(widget)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setStretchFactor(2, 3)
        self.spread()
        self.dock = QDockWidget("Assistant", window)
        self.dock.setObjectName("assistant_dock")
        self.dock.setFeatures(QDockWidget.DockWidgetFeature.DockWidgetClosable)
        self.dock.setTitleBarWidget(QWidget())
        self.dock.setMinimumWidth(bench.theme.px(Size.LEAST_LIST))
        self.dock.hide()
        window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.dock)

    def spread(self) -> None:
        """The columns as they are before anyone moved them."""
        px = self._bench.theme.px
        side, middle = px(Size.SIDEBAR), px(Size.LIST)
        self.splitter.setSizes([side, middle, px(Size.WINDOW_WIDTH) - side - middle])

    def pane(self, name: str) -> Pane:
        """The pane, made when it is asked for first."""
        while self.prepare(name):
            pass
        return self._panes[name]

    def prepare(self, name: str) -> bool:
        """Make a part of a pane that is not there yet; whether more of it is left to make."""
        if name in self._panes:
            return False
        if name not in self._making:
            row = PANES[name]
            homes: dict[Place, QWidget] = {
                Place.LIST: self.list_stack,
                Place.MAIN: self.main_stack,
                Place.DOCK: self.dock,
            }
            self._making[name] = Making(row, self._bench, homes.get(row.place))
            return True
        if self._making[name].step():
            return True
        self._panes[name] = pane = self._making.pop(name).pane
        self._put_in(pane, PANES[name].place)
        return False

    def _put_in(self, pane: Pane, place: Place) -> None:
        if place is Place.LIST:
            self.list_stack.addWidget(pane)
        elif place is Place.MAIN:
            self.main_stack.addWidget(pane)
        elif place is Place.DOCK:
            self.dock.setWidget(pane)
            pane.show()

    def show(self, name: str, wanted: object, then: Callable[[], object] = lambda: None) -> None:
        """Put a pane in its place and let it show what is wanted, then call `then`. One that is
        not there yet is loaded and made first, unless something else is asked of its place
        meanwhile."""
        row = PANES.get(name)
        if row is None:
            self._bench.navigation.status("This part of Draftdesk is not installed.")
            return
        self._newest[row.place] = (name, wanted)
        if name in self._panes or not self._window.isVisible():
            self._put(name, wanted)
            then()
            return

        def newest() -> bool:
            return self._newest[row.place] == (name, wanted)

        def made() -> None:
            if newest():
                self._put(name, wanted)
                then()

        def loaded() -> None:
            if newest():
                Stepping(self._parts(name), self._window, done=made)

        Loading(self._bench.calls.jobs, (row.module,), loaded, self._window)

    def _parts(self, name: str) -> Iterator[None]:
        """Make a pane part by part, if it is one that stays."""
        while PANES[name].place is not Place.DIALOG and self.prepare(name):
            yield

    def asked(self, place: Place) -> bool:
        """Whether anything was asked of a place yet."""
        return place in self._newest

    def _put(self, name: str, wanted: object) -> None:
        place = PANES[name].place
        if place is Place.DIALOG:
            self._show_dialog(name)
            return
        pane = self.pane(name)
        if place is Place.LIST:
            self.list_stack.setCurrentWidget(pane)
        elif place is Place.MAIN:
            self.main_stack.setCurrentWidget(pane)
        elif place is Place.DOCK:
            self.dock.show()
        pane.open(wanted)

    def shown(self, name: str) -> bool:
        """Whether a pane is there and in front of its place."""
        pane = self._panes.get(name)
        return pane is not None and pane in {
            self.list_stack.currentWidget(),
            self.main_stack.currentWidget(),
        }

    def before_close(self, go_on: Callable[[], object]) -> bool:
        """Whether a pane asks the person something before the window closes."""
        return any(pane.before_close(go_on) for pane in self._panes.values())

    def closing(self) -> None:
        """Let every pane save what was typed."""
        for pane in self._panes.values():
            pane.closing()

    def focus(self, place: str) -> None:
        """Put the focus into the pane of a place."""
        widget = self.places().get(place)
        if widget is not None and widget.isVisible():
            widget.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def places(self) -> dict[str, QWidget | None]:
        """The panes in the order F6 goes through them."""
        return {
            "sidebar": self.sidebar,
            "list": self.list_stack.currentWidget(),
            "main": self.main_stack.currentWidget(),
            "assistant": self.dock.widget() if self.dock.isVisible() else None,
        }

    def cycle(self, by: int) -> None:
        """The next (1) or the previous (-1) pane."""
        order = [p for p, w in self.places().items() if w is not None and w.isVisible()]
        focused = QApplication.focusWidget()
        here = next((i for i, p in enumerate(order) if self._holds(p, focused)), -by)
        self.focus(order[(here + by) % len(order)])

    def _holds(self, place: str, focused: QWidget | None) -> bool:
        widget = self.places()[place]
        return (
            widget is not None
            and focused is not None
            and (widget is focused or widget.isAncestorOf(focused))
        )

    def _show_dialog(self, name: str) -> None:
        from PySide6.QtWidgets import QDialog

        from desktop_app.ui.dialogs import present

        row = PANES[name]
        dialog = QDialog(self._window)
        dialog.setWindowTitle(row.title)
        px = self._bench.theme.px
        dialog.resize(px(Size.TEXT_WIDTH), px(Size.DIALOG))
        layout = QVBoxLayout(dialog)
        pane = Making(row, self._bench).finish()
        layout.addWidget(pane)
        present(dialog)
        pane.open(None)
