"""People of a message card: readable in place, and each a button."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QMenu

from desktop_app.ui.thread.card import MessageCard
from desktop_app.ui.thread.person_button import PersonButton
from desktop_app.ui.thread.recipients import PORTION
from tests.fakes.house import TestHouse, mail
from tests.sure import there
from tests.ui.conftest import WindowDriver

MANY = ", ".join(f"Person {n} <p{n}@x.example>" for n in range(60))


@pytest.fixture
def card_of(house: TestHouse, open_window: Callable[..., WindowDriver]) -> Callable[..., object]:
    def shown(**more: str) -> tuple[WindowDriver, MessageCard]:
        house.add(mail("Plan", "Words of the mail.", **more), frozenset({"INBOX"}))
        driver = open_window()
        driver.until(lambda: driver.rows() == ["Plan"])
        driver.open_first()
        return driver, driver.thread.column.cards()[0]

    return shown


def buttons(card: MessageCard) -> dict[str, PersonButton]:
    return {b.accessibleName(): b for b in card.findChildren(PersonButton) if b.isVisible()}


def chosen(menu: QMenu, text: str) -> None:
    next(a for a in menu.actions() if a.text().startswith(text)).trigger()
    menu.close()


def test_the_line_of_recipients_unfolds_in_place_to_names_and_addresses(
    card_of: Callable[..., tuple[WindowDriver, MessageCard]],
) -> None:
    to = "Alex Morgan <alex@fernhill.example>, Sam <sam@x.example>"
    _, card = card_of(to=to, more="Cc: eve@x.example\r\n")
    line = there(card.header.recipients)
    assert line.text() == "to Alex, Sam, cc eve@x.example ▸"
    assert list(buttons(card)) == ["Dana Lee, dana@lee.example"]
    QTest.keyClick(line, Qt.Key.Key_Space)
    assert set(buttons(card)) == {
        "Dana Lee, dana@lee.example",
        "Alex Morgan, alex@fernhill.example",
        "Sam, sam@x.example",
        "eve@x.example",
    }
    labels = {label.text() for label in card.findChildren(QLabel) if label.isVisible()}
    assert {"From", "To", "Cc", "sam@x.example"} <= labels
    QTest.keyClick(line, Qt.Key.Key_Space)
    assert list(buttons(card)) == ["Dana Lee, dana@lee.example"]


def test_many_recipients_come_in_portions(
    card_of: Callable[..., tuple[WindowDriver, MessageCard]],
) -> None:
    _, card = card_of(to=MANY)
    there(card.header.recipients).click()
    rows = there(card._people)
    assert len(rows.findChildren(PersonButton)) == PORTION
    assert rows._more.text() == "Show 21 more"
    rows._more.click()
    assert len(rows.findChildren(PersonButton)) == 61
    assert not rows._more.isVisible()


def test_folding_the_card_folds_its_people_with_it(
    card_of: Callable[..., tuple[WindowDriver, MessageCard]],
) -> None:
    _, card = card_of()
    there(card.header.recipients).click()
    assert there(card._people).isVisible()
    card.set_open(False)
    assert not there(card._people).isVisible()
    assert not there(card.header.recipients).isVisible()
    card.set_open(True)
    assert there(card._people).isVisible()


def test_a_person_can_be_searched_copied_and_written_to(
    card_of: Callable[..., tuple[WindowDriver, MessageCard]],
) -> None:
    driver, card = card_of()
    person = there(card.header.person)
    texts = [action.text() for action in person.menu_of_person().actions()]
    assert texts == ["Write to Dana…", "Search mail from Dana", "Show in People", "Copy address"]
    chosen(person.menu_of_person(), "Copy")
    assert QGuiApplication.clipboard().text() == "dana@lee.example"
    chosen(person.menu_of_person(), "Search")
    driver.until(lambda: driver.conversations.query == "from:dana@lee.example")
    assert driver.rows() == ["Plan"]
    chosen(person.menu_of_person(), "Write")
    driver.until(lambda: bool(driver.bench.selection.draft))
    draft = driver.house.store.drafts.get(driver.bench.selection.draft)
    assert [str(address) for address in draft.content.to] == ["Dana Lee <dana@lee.example>"]


def test_the_address_beside_a_long_name_has_a_line_of_its_own_and_is_whole(
    card_of: Callable[..., tuple[WindowDriver, MessageCard]],
) -> None:
    _, card = card_of(from_=f'"{"Very Long Name " * 20}" <dana@lee.example>')
    header = card.header
    upper, lower = header._boxes()
    assert there(header.person).width() <= upper.width()
    assert lower.width() > header.fontMetrics().horizontalAdvance("dana@lee.example")
    assert header._third.isVisible()
    assert header._third.geometry().top() >= there(header.person).geometry().bottom()


def test_a_press_on_a_person_does_not_fold_the_card(
    card_of: Callable[..., tuple[WindowDriver, MessageCard]],
) -> None:
    driver, card = card_of()
    driver.qtbot.mouseClick(card.header.person, Qt.MouseButton.LeftButton)
    assert card.is_open
    menu = next(m for m in there(card.header.person).findChildren(QMenu) if m.isVisible())
    menu.close()
    driver.qtbot.mouseClick(card.header, Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
    assert not card.is_open


def test_of_a_narrow_folded_card_the_name_has_what_the_address_has_no_room_for(
    card_of: Callable[..., tuple[WindowDriver, MessageCard]],
) -> None:
    _, card = card_of()
    header = card.header
    header.set_open(False)
    assert header._room_for_name(120) == 120
    assert header._room_for_name(300) < 300
