"""Whatever a screen reader can do to a control does what a click on it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pytest
from PySide6.QtCore import SIGNAL
from PySide6.QtGui import QAccessible, QAccessibleInterface, QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QMainWindow,
    QMenu,
    QRadioButton,
    QTabBar,
    QTabWidget,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop_app.ui.bench.action_table import ACTIONS, ROWS, Need
from desktop_app.ui.bench.actions import EXTENSION, ActionRegistry
from desktop_app.ui.widgets.theme import Theme
from desktop_app.ui.window.main_window import MainWindow
from desktop_app.ui.window.panes import DIALOGS
from tests.fakes.house import TestHouse
from tests.ui.conftest import WindowDriver

PRESSES = {"Press", "Toggle", "Check", "Uncheck"}
"""What stands for a click; *ShowMenu*, *SetFocus* and the like do not."""


def accessible(thing: QWidget | QAction) -> QAccessibleInterface:
    found = QAccessible.queryAccessibleInterface(thing)
    assert found is not None
    return found


def actions_of(found: QAccessibleInterface) -> list[str]:
    doing = found.actionInterface()
    return [name for name in doing.actionNames() if name in PRESSES] if doing else []


def do(found: QAccessibleInterface, name: str) -> None:
    doing = found.actionInterface()
    assert doing is not None
    doing.doAction(name)


# Every action of the registry


def items(found: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    for place in range(found.childCount()):
        child = found.child(place)
        yield child
        yield from items(child)


@pytest.fixture
def ran(qtbot: QtBot, theme: Theme, house: TestHouse) -> tuple[QMainWindow, list[str]]:
    """A window with every menu and button of the table, and what was done."""
    window = QMainWindow()
    done: list[str] = []
    qtbot.addWidget(window)
    registry = ActionRegistry(window, theme, house.settings)
    registry.fill_menus(window.menuBar())
    bar = window.addToolBar("Toolbar")
    for group in sorted({row.toolbar for row in ACTIONS if row.toolbar}):
        registry.fill_toolbar(bar, group)
    for row in ACTIONS:
        registry.on(row.id, partial(done.append, row.id))
    for need in Need:
        registry.have(need, True)
    window.resize(2400, 300)
    window.show()
    registry.settle()
    return window, done


def test_every_accessible_action_of_the_toolbar_and_the_menus_runs_the_action_once(
    ran: tuple[QMainWindow, list[str]],
) -> None:
    window, done = ran
    buttons = {
        b.defaultAction().objectName(): b
        for b in window.findChildren(QToolButton)
        if b.defaultAction()
    }
    assert {row.id for row in ACTIONS if row.toolbar} <= set(buttons)
    for name, button in buttons.items():
        if name in ROWS:
            for action in actions_of(accessible(button)):
                done.clear()
                do(accessible(button), action)
                assert done == [name], (name, action)
                assert button.isChecked() == button.defaultAction().isChecked()
    ids = {row.text: row.id for row in ACTIONS}
    seen = set()
    for menu in window.menuBar().findChildren(QMenu):
        for item in items(accessible(menu)):
            for action in actions_of(item):
                name = ids[item.text(QAccessible.Text.Name)]
                done.clear()
                do(item, action)
                assert done == [name], action
                seen.add(name)
    assert seen == set(ROWS)


@pytest.mark.parametrize("name", ["Press", "Toggle"])
def test_what_a_narrow_toolbar_hides_is_shown_by_a_screen_reader_too(
    ran: tuple[QMainWindow, list[str]], qtbot: QtBot, name: str
) -> None:
    window, _ = ran
    window.resize(300, 300)
    more = window.findChild(QToolButton, EXTENSION)
    assert more is not None
    qtbot.waitUntil(more.isVisible)
    seen = {b for b in window.findChildren(QToolButton) if b.isVisible()}
    do(accessible(more), name)
    qtbot.waitUntil(
        lambda: any(b.isVisible() for b in window.findChildren(QToolButton) if b not in seen)
    )


# Every control that is no action


def deaf_to_a_toggle(button: QAbstractButton) -> bool:
    """Whether a screen reader's *Toggle*, which is no click, is not heard though a click is."""
    toggles = "Toggle" in actions_of(accessible(button))
    return toggles and button.receivers(SIGNAL("clicked(bool)")) > 0


def deaf(top: QWidget) -> list[str]:
    return [
        f"{type(b).__name__} {b.accessibleName() or b.text()}"
        for b in top.findChildren(QAbstractButton)
        if b.isEnabled() and deaf_to_a_toggle(b) and b.objectName() != EXTENSION
    ]


def opens_menu(button: QAbstractButton) -> bool:
    doing = accessible(button).actionInterface()
    return doing is not None and "ShowMenu" in doing.actionNames()


def without_an_action(top: QWidget) -> list[str]:
    """The buttons in sight with which a screen reader can do nothing."""
    return [
        f"{type(b).__name__} {b.accessibleName() or b.text()}"
        for b in top.findChildren(QAbstractButton)
        if b.isVisible() and b.isEnabled() and not (actions_of(accessible(b)) or opens_menu(b))
    ]


def test_the_check_for_deaf_buttons_bites(qtbot: QtBot) -> None:
    top = QWidget()
    qtbot.addWidget(top)
    hearing, not_hearing = QToolButton(top), QToolButton(top)
    for each in (hearing, not_hearing):
        each.setCheckable(True)
    hearing.toggled.connect(lambda _: None)
    hearing.setText("One")
    not_hearing.clicked.connect(lambda: None)
    not_hearing.setText("Both")
    assert deaf(top) == ["QToolButton Both"]


def test_the_window_hears_every_toggle(driver: WindowDriver) -> None:
    driver.open_first()
    driver.bench.actions.trigger("assistant")
    driver.bench.actions.trigger("find")
    driver.until(lambda: True)
    assert deaf(driver.window) == []
    assert without_an_action(driver.window) == []
    driver.bench.actions.trigger("reply_all")
    driver.until(lambda: bool(driver.bench.selection.draft))
    assert deaf(driver.window) == []
    assert without_an_action(driver.window) == []


def visible(window: MainWindow) -> set[str]:
    """What is seen of the window, in words."""
    return {
        f"{type(w).__name__} {w.accessibleName() or w.objectName()} {w.isVisible()}"
        for w in window.findChildren(QWidget)
    }


@pytest.mark.parametrize("name", [row.id for row in ACTIONS if row.checkable and row.toolbar])
def test_a_toggled_button_shows_what_a_click_shows(driver: WindowDriver, name: str) -> None:
    button = driver.window.bar.widgetForAction(driver.bench.actions.action(name))
    assert isinstance(button, QToolButton)
    ways: tuple[Callable[[], object], ...] = (
        button.click,
        lambda: do(accessible(button), "Toggle"),
        lambda: do(accessible(button), "Press"),
    )
    pictures = []
    for way in ways:
        for _ in range(2):
            way()
            driver.until(lambda: True)
            pictures.append((button.isChecked(), visible(driver.window)))
    assert [checked for checked, _ in pictures] == [True, False] * 3
    assert pictures[0][1] != pictures[1][1]
    assert pictures[2:4] == pictures[4:6] == pictures[0:2]


@pytest.mark.parametrize(
    "name", ["settings", "accounts", "palette", "help", "about", "add_account", *DIALOGS]
)
def test_the_dialogs_hear_every_toggle(driver: WindowDriver, name: str) -> None:
    driver.bench.actions.trigger(name)
    driver.until(lambda: isinstance(QApplication.activeModalWidget(), QDialog))
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, QDialog)
    tabs = dialog.findChild(QTabWidget)
    for place in range(tabs.count()) if tabs is not None else (0,):
        if tabs is not None:
            tabs.setCurrentIndex(place)
        driver.until(lambda: True)
        assert deaf(dialog) == []
        assert without_an_action(dialog) == []
    for bar in dialog.findChildren(QTabBar):
        for place in range(bar.count()):
            do(accessible(bar).child(place), "Press")
            assert bar.currentIndex() == place
    for radio in dialog.findChildren(QRadioButton):
        if radio.isVisible() and radio.isEnabled():
            do(accessible(radio), "Toggle")
            assert radio.isChecked()
    dialog.reject()
