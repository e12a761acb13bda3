"""The reading of attachments in the status bar: said while much is left, and held by *Pause*."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from desktop_app.model.changes import Changes
from desktop_app.model.file_state import ReadingPhase
from desktop_app.store.rows.file_rows import mark_files_due
from desktop_app.tools.person.file_search import FileReading
from desktop_app.ui.window.reading_watch import MUCH, words
from tests.fakes.house import TestHouse
from tests.ui.conftest import WindowDriver


@dataclass
class Reader:
    """Reads nothing; is paused and goes on."""

    phase: ReadingPhase = ReadingPhase.READING

    def pause(self, *, paused: bool) -> None:
        self.phase = ReadingPhase.PAUSED if paused else ReadingPhase.READING


@pytest.fixture
def reader(house: TestHouse) -> Reader:
    one = Reader()
    house.files = one
    return one


def waiting(driver: WindowDriver, number: int) -> None:
    with driver.house.store.db.write(Changes(files=True)) as connection:
        connection.execute("DELETE FROM file_due")
        mark_files_due(connection, range(1, number + 1))


def test_much_is_said_until_nothing_is_left(reader: Reader, driver: WindowDriver) -> None:
    status = driver.window.status.files
    waiting(driver, MUCH - 1)
    waiting(driver, MUCH)
    driver.until(status.isVisible)
    assert status.text.text() == f"Attachments: 0 read, {MUCH} mails left"
    waiting(driver, 1)
    driver.until(lambda: status.text.text() == "Attachments: 0 read, 1 mail left")
    reader.phase = ReadingPhase.DONE
    waiting(driver, 0)
    driver.until(status.isHidden)


def test_a_press_on_pause_holds_it_and_another_lets_it_go_on(
    reader: Reader, driver: WindowDriver
) -> None:
    status = driver.window.status.files
    waiting(driver, MUCH)
    driver.until(status.isVisible)
    phases = []
    for end in ("mails left, paused", "mails left"):
        status.pause_button.click()
        driver.until(lambda end=end: status.text.text().endswith(end))  # type: ignore[misc]
        phases.append(reader.phase)
    assert phases == [ReadingPhase.PAUSED, ReadingPhase.READING]


def test_little_is_not_said_and_switched_off_nothing_is(
    reader: Reader, driver: WindowDriver
) -> None:
    status = driver.window.status.files
    waiting(driver, MUCH)
    driver.until(status.isVisible)
    reader.phase = ReadingPhase.OFF
    waiting(driver, MUCH + 1)
    driver.until(status.isHidden)


def test_on_battery_it_says_what_it_waits_for() -> None:
    assert words(FileReading(ReadingPhase.ON_BATTERY, 3, 1200)) == (
        "Attachments: 3 read, 1,200 mails left, waits for mains power"
    )
