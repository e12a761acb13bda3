"""Settings → MCP bridge, and its words in the status bar."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from desktop_app.model.bridge import LOCAL_PROGRAM, BridgeClient, BridgeState, BridgeStatus
from desktop_app.model.changes import Changes
from desktop_app.tools.person.bridge import BridgeClientList
from desktop_app.ui.settings.bridge_page import BridgePage
from desktop_app.ui.settings.dialog import SettingsDialog
from desktop_app.ui.window.bridge_watch import words
from tests.fakes.house import NOW
from tests.ui.conftest import Desk


@pytest.fixture
def page(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> BridgePage:
    monkeypatch.setenv("HOME", str(tmp_path))
    dialog = SettingsDialog(desk.bench, desk.window, "MCP bridge")
    dialog.show()
    desk.until(lambda: dialog.findChild(BridgePage) is not None)
    found = dialog.findChild(BridgePage)
    assert found is not None
    desk.until(lambda: bool(found.clients.findChildren(object)) and found.state.text() != "")
    return found


def press(widget: object) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)  # type: ignore[call-overload]


def boxes(page: BridgePage) -> dict[str, object]:
    from PySide6.QtWidgets import QCheckBox

    return {b.accessibleName(): b for b in page.clients.findChildren(QCheckBox) if b.isVisible()}


def test_the_toggle_is_the_setting(desk: Desk, page: BridgePage) -> None:
    assert page.toggle.accessibleName() == "MCP bridge"
    assert not page.toggle.isChecked()
    page.toggle.click()
    desk.until(lambda: desk.house.settings.flag("bridge.enabled"))


def test_how_it_stands_is_shown_as_it_changes(desk: Desk, page: BridgePage) -> None:
    assert page.state.text() == "Off. Nothing listens."
    assert not page.test.isEnabled()
    url = "http://127.0.0.1:4321/mcp"
    desk.house.bridge.status = BridgeStatus(BridgeState.ON, url)  # type: ignore[misc]
    desk.house.store.announce(Changes(bridge=True))
    desk.until(lambda: url in page.state.text())
    assert page.test.isEnabled()
    page.pause.click()
    desk.until(lambda: page.pause.text() == "Resume now")
    desk.house.bridge.status = BridgeStatus(BridgeState.FAILED, trouble="Port 1 is taken.")  # type: ignore[misc]
    desk.house.store.announce(Changes(bridge=True))
    desk.until(lambda: page.state.text() == "Port 1 is taken.")


def test_an_account_is_allowed_by_its_box(desk: Desk, page: BridgePage) -> None:
    desk.until(lambda: "Programs started on this computer: Work" in boxes(page))
    box = boxes(page)["Programs started on this computer: Work"]
    assert not box.isChecked()  # type: ignore[attr-defined]
    box.click()  # type: ignore[attr-defined]
    clients = desk.house.store.bridge_clients
    desk.until(lambda: clients.get(LOCAL_PROGRAM).accounts == ("work",))
    drive = boxes(page)["Programs started on this computer: Drive"]
    assert not drive.isChecked()  # type: ignore[attr-defined]


def test_a_call_is_told_of_while_the_page_is_open_and_takes_no_focus(
    desk: Desk, page: BridgePage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page._soon, "start", lambda: type(page._soon).start(page._soon, 0))
    clients = desk.house.store.bridge_clients
    clients.change(LOCAL_PROGRAM, accounts=("work",), groups_off=())
    name = "Programs started on this computer: Work"
    desk.until(lambda: boxes(page)[name].isChecked() is True)  # type: ignore[attr-defined]
    box = boxes(page)[name]
    [card] = page.clients._made
    assert card.called.text() == "Has not called yet."
    clients.called(LOCAL_PROGRAM, now=NOW - 60)
    desk.house.store.announce(Changes(audit=True))
    desk.until(lambda: card.called.text().startswith("Called last "))
    assert boxes(page)[name] is box


def test_a_token_is_made_shown_once_and_revoked(desk: Desk, page: BridgePage) -> None:
    page.clients.name.setText("My program")
    QTest.keyClick(page.clients.name, Qt.Key.Key_Return)
    desk.until(page.clients.token.isVisible)
    token = page.clients.token.text()
    client = desk.house.store.bridge_clients.with_token(token)
    assert client is not None
    page.clients.copy.click()
    assert QGuiApplication.clipboard().text() == token
    desk.until(lambda: "My program: Work" in boxes(page))
    from PySide6.QtWidgets import QPushButton

    [button] = [
        b
        for b in page.clients.findChildren(QPushButton)
        if b.accessibleName() == "Disconnect My program"
    ]
    button.click()
    desk.until(lambda: desk.house.store.bridge_clients.with_token(token) is None)
    desk.until(lambda: "My program: Work" not in boxes(page))


def test_a_program_is_connected_after_its_change_was_shown(
    desk: Desk, page: BridgePage, tmp_path: Path
) -> None:
    desk.until(lambda: len(page.hosts._cards) == 4)
    card = page.hosts._cards["claude_code"]
    assert card.write.isHidden()
    card.look.click()
    assert "draftdesk" in card.diff.toPlainText()
    card.write.click()
    written = tmp_path / ".claude.json"
    desk.until(written.exists)
    assert "draftdesk" in json.loads(written.read_text())["mcpServers"]
    desk.until(lambda: "Restart Claude Code" in card.note.text())
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


def test_the_status_bar_leads_to_the_page(desk: Desk) -> None:
    desk.until(lambda: desk.window.status.bridge.text() == "MCP off")
    desk.window.status.bridge.click()
    desk.until(lambda: desk.window.findChild(SettingsDialog) is not None)
    [dialog] = desk.window.findChildren(SettingsDialog)
    tabs = dialog.tabs
    assert tabs.tabText(tabs.currentIndex()) == "MCP bridge"
