"""Settings dialog: a page for every page of the settings table; each change is saved at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTabWidget, QWidget

from desktop_app.model.errors import KnownError
from desktop_app.settings import TABLE
from desktop_app.settings_row import Setting, Value
from desktop_app.settings_table import SETTINGS
from desktop_app.ui.bench.pane import Pane
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.settings.assistant_page import AssistantPage
from desktop_app.ui.settings.bridge_page import BridgePage
from desktop_app.ui.settings.keys_page import KeysPage
from desktop_app.ui.settings.rows import OnChange, add_row, show_value
from desktop_app.ui.settings.undo_line import UndoLine
from desktop_app.ui.widgets.controls import Tabs
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.parts import STYLE, column, plain
from desktop_app.ui.widgets.parts import row as side_by_side
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.scrolling import ScrollColumn
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.widgets.tokens import Size

MakePane = Callable[[Workbench, QWidget], Pane]

KEYS = "keys.rebound"
OWN_PAGES: Mapping[str, Callable[[Workbench, OnChange], QWidget]] = MappingProxyType(
    {"Assistant": AssistantPage, "MCP bridge": BridgePage}
)
"""Pages that are more than the rows of the table."""


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
        self.resize(px(Size.TEXT_WIDTH), px(Size.DIALOG))
        self._wanted: dict[str, Value] = {}
        self._changed: tuple[str, Value] | None = None
        self.tabs = QTabWidget()
        self.tabs.setTabBar(Tabs())
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
        column(self.tabs, self.problem, foot, owner=self, gap=STYLE, margins=STYLE)
        self._fill(self.tabs.currentIndex())

    def change(self, key: str, value: object) -> None:
        """Keep a value, and offer to put back what was there before. Several changes of one
        setting in a row are one."""
        now = tuple(value) if isinstance(value, list) else value
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
        """Keep a value by a job: it is written to a file. The newest is kept, whichever job comes
        first."""
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
            done=lambda _: done(),
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
        for row in rows:
            if row.key == KEYS:
                layout.addWidget(KeysPage(self._bench, self.change))
            else:
                add_row(layout, row, self._bench.services.settings, theme, self.change)
        layout.addStretch(1)
        return page


def told(row: Setting, now: object, before: object) -> str:
    """What a change did, in plain words; nothing where the row's own page says it."""
    if not row.label:
        return ""
    if row.key == KEYS or (isinstance(row.default, str) and not row.choices):
        return f"“{row.label}” {'was changed' if now != before else 'is as it was'}."
    if now == before:
        return f"“{row.label}” is {_word(now)} again."
    return f"“{row.label}” is {_word(now)} now. It was {_word(before)}."


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, tuple):
        return ", ".join(clean(entry) for entry in value) or "empty"
    return str(value).capitalize()


def pages() -> dict[str, list[Setting]]:
    """The rows that belong into the dialog, by page, in the table's order."""
    found: dict[str, list[Setting]] = {}
    for row in SETTINGS:
        if row.page:
            found.setdefault(row.page, []).append(row)
    return found
