"""The backups in the window: those there are, a new one, and the way back."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QMessageBox

from desktop_app.model.backup import Occasion
from desktop_app.model.errors import Damaged
from desktop_app.store.base import marker
from desktop_app.ui.backups.pane import BackupsPane
from desktop_app.ui.widgets.strips import Strip
from tests.fakes.house import NOW
from tests.ui.conftest import WindowDriver


def opened(driver: WindowDriver) -> BackupsPane:
    driver.bench.actions.trigger("backups")
    driver.until(lambda: bool(driver.window.findChildren(BackupsPane)))
    (pane,) = driver.window.findChildren(BackupsPane)
    driver.until(lambda: pane.states.currentIndex() >= 0)
    return pane


def test_they_are_listed_with_what_is_in_them(driver: WindowDriver) -> None:
    for day in (2, 1):
        driver.house.store.backups.add(Occasion.DAILY, now=NOW - day * 86_400)
    pane = opened(driver)
    assert pane.list.count() == 2
    assert "1 account" in pane.list.item(0).text()
    assert pane.restore.isEnabled()


def test_without_one_there_is_nothing_to_restore(driver: WindowDriver) -> None:
    pane = opened(driver)
    assert not pane.restore.isEnabled()
    assert pane.save.isEnabled()


def test_a_backup_is_written_where_the_person_says(driver: WindowDriver, tmp_path: Path) -> None:
    pane = opened(driver)
    pane._back_up(tmp_path / "mine")
    driver.until(lambda: "Backed up: 1 account" in pane.told.text())
    assert (tmp_path / "mine").exists()
    other = tmp_path / "letter"
    other.write_text("dear")
    pane._back_up(other)
    driver.until(lambda: "is no backup" in pane.told.text())


def test_restoring_is_asked_first_then_the_window_starts_again(driver: WindowDriver) -> None:
    made = driver.house.store.backups.add(Occasion.DAILY, now=NOW)
    pane = opened(driver)
    pane.restore.click()
    box = driver.window.findChildren(QMessageBox)[-1]
    assert marker.wanted_restore(driver.house.profile) is None
    next(b for b in box.buttons() if b.text() == "Close and restore").click()
    driver.qtbot.waitUntil(lambda: not driver.window.isVisible())
    assert driver.window.again
    assert marker.wanted_restore(driver.house.profile) == made.path


def test_damage_that_is_met_offers_to_restart_and_repair(driver: WindowDriver) -> None:
    driver.window.notices.show_error(Damaged("The mail database is damaged."))
    (strip,) = [s for s in driver.window.findChildren(Strip) if "is damaged" in s.label.text()]
    words = [b.text() for b in strip.findChildren(type(strip.add_button("x", bool)))]
    assert "Restart and repair…" in words
