"""Tabs below a draft: sources, changes, versions, data sent."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QTabBar, QWidget

from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.review.changes_tab import ChangesTab
from desktop_app.ui.review.draft_view import HTML, DraftView
from desktop_app.ui.review.sent_tab import SentTab
from desktop_app.ui.review.sources_tab import SourcesTab
from desktop_app.ui.review.versions_tab import VersionsTab
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.parts import column

SOURCES, CHANGES, VERSIONS, SENT = range(4)


class DraftTabs(QWidget):
    """Tabs with the signals `source_opened(Source)`, `put_back(Hunk)`, `restored(DraftVersion)`."""

    source_opened = Signal(object)
    put_back = Signal(object)
    restored = Signal(object)

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        theme = bench.theme
        self._known: tuple[DraftView, float, bool] | None = None
        self._due: set[int] = set()
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._fill)
        self.bar = QTabBar()
        self.bar.setAccessibleName("About this draft")
        self.bar.setDrawBase(False)
        self.bar.setExpanding(False)
        self._agent = bench.services.agent
        self.sources = SourcesTab(theme, lambda: self._agent.description.data_sent)
        self.changes = ChangesTab(theme)
        self.versions = VersionsTab(theme)
        self.sent = SentTab(bench)
        self.sources.opened.connect(self.source_opened)
        self.changes.put_back.connect(self.put_back)
        self.versions.restored.connect(self.restored)
        # WORKAROUND A QStackedWidget is as high as the highest of its pages, so pages are hidden
        # and shown in a plain column; https://doc.qt.io/qt-6/qstackedwidget.html; PySide6 6.11;
        # remove when a stack can have the height of the page in front.
        self._pages: tuple[QWidget, ...] = (self.sources, self.changes, self.versions, self.sent)
        for title in ("Sources", "Changes", "Versions", "Data sent"):
            self.bar.addTab(title)
        for page in self._pages:
            page.hide()
        column(self.bar, *self._pages, owner=self, margins=(0, theme.px(8), 0, 0))
        self._on_sent(0)
        self.sent.counted.connect(self._on_sent)
        self.bar.currentChanged.connect(self._on_tab)
        self._on_tab(SOURCES)

    def show_view(self, view: DraftView, now: float, *, editable: bool) -> None:
        """The tab in front is filled a moment later, another when it is chosen."""
        review = view.review
        draft = review.draft
        self._known = (view, now, editable)
        self._due = {SOURCES, CHANGES, VERSIONS}
        self._soon.start()
        self.sent.show_draft(draft.id)
        count = len(view.changes.hunks)
        self.bar.setTabText(SOURCES, _counted("Sources", len(draft.sources)))
        self.bar.setTabText(CHANGES, _counted("Changes", count))
        self.bar.setTabText(VERSIONS, _counted("Versions", len(review.versions)))

    def _fill(self) -> None:
        """Bring the tab in front up to date."""
        tab = self.bar.currentIndex()
        if self._known is None or tab not in self._due:
            return
        self._due.discard(tab)
        view, now, editable = self._known
        if tab == SOURCES:
            self.sources.show_sources(view.review)
        elif tab == CHANGES:
            self._compare(view, editable=editable)
        else:
            self.versions.show_versions(view.review.versions, now, editable=editable)

    def _compare(self, view: DraftView, *, editable: bool) -> None:
        content, proposal = view.review.draft.content, view.review.proposal
        if proposal is None:
            self.changes.show_nothing("You wrote this draft yourself: there is nothing to compare.")
        elif HTML in {content.content_type, proposal.content.content_type}:
            self.changes.show_nothing("Formatted text is not compared word by word.")
        else:
            self.changes.show_changes(proposal.content, content, view.changes, editable=editable)

    def _on_sent(self, count: int) -> None:
        """The tab is there where something was sent for this draft."""
        if not count and self.bar.currentIndex() == SENT:
            self.bar.setCurrentIndex(SOURCES)
        self.bar.setTabVisible(SENT, count > 0)
        self.bar.setTabText(SENT, _counted("Data sent", count))

    def show_changes(self) -> None:
        """What was changed, in front, with the focus on its tab."""
        self.bar.setCurrentIndex(CHANGES)
        press(self.bar)

    def step_version(self, by: int) -> None:
        self.bar.setCurrentIndex(VERSIONS)
        self._fill()
        self.versions.step(by)
        press(self.versions.list)

    def _on_tab(self, tab: int) -> None:
        """Only the tab in front has a place on the page."""
        for place, page in enumerate(self._pages):
            page.setVisible(place == tab)
        self._fill()


def _counted(title: str, count: int) -> str:
    return f"{title} {count}" if count else title
