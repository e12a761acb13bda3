"""Attachments: opened with a program or told there is none, saved where one was last."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QPlainTextEdit, QToolButton
from pytestqt.qtbot import QtBot

from desktop_app.ui.reading.preview_window import PageColumn, PreviewWindow
from desktop_app.ui.thread.attachment_strip import PORTION, THUMBNAIL, AttachmentStrip
from desktop_app.ui.widgets.file_drag import DragSource, FileButton
from tests.fakes.house import TestHouse, mail
from tests.ui.conftest import WindowDriver
from tests.ui.thread.attached import a_pdf, a_picture, with_files

SAVED = "files.save_folder"


@pytest.fixture
def strip(
    house: TestHouse, open_window: Callable[..., WindowDriver], qtbot: QtBot
) -> tuple[WindowDriver, AttachmentStrip]:
    parts = "".join(
        "--b\r\nContent-Type: application/pdf\r\n"
        f'Content-Disposition: attachment; filename="{name}"\r\n\r\n%PDF-1.4 {name}\r\n'
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


@pytest.fixture
def show(
    house: TestHouse, open_window: Callable[..., WindowDriver]
) -> Callable[..., tuple[WindowDriver, AttachmentStrip]]:
    def shown(*files: tuple[str, str, bytes]) -> tuple[WindowDriver, AttachmentStrip]:
        house.add(with_files(*files))
        driver = open_window()
        driver.until(lambda: len(driver.rows()) == 1)
        driver.conversations.view.go_to(0)
        driver.until(lambda: bool(driver.thread.findChildren(AttachmentStrip)))
        return driver, driver.thread.findChildren(AttachmentStrip)[0]

    return shown


def preview(driver: WindowDriver) -> PreviewWindow:
    def found() -> list[PreviewWindow]:
        return [w for w in driver.window.findChildren(PreviewWindow) if w.isVisible()]

    driver.until(lambda: bool(found()))
    return found()[0]


def words(strip: AttachmentStrip) -> list[str]:
    menu = strip.findChildren(FileButton)[0].menu()
    return [action.text() for action in menu.actions() if action.text()]


def test_what_could_run_has_no_open_and_says_why(
    show: Callable[..., tuple[WindowDriver, AttachmentStrip]],
) -> None:
    _, strip = show(("setup.iso", "application/octet-stream", b"x"))
    reason = "It is a disk image, which can hide programs from the checks of this computer."
    assert words(strip) == ["Preview", "Save as…", f"Not opened. {reason}"]
    assert reason in strip.findChildren(FileButton)[0].accessibleDescription()


def test_a_name_that_hides_its_ending_is_shown_and_saved_as_what_it_is(
    show: Callable[..., tuple[WindowDriver, AttachmentStrip]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _: pytest.fail("opened"))
    driver, strip = show(("plan\u202efdp.pdf", "application/pdf", a_pdf(1)))
    assert strip.findChildren(FileButton)[0].text().startswith("planfdp.pdf")
    act(strip, "Open")
    toast = driver.window.toasts.toast
    driver.until(toast.isVisible)
    assert toast.text.text() == (
        "planfdp.pdf is not opened. Its name hides characters; its real name is planfdp.pdf."
    )
    toast.button.click()
    [dialog] = [d for d in driver.window.findChildren(QFileDialog) if d.isVisible()]
    assert [Path(name).name for name in dialog.selectedFiles()] == ["planfdp.pdf"]
    dialog.reject()


def test_content_that_is_not_what_the_name_says_is_not_opened(
    show: Callable[..., tuple[WindowDriver, AttachmentStrip]], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[object] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    driver, strip = show(("bill.pdf", "application/pdf", b"MZ\x90\0 program"))
    act(strip, "Open")
    toast = driver.window.toasts.toast
    driver.until(toast.isVisible)
    assert toast.text.text() == ("bill.pdf is not opened. It is named as a PDF and is a program.")
    assert toast.button.text() == "Save as…"
    assert opened == []
    assert not list(driver.house.profile.glob("attachments/**/*.pdf"))


def test_a_pdf_is_shown_in_a_window_and_only_pages_in_sight_are_drawn(
    show: Callable[..., tuple[WindowDriver, AttachmentStrip]],
) -> None:
    driver, strip = show(("plan.pdf", "application/pdf", a_pdf(40)))
    strip.findChildren(FileButton)[0].click()
    body = preview(driver).body
    assert isinstance(body, PageColumn)
    driver.until(lambda: bool(body.labels) and not body.labels[0].pixmap().isNull())
    assert len(body.labels) == 40
    assert body.labels[0].accessibleName() == "Page 1 of 40"
    assert "Page words 1" in body.labels[0].accessibleDescription()
    assert len(body.drawn) < 6
    body.verticalScrollBar().setValue(body.verticalScrollBar().maximum())
    driver.until(lambda: not body.labels[-1].pixmap().isNull())
    preview(driver).reject()


@pytest.mark.parametrize("content_type", ["image/png", "application/octet-stream"])
def test_a_picture_has_a_thumbnail_and_a_preview(
    show: Callable[..., tuple[WindowDriver, AttachmentStrip]], content_type: str
) -> None:
    driver, strip = show(("house.png", content_type, a_picture(300, 200)))
    button = strip.findChildren(FileButton)[0]
    driver.until(lambda: button.iconSize().width() == driver.bench.theme.px(THUMBNAIL))
    QTest.keyClick(button, Qt.Key.Key_Space)
    body = preview(driver).body
    assert isinstance(body, PageColumn)
    driver.until(lambda: bool(body.labels) and not body.labels[0].pixmap().isNull())
    assert body.labels[0].pixmap().width() == 300


def test_a_script_is_shown_as_text_alone(
    show: Callable[..., tuple[WindowDriver, AttachmentStrip]],
) -> None:
    driver, strip = show(("run.js", "text/javascript", b"alert('x')\n"))
    act(strip, "Preview")
    body = preview(driver).body
    assert isinstance(body, QPlainTextEdit)
    assert body.toPlainText() == "alert('x')\n"
    assert "It is a script" in preview(driver).note.text()


def test_what_has_nothing_to_show_can_be_saved(
    show: Callable[..., tuple[WindowDriver, AttachmentStrip]],
) -> None:
    driver, strip = show(("data.bin", "application/octet-stream", bytes(50)))
    act(strip, "Preview")
    toast = driver.window.toasts.toast
    driver.until(toast.isVisible)
    assert toast.text.text() == (
        "data.bin can't be shown here. There is nothing in it that can be shown here."
    )


def test_a_file_is_dragged_out_as_a_read_only_copy(
    show: Callable[..., tuple[WindowDriver, AttachmentStrip]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Qt's own drag waits for a drop, so what it is handed is looked at."""
    dragged: list[Path] = []

    def begin(source: DragSource) -> None:
        model = source.model()
        [url] = model.mimeData([model.index(0, 0)]).urls()
        dragged.append(Path(url.toLocalFile()))

    monkeypatch.setattr(DragSource, "begin", begin)
    monkeypatch.setattr(QApplication, "mouseButtons", lambda: Qt.MouseButton.LeftButton)
    driver, strip = show(("setup.exe", "application/octet-stream", b"MZ"))
    button = strip.findChildren(FileButton)[0]
    QTest.mousePress(button, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    QTest.mouseMove(button, QPoint(60, 9))
    driver.until(lambda: bool(dragged))
    QTest.mouseRelease(button, Qt.MouseButton.LeftButton, pos=QPoint(60, 9))
    assert dragged[0].name == "setup.exe"
    assert dragged[0].read_bytes() == b"MZ"
    assert dragged[0].stat().st_mode & 0o777 == 0o400
    assert driver.house.profile in dragged[0].parents


def test_many_attachments_come_in_portions(
    show: Callable[..., tuple[WindowDriver, AttachmentStrip]],
) -> None:
    files = [(f"{n}.txt", "text/plain", b"words") for n in range(PORTION * 2 + 5)]
    driver, strip = show(*files)
    assert len(strip.findChildren(FileButton)) == PORTION
    more = next(b for b in strip.findChildren(QToolButton) if b.text().startswith("Show"))
    assert more.text() == f"Show {PORTION} more of {PORTION + 5}"
    more.click()
    driver.until(lambda: more.text() == "Show 5 more of 5")
    assert len(strip.findChildren(FileButton)) == PORTION * 2
