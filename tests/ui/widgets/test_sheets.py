"""Questions hang in the window they are asked in."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.ui.widgets.dialogs import ask_text, ask_to_save, confirm
from desktop_app.ui.widgets.sheets import SecondClick
from desktop_app.ui.widgets.theme import Theme


def asked(parent: QWidget) -> QDialog:
    return confirm(parent, "Delete it?", "It can't be taken back.", "Delete", lambda: None)


def save_asked(parent: QWidget) -> QDialog:
    return ask_to_save(parent, "Save what you wrote?", lambda: None, lambda: None)


def text_asked(parent: QWidget) -> QDialog:
    return ask_text(parent, "Save search", "Name", "", "Save", lambda _: None)


@pytest.fixture
def inside(qtbot: QtBot, theme: Theme) -> Iterator[QWidget]:
    del theme
    window = QWidget()
    qtbot.addWidget(window)
    window.setGeometry(60, 40, 700, 500)
    window.show()
    inside = QWidget(window)
    inside.setGeometry(300, 300, 20, 20)
    yield inside
    window.close()


@pytest.mark.parametrize("ask", [asked, save_asked, text_asked])
def test_a_question_has_no_frame_and_goes_along_with_its_window(
    inside: QWidget, ask: Callable[[QWidget], QDialog]
) -> None:
    sheet, window = ask(inside), inside.window()
    assert sheet.windowFlags() & Qt.WindowType.FramelessWindowHint
    assert sheet.windowModality() == Qt.WindowModality.WindowModal

    def hangs() -> bool:
        middle = abs(sheet.geometry().center().x() - window.geometry().center().x()) <= 1
        return middle and sheet.geometry().top() == window.geometry().top()

    assert hangs()
    window.move(window.pos() + QPoint(30, 50))
    assert hangs()
    window.resize(900, 520)
    assert hangs()
    sheet.resize(sheet.width() + 60, sheet.height() + 20)
    assert hangs()
    sheet.reject()


def test_nothing_is_executed_and_the_answer_comes_by_a_call(inside: QWidget) -> None:
    done: list[str] = []
    sheet = confirm(inside, "Delete it?", "", "Delete", lambda: done.append("deleted"))
    assert done == []
    assert QApplication.activeModalWidget() is sheet
    next(b for b in sheet.buttons() if b.text() == "Delete").click()
    assert done == ["deleted"]
    assert not sheet.isVisible()


def press_at(window: QWidget, at: QPoint) -> None:
    """A click at a place of the screen, as the platform has it."""
    QTest.mouseClick(window.windowHandle(), Qt.MouseButton.LeftButton, pos=window.mapFromGlobal(at))


def test_a_double_click_that_closes_a_sheet_presses_nothing_below_it(
    inside: QWidget, qtbot: QtBot
) -> None:
    window = inside.window()
    below = QPushButton("Remove", window)
    below.setGeometry(0, 0, 700, 500)
    below.show()
    pressed: list[str] = []
    below.clicked.connect(lambda *_: pressed.append("below"))
    sheet = asked(inside)
    qtbot.waitUntil(sheet.isVisible)
    at = sheet.mapToGlobal(sheet.rect().center())
    QCursor.setPos(at)
    sheet.accept()
    press_at(window, at)
    assert pressed == []
    press_at(window, at + QPoint(60, 60))
    assert pressed == ["below"], "another place is another press"
    qtbot.waitUntil(lambda: not window.findChildren(SecondClick))
    press_at(window, at)
    assert pressed == ["below", "below"]
