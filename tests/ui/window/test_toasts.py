"""Toasts stand in one corner, over no control that can be used, and move nothing."""

from __future__ import annotations

import re
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)

from desktop_app.ui.bench.navigation import Undo
from desktop_app.ui.widgets.passing_line import PassingLine
from tests.depths import in_depth
from tests.fakes.house import TestHouse, mail
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_reply, propose

SIZES = ((1440, 900), (1100, 800), (900, 600))
SMALLEST_FIRST = SIZES[::-1]
USED = (QAbstractButton, QLineEdit, QPlainTextEdit, QComboBox, QAbstractSpinBox)


def in_sight(widget: QWidget, window: QWidget) -> QRect:
    """What of a widget is not scrolled away, in the window."""
    box = QRect(widget.mapTo(window, QPoint()), widget.size())
    parent = widget.parentWidget()
    while parent is not None and parent is not window:
        box = box.intersected(QRect(parent.mapTo(window, QPoint()), parent.size()))
        parent = parent.parentWidget()
    return box


def covered(driver: WindowDriver) -> list[str]:
    """What can be used and lies below a toast."""
    window: QWidget = driver.window
    toasts = window.toasts  # type: ignore[attr-defined]
    toast = QRect(toasts.mapTo(window, QPoint()), toasts.size())
    return [
        f"{type(w).__name__} “{w.accessibleName() or getattr(w, 'text', str)()}”"
        for kind in USED
        for w in window.findChildren(kind)
        if w.isVisible() and w.isEnabled() and w.window() is window and not toasts.isAncestorOf(w)
        if in_sight(w, window).intersects(toast)
    ]


def boxes(driver: WindowDriver) -> list[QRect]:
    frame = driver.window.frame
    widgets = (frame.sidebar, frame.list_stack, frame.reading, driver.window.status)
    return [QRect(w.mapTo(driver.window, QPoint()), w.size()) for w in widgets]


def look_at(driver: WindowDriver, place: str) -> None:
    """Bring a place in front."""
    if place == "thread":
        driver.open_first()
    elif place == "drafts":
        driver.bench.navigation.show_drafts("review")
        driver.until(driver.window.frame.drafts.isVisible)
    elif place in {"proposal", "reply"}:
        draft = propose(driver.house) if place == "proposal" else own_reply(driver.house, "Dear")
        open_review(driver, draft)


@pytest.mark.parametrize("percent", in_depth([150, 100]))
@pytest.mark.parametrize("size", in_depth([(size,) for size in SMALLEST_FIRST]), ids=str)
@pytest.mark.parametrize("place", ["list", "thread", "drafts", "proposal", "reply"])
def test_no_control_that_can_be_used_lies_below_a_toast(
    house: TestHouse, driver: WindowDriver, place: str, size: tuple[int, int], percent: int
) -> None:
    for number in range(12):
        house.add(mail(f"More {number}", message_id=f"more{number}@lee.example"))
    house.settings.change("look.text_percent", percent)
    driver.bench.theme.follow("look.text_percent")
    driver.window.resize(*size)
    look_at(driver, place)
    status = driver.window.status
    driver.until(lambda: status.height() == status.sizeHint().height())
    QApplication.processEvents()
    before = boxes(driver)
    for words, undo in (("3 conversations archived.", Undo(lambda: None)), ("Copied.", None)):
        driver.bench.navigation.toast(words, undo)
        driver.until(driver.window.toasts.toast.isVisible)
        QApplication.processEvents()
        toasts = driver.window.toasts
        assert covered(driver) == []
        assert boxes(driver) == before
        assert driver.window.rect().contains(toasts.geometry())
        assert toasts.geometry().left() < driver.window.width() // 8
        assert toasts.geometry().bottom() > driver.window.height() * 3 // 4


def countdown(driver: WindowDriver) -> Any:
    """A mail that is about to be sent."""
    pane = open_review(driver, own_reply(driver.house, "Dear Dana,\n\nyes.\n\nAlex"))
    driver.until(pane.form.action_bar.send_button.isEnabled)
    pane.form.action_bar.send_button.click()
    driver.until(driver.window.frame.outbox.isVisible)
    return driver.window.frame.outbox


@pytest.mark.parametrize("percent", in_depth([150, 100]))
@pytest.mark.parametrize("size", in_depth([(size,) for size in SMALLEST_FIRST]), ids=str)
def test_a_countdown_covers_no_control_and_its_words_are_told_whole(
    house: TestHouse, driver: WindowDriver, size: tuple[int, int], percent: int
) -> None:
    house.settings.change("look.text_percent", percent)
    driver.bench.theme.follow("look.text_percent")
    driver.window.resize(*size)
    line: PassingLine = countdown(driver).line
    open_review(driver, propose(house))
    driver.until(line.isVisible)
    QApplication.processEvents()
    assert covered(driver) == []
    assert line.text.accessibleName() == line.words
    assert "Dana" in line.words or "dana" in line.words
    said = re.fullmatch(r"(Sending)( to \S+)( in \d+ s)", line.words)
    assert said is not None
    assert line.text.text() in {line.words, said[1] + said[3]}
    assert line.text.width() > 0


@pytest.mark.parametrize("percent", in_depth([150, 100]))
@pytest.mark.parametrize("size", in_depth([(size,) for size in SMALLEST_FIRST]), ids=str)
def test_what_asks_stands_in_the_window_however_many_cards_are_open(
    house: TestHouse, driver: WindowDriver, size: tuple[int, int], percent: int
) -> None:
    """Above the buttons of each card there was no more room in the window."""
    above = "In-Reply-To: <lunch@lee.example>\r\n"
    for number in range(30):
        text = mail("Re: Lunch", message_id=f"more{number}@lee.example", more=above)
        house.add(text, frozenset({"INBOX", "UNREAD"}))
    house.settings.change("look.text_percent", percent)
    driver.bench.theme.follow("look.text_percent")
    driver.window.resize(*size)
    outbox = countdown(driver)
    driver.open_first()
    open_review(driver, propose(house))
    driver.until(outbox.line.isVisible)
    driver.window.close()
    driver.until(outbox.question.isVisible)
    QApplication.processEvents()
    assert driver.window.rect().contains(driver.window.toasts.geometry())
