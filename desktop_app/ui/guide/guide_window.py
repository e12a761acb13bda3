"""Window of the user guide: a list of pages, a search over all of them, one page.

Pages, pictures and the index of the search are read by a job, when the window is first opened.
"""

from __future__ import annotations

import html
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QImage, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSplitter,
    QToolButton,
    QWidget,
)

from desktop_app.search.fold import words
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.guide.finding import Finder, Findings
from desktop_app.ui.guide.library import FIRST, Guide, Page, picture_files, read_guide
from desktop_app.ui.guide.page_view import PageView
from desktop_app.ui.reading.links import WEB, show_web
from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.elided_label import ElidedLabel
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.onward_entry import OnwardEntry
from desktop_app.ui.widgets.parts import STRETCH, column, fit_to_screen, row
from desktop_app.ui.widgets.safe_text import as_tooltip
from desktop_app.ui.widgets.states import PendingRead, States
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.widgets.tokens import Look, Size

TITLE = "User guide"
READING, SEARCHING = "user guide", "user guide search"
WIDTH, LIST_WIDTH, LIST_LEAST, VIEW_LEAST, ENTRY_WIDTH = 1040, 250, 160, 320, 280
_NAME = Qt.ItemDataRole.UserRole


@dataclass(frozen=True)
class _Read:
    """What a job has read: the pages, the index, and the pictures of a look by their address."""

    guide: Guide
    finder: Finder
    pictures: Mapping[str, QImage]


@dataclass(frozen=True, slots=True)
class Place:
    """Where the person is: a page and an anchor in it, or what a search has found."""

    page: str
    anchor: str = ""
    query: str = ""


class GuideWindow(QDialog):
    """A window beside the others, which no dialog of theirs blocks. `go` shows a page."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self._bench = bench
        self._folder = bench.services.resources / "guide"
        self._read: _Read | None = None
        self._dark = False
        self._wanted = Place(FIRST)
        self._here: Place | None = None
        self._behind: list[Place] = []
        self._ahead: list[Place] = []
        self.setWindowTitle(TITLE)
        self._lay_out()
        self._add_keys()
        bench.theme.changed.connect(self._follow_look)
        self._begin()

    def _lay_out(self) -> None:
        theme = self._bench.theme
        px = theme.px
        self.back = self._step("back", "Back", self.go_back)
        self.forward = self._step("onward", "Forward", self.go_forward)
        self.home = QPushButton("All pages")
        set_role(self.home, "flat")
        self.home.setAutoDefault(False)
        self.home.clicked.connect(lambda: self.go(FIRST))
        self.entry = OnwardEntry()
        self.entry.setAccessibleName("Search the user guide")
        self.entry.setPlaceholderText("Search the user guide")
        self.entry.setClearButtonEnabled(True)
        self.entry.setFixedWidth(px(ENTRY_WIDTH))
        self.entry.textEdited.connect(self._search)
        self.entry.returnPressed.connect(self._enter)
        self.list = QListWidget()
        self.list.setAccessibleName("Pages of the user guide")
        self.list.setMinimumWidth(px(LIST_LEAST))
        self.list.currentItemChanged.connect(self._on_chosen)
        self.view = PageView(theme)
        self.view.setMinimumWidth(px(VIEW_LEAST))
        self.view.link.connect(self._follow)
        self.view.pointed.connect(self._point)
        split = QSplitter()
        split.setChildrenCollapsible(False)
        split.addWidget(self.list)
        split.addWidget(self.view)
        split.setStretchFactor(1, 1)
        split.setSizes([px(LIST_WIDTH), px(WIDTH - LIST_WIDTH)])
        self.states = States(theme, split)
        self.told = ElidedLabel("second")
        gap = px(8)
        bar = row(self.back, self.forward, self.home, STRETCH, self.entry, gap=gap)
        column(bar, self.states, self.told, owner=self, gap=gap, margins=px(12), fill=self.states)
        self.resize(px(WIDTH), px(Size.DIALOG))
        self.setMinimumSize(px(LIST_LEAST + VIEW_LEAST + 40), px(VIEW_LEAST))
        press(self.entry)

    def _step(self, icon: str, name: str, work: object) -> QToolButton:
        button = QToolButton()
        button.setAccessibleName(name)
        button.setToolTip(as_tooltip(name))
        set_role(button, "flat")
        self._bench.theme.put_icon(button, icon)
        button.clicked.connect(work)
        button.setEnabled(False)
        return button

    def _add_keys(self) -> None:
        for keys, work in (
            ("Alt+Left", self.go_back),
            ("Alt+Right", self.go_forward),
            ("Alt+Home", lambda: self.go(FIRST)),
            ("Ctrl+F", lambda: press(self.entry)),
            ("Ctrl+W", self.close),
        ):
            QShortcut(QKeySequence(keys), self, work)

    # Reading

    def _begin(self) -> None:
        jobs = self._bench.calls.jobs
        self._dark = dark = self._bench.theme.look is not Look.LIGHT
        folder = self._folder
        if self._read is None:
            self.states.loading(
                PendingRead("the user guide", lambda: jobs.cancel(READING), self._begin)
            )
        jobs.run(
            lambda: _read(folder, dark=dark),
            done=self._on_read,
            failed=lambda error: self.states.failed(error, self._begin),
            key=READING,
            owner=self,
        )

    def _on_read(self, found: _Read) -> None:
        first = self._read is None
        self._read = found
        if not first:
            self._show(self._here or self._wanted)  # in the pictures of the other look
            return
        self.states.ready()
        for page in found.guide.pages.values():
            item = QListWidgetItem(page.title if page.name != FIRST else "All pages")
            item.setData(_NAME, page.name)
            self.list.addItem(item)
        self._go(self._wanted)

    def _follow_look(self) -> None:
        if self._dark is not (self._bench.theme.look is not Look.LIGHT):
            self._begin()

    # Going

    def go(self, page: str, anchor: str = "") -> None:
        """Show a page from an anchor on; the first page where there is no such page."""
        self._wanted = Place(page, anchor)
        if self._read is not None:
            self._go(self._wanted)

    def go_back(self) -> None:
        self._turn(self._behind, self._ahead)

    def go_forward(self) -> None:
        self._turn(self._ahead, self._behind)

    def _turn(self, out: list[Place], into: list[Place]) -> None:
        if out and self._here is not None:
            into.append(self._here)
            self._here = out.pop()
            self._show(self._here)

    def _go(self, place: Place) -> None:
        if place == self._here:
            self._show(place)
            return
        if self._here is not None:
            self._behind.append(self._here)
        self._ahead.clear()
        self._here = place
        self._show(place)

    def _show(self, place: Place) -> None:
        assert self._read is not None
        self.told.set_words("")
        self.back.setEnabled(bool(self._behind))
        self.forward.setEnabled(bool(self._ahead))
        if place.query and not place.page:
            self._show_found(self._read.finder.find(place.query))
            return
        pages = self._read.guide.pages
        page = pages.get(place.page) or pages[FIRST]
        self._name(page.title, page)
        self.view.show_html(page.html, self._read.pictures, page.title)
        self.view.mark(words(place.query))
        if place.anchor in page.anchors and place.anchor != page.sections[0].anchor:
            self.view.scrollToAnchor(place.anchor)
        else:
            self.view.verticalScrollBar().setValue(0)

    def _name(self, title: str, page: Page | None) -> None:
        self.setWindowTitle(title if title == TITLE else f"{title} – {TITLE}")
        self.list.blockSignals(True)
        names = list(self._read.guide.pages) if self._read is not None else []
        self.list.setCurrentRow(names.index(page.name) if page is not None else -1)
        self.list.blockSignals(False)

    def _on_chosen(self, item: QListWidgetItem | None, _: object = None) -> None:
        if item is not None:
            self.go(str(item.data(_NAME)))

    def _follow(self, address: str) -> None:
        """A link of a page: another page, or a web page in the system's browser."""
        scheme, colon, _ = address.partition(":")
        if colon and scheme.lower() in WEB:
            show_web(self._bench.navigation, address)
            return
        name, _, anchor = address.partition("#")
        query = self._here.query if self._here is not None and not self._here.page else ""
        page = name.removesuffix(".md")
        if not page and self._here is not None:
            page = self._here.page
        self._go(Place(page, anchor, query))

    def _point(self, address: str) -> None:
        """Where a link to a web page leads."""
        self.told.set_words(address if address.partition(":")[1] else "")

    # Searching

    def _search(self, text: str) -> None:
        if self._read is None:
            return
        if not words(text):
            self._bench.calls.jobs.cancel(SEARCHING)
            if self._here is not None and not self._here.page:
                self._go(Place(FIRST))
            return
        finder = self._read.finder
        self._bench.calls.jobs.run(
            lambda: finder.find(text), done=self._on_found, key=SEARCHING, owner=self
        )

    def _on_found(self, found: Findings) -> None:
        place = Place("", query=found.query)
        if self._here is None or self._here.page:
            if self._here is not None:
                self._behind.append(self._here)
            self._ahead.clear()
        self._here = place  # what is typed is one step, however many letters it has
        self.back.setEnabled(bool(self._behind))
        self.forward.setEnabled(False)
        self._show_found(found)

    def _show_found(self, found: Findings) -> None:
        said = told_of(found)
        self._name(f"Search: {found.query}", None)
        self.view.show_html(html_of(found), {}, said)
        self.view.verticalScrollBar().setValue(0)
        announce(self, said)

    def _enter(self) -> None:
        """Enter in the search goes on to what it found: its first link has the keyboard."""
        press(self.view)
        self.view.focusNextChild()

    def closeEvent(self, event: QCloseEvent) -> None:
        for key in (READING, SEARCHING):
            self._bench.calls.jobs.cancel(key)
        super().closeEvent(event)


def _read(folder: Path, *, dark: bool) -> _Read:
    guide = read_guide(folder)
    pictures = {
        address: _picture(folder / file)
        for page in guide.pages.values()
        for address, file in picture_files(page, dark=dark)
    }
    return _Read(guide, Finder(guide), pictures)


def _picture(path: Path) -> QImage:
    """A picture of the program's own folder, by the reader of one format: nobody else's is read."""
    picture: QImage = QImage(str(path), "PNG")  # type: ignore[call-overload]  # the stub: bytes
    return picture


def told_of(found: Findings) -> str:
    """What a search has found, in a sentence."""
    count = len(found.found)
    if not count:
        return "Nothing in the guide has these words."
    places = "1 place" if count == 1 else f"{count} places"
    if not found.whole:
        return f"No place has all of these words. {places} with most of them."
    if found.meant:
        return f"{places} with {' or '.join(f'“{word}”' for word in found.meant)}."
    return f"{places}."


def html_of(found: Findings) -> str:
    """What a search has found as a page of links, each with the sentence around its words."""
    parts = [
        f"<h1>{html.escape(found.query)}</h1><p class='foot'>{html.escape(told_of(found))}</p>"
    ]
    for one in found.found:
        section = one.section
        heading = html.escape(section.heading)
        above = "" if section.heading == one.title else f"{html.escape(one.title)} › "
        target = f"{section.page}.md#{section.anchor}"
        parts.append(f"<p>{above}<a href='{target}'>{heading}</a><br>{one.sentence}</p>")
    return "".join(parts)


def in_front(window: QWidget) -> None:
    """Show a window that may be behind others, or an icon."""
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    fit_to_screen(window)
    window.show()
    window.raise_()
    window.activateWindow()
