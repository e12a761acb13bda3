"""The menu of a message card: it is about the message it was opened on."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QTextCursor
from PySide6.QtWidgets import QApplication, QMenu

from desktop_app.model.message import SystemLabel
from desktop_app.ui.thread.card import MessageCard
from tests.fakes.house import TestHouse, mail
from tests.sure import there
from tests.ui.conftest import WindowDriver


@pytest.fixture
def driver(house: TestHouse, open_window: Callable[..., WindowDriver]) -> WindowDriver:
    """A conversation of three messages, all of them open."""
    for number in range(3):
        more = f"In-Reply-To: <{number - 1}@x>\r\n" if number else ""
        house.add(
            mail(
                "Plan",
                f"Words of number {number}.",
                message_id=f"{number}@x",
                date=f"Mon, {10 + number} Aug 2026 10:00:00 +0000",
                more=more,
            )
        )
    driver = open_window()
    driver.until(lambda: driver.rows() == ["Plan"])
    driver.open_first()
    driver.bench.actions.trigger("expand_all")
    driver.until(lambda: all(card.readable for card in cards(driver)))
    return driver


def cards(driver: WindowDriver) -> list[MessageCard]:
    return driver.thread.column.cards()  # type: ignore[no-any-return]


def menu_at(driver: WindowDriver, card: MessageCard, point: QPoint | None = None) -> QMenu:
    """The menu of a right click on a card."""
    at = point or QPoint(card.width() // 2, 30)
    target = card.childAt(at) or card
    local = target.mapFrom(card, at)
    reason = QContextMenuEvent.Reason.Mouse
    event = QContextMenuEvent(reason, local, card.mapToGlobal(at))
    QApplication.sendEvent(target, event)
    return next(menu for menu in card.findChildren(QMenu) if menu.isVisible())


def choose(menu: QMenu, text: str) -> None:
    next(action for action in menu.actions() if action.text() == text).trigger()
    menu.close()


def labels(driver: WindowDriver, number: int) -> frozenset[str]:
    return driver.house.store.messages.get(cards(driver)[number].message.id).labels


def test_a_right_click_makes_the_message_the_one_that_is_acted_on(driver: WindowDriver) -> None:
    menu = menu_at(driver, cards(driver)[1])
    first = cards(driver)[1].message.id
    assert driver.bench.selection.answered == first
    offered = [action.text() for action in menu.actions() if action.isEnabled()]
    assert {"Reply", "Reply all", "Forward", "Star this message"} <= set(offered)
    choose(menu, "Star this message")
    driver.until(lambda: SystemLabel.STARRED in labels(driver, 1))
    assert SystemLabel.STARRED not in labels(driver, 2)
    driver.bench.actions.trigger("undo")
    driver.until(lambda: SystemLabel.STARRED not in labels(driver, 1))


def test_unread_from_here_leaves_what_came_before_read(driver: WindowDriver) -> None:
    driver.bench.actions.trigger("mark_read")
    driver.until(lambda: all(SystemLabel.UNREAD not in labels(driver, n) for n in range(3)))
    choose(menu_at(driver, cards(driver)[1]), "Mark unread from here")
    driver.until(lambda: SystemLabel.UNREAD in labels(driver, 1) & labels(driver, 2))
    assert SystemLabel.UNREAD not in labels(driver, 0)


def test_the_text_of_the_message_is_copied(driver: WindowDriver) -> None:
    choose(menu_at(driver, cards(driver)[0]), "Copy text of this message")
    driver.until(lambda: QGuiApplication.clipboard().text() == "Words of number 0.")


def test_the_button_and_the_menu_key_open_the_same_menu(driver: WindowDriver) -> None:
    card = cards(driver)[2]
    card.header.more.click()
    menu = next(menu for menu in card.findChildren(QMenu) if menu.isVisible())
    assert "Reply" in [action.text() for action in menu.actions()]
    menu.close()
    reason = QContextMenuEvent.Reason.Keyboard
    event = QContextMenuEvent(reason, QPoint(), card.header.mapToGlobal(QPoint()))
    QApplication.sendEvent(card.header, event)
    assert any(menu.isVisible() for menu in card.findChildren(QMenu))
    there(QApplication.activePopupWidget()).close()


def test_selected_words_can_be_copied_from_the_menu(driver: WindowDriver) -> None:
    card = cards(driver)[0]
    reader = card.readers[0]
    cursor = reader.textCursor()
    cursor.movePosition(QTextCursor.MoveOperation.NextWord, QTextCursor.MoveMode.KeepAnchor)
    reader.setTextCursor(cursor)
    menu = menu_at(driver, card, reader.mapTo(card, reader.rect().center()))
    assert menu.actions()[0].text() == "Copy"
    choose(menu, "Copy")
    assert QGuiApplication.clipboard().text() == "Words "


def test_escape_closes_the_menu_and_nothing_else(driver: WindowDriver) -> None:
    menu = menu_at(driver, cards(driver)[1])
    driver.qtbot.keyClick(menu, Qt.Key.Key_Escape)
    assert driver.thread.title.text() == "Plan"
    assert cards(driver)[1].is_open
