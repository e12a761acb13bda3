"""Settings → MCP bridge, and its words in the status bar."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtTest import QTest

from desktop_app.model.bridge import LOCAL_PROGRAM, BridgeClient, BridgeState, BridgeStatus
from desktop_app.model.changes import Changes
from desktop_app.tools.hosts.bridge_hosts import HOSTS
from desktop_app.tools.person.bridge import BridgeClientList
from desktop_app.ui.settings.bridge_page import BridgePage
from desktop_app.ui.settings.dialog import SettingsDialog
from desktop_app.ui.window.bridge_watch import words
from tests.fakes.house import NOW
from tests.ui.conftest import WindowDriver


@pytest.fixture
def page(driver: WindowDriver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> BridgePage:
    monkeypatch.setenv("HOME", str(tmp_path))
    dialog = SettingsDialog(driver.bench, driver.window, "MCP bridge")
    dialog.show()
    driver.until(lambda: dialog.findChild(BridgePage) is not None)
    found = dialog.findChild(BridgePage)
    assert found is not None
    driver.until(lambda: bool(found.clients.findChildren(QObject)) and found.state.text() != "")
    return found


def press(widget: object) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)  # type: ignore[call-overload]


def boxes(page: BridgePage) -> dict[str, object]:
    from PySide6.QtWidgets import QCheckBox

    return {b.accessibleName(): b for b in page.clients.findChildren(QCheckBox) if b.isVisible()}


def test_the_toggle_is_the_setting(driver: WindowDriver, page: BridgePage) -> None:
    assert page.toggle.accessibleName() == "MCP bridge"
    assert not page.toggle.isChecked()
    page.toggle.click()
    driver.until(lambda: driver.house.settings.flag("bridge.enabled"))


def test_how_it_stands_is_shown_as_it_changes(driver: WindowDriver, page: BridgePage) -> None:
    assert page.state.text() == "Off. Nothing listens."
    assert not page.test.isEnabled()
    url = "http://127.0.0.1:4321/mcp"
    driver.house.bridge.status = BridgeStatus(BridgeState.ON, url)  # type: ignore[misc]
    driver.house.store.announce(Changes(bridge=True))
    driver.until(lambda: url in page.state.text())
    assert page.test.isEnabled()
    page.pause.click()
    driver.until(lambda: page.pause.text() == "Resume now")
    driver.house.bridge.status = BridgeStatus(BridgeState.FAILED, trouble="Port 1 is taken.")  # type: ignore[misc]
    driver.house.store.announce(Changes(bridge=True))
    driver.until(lambda: page.state.text() == "Port 1 is taken.")


@pytest.mark.parametrize("shows", [True, False])
def test_the_folder_for_files_is_opened_and_said_where_it_is(
    driver: WindowDriver, page: BridgePage, monkeypatch: pytest.MonkeyPatch, shows: bool
) -> None:
    opened: list[str] = []

    def open_url(url: QUrl) -> bool:
        opened.append(url.toLocalFile())
        return shows

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    assert not page.where.isVisible()
    page.folder.click()
    driver.until(page.where.isVisible)
    folder = driver.house.profile / "handed-in"
    assert opened == [str(folder)]
    assert page.where.text().endswith(f"It is at {folder}.")
    assert page.where.text().startswith("No program") is not shows


def test_a_changed_permission_is_said_and_one_press_puts_it_back(
    driver: WindowDriver, page: BridgePage
) -> None:
    name = "Programs started on this computer: Work"
    driver.until(lambda: name in boxes(page))
    clients = driver.house.store.bridge_clients
    boxes(page)[name].click()  # type: ignore[attr-defined]
    driver.until(lambda: clients.get(LOCAL_PROGRAM).accounts == ("work",))
    assert page.clients.line.text.text() == f"{name} is allowed now."
    driver.until(lambda: boxes(page)[name].isChecked() is True)  # type: ignore[attr-defined]
    page.clients.line.undo.click()
    driver.until(lambda: clients.get(LOCAL_PROGRAM).accounts == ())
    driver.until(lambda: not boxes(page)[name].isChecked())  # type: ignore[attr-defined]


def test_an_account_is_allowed_by_its_box(driver: WindowDriver, page: BridgePage) -> None:
    driver.until(lambda: "Programs started on this computer: Work" in boxes(page))
    box = boxes(page)["Programs started on this computer: Work"]
    assert not box.isChecked()  # type: ignore[attr-defined]
    box.click()  # type: ignore[attr-defined]
    clients = driver.house.store.bridge_clients
    driver.until(lambda: clients.get(LOCAL_PROGRAM).accounts == ("work",))
    drive = boxes(page)["Programs started on this computer: Drive"]
    assert not drive.isChecked()  # type: ignore[attr-defined]


def test_a_call_is_told_of_while_the_page_is_open_and_takes_no_focus(
    driver: WindowDriver, page: BridgePage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page._soon, "start", lambda: type(page._soon).start(page._soon, 0))
    clients = driver.house.store.bridge_clients
    clients.change(LOCAL_PROGRAM, accounts=("work",), groups_off=())
    name = "Programs started on this computer: Work"
    driver.until(lambda: boxes(page)[name].isChecked() is True)  # type: ignore[attr-defined]
    box = boxes(page)[name]
    [card] = page.clients._made
    assert card.called.text() == "Has not called yet."
    clients.called(LOCAL_PROGRAM, now=NOW - 60)
    driver.house.store.announce(Changes(audit=True))
    driver.until(lambda: card.called.text().startswith("Called last "))
    assert boxes(page)[name] is box


def test_a_token_is_made_shown_once_and_revoked(driver: WindowDriver, page: BridgePage) -> None:
    page.clients.name.setText("My program")
    QTest.keyClick(page.clients.name, Qt.Key.Key_Return)
    driver.until(page.clients.token.isVisible)
    token = page.clients.token.text()
    client = driver.house.store.bridge_clients.with_token(token)
    assert client is not None
    page.clients.copy.click()
    assert QGuiApplication.clipboard().text() == token
    driver.until(lambda: "My program: Work" in boxes(page))
    from PySide6.QtWidgets import QMessageBox, QPushButton

    [button] = [
        b
        for b in page.clients.findChildren(QPushButton)
        if b.accessibleName() == "Disconnect My program"
    ]
    button.click()
    box = page.clients.findChildren(QMessageBox)[0]
    assert box.text() == "Disconnect My program?"
    box.defaultButton().click()
    assert driver.house.store.bridge_clients.with_token(token) is not None
    button.click()
    box = next(b for b in page.clients.findChildren(QMessageBox) if b.isVisible())
    next(b for b in box.buttons() if b.text() == "Disconnect").click()
    driver.until(lambda: driver.house.store.bridge_clients.with_token(token) is None)
    driver.until(lambda: "My program: Work" not in boxes(page))


def test_a_program_is_connected_after_its_change_was_shown(
    driver: WindowDriver, page: BridgePage, tmp_path: Path
) -> None:
    driver.until(lambda: len(page.hosts._cards) == len(HOSTS))
    card = page.hosts._cards["claude_code"]
    assert card.write.isHidden()
    card.look.click()
    assert "draftdesk" in card.diff.toPlainText()
    card.write.click()
    written = tmp_path / ".claude.json"
    driver.until(written.exists)
    assert "draftdesk" in json.loads(written.read_text())["mcpServers"]
    driver.until(lambda: "Restart Claude Code" in card.note.text())
    card.copy.click()
    assert "mcpServers" in QGuiApplication.clipboard().text()


@pytest.mark.parametrize(
    ("status", "called", "expected"),
    [
        (BridgeStatus(BridgeState.OFF), 0.0, "MCP off"),
        (BridgeStatus(BridgeState.ON, "u"), 0.0, "MCP on"),
        (BridgeStatus(BridgeState.ON, "u"), NOW - 60, "MCP on, 1 program"),
        (BridgeStatus(BridgeState.FAILED, trouble="No."), 0.0, "MCP: trouble"),
    ],
)
def test_the_status_bar_says_who_is_there(
    status: BridgeStatus, called: float, expected: str
) -> None:
    client = BridgeClient("1", "Program", last_call=called)
    assert words(status, BridgeClientList((client,)), NOW)[0] == expected


def test_the_status_bar_leads_to_the_page(driver: WindowDriver) -> None:
    driver.until(lambda: driver.window.status.bridge.text() == "MCP off")
    driver.window.status.bridge.click()
    driver.until(lambda: driver.window.findChild(SettingsDialog) is not None)
    [dialog] = driver.window.findChildren(SettingsDialog)
    tabs = dialog.tabs
    assert tabs.tabText(tabs.currentIndex()) == "MCP bridge"


def test_the_names_a_program_is_listed_are_chosen_and_put_back(
    driver: WindowDriver, page: BridgePage
) -> None:
    driver.until(lambda: bool(page.clients._made))
    clients = driver.house.store.bridge_clients
    [card] = page.clients._made
    assert card.family.currentText() == "Draftdesk's own"
    card.family.setFocus()
    QTest.keyClicks(card.family, "A Gmail")
    driver.until(lambda: clients.get(LOCAL_PROGRAM).family == "gmail_server")
    assert "has these names now: A Gmail MCP server" in page.clients.line.text.text()
    driver.until(lambda: page.clients._made[0].family.currentData() == "gmail_server")
    page.clients.line.undo.click()
    driver.until(lambda: clients.get(LOCAL_PROGRAM).family == "")
    driver.until(lambda: page.clients._made[0].family.currentData() == "")
