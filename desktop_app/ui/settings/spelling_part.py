"""Part of the page *Writing*: the languages that are checked, dictionaries that can't be used, and
the person's own words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QCheckBox, QListWidget, QPushButton, QVBoxLayout, QWidget

from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.flow import FlowLayout
from desktop_app.ui.widgets.parts import clear, column, plain, row
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.widgets.undo_line import UndoLine

if TYPE_CHECKING:
    from desktop_app.spelling.service import Overview

LANGUAGES = "spelling.languages"
NO_LANGUAGE = "none"
"""What the setting holds where the person has taken every tick away: nothing is checked then."""

LOOKING = "Looking for dictionaries…"
EACH = "The language of each paragraph is found among these."
NO_DICTIONARY = (
    "No dictionary was found, so spelling is not checked. Install one of Hunspell's dictionaries, "
    "on Debian and Ubuntu the package hunspell-en-us or that of your language, or put its two "
    "files, .aff and .dic, into {folder}."
)
MORE = (
    "For more languages install dictionaries of Hunspell, or put their files, .aff and .dic, into "
    "{folder}."
)
OWN = "Words you have added"
NO_WORDS = "None yet. “Add to dictionary” in the menu of a word adds one."
LIST_HEIGHT = 120


class SpellingPart(QWidget):
    """Part that calls `change(key, codes)` when a tick was changed."""

    def __init__(self, bench: Workbench, change: Callable[[str, object], object]) -> None:
        super().__init__()
        self._bench, self._change = bench, change
        self._spelling = bench.services.spelling
        px = bench.theme.px
        self.setObjectName(LANGUAGES)
        self.boxes: dict[str, QCheckBox] = {}
        self._ticks = QWidget()
        self._flow = FlowLayout(self._ticks, px(16))
        self.note = plain(LOOKING, "caption", wrap=True)
        self._troubles: QVBoxLayout = column(gap=px(4))
        self.heading = plain(OWN)
        self.words = QListWidget()
        self.words.setAccessibleName(OWN)
        self.words.setMaximumHeight(px(LIST_HEIGHT))
        set_role(self.words, "framed")
        self.heading.setBuddy(self.words)
        self.no_words = plain(NO_WORDS, "caption", wrap=True)
        self.remove = QPushButton("Remove")
        self.remove.setAutoDefault(False)
        self.remove.clicked.connect(lambda *_: self._remove())
        key = QShortcut(QKeySequence(Qt.Key.Key_Delete), self.words)
        key.setContext(Qt.ShortcutContext.WidgetShortcut)
        key.activated.connect(self._remove)
        self.words.currentRowChanged.connect(lambda at: self.remove.setEnabled(at >= 0))
        self.line = UndoLine(bench.theme)
        label = plain("Languages you write in")
        label.setBuddy(self._ticks)
        self._ticks.setAccessibleName(label.text())
        foot = row(self.remove, self.line, gap=px(8), fill=self.line)
        parts = (label, self._ticks, self.note, self._troubles, px(4))
        column(*parts, self.heading, self.no_words, self.words, foot, owner=self, gap=px(4))
        self._show_words(())
        bench.announcements.setting.connect(self._on_setting)
        self.read()

    def read(self) -> None:
        """Look for dictionaries and words anew."""
        spelling = self._spelling
        if spelling is None:
            return
        self._bench.calls.jobs.run(
            spelling.overview, done=self._show, key="dictionaries", owner=self
        )

    def _on_setting(self, key: str) -> None:
        if key == LANGUAGES:
            self.read()

    def _show(self, found: Overview) -> None:
        folder = clean(str(found.folder))
        self.note.setText((MORE if found.languages else NO_DICTIONARY).format(folder=folder))
        if found.languages:
            self.note.setText(f"{EACH} {self.note.text()}")
        if {one.code for one in found.languages} != set(self.boxes):
            self._make_boxes(found)
        forced = self._bench.services.settings.forced(LANGUAGES)
        for one in found.languages:
            box = self.boxes[one.code]
            with QSignalBlocker(box):
                box.setChecked(one.chosen)
            box.setEnabled(not forced)
        clear(self._troubles)
        for sentence in (*(one.trouble for one in found.languages), found.trouble):
            if sentence:
                self._troubles.addWidget(plain(clean(sentence), "error", wrap=True))
        self._show_words(found.words)

    def _make_boxes(self, found: Overview) -> None:
        for box in self.boxes.values():
            self._flow.removeWidget(box)
            box.hide()
            box.deleteLater()
        self.boxes = {}
        for one in found.languages:
            box = QCheckBox(clean(one.name))
            box.setAccessibleName(f"Check {clean(one.name)}")
            box.toggled.connect(lambda *_: self._on_ticked())
            self._flow.addWidget(box)
            self.boxes[one.code] = box
        if self.boxes:
            self.setFocusProxy(next(iter(self.boxes.values())))

    def _on_ticked(self) -> None:
        codes = tuple(code for code, box in self.boxes.items() if box.isChecked())
        self._change(LANGUAGES, codes or (NO_LANGUAGE,))

    def _show_words(self, words: tuple[str, ...]) -> None:
        place = self.words.currentRow()
        self.words.clear()
        self.words.addItems([clean(word) for word in words])
        for at, word in enumerate(words):
            self.words.item(at).setData(Qt.ItemDataRole.UserRole, word)
        self.words.setCurrentRow(min(place, len(words) - 1))
        self.remove.setEnabled(self.words.currentRow() >= 0)
        for widget in (self.words, self.remove):
            widget.setVisible(bool(words))
        self.no_words.setVisible(not words)

    def _remove(self) -> None:
        item, spelling = self.words.currentItem(), self._spelling
        if item is None or spelling is None:
            return
        word = str(item.data(Qt.ItemDataRole.UserRole))
        self._bench.calls.jobs.run(
            lambda: spelling.remove(word),
            done=lambda _: self._removed(word),
            owner=self,
            lasting=True,
        )

    def _removed(self, word: str) -> None:
        self.line.say(f"“{clean(word)}” was removed.", lambda: self._put_back(word))
        self.read()

    def _put_back(self, word: str) -> None:
        spelling = self._spelling
        if spelling is not None:
            self.line.say(f"“{clean(word)}” is there again.")
            self._bench.calls.jobs.run(
                lambda: spelling.add(word), done=lambda _: self.read(), owner=self, lasting=True
            )
