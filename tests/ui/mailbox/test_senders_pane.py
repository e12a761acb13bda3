"""Who writes most: counted by a job, searched, labelled and archived by one press."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QMenu, QPushButton

from desktop_app.model.address import Address
from desktop_app.model.message import SystemLabel
from desktop_app.tools.person.senders import SenderRow
from desktop_app.ui.mailbox.label_picker import LabelPicker
from desktop_app.ui.mailbox.sender_list import lines_of
from desktop_app.ui.mailbox.senders_pane import SendersPane
from desktop_app.ui.widgets.strips import Strip
from tests.fakes.house import NOW, TestHouse, mail
from tests.ui.conftest import WindowDriver

OpenWindow = Callable[..., WindowDriver]
SENT = frozenset({"SENT"})


def fill(house: TestHouse) -> None:
    """Three mails of Dana's, one answered; one of Sam's; one of one's own."""
    for number in range(3):
        house.add(mail(f"Plan {number}", message_id=f"{number}@lee"))
    house.add(mail("Hello", from_="Sam <sam@lee.example>", message_id="s@lee"))
    own = {"from_": "Alex Morgan <alex@fernhill.example>", "to": "Dana Lee <dana@lee.example>"}
    date = "Tue, 15 Sep 2026 10:00:00 +0000"
    house.add(mail("Re: Plan 0", message_id="own@fernhill", date=date, **own), SENT)


def open_pane(driver: WindowDriver) -> Any:
    driver.bench.actions.trigger("senders")
    driver.until(lambda: bool(driver.window.findChildren(SendersPane)))
    (pane,) = driver.window.findChildren(SendersPane)
    return pane


@pytest.fixture
def driver(house: TestHouse, open_window: OpenWindow) -> WindowDriver:
    fill(house)
    return open_window()


@pytest.fixture
def pane(driver: WindowDriver) -> Any:
    pane = open_pane(driver)
    driver.until(lambda: pane.list.count() == 2)
    return pane


def said(pane: Any) -> list[str]:
    role = Qt.ItemDataRole.AccessibleTextRole
    return [pane.list.item(n).data(role) for n in range(pane.list.count())]


def told(pane: Any) -> str:
    return " ".join(strip.label.text() for strip in pane.findChildren(Strip) if strip.isVisible())


def labels(house: TestHouse, subject: str) -> frozenset[str]:
    from desktop_app.search.parser import parse

    [found] = house.store.finder.messages(parse(f'subject:"{subject}"'), limit=1)
    return found.labels


def test_the_rows_say_who_how_many_and_when_they_were_last_written_to(pane: Any) -> None:
    assert said(pane) == [
        "Dana Lee. 3 mails. dana@lee.example · last mail 14 Sep · you last wrote 15 Sep.",
        "Sam. 1 mail. sam@lee.example · last mail 14 Sep · never written to.",
    ]


def test_the_first_is_current_and_the_buttons_name_them(pane: Any) -> None:
    assert pane.list.current().address.email == "dana@lee.example"
    names = [button.accessibleName() for button in (pane.search, pane.label, pane.archive)]
    assert names == ["Search their mail: Dana Lee", "Label…: Dana Lee", "Archive: Dana Lee"]


def test_what_is_counted_can_be_chosen(driver: WindowDriver, pane: Any) -> None:
    driver.house.store.messages.modify(
        [m.id for m in _mails(driver.house, "from:sam")],
        add=frozenset(),
        remove=frozenset({str(SystemLabel.INBOX)}),
    )
    pane.span.setCurrentIndex(pane.span.findData("in:inbox"))
    driver.until(lambda: pane.list.count() == 1)
    assert said(pane)[0].startswith("Dana Lee. 3 mails")


def _mails(house: TestHouse, query: str) -> Any:
    from desktop_app.search.parser import parse

    return house.store.finder.messages(parse(query), limit=100)


def test_search_shows_their_mail_and_leaves(driver: WindowDriver, pane: Any) -> None:
    driver.qtbot.keyClick(pane.list, Qt.Key.Key_Return)
    driver.until(lambda: len(driver.rows()) == 3)
    assert driver.bench.selection.place == "from:dana@lee.example"
    driver.until(lambda: not driver.window.findChildren(SendersPane))


def test_archive_says_what_was_done_and_can_be_undone(driver: WindowDriver, pane: Any) -> None:
    pane.archive.click()
    driver.until(lambda: "3 conversations archived." in told(pane))
    assert "INBOX" not in labels(driver.house, "Plan 1")
    assert "INBOX" in labels(driver.house, "Hello")
    undo = next(b for b in pane.findChildren(QPushButton) if b.text() == "Undo" and b.isVisible())
    undo.click()
    driver.until(lambda: "Undone." in told(pane))
    assert "INBOX" in labels(driver.house, "Plan 1")


def test_nothing_in_the_inbox_is_said_and_nothing_is_done(driver: WindowDriver, pane: Any) -> None:
    pane.archive.click()
    driver.until(lambda: "archived" in told(pane))
    pane.archive.click()
    driver.until(lambda: "Nothing from Dana Lee is in the inbox." in told(pane))


def test_a_label_goes_on_all_their_conversations(driver: WindowDriver, pane: Any) -> None:
    pane.label.click()
    driver.until(lambda: bool(pane.window().findChildren(LabelPicker)))
    (picker,) = pane.window().findChildren(LabelPicker)
    picker.entry.setText("Dana")
    driver.qtbot.keyClick(picker.entry, Qt.Key.Key_Return)
    driver.until(lambda: "3 conversations labelled Dana." in told(pane))
    assert "Dana" in labels(driver.house, "Plan 2")
    assert "Dana" not in labels(driver.house, "Hello")


def test_the_menu_of_a_row_is_reached_by_the_keyboard(driver: WindowDriver, pane: Any) -> None:
    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QContextMenuEvent
    from PySide6.QtWidgets import QApplication

    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(0, 0), QPoint(0, 0))
    QApplication.sendEvent(pane.list, event)
    menu = next(m for m in pane.list.findChildren(QMenu) if m.isVisible())
    words = [action.text() for action in menu.actions() if action.text()]
    assert words == [
        "Write to Dana…", "Search mail from Dana", "Show in People", "Copy address",
        "Label…", "Archive",
    ]  # fmt: skip
    menu.close()


def test_an_empty_mailbox_says_so(open_window: OpenWindow) -> None:
    driver = open_window()
    pane = open_pane(driver)
    driver.until(lambda: not pane.list.isVisible())
    assert pane.states.currentWidget().accessibleName() == "Nobody has written."
    assert not any(b.isEnabled() for b in (pane.search, pane.label, pane.archive))
    for dialog in driver.window.findChildren(QDialog):
        dialog.close()


def test_names_of_strangers_are_shown_as_text() -> None:
    row = SenderRow(Address("<b>Dana</b>\u202e\n", "d@x.example"), "a", "Work", 1, 0, 0)
    who, _, detail = lines_of(row, NOW, several=True)
    assert "\n" not in who
    assert "\u202e" not in who
    assert detail == "d@x.example · last mail without a date · never written to · in Work"
