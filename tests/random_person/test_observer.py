"""Who may take the focus without a press: the way that stays, of a question before closing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.ui.widgets.leaving_question import LeavingQuestion
from desktop_app.ui.widgets.theme import Theme
from tests.fakes.house import TestHouse
from tests.random_person.observer import Observer


class Window(QWidget):
    """An entry in which something was typed, a button, and a question before it closes."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.entry, self.other = QLineEdit("typed"), QPushButton("Other")
        ways = (("Close", lambda: None), ("Stay", lambda: None))
        self.question = LeavingQuestion(theme, ways)
        layout = QVBoxLayout(self)
        for widget in (self.entry, self.other, self.question):
            layout.addWidget(widget)


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication, house: TestHouse) -> Window:
    window = Window(Theme(qapp, house.settings))
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.entry.setFocus()
    return window


@pytest.fixture
def strays(qapp: QApplication, window: Window) -> Iterator[Callable[[], list[str]]]:
    """Where the focus went by no press."""
    observer = Observer()
    qapp.focusChanged.connect(observer.on_focus)
    yield lambda: [move.now for move in observer.strays()]
    qapp.focusChanged.disconnect(observer.on_focus)


def test_a_question_that_comes_late_takes_the_focus_to_the_way_that_stays(
    window: Window, strays: Callable[[], list[str]]
) -> None:
    window.question.ask("One mail waits.", late=True)
    window.question._on_rested()
    assert window.question.buttons["Stay"].hasFocus()
    assert strays() == []


def test_no_other_way_of_it_may_take_the_focus(
    window: Window, strays: Callable[[], list[str]]
) -> None:
    window.question.ask("One mail waits.", late=True)
    window.question._on_rested()
    window.question.buttons["Close"].setFocus()
    assert strays() == ["QPushButton “Close”"]


def test_a_question_that_comes_by_no_press_leaves_the_focus(
    window: Window, strays: Callable[[], list[str]]
) -> None:
    window.question.ask("One mail waits.")
    assert strays() == ["QPushButton “Close”"]


def test_a_move_before_the_question_is_still_told(
    window: Window, strays: Callable[[], list[str]]
) -> None:
    window.other.setFocus()
    window.question.ask("One mail waits.", late=True)
    window.question._on_rested()
    assert strays() == ["QPushButton “Other”"]
