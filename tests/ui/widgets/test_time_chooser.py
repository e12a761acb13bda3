"""Choice of a moment: the named ones, a date, what is over already."""

from __future__ import annotations

from datetime import date, time

import pytest
from PySide6.QtCore import QDate, QDateTime, QTime
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.model.moments import later_choices, moment
from desktop_app.ui.review.send_later import WHILE_IT_RUNS
from desktop_app.ui.widgets.theme import Theme
from desktop_app.ui.widgets.time_chooser import OVER, TOO_FAR, Asked, TimeChooser
from tests.ui.turning import settle


def wall_time(year: int, month: int, day: int, hour: int, minute: int = 0) -> float:
    return moment(date(year, month, day), time(hour, minute))


NOW = wall_time(2026, 11, 25, 9, 10)
ASKED = Asked("Snooze until", "It comes back then.", "Snooze")


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.show()
    return made


def chooser(window: QWidget, chosen: list[object], **more: object) -> TimeChooser:
    return TimeChooser(
        window,
        ASKED,
        later_choices(NOW),
        chosen.append,
        now=lambda: NOW,
        **more,  # type: ignore[arg-type]
    )


def test_a_choice_is_a_press_and_says_its_moment(window: QWidget) -> None:
    chosen: list[object] = []
    sheet = chooser(window, chosen)
    words = [button.text() for button in sheet.buttons]
    assert [each.partition(":")[0] for each in words] == [
        "Later today",
        "Tomorrow",
        "This weekend",
        "Next week",
    ]
    sheet.buttons[1].click()
    assert chosen == [wall_time(2026, 11, 26, 8)]
    assert not sheet.isVisible()


def test_a_date_is_taken_as_the_wall_shows_it(window: QWidget) -> None:
    chosen: list[object] = []
    sheet = chooser(window, chosen)
    sheet.when.setDateTime(QDateTime(QDate(2027, 7, 1), QTime(15, 45)))
    sheet.choose.click()
    assert chosen == [wall_time(2027, 7, 1, 15, 45)]


@pytest.mark.parametrize(
    ("year", "words"), [(2026, OVER), (2040, TOO_FAR)], ids=["over", "too far"]
)
def test_what_is_over_or_too_far_is_said_and_not_taken(
    window: QWidget, year: int, words: str
) -> None:
    chosen: list[object] = []
    sheet = chooser(window, chosen)
    sheet.when.setDateTime(QDateTime(QDate(year, 11, 25), QTime(9, 10)))
    assert sheet.wrong.text() == words
    assert not sheet.choose.isEnabled()
    sheet.choose.click()
    assert chosen == []


def test_a_time_that_goes_by_while_the_sheet_is_open_is_not_taken(window: QWidget) -> None:
    now, chosen = [NOW], list[object]()
    sheet = TimeChooser(window, ASKED, later_choices(NOW), chosen.append, now=lambda: now[0])
    sheet.when.setDateTime(QDateTime(QDate(2026, 11, 25), QTime(9, 30)))
    now[0] += 3_600
    sheet.choose.click()
    assert chosen == []
    assert sheet.wrong.text() == OVER


def test_others_and_what_takes_the_time_away(window: QWidget) -> None:
    done: list[object] = []
    sheet = TimeChooser(
        window,
        Asked("Send later", "", "Choose", ("Send at once", lambda: done.append("away"))),
        later_choices(NOW),
        done.append,
        now=lambda: NOW,
        others=[("When Dana & Co answer", lambda: done.append("answer"))],
    )
    assert sheet.buttons[-1].text() == "When Dana && Co answer"
    sheet.buttons[-1].click()
    away = next(b for b in sheet.findChildren(QPushButton) if b.text() == "Send at once")
    away.click()
    assert done == ["answer", "away"]


def test_escape_chooses_nothing(window: QWidget) -> None:
    chosen: list[object] = []
    sheet = chooser(window, chosen)
    QTest.keyClick(sheet, "\x1b")  # type: ignore[call-overload]  # a key's letter
    assert chosen == []
    assert not sheet.isVisible()


def cut(sheet: TimeChooser) -> list[str]:
    """Labels that have less height than their words need in their width."""
    labels = [label for label in sheet.findChildren(QLabel) if label.isVisibleTo(sheet)]
    return [x.text() for x in labels if x.height() < x.heightForWidth(x.width())]


@pytest.mark.parametrize("times", [1, 3, 9])
def test_what_is_to_know_can_be_read_whole_however_long_it_is(
    window: QWidget, theme: Theme, times: int
) -> None:
    del theme  # its style sheet is the application's
    asked = Asked("Send later", " ".join([WHILE_IT_RUNS] * times), "Choose")
    sheet = TimeChooser(window, asked, later_choices(NOW), print, now=lambda: NOW)
    settle()
    assert cut(sheet) == []
    sheet.when.setDateTime(QDateTime(QDate(2026, 1, 1), QTime(15, 45)))
    settle()
    assert sheet.wrong.isVisible()
    assert cut(sheet) == []
