"""Who always gets a copy, set with an account."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog

from desktop_app.ui.accounts.pane import AccountsPane
from desktop_app.ui.widgets.parts import column
from tests.ui.conftest import WindowDriver

KEY = Qt.Key


def card_of(driver: WindowDriver) -> Any:
    dialog = QDialog(driver.window)
    pane = AccountsPane(driver.bench, dialog)
    column(pane, owner=dialog)
    dialog.show()
    pane.open()
    driver.until(lambda: bool(pane._cards))
    return pane._cards[0]


def test_copies_are_typed_as_chips_and_saved_with_the_account(driver: WindowDriver) -> None:
    card = card_of(driver)
    entry = card.copies.fields["Always Bcc"].entry
    assert entry.accessibleName() == "Always Bcc"
    assert not card.changed
    driver.qtbot.keyClicks(entry, "me@home.example")
    driver.qtbot.keyClick(entry, KEY.Key_Return)
    assert card.changed
    saved: list[bool] = []
    card.save(lambda: saved.append(True))
    driver.until(lambda: bool(saved))
    account = driver.house.store.accounts.get(card.account.id)
    assert [a.email for a in account.bcc] == ["me@home.example"]
    assert account.cc == ()
    assert not card.changed
    assert [c.address.email for c in card.copies.fields["Always Bcc"].chips.made] == [
        "me@home.example"
    ]


def test_what_is_no_address_is_refused_on_the_card(driver: WindowDriver) -> None:
    card = card_of(driver)
    entry = card.copies.fields["Always Cc"].entry
    driver.qtbot.keyClicks(entry, "nobody")
    card.save(lambda: None)
    driver.until(lambda: bool(card.problem.text()))
    assert driver.house.store.accounts.get(card.account.id).cc == ()
