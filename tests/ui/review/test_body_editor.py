"""The editor of a draft's words: as tall as its text, or scrolled where that is very long."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.ui.review.body_editor import LONG_CHARS, LONG_PARAGRAPHS, BodyEditor
from desktop_app.ui.widgets.theme import Theme
from tests.ui.turning import settle

LINE = "Some words of a letter about boards.\n"
ALWAYS_OFF = Qt.ScrollBarPolicy.ScrollBarAlwaysOff


@pytest.fixture
def editor(qtbot: QtBot, theme: Theme) -> BodyEditor:
    window = QWidget()
    qtbot.addWidget(window)
    made = BodyEditor(theme)
    layout = QVBoxLayout(window)
    layout.addWidget(made)
    layout.addStretch(1)
    window.resize(700, 400)
    window.show()
    made.window_kept = window  # type: ignore[attr-defined]  # else Python lets it go
    return made


def laid_out(editor: BodyEditor) -> int:
    """How many paragraphs Qt has laid out."""
    count, block = 0, editor.document().begin()
    while block.isValid():
        count += block.layout().lineCount() > 0
        block = block.next()
    return count


def test_a_letter_is_shown_whole(editor: BodyEditor) -> None:
    editor.show_text(LINE * 100)
    assert not editor.scrolled
    assert editor.verticalScrollBar().maximum() == 0
    assert laid_out(editor) == 101


@pytest.mark.parametrize("text", [LINE * 12_000, "\n" * (LONG_PARAGRAPHS + 1)])
def test_of_a_very_long_text_a_page_is_laid_out(editor: BodyEditor, text: str) -> None:
    editor.show_text(text)
    settle()
    assert editor.scrolled
    assert editor.text() == text
    assert editor.verticalScrollBar().maximum() > 0
    assert editor.height() < 1_000
    assert laid_out(editor) < 200
    editor.parentWidget().resize(600, 400)
    settle()
    assert laid_out(editor) < 200


def test_a_text_that_grows_long_gets_a_scroll_bar_and_loses_it_when_it_is_cut(
    editor: BodyEditor,
) -> None:
    editor.show_text("a " * (LONG_CHARS // 2 - 10))
    assert not editor.scrolled
    editor.insertPlainText("b " * 20)
    assert editor.scrolled
    editor.textCursor().deletePreviousChar()
    editor.insertPlainText("")
    editor.replace_text("a " * (LONG_CHARS // 2 - 20))
    assert editor.scrolled  # a word more or less does not tip it over
    editor.replace_text(LINE * 3)
    assert not editor.scrolled
    assert editor.verticalScrollBarPolicy() == ALWAYS_OFF


def test_measuring_does_not_call_itself(
    editor: BodyEditor, capsys: pytest.CaptureFixture[str]
) -> None:
    editor.show_text(LINE * LONG_PARAGRAPHS)
    editor.parentWidget().resize(300, 400)
    assert "RecursionError" not in capsys.readouterr().err
