"""The editor of a draft's words takes the height there is, and scrolls by itself."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.mail.claims.claims import claims
from desktop_app.ui.review.sheet.body_editor import BodyEditor
from desktop_app.ui.widgets.theme import Theme
from tests.sure import there
from tests.ui.turning import settle

LINE = "Some words of a letter about boards.\n"


@pytest.fixture
def editor(qtbot: QtBot, theme: Theme) -> BodyEditor:
    window = QWidget()
    qtbot.addWidget(window)
    made = BodyEditor(theme)
    QVBoxLayout(window).addWidget(made)
    window.resize(700, 500)
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


def test_it_takes_the_height_there_is(editor: BodyEditor) -> None:
    before = editor.height()
    there(editor.parentWidget()).resize(700, 800)
    settle()
    assert editor.height() == before + 300
    editor.show_text(LINE * 100)
    settle()
    assert editor.height() == before + 300
    assert editor.verticalScrollBar().maximum() > 0


def test_of_a_very_long_text_what_is_in_sight_is_laid_out(editor: BodyEditor) -> None:
    editor.show_text(LINE * 12_000)
    settle()
    assert editor.text() == LINE * 12_000
    assert laid_out(editor) < 200
    there(editor.parentWidget()).resize(600, 400)
    settle()
    assert laid_out(editor) < 200


def test_some_lines_are_left_to_it_whatever_there_is(editor: BodyEditor) -> None:
    line = editor.fontMetrics().lineSpacing()
    assert 5 * line < editor.minimumSizeHint().height() < 9 * line
    editor.set_least(20 * line)
    assert editor.minimumSizeHint().height() == 20 * line


def test_it_scrolls_to_a_place_in_the_text(editor: BodyEditor) -> None:
    editor.show_text(LINE * 200)
    settle()
    editor.show_from(50 * len(LINE))
    assert editor.verticalScrollBar().value() == 49  # the line before it stays


def test_what_is_doubted_is_underlined_behind_an_emoji_too(editor: BodyEditor) -> None:
    text = "🎉🎉 Great, it costs 4,711 EUR."
    editor.setPlainText(text)
    editor.show_doubts(claims(text))
    assert editor.marked == ["4,711 EUR"]
    editor.show_words("4,711")
    assert editor.textCursor().selectedText() == "4,711"
