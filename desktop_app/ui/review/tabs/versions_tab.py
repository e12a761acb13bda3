"""Tab of a draft's versions: author, time, text; any can be restored."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QWidget,
)

from desktop_app.model.address import addressed
from desktop_app.model.draft import DraftVersion
from desktop_app.ui.bench.author_names import author_name
from desktop_app.ui.widgets.dates import long_date, number
from desktop_app.ui.widgets.elision import shortened
from desktop_app.ui.widgets.parts import STRETCH, column, plain, row
from desktop_app.ui.widgets.theme import Theme, set_role

VERSION = Qt.ItemDataRole.UserRole
ROWS = 4
SHOWN_CHARS = 6000
COUNTED_CHARS = 50_000


class VersionsTab(QWidget):
    """Tab with the signal `restored(DraftVersion)`."""

    restored = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._versions: tuple[DraftVersion, ...] = ()
        self.list = QListWidget()
        self.list.setAccessibleName("Versions")
        set_role(self.list, "framed")
        self.list.currentItemChanged.connect(lambda *_: self._show_current())
        self.list.itemActivated.connect(lambda _: self._restore())
        self._preview = plain(role="second", wrap=True, select=True)
        self.button = QPushButton("Restore this version")
        self.button.clicked.connect(self._restore)
        parts = (self.list, self._preview, row(self.button, STRETCH), STRETCH)
        column(*parts, owner=self, gap=theme.px(8), margins=(0, theme.px(8), 0, 0))
        self._editable = True

    def show_versions(
        self, versions: tuple[DraftVersion, ...], now: float, *, editable: bool
    ) -> None:
        """Newest first; the newest is what the editor shows."""
        self._editable = editable
        if versions != self._versions:
            self._versions = versions
            row = max(0, self.list.currentRow())
            self.list.clear()
            for number, version in reversed(list(enumerate(versions, start=1))):
                self.list.addItem(_item(number, version, now))
            self.list.setCurrentRow(min(row, self.list.count() - 1))
            rows = min(ROWS, max(1, self.list.count()))
            self.list.setFixedHeight(rows * max(1, self.list.sizeHintForRow(0)) + 8)
        self._show_current()

    def step(self, by: int) -> DraftVersion | None:
        """An older (1) or a newer (-1) version; the one shown then."""
        row = min(max(self.list.currentRow() + by, 0), self.list.count() - 1)
        self.list.setCurrentRow(row)
        return self._current()

    def _current(self) -> DraftVersion | None:
        item = self.list.currentItem()
        version = item.data(VERSION) if item is not None else None
        return version if isinstance(version, DraftVersion) else None

    def _show_current(self) -> None:
        version = self._current()
        newest = bool(self._versions) and version == self._versions[-1]
        self.button.setEnabled(version is not None and not newest and self._editable)
        self._preview.setText(_preview(version) if version is not None else "")

    def _restore(self) -> None:
        version = self._current()
        if version is not None and self.button.isEnabled():
            self.restored.emit(version)


def _item(number: int, version: DraftVersion, now: float) -> QListWidgetItem:
    count = _length(version.content.body)
    when = long_date(version.saved, now)
    text = f"Version {number} by {author_name(version.author)}, {when}, {count}"
    item = QListWidgetItem(text)
    item.setData(VERSION, version)
    return item


def _length(body: str) -> str:
    """How many words; by its spaces where counting them would take long."""
    if len(body) > COUNTED_CHARS:
        words = round(body.count(" ") + body.count("\n"), -3)
        return f"about {number(words)} words"
    words = len(body.split())
    return "1 word" if words == 1 else f"{words} words"


def _preview(version: DraftVersion) -> str:
    content = version.content
    body = shortened(content.body.strip(), SHOWN_CHARS, "\n…")
    everyone = addressed(content.to, content.cc, content.bcc, most=5, named=())
    head = f"{everyone}\n{content.subject or '(no subject)'}"
    return f"{head}\n\n{body}"
