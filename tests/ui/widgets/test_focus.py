"""The focus: what a press gives it to can be seen, and no answer takes it away again."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QStackedWidget, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.ui.widgets.focus import press
from tests.sure import there
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import propose


def _pane(qtbot: QtBot) -> tuple[QWidget, QStackedWidget, QLineEdit, QLineEdit]:
    """A pane whose content is behind what stands in for it."""
    pane, content, stand_in = QWidget(), QLineEdit(), QLineEdit()
    stack = QStackedWidget(pane)
    stack.addWidget(content)
    stack.addWidget(stand_in)
    stack.setCurrentWidget(stand_in)
    pane.setFocusProxy(content)
    qtbot.addWidget(pane)
    pane.show()
    return pane, stack, content, stand_in


def test_a_press_goes_to_what_stands_in_for_hidden_content(qtbot: QtBot) -> None:
    pane, _, _, stand_in = _pane(qtbot)
    press(pane)
    assert pane.focusWidget() is stand_in


def test_a_press_goes_to_the_content_that_is_in_front(qtbot: QtBot) -> None:
    pane, stack, content, _ = _pane(qtbot)
    stack.setCurrentWidget(content)
    press(pane)
    assert pane.focusWidget() is content


def test_f6_into_a_pane_that_is_empty_shows_where_the_focus_is(driver: WindowDriver) -> None:
    driver.window.frame.focus("list")
    QTest.keyClick(driver.window, Qt.Key.Key_F6)
    focused = there(QApplication.focusWidget())
    assert driver.thread.isAncestorOf(focused)
    assert focused.isVisible()


def test_a_list_that_fills_later_takes_no_focus(driver: WindowDriver) -> None:
    driver.bench.navigation.show_drafts("review")
    drafts = driver.window.frame.drafts
    driver.until(lambda: not drafts.list.isVisible())
    driver.window.frame.focus("sidebar")
    driver.window.frame.focus("list")
    driver.window.frame.focus("sidebar")
    propose(driver.house)
    driver.until(drafts.list.isVisible)
    assert driver.window.frame.sidebar.isAncestorOf(there(QApplication.focusWidget()))
