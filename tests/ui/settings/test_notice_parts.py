"""Page of notices: a rule for each account, the quiet hours as the system writes times."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QLocale

from desktop_app.model.account import Account, Identity
from desktop_app.ui.settings.dialog import SettingsDialog
from desktop_app.ui.settings.notice_parts import ACCOUNTS, QUIET, NoticeAccounts, QuietHours
from tests.fakes.house import ME
from tests.sure import there
from tests.ui.conftest import WindowDriver

Opened = Callable[[], SettingsDialog]


@pytest.fixture
def page(driver: WindowDriver) -> Iterator[Opened]:
    """The page, opened when it is wanted."""
    made: list[SettingsDialog] = []
    before = QLocale()

    def opened() -> SettingsDialog:
        dialog = SettingsDialog(driver.bench, driver.window, "Notices")
        made.append(dialog)
        dialog.show()
        driver.until(lambda: True)
        return dialog

    yield opened
    for dialog in made:
        dialog.close()
        dialog.deleteLater()
    QLocale.setDefault(before)


def test_accounts_have_a_rule_of_their_own(driver: WindowDriver, page: Opened) -> None:
    for name in ("one", "two"):
        driver.house.store.accounts.add(Account(name, "imap", f"{name}\u202e", (Identity(ME),)))
    driver.house.settings.change(ACCOUNTS, ("two=nobody",))
    part = there(page().findChild(NoticeAccounts))
    driver.until(lambda: len(part.choices) == 2)
    assert [box.currentText() for box in part.choices.values()] == ["As above", "Nobody"]
    one, two = part.choices.values()
    assert [one.itemText(n) for n in range(one.count())] == [
        *("As above", "People you have written to", "Everybody", "Nobody")
    ]
    one.setCurrentIndex(2)
    one.activated.emit(2)
    driver.until(lambda: driver.house.settings.items(ACCOUNTS) == ("one=everybody", "two=nobody"))
    two.setCurrentIndex(0)
    two.activated.emit(0)
    driver.until(lambda: driver.house.settings.items(ACCOUNTS) == ("one=everybody",))


def test_one_account_needs_no_rule_of_its_own(driver: WindowDriver, page: Opened) -> None:
    driver.house.store.accounts.add(Account("one", "imap", "One", (Identity(ME),)))
    part = there(page().findChild(NoticeAccounts))
    driver.until(lambda: True)
    assert part.choices == {}


def test_quiet_hours_are_chosen_among_the_systems_times(driver: WindowDriver, page: Opened) -> None:
    QLocale.setDefault(QLocale("en_US"))
    part = there(page().findChild(QuietHours))
    assert not part.tick.isChecked()
    assert not part.first.isEnabled()
    part.tick.click()
    driver.until(lambda: driver.house.settings.text(QUIET) == "22:00-07:00")
    assert part.first.currentText() == "10:00\u202fPM"
    part.first.setCurrentIndex(part.first.findData("23:30"))
    part.first.activated.emit(0)
    driver.until(lambda: driver.house.settings.text(QUIET) == "23:30-07:00")
    part.tick.click()
    driver.until(lambda: driver.house.settings.text(QUIET) == "")


def test_hours_of_the_file_are_shown_as_they_are(driver: WindowDriver, page: Opened) -> None:
    driver.house.settings.change(QUIET, "21:17-06:00")
    part = there(page().findChild(QuietHours))
    assert part.tick.isChecked()
    assert (part.first.currentData(), part.last.currentData()) == ("21:17", "06:00")
