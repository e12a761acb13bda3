"""Choice of a moment: named ones, others of the caller's, and a date with a time.

A sheet of the window, opened and never executed; by keyboard the choices are a list.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QDate, QDateTime, QTime
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QPushButton,
    QWidget,
)

from desktop_app.model.moments import Choice, is_ahead, moment, wall
from desktop_app.ui.widgets.controls import DateAndTime
from desktop_app.ui.widgets.dates import long_date
from desktop_app.ui.widgets.dialogs import present
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.parts import STRETCH, STYLE, Button, column, plain, row
from desktop_app.ui.widgets.sheets import hang
from desktop_app.ui.widgets.theme import set_role

OVER = "That time is over."
TOO_FAR = "That is too far ahead."


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked: the title, what to know about it, the words of the button for a date, and the
    button that takes a time away again, if there is one to take."""

    title: str
    told: str
    choose: str
    take_away: Button | None = None


class TimeChooser(QDialog):
    """Sheet; `work(at)` is called with the moment that was chosen, in seconds since the epoch.
    `others` are choices that are no moment of the clock, each with what it does."""

    def __init__(
        self,
        parent: QWidget,
        asked: Asked,
        choices: Sequence[Choice],
        work: Callable[[float], object],
        *,
        now: Callable[[], float],
        others: Sequence[Button] = (),
        start: float = 0.0,
    ) -> None:
        """`start` is the moment that the date shows first; 0 is that of the second choice."""
        super().__init__(parent)
        self.setWindowTitle(asked.title)
        self.setAccessibleName(asked.title)
        self._work, self._now = work, now
        self.buttons = [self._of_choice(choice, now()) for choice in choices]
        self.buttons += [self._of_other(other) for other in others]
        self.when = DateAndTime()
        self.when.setCalendarPopup(True)
        self.when.setAccessibleName("Date and time")
        self._show(start or choices[min(1, len(choices) - 1)].at)
        self.when.dateTimeChanged.connect(self._look)
        self.choose = QPushButton(asked.choose)
        self.choose.setDefault(True)
        self.choose.clicked.connect(self._chosen)
        self.wrong = plain(role="caption", wrap=True)
        box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        box.rejected.connect(self.reject)
        if asked.take_away is not None:
            words, take = asked.take_away
            away = box.addButton(words, QDialogButtonBox.ButtonRole.DestructiveRole)
            away.clicked.connect(lambda: self._end(take))
        told = plain(asked.told, role="second", wrap=True)
        told.setMinimumWidth(told.fontMetrics().averageCharWidth() * 56)
        head = plain(asked.title, role="strong", wrap=True)
        date = row(self.when, self.choose, STRETCH, gap=8)
        self._late = column(gap=STYLE)
        column(
            head,
            told,
            *self.buttons,
            date,
            self.wrong,
            self._late,
            box,
            owner=self,
            gap=STYLE,
            margins=STYLE,
        )
        self._look()
        hang(self)
        present(self)
        press(self.buttons[0])

    def offer(self, choice: Choice, told: str) -> None:
        """One more choice, which is known only now: below the others, so that none of them moves.
        `told` is what to know about it."""
        button = self._of_choice(choice, self._now())
        self.buttons.append(button)
        self._late.addWidget(button)
        self._late.addWidget(plain(told, role="caption", wrap=True))
        self.adjustSize()

    def _of_choice(self, choice: Choice, now: float) -> QPushButton:
        return self._button(
            f"{choice.words}: {long_date(choice.at, now)}", lambda: self._work(choice.at)
        )

    def _of_other(self, other: Button) -> QPushButton:
        return self._button(*other)

    def _button(self, words: str, work: Callable[[], object]) -> QPushButton:
        button = QPushButton(words.replace("&", "&&"))
        set_role(button, "choice")
        button.setAutoDefault(True)
        button.clicked.connect(lambda: self._end(work))
        return button

    def _end(self, work: Callable[[], object]) -> None:
        self.accept()
        work()

    def _show(self, at: float) -> None:
        when = wall(at)
        day = QDate(when.year, when.month, when.day)
        self.when.setDateTime(QDateTime(day, QTime(when.hour, when.minute)))

    @property
    def _at(self) -> float:
        # The parts of it, not Qt's moment: Qt keeps the zone that the program started in.
        day, clock = self.when.date(), self.when.time()
        return moment(day.toPython(), clock.toPython())  # type: ignore[arg-type]  # date and time

    def _look(self) -> None:
        at, now = self._at, self._now()
        good = is_ahead(at, now)
        self.wrong.setText("" if good else OVER if at <= now + 60 else TOO_FAR)
        self.wrong.setVisible(not good)
        self.choose.setEnabled(good)

    def _chosen(self) -> None:
        self._look()
        if self.choose.isEnabled():
            at = self._at
            self._end(lambda: self._work(at))
