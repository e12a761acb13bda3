"""Tab of what the newest hand changed in what another wrote, hunk by hunk; each can be put back.

Readable without colour: what was added is underlined, what was deleted struck through.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from desktop_app.model.draft import Author, DraftContent, DraftVersion, Part
from desktop_app.model.hands import changed_parts
from desktop_app.ui.bench.author_names import author_name
from desktop_app.ui.review.draft.change_parts import whole_part
from desktop_app.ui.review.draft.word_diff import Comparison, Hunk, marked
from desktop_app.ui.widgets.parts import STRETCH, STYLE, clear, column, plain, rich, row
from desktop_app.ui.widgets.theme import Theme, set_role

MOST = 30


class ChangesTab(QWidget):
    """Tab with the signal `put_back(Hunk)`, for one place in the body."""

    put_back = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._shown: tuple[object, ...] | None = None
        self._rows = column(gap=theme.px(8))
        self._note = plain(role="caption", wrap=True)
        margins = (0, theme.px(8), 0, 0)
        column(self._note, self._rows, STRETCH, owner=self, gap=STYLE, margins=margins)
        self.show_nothing("")

    def show_nothing(self, words: str) -> None:
        self._clear()
        self._note.setText(words)

    def show_changes(
        self,
        before: DraftVersion,
        now: DraftContent,
        found: Comparison,
        by: Author,
        *,
        editable: bool,
    ) -> None:
        """From the last version of another hand to what is stored now, which is `by`'s."""
        shown = (before, now, found, by, editable)
        if shown == self._shown:
            return
        self._clear()
        self._shown = shown
        lines = [
            whole_part(before.content, now, part).markup
            for part in changed_parts(before.content, now)
            if part is not Part.TEXT
        ]
        for line in lines:
            self._rows.addWidget(rich(line))
        for hunk in found.hunks[:MOST]:
            self._rows.addWidget(self._row(hunk, editable=editable))
        count = len(found.hunks) + len(lines)
        self._note.setText(_summary(count, before.author, by, by_line=found.by_line))

    def _row(self, hunk: Hunk, *, editable: bool) -> QWidget:
        px = self._theme.px
        card = QFrame()
        set_role(card, "card")
        card.setAccessibleName(hunk.sentence)
        label = rich(marked(hunk), name=hunk.sentence)
        button = QPushButton("Put back")
        set_role(button, "link")
        button.setAccessibleName("Put back")
        button.setAccessibleDescription(hunk.sentence)
        button.clicked.connect(lambda: self.put_back.emit(hunk))
        margins = (px(12), px(4), px(8), px(4))
        row(label, button, owner=card, gap=STYLE, margins=margins, fill=label)
        button.setVisible(editable)
        return card

    def _clear(self) -> None:
        self._shown = None
        clear(self._rows)


def _summary(count: int, before: Author, by: Author, *, by_line: bool) -> str:
    writer, changer = author_name(before), author_name(by)
    if not count:
        return f"Nothing was changed since {writer} wrote this."
    places = "1 place" if count == 1 else f"{count} places"
    more = f" The first {MOST} are shown." if count > MOST else ""
    who = f"Changed by {changer} in {places} since {writer} wrote this"
    if by_line:
        return (
            f"{who}. Too much is different to compare word by word: whole lines are compared. "
            f"Added lines are underlined, deleted lines struck through.{more}"
        )
    return f"{who}: added words are underlined, deleted words struck through.{more}"
