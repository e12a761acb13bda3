"""Card of a change that an assistant proposes for the body: apply or discard.

Readable without colour: what is added is underlined, what goes is struck through.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton

from desktop_app.ui.review.draft.word_diff import Hunk, marked
from desktop_app.ui.widgets.parts import clear, column, flow, plain, rich
from desktop_app.ui.widgets.theme import Theme, set_role

MOST = 30


class ProposedChange(QFrame):
    """Card that is hidden until there is a change. `applied` and `discarded` by the person."""

    applied = Signal()
    discarded = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        px = theme.px
        set_role(self, "made-card")
        self.setAccessibleName("Proposed change")
        self.title, self.note = plain(role="strong", wrap=True), plain(role="caption", wrap=True)
        self._rows = column(gap=px(8))
        self.apply, self.discard = QPushButton("Apply change"), QPushButton("Discard change")
        set_role(self.apply, "made")
        self.apply.clicked.connect(self.applied)
        self.discard.clicked.connect(self.discarded)
        buttons = flow(self.apply, self.discard, gap=px(8))
        column(self.title, self._rows, self.note, buttons, owner=self, gap=px(8), margins=px(12))
        self.hide()

    def show_change(self, who: str, found: tuple[Hunk, ...], conflicts: int) -> None:
        """From what is typed now to what would be typed then, place by place."""
        clear(self._rows)
        self.title.setText(f"{who} proposes a change")
        for hunk in found[:MOST]:
            self._rows.addWidget(rich(marked(hunk), name=hunk.sentence))
        self.note.setText(summary(len(found), conflicts))
        for button in (self.apply, self.discard):
            button.setAccessibleDescription(self.note.text())
        self.show()

    @property
    def sentence(self) -> str:
        """What a screen reader says when the card comes."""
        return f"{self.title.text()}. {self.note.text()}"


def summary(count: int, conflicts: int) -> str:
    """How to read it, and what becomes of what was typed meanwhile."""
    places = "1 place" if count == 1 else f"{count} places"
    said = [f"{places}: added words are underlined, deleted words struck through."]
    if count > MOST:
        said.append(f"The first {MOST} are shown.")
    if conflicts:
        what = "the same place" if conflicts == 1 else f"the same {conflicts} places"
        said.append(f"You changed {what} meanwhile: both are kept there, your words first.")
    return " ".join(said)
