"""About: the version at once, what a fault is reported with as soon as it is read."""

from __future__ import annotations

from PySide6.QtWidgets import QMessageBox, QPlainTextEdit

from desktop_app import installation
from tests.ui.conftest import WindowDriver


def test_about_says_what_is_installed(driver: WindowDriver) -> None:
    driver.bench.actions.trigger("about")
    [box] = driver.window.findChildren(QMessageBox)
    assert "Nothing is sent without you pressing Send" in box.informativeText()
    driver.until(lambda: "Installed as: " in box.informativeText())
    assert f"Commit: {installation.commit()}" in box.informativeText()
    assert box.text().startswith("Draftdesk ")
    box.accept()


def test_about_leads_to_the_licences(driver: WindowDriver) -> None:
    driver.bench.actions.trigger("about")
    [box] = driver.window.findChildren(QMessageBox)
    [button] = [each for each in box.buttons() if each.text() == "Licences"]
    button.click()
    assert not box.isVisible()
    [text] = [
        each
        for each in driver.window.findChildren(QPlainTextEdit)
        if each.accessibleName() == "Licences"
    ]
    driver.until(lambda: "Permission is hereby granted" in text.toPlainText())
    assert "LGPL-3.0" in text.toPlainText()
    assert text.isReadOnly()
    text.window().close()
