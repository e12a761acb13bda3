"""Files that a search finds by their words: named below the conversations, opened at the hit."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from desktop_app.bounded_process import KeptProcess
from desktop_app.model.changes import Changes
from desktop_app.model.draft import Origin
from desktop_app.tools.person import file_search
from desktop_app.ui.mailbox.file_hits import FileHitsList
from desktop_app.ui.reading.preview_window import PageColumn, PreviewWindow
from desktop_app.ui.reading.text_preview import TextPreview
from desktop_app.workers.file_process import LIMITS, begin_reading, read_files
from desktop_app.workers.file_reading import FileReader
from tests.fakes.house import mail
from tests.mail.files.canaries import Canary, mail_with, rtf, zip_names
from tests.ui.conftest import WindowDriver
from tests.ui.mailbox.test_draft_hits import search, shown
from tests.ui.thread.attached import a_pdf

NOTE = b"One line.\n" * 80 + "The l\u00e9ase ends in June \U0001f600, the lease.\nEnd.\n".encode()


class Here(KeptProcess):
    """Reads in this process."""

    def ask(self, question: bytes, *, size: int = 0) -> bytes:
        return read_files(question)


@pytest.fixture(autouse=True)
def some_files(driver: WindowDriver) -> None:
    house = driver.house
    files = [
        Canary("note.txt", "text/plain", NOTE, "", ""),
        Canary("report.pdf", "application/pdf", a_pdf(3), "", ""),
        Canary("all.zip", "application/zip", zip_names("chimney", ""), "", ""),
        Canary("plan.rtf", "application/rtf", rtf("staircase", "secret"), "", ""),
    ]
    house.add(mail_with(files))
    house.add(mail("A lease", "Hello.", message_id="lease@x.example"))
    read_now(driver)


def read_now(driver: WindowDriver) -> None:
    house = driver.house
    reader = FileReader(
        house.store,
        house.settings,
        battery=lambda: False,
        process=lambda: Here(begin_reading, LIMITS),
    )
    reader.work()


def hits(driver: WindowDriver) -> FileHitsList:
    found: FileHitsList = driver.conversations.further.files
    return found


def names(driver: WindowDriver) -> list[str]:
    return [row.subject for row in hits(driver).model.rows]


def opened(driver: WindowDriver, query: str) -> PreviewWindow:
    search(driver, query)
    driver.until(lambda: bool(names(driver)))
    hits(driver).view.setFocus()
    driver.qtbot.keyClick(hits(driver).view, Qt.Key.Key_Return)

    def windows() -> list[PreviewWindow]:
        return [w for w in driver.window.findChildren(PreviewWindow) if w.isVisible()]

    driver.until(lambda: bool(windows()))
    return windows()[0]


def test_a_row_names_the_file_and_the_line_with_the_hit_marked(driver: WindowDriver) -> None:
    search(driver, "lease")
    driver.until(lambda: names(driver) == ["note.txt"])
    [row] = hits(driver).model.rows
    assert hits(driver).divider.text() == "In attachments (1)"
    assert row.snippet == "The l\u00e9ase ends in June \U0001f600, the lease."
    assert [row.snippet[a:b] for a, b in row.snippet_spans] == ["l\u00e9ase", "lease"]
    assert row.who == "Dana Lee: Files 0"
    assert row.sentence.startswith("Attachment note.txt. The l\u00e9ase ends")


def test_the_conversations_are_those_of_the_mail_alone(driver: WindowDriver) -> None:
    search(driver, "lease")
    driver.until(lambda: names(driver) == ["note.txt"])
    assert [row.subject for row in driver.conversations.model.rows] == ["A lease"]
    assert not hits(driver).view.hasFocus()
    search(driver, "in:attachments lease")
    driver.until(lambda: [r.subject for r in driver.conversations.model.rows] == ["Files 0"])
    driver.until(lambda: names(driver) == ["note.txt"])


def test_where_no_mail_has_the_words_it_says_that_a_file_has(driver: WindowDriver) -> None:
    search(driver, "chimney")
    driver.until(lambda: names(driver) == ["all.zip"])
    driver.until(lambda: "Found in attachments only" in shown(driver))
    assert "One file below." in shown(driver)


def test_a_folder_and_a_query_without_words_ask_no_file(driver: WindowDriver) -> None:
    for query in ("in:inbox", "from:dana", "chimney subject:nothing"):
        search(driver, "chimney")
        driver.until(lambda: names(driver) == ["all.zip"])
        search(driver, query)
        driver.until(lambda: not names(driver))
        assert hits(driver).isHidden()


def test_who_types_is_asked_after_a_pause_alone(driver: WindowDriver) -> None:
    driver.conversations.type("chimn", finished=False)
    driver.until(hits(driver)._pause.isActive)
    assert names(driver) == []
    driver.until(lambda: names(driver) == ["all.zip"])


def test_enter_opens_a_text_at_the_hit_with_all_hits_marked(driver: WindowDriver) -> None:
    body = opened(driver, "lease").body
    assert isinstance(body, TextPreview)
    driver.until(lambda: len(body.marked) == 2)
    found = [mark.cursor.selectedText() for mark in body.extraSelections()]
    assert found == ["l\u00e9ase", "lease"]
    assert body.textCursor().block().text().startswith("The l\u00e9ase")
    assert body.verticalScrollBar().value() > 0


def test_what_has_no_preview_of_its_own_shows_the_text_that_was_read(driver: WindowDriver) -> None:
    body = opened(driver, "staircase").body
    assert isinstance(body, TextPreview)
    assert body.toPlainText() == "The staircase is here. End."


def test_a_pdf_opens_at_the_page_of_the_hit(driver: WindowDriver) -> None:
    body = opened(driver, '"words 3"').body
    assert isinstance(body, PageColumn)
    driver.until(lambda: body._first is not None and body.verticalScrollBar().value() > 0)
    assert body._first is not None
    assert body._first.page == 2
    bar, label = body.verticalScrollBar(), body.labels[2]
    assert label.y() < bar.value() + body.viewport().height()
    assert bar.value() < label.y() + label.height()


def test_without_a_preview_the_conversation_is_opened(driver: WindowDriver) -> None:
    search(driver, "chimney")
    driver.until(lambda: names(driver) == ["all.zip"])
    store = driver.house.store
    with store.db.write(Changes()) as connection:
        connection.execute("UPDATE file_text SET body = 0")
    thread = hits(driver)._hits[0].thread_id
    hits(driver).view.setFocus()
    driver.qtbot.keyClick(hits(driver).view, Qt.Key.Key_Return)
    driver.until(lambda: driver.bench.selection.conversation == thread)


def test_files_that_are_read_meanwhile_appear(driver: WindowDriver) -> None:
    search(driver, "in:attachments parquet")
    driver.until(lambda: "No mail found" in shown(driver))
    late = Canary("late.txt", "text/plain", b"The parquet is laid.", "", "")
    driver.house.add(mail_with([late], 7))
    read_now(driver)
    driver.until(lambda: names(driver) == ["late.txt"])
    driver.until(lambda: [r.subject for r in driver.conversations.model.rows] == ["Files 7"])


def test_it_is_the_persons_alone() -> None:
    for tool in file_search.TOOLS:
        assert tool.origins == frozenset({Origin.USER})
