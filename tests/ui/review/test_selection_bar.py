"""The bar beside selected words: there for a selection, never in the way of the keyboard, always
inside the window."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop_app.mail.rich.source import from_source
from desktop_app.ui.review.rich_text.selection_bar import SelectionBar
from tests.sure import there
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_mail

Key = Qt.Key
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def page(driver: WindowDriver) -> Any:
    pane = open_review(driver, own_mail(driver.house, to=(), subject="", body=""))
    pane.page.words.edit_formatted()
    pane.page.body.setFocus()
    return pane.page


def select(driver: WindowDriver, page: Any, start: int, end: int) -> SelectionBar:
    cursor = page.body.textCursor()
    cursor.setPosition(start)
    cursor.setPosition(end, cursor.MoveMode.KeepAnchor)
    page.body.setTextCursor(cursor)
    bar: SelectionBar = page.words.near
    driver.until(lambda: bar.visible)
    return bar


def test_it_formats_what_is_selected_and_leaves_the_keyboard_in_the_text(
    driver: WindowDriver, page: Any
) -> None:
    page.body.insert_document(from_source("One two three"))
    bar = select(driver, page, 4, 7)
    assert there(bar.frame).accessibleName() == "Formatting of the selected words"
    driver.qtbot.mouseClick(bar.buttons["Bold"], Qt.MouseButton.LeftButton)
    assert page.body.source() == "One **two** three"
    assert bar.buttons["Bold"].isChecked()
    assert not bar.buttons["Italic"].isChecked()
    assert page.body.hasFocus()
    assert bar.visible
    assert page.body.textCursor().selectedText() == "two"
    driver.qtbot.mouseClick(bar.buttons["Remove formatting"], Qt.MouseButton.LeftButton)
    assert page.body.source() == "One two three"
    for name in ("Bulleted list", "Quote"):
        driver.qtbot.mouseClick(bar.buttons[name], Qt.MouseButton.LeftButton)
    assert page.body.source() == "> - One two three"


def test_escape_and_typing_put_it_away(driver: WindowDriver, page: Any) -> None:
    page.body.insert_document(from_source("One two three"))
    bar = select(driver, page, 4, 7)
    driver.qtbot.keyClick(page.body, Key.Key_Escape)
    assert not bar.visible
    assert page.body.textCursor().selectedText() == "two"
    assert page.body.hasFocus()
    assert page.body.isVisible()
    bar = select(driver, page, 0, 3)
    driver.qtbot.keyClicks(page.body, "1")
    assert not bar.visible
    assert page.body.text() == "1 two three"
    bar = select(driver, page, 0, 1)
    driver.qtbot.keyClick(page.body, Key.Key_Right)
    assert not bar.visible


def test_it_comes_for_keys_and_for_the_mouse_once_that_is_let_go(
    driver: WindowDriver, page: Any
) -> None:
    page.body.insert_document(from_source("One two three"))
    page.body.moveCursor(page.body.textCursor().MoveOperation.Start)
    bar = page.words.near
    for _ in range(3):
        driver.qtbot.keyClick(page.body, Key.Key_Right, SHIFT)
    driver.until(lambda: bar.visible)
    driver.qtbot.keyClick(page.body, Key.Key_Escape)
    page.body.moveCursor(page.body.textCursor().MoveOperation.Start)
    port = page.body.viewport()
    line = page.body.cursorRect().center().y()
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=QPoint(4, line))
    drawn = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(80, line),
        port.mapToGlobal(QPointF(80, line)),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(port, drawn)
    assert page.body.textCursor().selectedText()
    bar._look()
    assert not bar.visible
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=QPoint(80, line))
    driver.until(lambda: bar.visible)


def test_it_does_not_come_for_a_picture_alone(driver: WindowDriver, page: Any) -> None:
    """Nothing in it is for one, and it would lie over its corner."""
    bar = page.words.near
    page.body.insert_document(from_source("One ![cat](cid:a@x) two"))
    page.body.select_picture_at(4)
    bar._look()
    assert not bar.visible
    select(driver, page, 2, 7)  # words with a picture among them
    assert bar.visible


def test_it_goes_with_the_keyboard(driver: WindowDriver, page: Any) -> None:
    page.body.insert_document(from_source("One two three"))
    bar = select(driver, page, 4, 7)
    page.envelope.subject.setFocus()
    assert not bar.visible
    page.body.setReadOnly(True)
    page.body.setFocus()
    page.body.selectAll()
    bar._look()
    assert not bar.visible


def test_it_asks_for_a_link(driver: WindowDriver, page: Any) -> None:
    page.body.insert_document(from_source("One two three"))
    bar = select(driver, page, 4, 7)
    asked: list[bool] = []
    bar.link_wanted.disconnect()
    bar.link_wanted.connect(lambda: asked.append(True))
    driver.qtbot.mouseClick(bar.buttons["Link"], Qt.MouseButton.LeftButton)
    assert asked
    assert not bar.visible


@pytest.mark.parametrize("size", [(900, 600), (1440, 900), (640, 480)])
def test_it_is_inside_the_window_wherever_words_are_selected(
    driver: WindowDriver, page: Any, size: tuple[int, int]
) -> None:
    driver.window.resize(*size)
    page.body.insert_document(from_source("\n".join(["word " * 40] * 30)))
    text = page.body.text()
    for at in range(0, len(text) - 1, 997):
        cursor = page.body.textCursor()
        cursor.setPosition(at)
        cursor.setPosition(min(at + 160, len(text)), cursor.MoveMode.KeepAnchor)
        page.body.setTextCursor(cursor)
        page.body.ensureCursorVisible()
        bar = page.words.near
        bar._look()
        if bar.visible:
            assert driver.window.rect().contains(there(bar.frame).geometry())
    bar = select(driver, page, 0, len(text))
    assert driver.window.rect().contains(there(bar.frame).geometry())


def test_it_covers_text_alone(driver: WindowDriver, page: Any) -> None:
    page.body.insert_document(from_source("\n".join(["word " * 40] * 30)))
    text, port = page.body.text(), page.body.viewport()
    for start, end in ((0, 4), (0, len(text)), (len(text) - 5, len(text) - 1), (400, 900)):
        bar = select(driver, page, start, end)
        seen = port.visibleRegion().boundingRect()
        place = port.mapFrom(driver.window, there(bar.frame).geometry().topLeft())
        shown = there(bar.frame).geometry()
        shown.moveTopLeft(place)
        assert shown.top() >= seen.top()
        assert shown.bottom() <= seen.bottom()
        bar.hide()


def test_it_is_switched_off(driver: WindowDriver, page: Any) -> None:
    driver.house.settings.change("writing.selection_bar", False)
    page.body.insert_document(from_source("One two three"))
    page.body.selectAll()
    page.words.near._look()
    assert not page.words.near.visible
