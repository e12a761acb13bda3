"""Cards of the conversation: a proposal to review, a choice to make.

There is no Send here: a proposal is sent from its review alone.
"""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QPushButton,
    QRadioButton,
)

from desktop_app.assistant.transcript import Choice, Option, Proposal
from desktop_app.ui.widgets.dates import short_date
from desktop_app.ui.widgets.elided_button import ElidedRadio
from desktop_app.ui.widgets.parts import STRETCH, column, row, selectable
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.theme import Theme, set_role


class ProposalCard(QFrame):
    """`review_wanted(draft id)`, `gmail_wanted(draft id)`. A newer proposal of the same draft
    replaces what it says."""

    review_wanted = Signal(str)
    gmail_wanted = Signal(str)

    def __init__(self, theme: Theme, proposal: Proposal) -> None:
        super().__init__()
        set_role(self, "made-card")
        self.draft_id = proposal.draft_id
        self._what = selectable("")
        self._note = selectable("Not sent. It waits for your review.", "caption")
        self.button = QPushButton("Review")
        set_role(self.button, "made")
        self.button.clicked.connect(lambda: self.review_wanted.emit(self.draft_id))
        self.in_gmail: QPushButton | None = None
        self._buttons = row(self.button, STRETCH, gap=theme.px(8))
        parts = (self._what, self._note, self._buttons)
        column(*parts, owner=self, gap=theme.px(8), margins=theme.px(12))
        self.show_proposal(proposal)

    def show_proposal(self, proposal: Proposal) -> None:
        subject = clean(proposal.subject) or "(no subject)"
        to = f", to {clean(proposal.recipients)}" if proposal.recipients else ", to nobody yet"
        text = f"Draft: {subject}{to}"
        self._what.setText(text)
        self.setAccessibleName(f"{text}. {self._note.text()}")
        self.button.setAccessibleName(f"Review: {subject}")
        if proposal.in_gmail and self.in_gmail is None:
            self.in_gmail = self._gmail_button()
            self._buttons.insertWidget(1, self.in_gmail)
        if self.in_gmail is not None:
            self.in_gmail.setAccessibleName(f"Open in Gmail: {subject}")
            self.in_gmail.setVisible(proposal.in_gmail)

    def _gmail_button(self) -> QPushButton:
        button = QPushButton("Open in Gmail")
        set_role(button, "link")
        button.clicked.connect(lambda: self.gmail_wanted.emit(self.draft_id))
        return button


class ChoiceCard(QFrame):
    """A question with its answers; `picked(Option)` once one is chosen, then it is settled."""

    picked = Signal(object)

    def __init__(self, theme: Theme, choice: Choice, now: float) -> None:
        super().__init__()
        set_role(self, "card")
        self.setAccessibleName(choice.question)
        self._options = choice.options
        self._group = QButtonGroup(self)
        question = selectable(choice.question)
        layout = column(question, owner=self, gap=theme.px(4), margins=theme.px(12))
        for place, option in enumerate(choice.options):
            about = _about(option, now)
            button = self._radio(option, about)
            self._group.addButton(button, place)
            layout.addWidget(button)
            if about:
                detail = selectable(about, "caption")
                detail.setContentsMargins(theme.px(28), 0, 0, 0)
                layout.addWidget(detail)
        self.button = QPushButton("Choose")
        self.button.setEnabled(False)
        self.button.clicked.connect(self._pick)
        self._group.idClicked.connect(lambda _: self.button.setEnabled(True))
        self._group.idToggled.connect(lambda *_: self.button.setEnabled(True))
        layout.addLayout(row(self.button, STRETCH))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._pick()
            return
        super().keyPressEvent(event)

    @staticmethod
    def _radio(option: Option, about: str) -> QRadioButton:
        button = ElidedRadio(clean(option.label))
        button.setAccessibleDescription(about)
        return button

    def _pick(self) -> None:
        place = self._group.checkedId()
        if not self.button.isEnabled() or place < 0:
            return
        for button in (*self._group.buttons(), self.button):
            button.setEnabled(False)
        self.picked.emit(self._options[place])


def _about(option: Option, now: float) -> str:
    """The date as the list has it, and what else tells an answer from another."""
    when = short_date(datetime.fromisoformat(option.date).timestamp(), now) if option.date else ""
    return "  ".join(part for part in (when, clean(option.detail)) if part)
