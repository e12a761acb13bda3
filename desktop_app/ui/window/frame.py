"""Frame of the window: sidebar, list column, right area and dock, and the panes in them.

Panes are made when they are first wanted. What a pane is for is none of the frame's business.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QMainWindow,
    QSplitter,
    QStackedWidget,
    QWidget,
)

from desktop_app.ui.bench.pane import Pane
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.mailbox.sidebar_pane import SidebarPane
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.parts import row
from desktop_app.ui.widgets.tokens import Size
from desktop_app.ui.window import panes

if TYPE_CHECKING:
    from desktop_app.ui.assistant.pane import AssistantPane
    from desktop_app.ui.drafts.outbox_pane import OutboxPane
    from desktop_app.ui.drafts.pane import DraftsPane
    from desktop_app.ui.mailbox.pane import ConversationsPane
    from desktop_app.ui.people.pane import PeoplePane
    from desktop_app.ui.review.pane import ReviewPane
    from desktop_app.ui.thread.pane import ThreadPane

P = TypeVar("P", bound=Pane)


class Frame:
    """Each pane is an attribute, made with its first use; `show_…` puts it in front."""

    def __init__(self, bench: Workbench, window: QMainWindow) -> None:
        self._bench, self._window = bench, window
        self._made: list[Pane] = []
        self.sidebar = SidebarPane(bench)
        self.list_stack = QStackedWidget()
        self.main = QSplitter(Qt.Orientation.Horizontal)
        self.main.setChildrenCollapsible(False)
        self.main.setHandleWidth(1)
        self.reviewing = False
        self.rail = QWidget()
        """Stands for the list where that is hidden."""
        self.reading = QWidget()
        row(self.rail, self.main, owner=self.reading, fill=self.main)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setObjectName("columns")
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(1)
        for part in (self.sidebar, self.list_stack, self.reading):
            self.splitter.addWidget(part)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setStretchFactor(2, 3)
        self.spread()
        self.dock = QDockWidget("Assistant", window)
        self.dock.setObjectName("assistant_dock")
        self.dock.setFeatures(QDockWidget.DockWidgetFeature.DockWidgetClosable)
        self.dock.setTitleBarWidget(QWidget())
        self.dock.hide()
        window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.dock)
        self._bound()
        bench.theme.changed.connect(self._bound)

    @cached_property
    def conversations(self) -> ConversationsPane:
        return self._stand_in(self.list_stack, panes.conversations)

    @cached_property
    def drafts(self) -> DraftsPane:
        return self._stand_in(self.list_stack, panes.drafts)

    @cached_property
    def people(self) -> PeoplePane:
        return self._stand_in(self.list_stack, panes.people)

    @cached_property
    def thread(self) -> ThreadPane:
        return self._stand_in_main(0, panes.thread)

    @cached_property
    def review(self) -> ReviewPane:
        return self._stand_in_main(1, panes.review)

    @cached_property
    def assistant(self) -> AssistantPane:
        pane = self._make(panes.assistant, self.dock)
        self.dock.setWidget(pane)
        return pane

    @cached_property
    def outbox(self) -> OutboxPane:
        return self._make(panes.outbox, self._window)

    def stop_answer(self) -> None:
        """End the answer that is under way in the panel, if there is one."""
        if "assistant" in self.__dict__:
            self.assistant.stop()

    def _bound(self) -> None:
        """The least that each column needs for text of this size."""
        for widget, least in (
            (self.sidebar, Size.LEAST_SIDEBAR),
            (self.list_stack, Size.LEAST_LIST),
            (self.main, Size.LEAST_THREAD),
            (self.dock, Size.LEAST_LIST),
        ):
            widget.setMinimumWidth(self._bench.theme.px(least))

    def spread(self) -> None:
        """The columns as they are before anyone moved them."""
        px = self._bench.theme.px
        side, middle = px(Size.SIDEBAR), px(Size.LIST)
        self.splitter.setSizes([side, middle, px(Size.WINDOW_WIDTH) - side - middle])

    def show_conversations(self) -> ConversationsPane:
        self.list_stack.setCurrentWidget(self.conversations)
        return self.conversations

    def show_drafts(self) -> DraftsPane:
        self.list_stack.setCurrentWidget(self.drafts)
        return self.drafts

    def show_people(self) -> PeoplePane:
        self.list_stack.setCurrentWidget(self.people)
        return self.people

    def show_thread(self) -> ThreadPane:
        """The conversation alone."""
        self.reviewing = False
        self.main.setOrientation(Qt.Orientation.Horizontal)
        self.thread.setMinimumWidth(0)
        self.thread.show()
        if "review" in self.__dict__:
            self.review.hide()
        return self.thread

    def show_review(self) -> ReviewPane:
        """A draft; `show_beside` says whether its conversation stays."""
        self.reviewing = True
        self.review.show()
        return self.review

    def show_beside(self, shown: bool, way: Qt.Orientation) -> None:
        """Show the conversation with the draft, to its left or above it; or the draft alone."""
        if not shown and "thread" not in self.__dict__:
            return
        across, px = way == Qt.Orientation.Horizontal, self._bench.theme.px
        changed = shown and (self.thread.isHidden() or self.main.orientation() != way)
        self.main.setOrientation(way)
        self.thread.setMinimumWidth(px(Size.LEAST_THREAD) if shown and across else 0)
        self.review.setMinimumWidth(px(Size.REVIEW) if shown and across else 0)
        self.thread.setVisible(shown)
        if changed:
            self.main.setSizes([2, 3])  # only their proportion counts

    def show_assistant(self) -> AssistantPane:
        pane = self.assistant
        self.dock.show()
        return pane

    def show_dialog(self, name: str) -> None:
        """Open one of `panes.DIALOGS` in a window of its own."""
        panes.show_dialog(name, self._bench, self._window)

    def before_close(self, go_on: Callable[[], object]) -> bool:
        """Whether a pane asks the person something before the window closes."""
        return any(pane.before_close(go_on) for pane in self._made)

    def closing(self) -> None:
        """Let every pane save what was typed."""
        for pane in self._made:
            pane.closing()

    def focus(self, place: str) -> None:
        """Put the focus into the pane of a place."""
        widget = self.places().get(place)
        if widget is not None and widget.isVisible():
            press(widget)

    def places(self) -> dict[str, QWidget | None]:
        """The panes in the order F6 goes through them."""
        return {
            "sidebar": self.sidebar,
            "list": self.list_stack.currentWidget(),
            "beside": self.__dict__.get("thread") if self.reviewing else None,
            "main": self.__dict__.get("review" if self.reviewing else "thread"),
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

    def _stand_in(self, stack: QStackedWidget, make: Callable[[Workbench, QWidget], P]) -> P:
        pane = self._make(make, stack)
        stack.addWidget(pane)
        return pane

    def _stand_in_main(self, place: int, make: Callable[[Workbench, QWidget], P]) -> P:
        """The pane of a conversation stands before that of a draft, which is shown when asked."""
        pane = self._make(make, self.main)
        pane.setVisible(place == 0 and not self.reviewing)
        self.main.insertWidget(place, pane)
        self.main.setStretchFactor(place, 2 + place)
        return pane

    def _make(self, make: Callable[[Workbench, QWidget], P], parent: QWidget) -> P:
        pane = make(self._bench, parent)
        self._made.append(pane)
        return pane
