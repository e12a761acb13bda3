"""Larger mail, mail on paper, words quoted into a reply."""

from __future__ import annotations

from pathlib import Path

from pypdf import PdfReader
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QFileDialog

from desktop_app.ui.thread.reading_actions import KEY, SELECT_FIRST
from tests.ui.conftest import WindowDriver


def reader(driver: WindowDriver):  # type: ignore[no-untyped-def]
    return driver.thread.column.cards()[-1].readers[0]


def test_mail_grows_and_shrinks_and_the_size_is_kept(driver: WindowDriver) -> None:
    driver.open_first()
    usual = reader(driver).document().defaultFont().pixelSize()
    elsewhere = driver.thread.title.font().pixelSize()
    driver.bench.actions.trigger("zoom_in")
    driver.until(lambda: driver.house.settings.number(KEY) == 110)
    driver.bench.actions.trigger("zoom_in")
    driver.until(lambda: driver.house.settings.number(KEY) == 125)
    driver.until(lambda: reader(driver).document().defaultFont().pixelSize() > usual)
    assert driver.thread.title.font().pixelSize() == elsewhere
    driver.bench.actions.trigger("zoom_reset")
    driver.until(lambda: reader(driver).document().defaultFont().pixelSize() == usual)
    driver.bench.actions.trigger("zoom_out")
    driver.until(lambda: driver.house.settings.number(KEY) == 90)


def test_a_message_is_saved_as_a_pdf_with_its_head(driver: WindowDriver, tmp_path: Path) -> None:
    driver.open_first()
    driver.bench.actions.trigger("save_pdf")
    [dialog] = [d for d in driver.window.findChildren(QFileDialog) if d.isVisible()]
    assert [Path(name).name for name in dialog.selectedFiles()] == ["Lunch.pdf"]
    target = tmp_path / "Lunch.pdf"
    dialog.filesSelected.emit([str(target)])
    dialog.reject()
    driver.until(target.exists)
    text = " ".join(PdfReader(target).pages[0].extract_text().split())
    for words in ("Lunch", "dana@lee.example", "About lunch."):
        assert words in text


def test_a_folder_that_cannot_be_written_says_so(driver: WindowDriver, tmp_path: Path) -> None:
    driver.open_first()
    driver.bench.actions.trigger("save_pdf")
    [dialog] = [d for d in driver.window.findChildren(QFileDialog) if d.isVisible()]
    failed: list[object] = []
    driver.bench.calls.jobs.failed.connect(failed.append)
    dialog.filesSelected.emit([str(tmp_path / "nowhere" / "Lunch.pdf")])
    dialog.reject()
    driver.until(lambda: bool(failed))
    assert "can't be written" in str(failed[0])


def test_a_message_is_printed(driver: WindowDriver, tmp_path: Path) -> None:
    driver.open_first()
    printer = QPrinter()
    printer.setOutputFileName(str(tmp_path / "paper.pdf"))
    [message] = driver.thread.shown.thread.messages
    driver.thread.reading.print_on(message, printer)
    driver.until(lambda: driver.window.toasts.toast.text.text() == "Printed.")
    text = PdfReader(tmp_path / "paper.pdf").pages[0].extract_text()
    assert "About lunch." in " ".join(text.split())


def test_selected_words_are_quoted_in_a_reply(driver: WindowDriver) -> None:
    driver.open_first()
    cursor = reader(driver).textCursor()
    cursor.setPosition(0)
    cursor.setPosition(5, cursor.MoveMode.KeepAnchor)
    reader(driver).setTextCursor(cursor)
    thread = driver.thread.shown.thread.id
    driver.bench.actions.trigger("quote_reply")
    store = driver.house.store
    driver.until(lambda: len(store.drafts.in_thread(thread)) == 1)
    [draft] = store.drafts.in_thread(thread)
    assert draft.content.quoted.splitlines()[-1] == "> About"
    assert draft.content.body == ""
    assert store.outbox.count_open() == 0


def test_without_a_selection_nothing_is_quoted(driver: WindowDriver) -> None:
    driver.open_first()
    driver.bench.actions.trigger("quote_reply")
    toast = driver.window.toasts.toast
    driver.until(toast.isVisible)
    assert toast.text.text() == SELECT_FIRST
