"""Crafted mails in the window: what is cut is said, and all of it can be seen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QAbstractButton, QLabel, QToolButton

from benchmarks import reading, reading_mail
from desktop_app.ui.thread.attachment_strip import PORTION, AttachmentStrip
from desktop_app.ui.widgets.strips import Strip
from tests.crafted import mails
from tests.depths import CAMPAIGN
from tests.fakes.house import TestHouse
from tests.ui.conftest import WindowDriver


@pytest.fixture
def show(house: TestHouse, open_window: Callable[..., WindowDriver]) -> Callable[..., WindowDriver]:
    """Open a window on one mail."""

    def shown(raw: bytes) -> WindowDriver:
        house.add(raw, frozenset({"INBOX"}))
        driver = open_window()
        driver.until(lambda: bool(driver.rows()))
        driver.open_first()
        return driver

    return shown


def strips(driver: WindowDriver) -> list[Strip]:
    return [strip for strip in driver.thread.findChildren(Strip) if strip.isVisible()]


def press(driver: WindowDriver, text: str) -> None:
    def found() -> list[QAbstractButton]:
        buttons = driver.thread.findChildren(QAbstractButton)
        return [b for b in buttons if b.text().startswith(text) and b.isVisible()]

    driver.until(lambda: bool(found()))
    found()[0].click()


def test_a_thousand_links_to_other_hosts_are_one_bar_with_a_count_and_a_list(
    show: Callable[..., WindowDriver],
) -> None:
    driver = show(mails.links())
    [strip] = strips(driver)
    told = "1,000 links show another address than the one they go to."
    assert strip.label.text() == told
    press(driver, "Show")
    [words] = [
        label
        for label in driver.thread.findChildren(QLabel)
        if label.accessibleName() == "Links of this mail" and label.isVisible()
    ]
    lines = words.text().splitlines()
    assert lines[0] == "www.bank0.example → https://h0.evil.example/"
    assert len(lines) == 21
    assert lines[-1].startswith("… and 980 more")


def test_a_long_mail_shows_its_beginning_and_says_so_and_then_all_of_it(
    show: Callable[..., WindowDriver],
) -> None:
    driver = show(mails.list_items())
    card = driver.thread.column.cards()[0]
    assert len(card.readers) == 1
    parts = len(card.readable.pages)
    [strip] = strips(driver)
    assert f"the first of its {parts} parts" in strip.label.text()
    press(driver, "Show all")
    driver.until(lambda: len(card.readers) == parts)
    assert sum(r.toPlainText().count("x") for r in card.readers) == 9_000
    assert strips(driver) == []


def test_the_next_part_of_a_long_mail_comes_by_one_press(
    show: Callable[..., WindowDriver],
) -> None:
    driver = show(mails.one_word())
    card = driver.thread.column.cards()[0]
    press(driver, "Show more of this long message")
    driver.until(lambda: len(card.readers) == 2)


def test_long_history_is_shown_in_parts_too(show: Callable[..., WindowDriver]) -> None:
    driver = show(mails.quoted())
    card = driver.thread.column.cards()[0]
    assert len(card.readers) == 1
    [fold] = [b for b in card.findChildren(QAbstractButton) if "quoted line" in b.text()]
    fold.click()
    driver.until(lambda: len(card.readers) == 2)
    press(driver, "Show more of this long message")
    driver.until(lambda: len(card.readers) == 3)


def test_three_thousand_attachments_are_shown_in_portions(
    show: Callable[..., WindowDriver],
) -> None:
    driver = show(mails.attachments())
    [strip] = driver.thread.findChildren(AttachmentStrip)

    def shown() -> int:
        buttons = strip.findChildren(QToolButton)
        return sum(b.accessibleName().startswith("Attachment ") for b in buttons)

    assert shown() == PORTION
    press(driver, "Show 30 more of 2970")
    driver.until(lambda: shown() == 2 * PORTION)


def test_a_picture_that_is_too_large_is_told(show: Callable[..., WindowDriver]) -> None:
    driver = show(mails.picture_twenty_times())
    assert [s.label.text() for s in strips(driver)] == [
        "1 picture of this mail is too large to show here. You find it in the source of the mail."
    ]
    assert "[picture]" in driver.thread.column.cards()[0].readers[0].toPlainText()


@CAMPAIGN
def test_a_slow_mail_turns_the_command_red(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(reading_mail, "MAILS", ("9,000 list items",))
    monkeypatch.setattr(reading_mail, "ARGUMENTS", ("--whole",))
    assert reading.main(["mail"]) == 1
    assert "NOT HELD" in capsys.readouterr().out
