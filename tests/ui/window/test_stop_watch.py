"""*Stop all assistants and programs*: by its key, in the window, and let go."""

from __future__ import annotations

from threading import Event

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QSystemTrayIcon

from desktop_app.ui.bench.action_table import ACTIONS
from desktop_app.ui.widgets.strips import Strip
from desktop_app.ui.window.notices import STOPPED
from desktop_app.ui.window.tray import Tray
from tests.ui.conftest import WindowDriver


def strips(driver: WindowDriver) -> list[Strip]:
    return [s for s in driver.window.notices._strips if s.label.text() == STOPPED]


def test_it_stops_says_so_and_lets_go(driver: WindowDriver) -> None:
    store, actions = driver.house.store, driver.bench.actions
    assert not actions.enabled("go_on")
    running = driver.window.frame.assistant._cancelled = Event()
    actions.trigger("stop_all")
    assert running.is_set()
    driver.until(lambda: store.stopping.on and bool(strips(driver)))
    actions.trigger("stop_all")
    driver.until(lambda: driver.bench.calls.jobs.idle)
    (strip,) = strips(driver)
    assert strip.accessibleName() == STOPPED
    assert actions.enabled("go_on")
    actions.trigger("go_on")
    driver.until(lambda: not store.stopping.on and not strips(driver))
    assert not actions.enabled("go_on")
    driver.window.frame.assistant._cancelled = None


def test_it_has_a_key_and_stands_in_the_menu() -> None:
    (row,) = [row for row in ACTIONS if row.id == "stop_all"]
    assert row.keys == ("Ctrl+Shift+X",)
    assert row.menu.value == "Assistant"


def test_the_tray_stops_and_lets_go(driver: WindowDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QSystemTrayIcon, "show", lambda _: None)  # there is no tray here
    parent = QObject()
    tray = Tray(
        driver.bench.services, parent, ask=lambda _: None, quit=lambda: None, scheduled=lambda: 0
    )
    store = driver.house.store
    assert not tray.go_on.isVisible()
    tray.stop_all.trigger()
    driver.until(lambda: store.stopping.on and tray.go_on.isVisible())
    assert not tray.stop_all.isVisible()
    driver.until(lambda: bool(strips(driver)))
    tray.go_on.trigger()
    driver.until(lambda: not store.stopping.on and tray.stop_all.isVisible())
    driver.until(lambda: not strips(driver))
    tray.end()
