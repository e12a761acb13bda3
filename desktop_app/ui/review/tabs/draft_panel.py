"""Panel about a draft: sources, changes, versions, data sent. One press opens it, the next closes
it; there is a button only for what the draft has. A further one shows the conversation."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QToolButton, QWidget

from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.review.draft.draft_view import HTML, DraftView
from desktop_app.ui.review.tabs.changes_tab import ChangesTab
from desktop_app.ui.review.tabs.sent_tab import SentTab
from desktop_app.ui.review.tabs.sources_tab import SourcesTab
from desktop_app.ui.review.tabs.versions_tab import VersionsTab
from desktop_app.ui.widgets.flow import FlowLayout
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.parts import column
from desktop_app.ui.widgets.scrolling import ScrollColumn
from desktop_app.ui.widgets.theme import set_role

SOURCES, CHANGES, VERSIONS, SENT = range(4)
CLOSED = -1
_TITLES = ("Sources", "Changes", "Versions", "Data sent")


class DraftPanel(ScrollColumn):
    """Panel with the signals `source_opened(Source)`, `put_back(Hunk)`, `restored(DraftVersion)`.
    `openers` lays out the buttons that open it; they stand elsewhere, and `offered` tells that
    some of them have come or gone."""

    source_opened = Signal(object)
    put_back = Signal(object)
    restored = Signal(object)
    offered = Signal()

    def __init__(self, bench: Workbench, parent: QWidget) -> None:
        super().__init__(parent)
        theme = bench.theme
        px = theme.px
        self.opened = CLOSED
        self._known: tuple[DraftView, float, bool] | None = None
        self._due: set[int] = set()
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._fill)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMinimumSize(px(240), px(120))
        agent = bench.services.agent
        self.sources = SourcesTab(theme, lambda: agent.description.data_sent)
        self.changes = ChangesTab(theme)
        self.versions = VersionsTab(theme)
        self.sent = SentTab(bench)
        self.sources.opened.connect(self.source_opened)
        self.changes.put_back.connect(self.put_back)
        self.versions.restored.connect(self.restored)
        self.sent.counted.connect(lambda count: self._offer(SENT, count, there=count > 0))
        # WORKAROUND A QStackedWidget is as high as the highest of its pages, so pages are hidden
        # and shown in a plain column; https://doc.qt.io/qt-6/qstackedwidget.html; PySide6 6.11;
        # remove when a stack can have the height of the page in front.
        self._pages: tuple[QWidget, ...] = (self.sources, self.changes, self.versions, self.sent)
        page = QWidget(self)
        set_role(page, "region")
        column(*self._pages, owner=page, margins=(px(24), 0, px(24), px(12)))
        self.setWidget(page)
        self._entries = QWidget(parent)  # else it would be shown as a window
        self._entries.setAccessibleName("About this draft")
        self.openers = FlowLayout(self._entries, px(4))
        self._bench = bench
        self.conversation = QToolButton()
        self.conversation.setText("Conversation")
        self.conversation.setCheckable(True)
        set_role(self.conversation, "flat")
        self.conversation.toggled.connect(self._on_conversation)
        bench.selection.changed.connect(self._follow)
        self.buttons = tuple(self._button(place) for place in range(len(_TITLES)))
        for button in (self.conversation, *self.buttons):
            self.openers.addWidget(button)
        self.show_nothing()

    def show_nothing(self) -> None:
        """There is nothing about a mail that is just being begun."""
        self._known = None
        self._due.clear()
        for place in range(len(_TITLES)):
            self._offer(place, 0, there=False)
        self.close_panel()

    def show_view(self, view: DraftView, now: float, *, editable: bool) -> None:
        """The page in front is filled a moment later, another when it is opened."""
        review = view.review
        draft = review.draft
        self._known = (view, now, editable)
        self._due = {SOURCES, CHANGES, VERSIONS}
        self._soon.start()
        self.sent.show_draft(draft.id)
        self._offer(SOURCES, len(draft.sources), there=bool(draft.sources) or draft.proposed)
        hands = review.compared is not None or draft.proposed
        self._offer(CHANGES, len(view.changes.hunks), there=hands)
        self._offer(VERSIONS, len(review.versions), there=len(review.versions) > 1)

    def open_panel(self, place: int) -> None:
        """Bring one page up."""
        self._turn(place)
        self._fill()

    def close_panel(self) -> None:
        self._turn(CLOSED)

    def show_changes(self) -> None:
        """What was changed, with the focus on its button."""
        if not self.buttons[CHANGES].isHidden():
            self.open_panel(CHANGES)
            press(self.buttons[CHANGES])

    def step_version(self, by: int) -> None:
        if not self.buttons[VERSIONS].isHidden():
            self.open_panel(VERSIONS)
            self.versions.step(by)
            press(self.versions.list)

    def _button(self, place: int) -> QToolButton:
        button = QToolButton()
        button.setCheckable(True)
        set_role(button, "flat")
        button.toggled.connect(lambda on: self._on_toggled(place, on=on))
        return button

    def _on_toggled(self, place: int, *, on: bool) -> None:
        if on:
            self.open_panel(place)
        elif self.opened == place:
            self.close_panel()

    def _on_conversation(self, on: bool) -> None:
        self._bench.navigation.peek(on)

    def _offer(self, place: int, count: int, *, there: bool) -> None:
        """A button is there where there is something behind it."""
        title = _TITLES[place]
        self.buttons[place].setText(f"{title} {count}" if count else title)
        self.buttons[place].setVisible(there)
        if not there and self.opened == place:
            self.close_panel()
        self._follow()

    def _follow(self) -> None:
        """The conversation can be shown where the draft has one."""
        selection = self._bench.selection
        self.conversation.setVisible(bool(selection.answers[0]))
        blocked = self.conversation.blockSignals(True)
        self.conversation.setChecked(selection.beside)
        self.conversation.blockSignals(blocked)
        self.offered.emit()

    def _turn(self, place: int) -> None:
        self.opened = place
        for number, (button, page) in enumerate(zip(self.buttons, self._pages, strict=True)):
            button.setChecked(number == place)
            page.setVisible(number == place)
        self.setVisible(place != CLOSED)

    def _fill(self) -> None:
        """Bring the page in front up to date."""
        place = self.opened
        if self._known is None or place not in self._due:
            return
        self._due.discard(place)
        view, now, editable = self._known
        if place == SOURCES:
            self.sources.show_sources(view.review)
        elif place == CHANGES:
            self._compare(view, editable=editable)
        else:
            self.versions.show_versions(view.review.versions, now, editable=editable)

    def _compare(self, view: DraftView, *, editable: bool) -> None:
        content, before = view.review.draft.content, view.review.compared
        if before is None:
            self.changes.show_nothing("Nobody has changed anything since this was written.")
        elif HTML in {content.content_type, before.content.content_type}:
            self.changes.show_nothing("Formatted text is not compared word by word.")
        else:
            by = view.review.versions[-1].author
            self.changes.show_changes(before, content, view.changes, by, editable=editable)
