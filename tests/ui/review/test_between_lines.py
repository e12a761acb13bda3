"""Answering between the lines: the quote becomes part of the words, and Enter parts it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPushButton

from desktop_app.mail.rich.markup import markup
from desktop_app.mail.rich.source import from_source
from desktop_app.model.draft import Draft
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_reply, stored

HEAD = "On 1 May 2026 at 10:00, Dana wrote:"


def answering(driver: WindowDriver, kind: str) -> tuple[Draft, Any]:
    """A reply with its quote taken in."""
    draft = own_reply(driver.house, "")
    body, quoted = "Hi", f"{HEAD}\n> one two\n> three"
    if kind == "text/html":
        body, quoted = markup(from_source(body)), markup(from_source(quoted))
    content = replace(draft.content, body=body, quoted=quoted, content_type=kind)
    draft = driver.house.store.drafts.save(
        draft.id, draft.revision, content, draft.author, now=driver.house.clock()
    )
    pane = open_review(driver, draft)
    button = next(b for b in pane.findChildren(QPushButton) if b.text() == "Answer in it")
    button.click()
    return draft, pane


@pytest.mark.parametrize("kind", ["text/plain", "text/html"])
def test_the_quote_is_taken_into_the_words_and_parted(driver: WindowDriver, kind: str) -> None:
    draft, pane = answering(driver, kind)
    editor = pane.page.body
    assert editor.source() == f"Hi\n\n{HEAD}\n> one two\n> three"
    cursor = editor.document().find("one ")
    cursor.setPosition(cursor.selectionEnd())
    editor.setTextCursor(cursor)
    driver.qtbot.keyClick(editor, Qt.Key.Key_Return)
    driver.qtbot.keyClicks(editor, "mine")
    lines = [line.replace("\u00a0", " ").rstrip() for line in editor.source().split("\n")]
    assert lines == ["Hi", "", HEAD, "> one", "mine", "> two", "> three"]
    driver.until(lambda: "mine" in stored(driver, draft).content.body)
    assert stored(driver, draft).content.quoted == ""
    assert pane.page.content() == stored(driver, draft).content


@pytest.mark.parametrize("kind", ["text/plain", "text/html"])
def test_enter_behind_a_quoted_line_begins_one_of_ones_own(driver: WindowDriver, kind: str) -> None:
    _, pane = answering(driver, kind)
    editor = pane.page.body
    editor.moveCursor(QTextCursor.MoveOperation.End)
    driver.qtbot.keyClick(editor, Qt.Key.Key_Return)
    driver.qtbot.keyClicks(editor, "mine")
    assert editor.source().endswith("> three\nmine")


def test_one_step_back_takes_the_quote_out_of_the_words_again(driver: WindowDriver) -> None:
    _, pane = answering(driver, "text/plain")
    pane.page.body.undo()
    assert pane.page.body.text() == "Hi"
