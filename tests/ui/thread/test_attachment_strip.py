"""Attachments: opened with a program or told there is none, saved where one was last."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QToolButton
from pytestqt.qtbot import QtBot

from desktop_app.ui.thread.attachment_strip import AttachmentStrip
from tests.fakes.house import TestHouse, mail
from tests.ui.conftest import WindowDriver

SAVED = "files.save_folder"


@pytest.fixture
def strip(
    house: TestHouse, open_window: Callable[..., WindowDriver], qtbot: QtBot
) -> tuple[WindowDriver, AttachmentStrip]:
    parts = "".join(
        "--b\r\nContent-Type: application/pdf\r\n"
        f'Content-Disposition: attachment; filename="{name}"\r\n\r\n{name}\r\n'
        for name in ("plan.pdf", "plan.pdf")
    )
    head = mail("Files", "").split(b"Content-Type")[0]
    kind = 'Content-Type: multipart/mixed; boundary="b"\r\nMIME-Version: 1.0\r\n\r\n'
    house.add(head + f"{kind}{parts}--b--\r\n".encode())
    driver = open_window()
    driver.until(lambda: len(driver.rows()) == 1)
    driver.conversations.view.go_to(0)
    driver.until(lambda: bool(driver.thread.findChildren(AttachmentStrip)))
    return driver, driver.thread.findChildren(AttachmentStrip)[0]


def act(strip: AttachmentStrip, words: str) -> None:
    menu = strip.findChildren(QToolButton)[0].menu()
    next(action for action in menu.actions() if action.text() == words).trigger()


def chosen(driver: WindowDriver, path: Path) -> str:
    """Answer the file dialog; returns the folder it began in."""
    [dialog] = [d for d in driver.window.findChildren(QFileDialog) if d.isVisible()]
    begun = str(dialog.directory().absolutePath())
    dialog.filesSelected.emit([str(path)])
    dialog.reject()
    return begun


def test_an_attachment_that_no_program_opens_says_so(
    strip: tuple[WindowDriver, AttachmentStrip], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _: False)
    driver, shown = strip
    act(shown, "Open")
    toast = driver.window.toasts.toast
    driver.until(toast.isVisible)
    assert toast.text.text() == "No program on this computer opens plan.pdf."
    assert toast.button.text() == "Save as…"


def test_all_are_saved_at_once_and_the_next_dialog_begins_there(
    strip: tuple[WindowDriver, AttachmentStrip], tmp_path: Path
) -> None:
    driver, shown = strip
    folder = tmp_path / "papers"
    folder.mkdir()
    next(b for b in shown.findChildren(QToolButton) if b.text() == "Save all…").click()
    chosen(driver, folder)
    toast = driver.window.toasts.toast
    driver.until(lambda: toast.text.text() == "Saved 2 files in papers.")
    assert sorted(p.name for p in folder.iterdir()) == ["plan (2).pdf", "plan.pdf"]
    assert driver.house.settings.text(SAVED) == str(folder)
    act(shown, "Save as…")
    assert chosen(driver, folder / "other.pdf") == str(folder)
    driver.until((folder / "other.pdf").exists)
