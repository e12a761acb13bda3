"""The menu of the conversation list: what it is about is selected and shown."""

from __future__ import annotations

from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu

from desktop_app.model.message import SystemLabel
from tests.ui.conftest import WindowDriver

REASON = QContextMenuEvent.Reason


def right_click(driver: WindowDriver, row: int, reason: REASON = REASON.Mouse) -> QMenu:
    view = driver.conversations.view
    point = view.visualRect(view.model().index(row, 0)).center()
    event = QContextMenuEvent(reason, point, view.viewport().mapToGlobal(point))
    QApplication.sendEvent(view.viewport(), event)
    menus: list[QMenu] = view.findChildren(QMenu)
    return next(menu for menu in menus if menu.isVisible())


def test_a_right_click_selects_the_row_and_the_menu_acts_on_it(driver: WindowDriver) -> None:
    menu = right_click(driver, 1)
    assert [row.subject for row in driver.conversations.view.selected()] == ["Report"]
    offered = {action.text() for action in menu.actions() if action.isEnabled()}
    wanted = {"Open conversation", "Reply", "Reply all", "Forward", "Archive", "Delete", "Star"}
    assert wanted | {"Mark as read", "Mark as unread", "Label…", "Move to…"} <= offered
    driver.until(lambda: driver.thread.title.text() == "Report")
    next(action for action in menu.actions() if action.text() == "Archive").trigger()
    menu.close()
    driver.until(lambda: driver.rows() == ["Lunch", "Budget"])


def test_a_right_click_on_one_of_several_selected_rows_is_about_all(driver: WindowDriver) -> None:
    view = driver.conversations.view
    view.go_to(0)
    view.selectionModel().select(
        view.model().index(1, 0), view.selectionModel().SelectionFlag.Select
    )
    menu = right_click(driver, 1)
    assert len(driver.bench.selection.targets) == 2
    assert not driver.bench.actions.enabled("reply")
    next(action for action in menu.actions() if action.text() == "Star").trigger()
    menu.close()
    rows = driver.conversations.model.rows
    driver.until(lambda: [row.starred for row in rows] == [True, True, False])
    ids = [row.newest_id for row in rows]
    assert SystemLabel.STARRED not in driver.house.store.messages.get(ids[2]).labels


def test_the_menu_key_is_about_the_row_with_the_ring(driver: WindowDriver) -> None:
    driver.conversations.view.go_to(2)
    menu = right_click(driver, 0, REASON.Keyboard)
    assert [row.subject for row in driver.conversations.view.selected()] == ["Budget"]
    menu.close()
