"""Find bar of a conversation: marks every hit in the open messages and steps through them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor, QTextDocument
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QTextEdit,
    QToolButton,
    QWidget,
)

from desktop_app.ui.reading.reader import Reader
from desktop_app.ui.widgets.focus import holds, press
from desktop_app.ui.widgets.parts import STYLE, plain, row
from desktop_app.ui.widgets.safe_text import as_tooltip
from desktop_app.ui.widgets.theme import Theme, set_role

MOST_HITS = 1000
LOOKED_AT = 200_000
"""Characters of a message whose words are looked at for other forms."""

_WORD = re.compile(r"[^\W\d_]{3,40}")


def forms_in(text: str, word: str) -> tuple[str, ...]:
    """The words of a text, as they stand there, that are forms of `word` in its language."""
    from desktop_app.mail.words.language import guess_language
    from desktop_app.search.fold import words
    from desktop_app.search.forms import same_stem

    sought = words(word)
    if len(sought) != 1:
        return ()
    by_fold: dict[str, set[str]] = {}
    for written in dict.fromkeys(_WORD.findall(text[:LOOKED_AT])):
        for folded in words(written):
            by_fold.setdefault(folded, set()).add(written)
    found = same_stem(sought[0], by_fold, guess_language(text) or "en")
    return tuple(sorted({written.lower() for folded in found for written in by_fold[folded]}))


class FindBar(QFrame):
    """`readers` gives the readers from top to bottom; `reached(reader, cursor)` a hit;
    `left(reader)` when it was closed with the focus in it: the one of the hit, or None."""

    reached = Signal(object, object)
    left = Signal(object)

    def __init__(
        self, theme: Theme, readers: Callable[[], Sequence[Reader]], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._theme, self._readers = theme, readers
        self._hits: list[tuple[Reader, QTextCursor]] = []
        self._place, self._are_forms = -1, False
        self.entry = QLineEdit()
        self.entry.setPlaceholderText("Find in conversation")
        self.entry.setAccessibleName("Find in conversation")
        self.entry.textChanged.connect(self.search)
        self.entry.installEventFilter(self)
        self.count = plain(role="caption")
        margins = (0, 0, theme.px(24), theme.px(8))
        layout = row(
            self.entry, self.count, owner=self, gap=STYLE, margins=margins, fill=self.entry
        )
        for icon, name, by in (("previous", "Previous hit", -1), ("next", "Next hit", 1)):
            layout.addWidget(self._button(icon, name, lambda *_, by=by: self.step(by)))
        layout.addWidget(self._button("close", "Close find", self.close_bar))
        self.setFocusProxy(self.entry)
        self.hide()

    def open_bar(self) -> None:
        self.show()
        press(self.entry)
        self.entry.selectAll()
        self.search()

    def close_bar(self) -> None:
        held = holds(self)
        reader = self._hits[self._place][0] if self._hits and self._place >= 0 else None
        self.hide()
        self._mark([])
        self._hits, self._place = [], -1
        if held:
            self.left.emit(reader)

    def search(self) -> None:
        """Mark all hits again (the text or the open messages changed)."""
        if not self.isVisible():
            return
        words = self.entry.text()
        self._hits = self._find(words) if words else []
        self._are_forms = not self._hits
        if self._are_forms:
            self._hits = self._find_forms(words)
        self._place = -1
        self._mark(self._hits)
        self._say()
        if self._hits:
            self.step(1)

    def step(self, by: int) -> None:
        """Go to the next (1) or the previous (-1) hit, round and round."""
        if self._hits:
            self._place = (self._place + by) % len(self._hits)
            self._say()
            self.reached.emit(*self._hits[self._place])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Escape:
                self.close_bar()
                return True
            if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
                back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
                self.step(-1 if back else 1)
                return True
        return super().eventFilter(watched, event)

    def _find(self, words: str) -> list[tuple[Reader, QTextCursor]]:
        hits: list[tuple[Reader, QTextCursor]] = []
        for reader in self._readers():
            cursor = reader.document().find(words)
            while not cursor.isNull() and len(hits) < MOST_HITS:
                hits.append((reader, QTextCursor(cursor)))
                cursor = reader.document().find(words, cursor)
        return hits

    def _find_forms(self, word: str) -> list[tuple[Reader, QTextCursor]]:
        """Hits of other forms of a whole word (*leases* for *lease*), where none has itself."""
        whole = QTextDocument.FindFlag.FindWholeWords
        hits: list[tuple[Reader, QTextCursor]] = []
        for reader in self._readers():
            document = reader.document()
            for form in forms_in(document.toPlainText(), word):
                cursor = document.find(form, 0, whole)
                while not cursor.isNull() and len(hits) < MOST_HITS:
                    hits.append((reader, QTextCursor(cursor)))
                    cursor = document.find(form, cursor, whole)
        places = {reader: at for at, reader in enumerate(self._readers())}
        return sorted(hits, key=lambda hit: (places[hit[0]], hit[1].position()))

    def _mark(self, hits: list[tuple[Reader, QTextCursor]]) -> None:
        for reader in self._readers():
            marks = []
            for owner, cursor in hits:
                if owner is reader:
                    mark = QTextEdit.ExtraSelection()
                    mark.cursor = cursor
                    mark.format.setBackground(self._theme.colour("hit"))
                    marks.append(mark)
            reader.setExtraSelections(marks)

    def _say(self) -> None:
        if not self.entry.text():
            self.count.setText("")
        elif not self._hits:
            self.count.setText("not found")
        else:
            other = ", in another form" if self._are_forms else ""
            self.count.setText(f"{max(self._place, 0) + 1} of {len(self._hits)}{other}")

    def _button(self, icon: str, name: str, work: Callable[..., object]) -> QToolButton:
        button = QToolButton()
        set_role(button, "flat")
        self._theme.put_icon(button, icon, "second")
        button.setAccessibleName(name)
        button.setToolTip(as_tooltip(name))
        button.clicked.connect(work)
        return button
