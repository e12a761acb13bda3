"""A file of the person's Drive goes along, or its link goes into the words."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from PySide6.QtWidgets import QDialog

from desktop_app.model.account import Account, AccountKind, Identity
from desktop_app.model.address import Address
from desktop_app.model.cloud_file import CloudFile, CloudFileBytes, CloudFilePage
from desktop_app.model.errors import Unavailable
from desktop_app.model.event import Event
from desktop_app.ui.review.drive_picker import DrivePicker
from tests.fakes.house import TestHouse
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_mail


@dataclass
class Drive:
    asked: list[str] = field(default_factory=list)
    broken: bool = False

    def find_files(self, account_id: str, query: str, **_: object) -> CloudFilePage:
        self.asked.append(query)
        if self.broken:
            raise Unavailable("Google can't be reached.")
        names = ("Lease terms", "Plan") if not query else ("Plan",)
        kind = "application/vnd.google-apps.document"
        return CloudFilePage(
            tuple(CloudFile(n, n, kind, link=f"https://docs.google.com/{n}") for n in names)
        )

    def read_file(self, account_id: str, file_id: str, **_: object) -> CloudFileBytes:
        file = CloudFile(file_id, file_id, "application/vnd.google-apps.document")
        return CloudFileBytes(file, "application/pdf", b"%PDF-1.7")

    def events(self, *_: object, **__: object) -> tuple[Event, ...]:
        return ()


@pytest.fixture
def drive(house: TestHouse) -> Drive:
    """Asked for before the driver: the window is given what the house has."""
    identity = Identity(Address("Alex", "alex@gmail.example"), default=True)
    house.store.accounts.add(Account("g", AccountKind.GOOGLE, "Gmail", (identity,)))
    made = Drive()
    house.cloud = made
    return made


def picker_of(driver: WindowDriver) -> DrivePicker:
    driver.until(lambda: bool(driver.window.findChildren(DrivePicker)))
    (picker,) = driver.window.findChildren(DrivePicker)
    driver.until(lambda: picker.list.count() > 0)
    return picker


def test_a_copy_goes_along_and_a_link_goes_into_the_words(
    drive: Drive, driver: WindowDriver
) -> None:
    draft = own_mail(driver.house, subject="Lease", body="Here it is.")
    pane = open_review(driver, draft)
    driver.until(pane.page.files.cloud.isVisible)
    pane.page.files.cloud.click()
    picker = picker_of(driver)
    assert [picker.list.item(n).text() for n in range(2)] == ["Lease terms", "Plan"]
    picker.attach.click()
    driver.until(lambda: bool(pane.page.files.files))
    assert [f.filename for f in pane.page.files.files] == ["Lease terms.pdf"]
    driver.until(lambda: not driver.window.findChildren(DrivePicker))
    pane.page.files.cloud.click()
    picker = picker_of(driver)
    picker.entry.setText("plan")
    driver.until(lambda: picker.list.count() == 1)
    assert drive.asked[-1] == "plan"
    picker.link.click()
    driver.until(lambda: "https://docs.google.com/Plan" in pane.page.body.text())


def test_an_error_is_shown_in_the_picker(drive: Drive, driver: WindowDriver) -> None:
    drive.broken = True
    pane = open_review(driver, own_mail(driver.house, subject="Lease", body="x"))
    driver.until(pane.page.files.cloud.isVisible)
    pane.page.files.cloud.click()
    driver.until(lambda: bool(driver.window.findChildren(DrivePicker)))
    (picker,) = driver.window.findChildren(DrivePicker)
    driver.until(lambda: picker.states.currentWidget() is not picker.list)
    assert not picker.attach.isEnabled()
    assert picker.result() == QDialog.DialogCode.Rejected
    picker.reject()


def test_without_a_google_account_nothing_is_offered(driver: WindowDriver) -> None:
    pane = open_review(driver, own_mail(driver.house, subject="Lease", body="x"))
    driver.qtbot.wait(100)
    assert not pane.page.files.cloud.isVisible()
