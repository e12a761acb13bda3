"""Search over the settings, by name and help."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop_app.settings_row import Setting
from desktop_app.ui.widgets.elided_label import ElidedLabel
from desktop_app.ui.widgets.onward_entry import OnwardEntry
from desktop_app.ui.widgets.parts import row
from desktop_app.ui.widgets.theme import Theme

WIDTH = 240
Pages = Mapping[str, Sequence[Setting]]


class SettingSearch(QWidget):
    """Entry with the signals `found(titles, key)`: the pages that have something, all where nothing
    is searched for, and the first setting; `entered(key)` by Enter. `others` are words of what else
    stands on a page, by its title."""

    found = Signal(object, str)
    entered = Signal(str)

    def __init__(
        self, theme: Theme, pages: Pages, others: Mapping[str, Sequence[str]] = MappingProxyType({})
    ) -> None:
        super().__init__()
        self._pages, self._others = pages, others
        self._key = ""
        self.entry = OnwardEntry()
        self.entry.setAccessibleName("Search settings")
        self.entry.setPlaceholderText("Search settings")
        self.entry.setClearButtonEnabled(True)
        self.entry.setFixedWidth(theme.px(WIDTH))
        self.note = ElidedLabel("second")
        row(self.entry, self.note, owner=self, gap=theme.px(12), fill=self.note)
        self.entry.textChanged.connect(self._look)
        self.entry.returnPressed.connect(lambda: self.entered.emit(self._key))

    def _look(self, text: str) -> None:
        hits, others = matching(self._pages, text), self._among_others(text)
        asked = bool(text.strip())
        if others and not (hits and _named(hits[0][1], text.casefold().split())):
            hits = ()  # by its name is nearer than by what is told of it
        titles = tuple(dict.fromkeys(title for title, _ in (*hits, *others)))
        self._key = hits[0][1].key if asked and hits else ""
        counted = f"{len(hits)} settings" if len(hits) > 1 else "1 setting"
        said = "" if not asked else counted if hits else "No setting has these words."
        if self._key:
            said = f"{counted}. The first: {hits[0][1].label}."
        elif asked and others:
            said = f"{others[0][0]}: {others[0][1]}."
        self.note.set_words(said)
        self.found.emit(titles if asked and titles else tuple(self._pages), self._key)

    def _among_others(self, text: str) -> list[tuple[str, str]]:
        """What else has every word of `text`, with its page."""
        words = text.casefold().split()
        every = [(title, each) for title, some in self._others.items() for each in some]
        return [o for o in every if words and all(w in " ".join(o).casefold() for w in words)]


def matching(pages: Pages, text: str) -> tuple[tuple[str, Setting], ...]:
    """The settings that have every word of `text` in page, group, name or help, those with all of
    them in the name first; each with the title of its page."""
    words = text.casefold().split()
    rows = [(title, each) for title, rows in pages.items() for each in rows]

    def told(title: str, each: Setting) -> str:
        return f"{title} {each.group} {each.label} {each.help} {each.sentence}".casefold()

    hits = [hit for hit in rows if all(word in told(*hit) for word in words)]
    return tuple(sorted(hits, key=lambda hit: not _named(hit[1], words)))


def _named(setting: Setting, words: Sequence[str]) -> bool:
    """Whether its name has all of these."""
    return all(word in setting.label.casefold() for word in words)
