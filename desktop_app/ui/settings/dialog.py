"""Settings dialog: a page for every page of the settings table; each change is saved at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTabWidget, QVBoxLayout, QWidget

from desktop_app.model.errors import KnownError
from desktop_app.settings import TABLE
from desktop_app.settings_row import Setting, Value
from desktop_app.settings_table import SETTINGS
from desktop_app.ui.bench.pane import Pane
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.settings.assistant_page import AssistantPage
from desktop_app.ui.settings.bridge_page import BridgePage
from desktop_app.ui.settings.computer_page import AT_LOGIN, MAKE, MOVE, PAGE, ComputerPage
from desktop_app.ui.settings.keys_page import KeysPage
from desktop_app.ui.settings.notice_parts import ACCOUNTS, QUIET, NoticeAccounts, QuietHours
from desktop_app.ui.settings.policy_table import POLICY, PolicyTable
from desktop_app.ui.settings.rows import OnChange, add_heading, add_row, show_value
from desktop_app.ui.settings.setting_search import SettingSearch
from desktop_app.ui.settings.spelling_part import LANGUAGES, SpellingPart
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.parts import STYLE, column, plain
from desktop_app.ui.widgets.parts import row as side_by_side
from desktop_app.ui.widgets.scrolling import ScrollColumn
from desktop_app.ui.widgets.side_tabs import SideTabs
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.widgets.tokens import Size
from desktop_app.ui.widgets.undo_line import UndoLine

MakePane = Callable[[Workbench, QWidget], Pane]

KEYS = "keys.rebound"
OWN_PAGES: Mapping[str, Callable[[Workbench, OnChange], QWidget]] = MappingProxyType(
    {"Assistant": AssistantPage, "MCP bridge": BridgePage, PAGE: ComputerPage}
)
"""Pages that are more than the rows of the table."""

OTHERS: Mapping[str, Sequence[str]] = MappingProxyType({PAGE: (AT_LOGIN, MAKE, MOVE)})
"""What stands on a page and is no setting of the table, for the search."""

PARTS: Mapping[str, Callable[[Workbench, OnChange], QWidget]] = MappingProxyType(
    {KEYS: KeysPage, LANGUAGES: SpellingPart, ACCOUNTS: NoticeAccounts, QUIET: QuietHours}
)
"""Settings that are edited by more than their row."""


class SettingsDialog(QDialog):
    """Each change is checked and kept at once; what was changed is said below, with Undo, and so
    is what is refused. `page` is the title of the page in front; `panes` are pages of the
    window's, which hold more than settings."""

    def __init__(
        self,
        bench: Workbench,
        parent: QWidget,
        page: str = "",
        panes: Mapping[str, MakePane] = MappingProxyType({}),
    ) -> None:
        super().__init__(parent)
        self._bench = bench
        self.setWindowTitle("Settings")
        px = bench.theme.px
        room = parent.window().size()
        self.resize(min(px(Size.SETTINGS), room.width()), min(px(Size.DIALOG), room.height()))
        self._wanted: dict[str, Value] = {}
        self._changed: tuple[str, Value] | None = None
        self.tabs = QTabWidget()
        self.tabs.setTabBar(SideTabs(bench.theme))
        self.tabs.setTabPosition(QTabWidget.TabPosition.West)
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self._pages = pages()
        self._panes, self._made = panes, list[Pane]()
        for title in self._pages:
            self.tabs.addTab(QWidget() if title in panes else ScrollColumn(), title)
        titles = list(self._pages)
        self.tabs.setCurrentIndex(titles.index(page) if page in titles else 0)
        self.tabs.currentChanged.connect(self._fill)
        self.problem = plain(role="error", wrap=True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        self.problem.hide()
        self.line = UndoLine(bench.theme)
        foot = side_by_side(self.line, buttons, gap=STYLE, fill=self.line)
        self.search = SettingSearch(bench.theme, self._pages, OTHERS)
        self.search.found.connect(self._show_found)
        self.search.entered.connect(self._go_to)
        column(
            self.search,
            self.tabs,
            self.problem,
            foot,
            owner=self,
            gap=STYLE,
            margins=STYLE,
            fill=self.tabs,
        )
        self.setFocusProxy(self.tabs)
        self._fill(self.tabs.currentIndex())

    def change(self, key: str, value: object) -> None:
        """Keep a value, and offer to put back what was there before. Several changes of one
        setting in a row are one."""
        now: Value = tuple(value) if isinstance(value, list) else value  # type: ignore[assignment]
        before = self._value(key)
        if now == before:
            return
        if self._changed is not None and self._changed[0] == key:
            before = self._changed[1]
        self._changed = (key, before)
        words = told(TABLE[key], now, before)
        undo = (lambda: self._put_back(key, before)) if words and now != before else None
        self._keep(key, now, lambda: self.line.say(words, undo))

    def _put_back(self, key: str, value: Value) -> None:
        self._changed = None
        self._show(key, value)
        self._keep(key, value, lambda: self.line.say(told(TABLE[key], value, value)))

    def _show(self, key: str, value: Value) -> None:
        for widget in self.findChildren(QWidget, key):
            show_value(widget, value)

    def _value(self, key: str) -> Value:
        return self._wanted.get(key, self._bench.services.settings.value(key))

    def _keep(self, key: str, value: object, done: Callable[[], object]) -> None:
        """Keep a value by a job: it is written to a file. The newest is kept, and told of,
        whichever job comes first."""
        settings = self._bench.services.settings
        self._wanted[key] = value  # type: ignore[assignment]  # a wrong one is refused below

        def failed(error: KnownError) -> None:
            self._wanted.pop(key, None)
            if not TABLE[key].examples:  # what somebody has written stays to be shortened
                self._show(key, settings.value(key))
            self.line.say("")
            self.problem.setText(error.sentence)
            self.problem.show()

        self.problem.hide()
        self._bench.calls.jobs.run(
            lambda: settings.change(key, self._wanted.get(key, value)),
            done=lambda _: done() if self._wanted.get(key) == value else None,
            failed=failed,
            owner=self,
            lasting=True,
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter in an entry is for its page: a dialog would press its first button too."""
        if event.key() not in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            super().keyPressEvent(event)

    def _fill(self, place: int) -> None:
        """Make a page when it is first in front: all of them at once would hold the window up."""
        holder, title = self.tabs.widget(place), self.tabs.tabText(place)
        if isinstance(holder, ScrollColumn):
            if holder.widget() is None:
                holder.setWidget(self._page(title, self._pages[title]))
        elif holder is not None and holder.layout() is None:
            pane = self._panes[title](self._bench, holder)
            self._made.append(pane)
            column(pane, self._page(title, self._pages[title]), owner=holder, fill=pane)
        if holder is not None and holder.hasFocus():
            press(self.tabs.tabBar())  # Qt gives it to a page in which there was nothing to focus

    def _show_found(self, titles: tuple[str, ...], key: str) -> None:
        """The pages that have what is searched for, and on the first of them the setting."""
        for place, title in enumerate(self._pages):
            self.tabs.setTabVisible(place, title in titles)
        if self.tabs.tabText(self.tabs.currentIndex()) not in titles or key:
            wanted = next((r.page for r in SETTINGS if r.key == key), titles[0])
            if wanted in self._pages:
                self.tabs.setCurrentIndex(list(self._pages).index(wanted))
        holder, widget = self.tabs.currentWidget(), self.findChild(QWidget, key) if key else None
        if isinstance(holder, ScrollColumn) and widget is not None:
            # The page may have just been made: it is laid out first.
            QTimer.singleShot(0, widget, partial(holder.ensureWidgetVisible, widget))

    def _go_to(self, key: str) -> None:
        """Enter in the search: on to the setting that it found, if it found one."""
        widget = self.findChild(QWidget, key) if key else None  # Qt finds any widget by no name
        if widget is not None and widget.isVisible():
            press(widget)

    def reject(self) -> None:
        """What was typed into a pane and not saved is asked for first."""
        close = super().reject
        if not any(pane.before_close(close) for pane in self._made):
            close()

    def _page(self, title: str, rows: list[Setting]) -> QWidget:
        theme = self._bench.theme
        page = QWidget()
        set_role(page, "region")
        layout = column(owner=page, gap=theme.px(4), margins=theme.px(16))
        if title in OWN_PAGES:
            layout.addWidget(OWN_PAGES[title](self._bench, self.change))
            rows = []
        group = ""
        for row in sorted(rows, key=lambda each: each.key.startswith(POLICY), reverse=True):
            if row.group and row.group != group:
                add_heading(layout, row.group, theme)
                self._add_policy(layout, [each for each in rows if each.group == row.group])
            group = row.group
            if row.key in PARTS:
                layout.addWidget(PARTS[row.key](self._bench, self.change))
            elif not row.key.startswith(POLICY):
                add_row(layout, row, self._bench.services.settings, theme, self.change)
        layout.addStretch(1)
        return page

    def _add_policy(self, layout: QVBoxLayout, rows: list[Setting]) -> None:
        """What may be done is one table."""
        found = [row for row in rows if row.key.startswith(POLICY)]
        if found:
            theme, settings = self._bench.theme, self._bench.services.settings
            layout.addWidget(PolicyTable(found, settings, theme, self.change))
            layout.addSpacing(theme.px(8))


def told(row: Setting, now: Value, before: Value) -> str:
    """What a change did, in plain words; nothing where the row's own page says it."""
    if not row.label:
        return ""
    listed = isinstance(row.default, tuple) and not row.members
    if listed or (isinstance(row.default, str) and not row.choices):
        return f"“{row.label}” {'was changed' if now != before else 'is as it was'}."
    if now == before:
        return f"“{row.label}” is {row.words(now)} again."
    return f"“{row.label}” is {row.words(now)} now. It was {row.words(before)}."


def pages() -> dict[str, list[Setting]]:
    """The rows that belong into the dialog, by page, in the table's order; what only an expert
    needs stands last."""
    found: dict[str, list[Setting]] = {}
    for row in sorted(SETTINGS, key=lambda each: each.page == "Advanced"):
        if row.page:
            found.setdefault(row.page, []).append(row)
    return found
