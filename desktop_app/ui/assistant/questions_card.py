"""Card of questions with answers to press: what only the person knows."""

from __future__ import annotations

import textwrap

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QLineEdit, QPushButton, QWidget

from desktop_app.assistant.questions import reply_of
from desktop_app.assistant.transcript import Question, Questions
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.parts import STRETCH, column, flow, row, selectable
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.theme import Theme, set_role

ELSE, OWN = "Something else…", "Your answer…"
LINE_CHARS = 36
"""Characters of an answer in one line of its button, which shows all of it."""


class QuestionPart(QWidget):
    """One question. `changed` when an answer is pressed or typed, `entered` at Return."""

    changed = Signal()
    entered = Signal()

    def __init__(self, theme: Theme, question: Question) -> None:
        super().__init__()
        self._answers = question.answers
        words = clean(question.text)
        self._group = QButtonGroup(self)
        buttons = [
            self._button(place, clean(text), words) for place, text in enumerate(question.answers)
        ]
        self.other = self._button(len(buttons), ELSE if buttons else OWN, words)
        self.entry = QLineEdit()
        self.entry.setAccessibleName(f"Your own answer: {words}")
        self.entry.setPlaceholderText("Your own answer")
        self.entry.hide()
        self.entry.textChanged.connect(self.changed)
        self.entry.returnPressed.connect(self.entered)
        self._group.idClicked.connect(self._on_pressed)
        gap = theme.px(4)
        pressed = flow(*buttons, self.other, gap=gap)
        column(selectable(words), pressed, self.entry, owner=self, gap=gap)

    @property
    def answer(self) -> str:
        """The answer pressed or typed; empty while there is none."""
        place = self._group.checkedId()
        if 0 <= place < len(self._answers):
            return self._answers[place]
        return " ".join(self.entry.text().split()) if place >= 0 else ""

    @property
    def typing(self) -> bool:
        return self._group.checkedId() == len(self._answers)

    def settle(self) -> None:
        """Nothing can be pressed any more; what was chosen stays visible."""
        for button in (*self._group.buttons(), self.entry):
            button.setEnabled(False)

    def _button(self, place: int, words: str, question: str) -> QPushButton:
        text = textwrap.fill(words, LINE_CHARS).replace("&", "&&")
        button = QPushButton(text)
        set_role(button, "answer")
        button.setCheckable(True)
        button.toggled.connect(lambda on: button.setText(f"✓ {text}" if on else text))
        button.setAccessibleName(words)
        button.setAccessibleDescription(question)
        self._group.addButton(button, place)
        return button

    def _on_pressed(self, _: int) -> None:
        self.entry.setVisible(self.typing)
        if self.typing:
            press(self.entry)
        self.changed.emit()


class QuestionsCard(QFrame):
    """`answered(words, message id)` once: at the press where there is one question, else with the
    button once all of them have an answer."""

    answered = Signal(str, str)

    def __init__(self, theme: Theme, asked: Questions) -> None:
        super().__init__()
        set_role(self, "card")
        self._asked, self._settled = asked, False
        self.setAccessibleName(" ".join(clean(q.text) for q in asked.questions))
        self.parts = [QuestionPart(theme, question) for question in asked.questions]
        self.button = QPushButton("Answer")
        self.button.setEnabled(False)
        self.button.clicked.connect(self._answer)
        for part in self.parts:
            part.changed.connect(self._on_changed)
            part.entered.connect(self._answer)
        note = selectable("Or write something else below.", "caption")
        foot = row(self.button, STRETCH, gap=theme.px(8))
        gap, edge = theme.px(12), theme.px(12)
        column(*self.parts, foot, note, owner=self, gap=gap, margins=edge)
        self.button.setVisible(len(self.parts) > 1)

    def settle(self) -> None:
        """It was answered, or something else was said."""
        self._settled = True
        for part in self.parts:
            part.settle()
        self.button.setEnabled(False)

    def _on_changed(self) -> None:
        complete = all(part.answer for part in self.parts)
        self.button.setEnabled(complete)
        alone = self.parts[0]
        self.button.setVisible(len(self.parts) > 1 or alone.typing)
        if len(self.parts) == 1 and complete and not alone.typing:
            self._answer()

    def _answer(self) -> None:
        answers = [part.answer for part in self.parts]
        if self._settled or not all(answers):
            return
        self.settle()
        self.answered.emit(reply_of(self._asked.questions, answers), self._asked.message_id)
