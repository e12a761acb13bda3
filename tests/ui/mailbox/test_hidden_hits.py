"""A search leaves Spam and Trash out, says what is there, and shows it with one press."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtTest import QTest

from tests.fakes.house import TestHouse, mail
from tests.ui.conftest import WindowDriver


@pytest.fixture
def driver(house: TestHouse, open_window: Callable[..., WindowDriver]) -> WindowDriver:
    places = ("INBOX", "SPAM", "TRASH", "TRASH")
    for number, label in enumerate(places):
        raw = mail(f"Prize {number}", "You have won.", message_id=f"{number}@x")
        house.add(raw, frozenset({label}))
    driver = open_window()
    driver.until(lambda: driver.rows() == ["Prize 0"])
    driver.bench.actions.trigger("search")
    return driver


def search(driver: WindowDriver, text: str, found: list[str]) -> None:
    entry = driver.window.search.entry
    entry.clear()
    QTest.keyClicks(entry, text)
    driver.until(lambda: driver.conversations.query == text and sorted(driver.rows()) == found)


def test_hits_that_are_not_shown_are_counted_and_shown_with_one_press(
    driver: WindowDriver,
) -> None:
    search(driver, "prize", ["Prize 0"])
    line = driver.conversations.further.hidden
    driver.until(line.isVisible)
    assert line.told.text() == "3 more in Spam and Trash:"
    line.show_all.click()
    driver.until(lambda: len(driver.rows()) == 4)
    assert not line.isVisible()
    assert "with Spam and Trash" in driver.conversations.head.note.text()


def test_a_search_that_finds_nothing_else_still_says_so(driver: WindowDriver) -> None:
    search(driver, "prize 2", [])
    driver.until(driver.conversations.further.hidden.isVisible)
    assert driver.conversations.further.hidden.told.text() == "1 more in Trash:"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("in:anywhere prize", ["Prize 0", "Prize 1", "Prize 2", "Prize 3"]),
        ("prize -in:spam -in:trash", ["Prize 0"]),
        ("in:spam", ["Prize 1"]),
        ("lottery", []),
    ],
)
def test_nothing_is_said_where_nothing_is_hidden(
    driver: WindowDriver, text: str, found: list[str]
) -> None:
    search(driver, text, found)
    assert not driver.conversations.further.hidden.isVisible()
