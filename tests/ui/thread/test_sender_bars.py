"""Who a mail is from, in the window: the address is in sight, and what is odd is said once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QLabel, QPushButton, QStyleOptionViewItem, QToolTip

from desktop_app.ui.widgets.strips import Strip
from tests.fakes.house import TestHouse, mail
from tests.ui.conftest import WindowDriver

LONG = "Streaming service of the house, department for accounts and payments " * 3


@pytest.fixture
def shown(
    house: TestHouse, open_window: Callable[..., WindowDriver]
) -> Callable[[str], WindowDriver]:
    def show(sender: str) -> WindowDriver:
        house.add(mail("Plan", "Words of the mail.", from_=sender), frozenset({"INBOX"}))
        driver = open_window()
        driver.until(lambda: driver.rows() == ["Plan"])
        driver.open_first()
        return driver

    return show


def bars(driver: WindowDriver) -> list[str]:
    return [strip.label.text() for strip in driver.thread.findChildren(Strip) if strip.isVisible()]


def test_a_name_that_is_an_address_is_told_and_the_address_is_shown(
    shown: Callable[[str], WindowDriver],
) -> None:
    driver = shown('"Streaming@house.example", <x@y.example>')
    driver.until(lambda: bool(bars(driver)))
    (bar,) = bars(driver)
    assert bar == (
        "Sender looks forged. The sender's name shows Streaming@house.example,"
        " but the address is x@y.example."
    )
    header = driver.thread.column.cards()[0].header
    assert header._address == "x@y.example"
    assert header.person is not None
    assert "x@y.example" in header.person.accessibleName()


def test_a_doubt_has_a_title_of_its_own(shown: Callable[[str], WindowDriver]) -> None:
    driver = shown("a@x.example, b@y.example")
    driver.until(lambda: bool(bars(driver)))
    (bar,) = bars(driver)
    assert bar.startswith("Look at the sender. This mail names 2 senders: a@x.example, b@y.example")


def test_what_is_odd_about_a_sender_is_one_strip_the_gravest_first(
    shown: Callable[[str], WindowDriver],
) -> None:
    driver = shown("a@x.example, Bank <b@bank.com.y.example>")
    driver.until(lambda: bool(bars(driver)))
    (bar,) = bars(driver)
    assert bar == (
        "Sender looks forged. The address begins like bank.com, but its domain is y.example."
        " This mail names 2 senders: a@x.example, b@bank.com.y.example. A mail has one writer."
    )


def test_more_than_two_reasons_are_folded(shown: Callable[[str], WindowDriver]) -> None:
    driver = shown('a@x.example, "c@z.example, d.example" <b@bank.com.y.example>')
    driver.until(lambda: bool(bars(driver)))
    (bar,) = bars(driver)
    assert "names 2 senders" not in bar
    strips = [s for s in driver.thread.findChildren(Strip) if s.isVisible()]
    button = next(b for s in strips for b in s.findChildren(QPushButton) if b.text() == "Show")
    told = driver.thread.findChild(QLabel, "What is odd about the sender") or next(
        label
        for label in driver.thread.findChildren(QLabel)
        if label.accessibleName() == "What is odd about the sender"
    )
    assert not told.isVisible()
    button.click()
    assert told.isVisible()
    assert len(told.text().splitlines()) == 3
    assert "names 2 senders" in told.text()


def test_where_name_and_address_do_not_fit_the_address_has_a_line_of_its_own(
    shown: Callable[[str], WindowDriver],
) -> None:
    driver = shown(f'"{LONG}" <x@y.example>')
    header = driver.thread.column.cards()[0].header
    low = header.sizeHint().height()
    assert header._has_third
    driver.thread.column.cards()[0].set_open(False)
    assert not header._has_third
    assert header.sizeHint().height() < low
    width = header._boxes()[0].width()
    assert header._room_for_name(width) < width


def test_an_address_without_a_name_is_whole_too(shown: Callable[[str], WindowDriver]) -> None:
    long = f"{'service.' * 12}desk@{'accounts.' * 6}bank.example"
    header = shown(f"<{long}>").thread.column.cards()[0].header
    assert header._has_third
    assert header._email == long


def test_where_both_fit_they_share_a_line(shown: Callable[[str], WindowDriver]) -> None:
    header = shown("Dana <d@y.example>").thread.column.cards()[0].header
    assert not header._has_third


def test_the_list_names_the_address_in_a_tooltip(
    shown: Callable[[str], WindowDriver], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda _place, text, _view: told.append(text))
    driver = shown("Dana Lee <dana@lee.example>")
    view = driver.conversations.view
    option = QStyleOptionViewItem()
    option.rect = view.visualRect(view.model().index(0, 0))
    place = option.rect.center()
    event = QHelpEvent(QHelpEvent.Type.ToolTip, place, view.viewport().mapToGlobal(place))
    assert view.delegate.helpEvent(event, view, option, view.model().index(0, 0))
    assert told == ["<p>Dana Lee &lt;dana@lee.example&gt;</p>"]
