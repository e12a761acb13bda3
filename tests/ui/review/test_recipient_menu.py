"""The menu of a recipient, by mouse and by key, on a chip and on a row."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPoint
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from desktop_app.ui.review.recipients.chip import Chip
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_mail

REASON = QContextMenuEvent.Reason
CROWD = tuple(f"p{number}@x.example" for number in range(30))


def ask_for_menu(widget: QWidget, place: QPoint, reason: Any) -> None:
    event = QContextMenuEvent(reason, place, widget.mapToGlobal(place))
    QApplication.sendEvent(widget, event)


def menu_of(field: QWidget) -> dict[str, Any]:
    """Entries of the menu that is open, by their words; it is closed."""
    [menu] = [m for m in field.findChildren(QMenu) if m.isVisible()]
    menu.hide()
    return {action.text(): action for action in menu.actions() if action.text()}


def test_a_chip_has_the_menu_of_its_person(driver: WindowDriver) -> None:
    pane = open_review(driver, own_mail(driver.house, to=("dana@lee.example", "sam@reed.example")))
    field = pane.page.envelope.to
    chip = field.findChildren(Chip)[0]
    ask_for_menu(chip, QPoint(4, 4), REASON.Keyboard)
    entries = menu_of(field)
    moves = ["Move to Cc", "Move to Bcc"]
    assert list(entries)[-5:] == ["Copy address", *moves, "Edit", "Remove"]
    entries["Copy address"].trigger()
    assert QApplication.clipboard().text() == "dana@lee.example"
    entries["Remove"].trigger()
    assert [a.email for a in field.addresses()] == ["sam@reed.example"]


def test_a_mail_that_was_sent_offers_no_change_of_its_recipients(driver: WindowDriver) -> None:
    pane = open_review(driver, own_mail(driver.house, to=("dana@lee.example",)))
    pane.page.set_read_only(True)
    field = pane.page.envelope.to
    ask_for_menu(field.findChildren(Chip)[0], QPoint(4, 4), REASON.Mouse)
    assert "Remove" not in menu_of(field)


def test_rows_have_it_by_mouse_and_by_key(driver: WindowDriver) -> None:
    pane = open_review(driver, own_mail(driver.house, to=CROWD))
    field = pane.page.envelope.to
    field.more.click()
    driver.until(lambda: field.whole)
    rows = field.rows
    rows.setCurrentIndex(rows.model().index(1, 0))
    for reason, place in (
        (REASON.Keyboard, QPoint()),
        (REASON.Mouse, rows.visualRect(rows.model().index(1, 0)).center()),
    ):
        ask_for_menu(rows.viewport(), place, reason)
        entries = menu_of(field)
        entries["Copy address"].trigger()
        assert QApplication.clipboard().text() == "p1@x.example"
        QApplication.clipboard().clear()
    ask_for_menu(rows.viewport(), place, REASON.Mouse)
    menu_of(field)["Edit"].trigger()
    assert field.pending == "p1@x.example"
