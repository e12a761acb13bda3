"""Tab of the person's changes in a proposal, hunk by hunk; each can be put back.

Readable without colour: what was added is underlined, what was deleted struck through.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from desktop_app.model.address import people
from desktop_app.model.draft import DraftContent
from desktop_app.ui.review.word_diff import Comparison, Hunk, marked
from desktop_app.ui.widgets.parts import STRETCH, STYLE, clear, column, plain, rich, row
from desktop_app.ui.widgets.safe_text import as_markup
from desktop_app.ui.widgets.theme import Theme, set_role

MOST = 30
_FIELDS = (("To", "to"), ("Cc", "cc"), ("Bcc", "bcc"))


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
        self, before: DraftContent, now: DraftContent, found: Comparison, *, editable: bool
    ) -> None:
        """From the last version an assistant wrote to what is stored now."""
        shown = (before, now, found, editable)
        if shown == self._shown:
            return
        self._clear()
        self._shown = shown
        lines = _envelope_changes(before, now)
        for line in lines:
            self._rows.addWidget(rich(line))
        for hunk in found.hunks[:MOST]:
            self._rows.addWidget(self._row(hunk, editable=editable))
        self._note.setText(_summary(len(found.hunks) + len(lines), by_line=found.by_line))

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


def _summary(count: int, *, by_line: bool) -> str:
    if not count:
        return "Nothing was changed since the assistant wrote this."
    places = "1 place" if count == 1 else f"{count} places"
    more = f" The first {MOST} are shown." if count > MOST else ""
    if by_line:
        how = (
            "Too much is different to compare word by word: whole lines are compared. Added lines "
            "are underlined, deleted lines struck through."
        )
        return f"Changed in {places}. {how}{more}"
    return f"Changed in {places}: added words are underlined, deleted words struck through.{more}"


def _envelope_changes(before: DraftContent, now: DraftContent) -> list[str]:
    found = []
    if before.subject != now.subject:
        found.append(_line("Subject", before.subject, now.subject))
    if before.from_ != now.from_:
        found.append(_line("From", str(before.from_), str(now.from_)))
    for title, name in _FIELDS:
        old, new = getattr(before, name), getattr(now, name)
        if old != new:
            found.append(_line(title, people(old, most=9), people(new, most=9)))
    old_files = ", ".join(a.filename for a in before.attachments)
    new_files = ", ".join(a.filename for a in now.attachments)
    if before.attachments != now.attachments:
        found.append(_line("Attachments", old_files, new_files))
    return found


def _line(title: str, old: str, new: str) -> str:
    struck = f"<s>{as_markup(old or 'nothing')}</s>"
    return f"{title}: {struck} <u><b>{as_markup(new or 'nothing')}</b></u>"
