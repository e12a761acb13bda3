"""A document is the same after it was in Qt's; a theme changes its looks and nothing else."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor, QTextDocument

from desktop_app.mail.rich.document import Document
from desktop_app.ui.review.rich_text.qt_document import ReadLines, put, read, read_selection
from desktop_app.ui.review.rich_text.qt_formats import Formats
from desktop_app.ui.widgets.theme import Theme
from tests.mail.rich.documents import DOCUMENTS

ON_ONE_THEME = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


@ON_ONE_THEME
@given(DOCUMENTS)
def test_what_is_put_in_is_read(theme: Theme, document: Document) -> None:
    held = QTextDocument()
    put(QTextCursor(held), document, Formats(theme))
    assert read(held) == document


@ON_ONE_THEME
@given(DOCUMENTS, DOCUMENTS)
def test_one_step_back_is_what_was_there(theme: Theme, one: Document, other: Document) -> None:
    held = QTextDocument()
    put(QTextCursor(held), one, Formats(theme))
    cursor = QTextCursor(held)
    cursor.beginEditBlock()
    cursor.select(QTextCursor.SelectionType.Document)
    cursor.removeSelectedText()
    put(cursor, other, Formats(theme))
    cursor.endEditBlock()
    if held.isUndoAvailable():
        held.undo()
        assert read(held) in (one, Document())  # a first step may hold both


@ON_ONE_THEME
@given(DOCUMENTS)
def test_all_that_is_selected_is_copied(theme: Theme, document: Document) -> None:
    held = QTextDocument()
    put(QTextCursor(held), document, Formats(theme))
    cursor = QTextCursor(held)
    cursor.select(QTextCursor.SelectionType.Document)
    words = set("".join(b.text for b in document.blocks).split())
    copied = "".join(b.text for b in read_selection(cursor).blocks)
    assert all(word in copied for word in words)


EDITS = st.lists(
    st.tuples(st.integers(0, 40), st.integers(0, 12), st.text("ab\n ", max_size=5)), max_size=8
)


@ON_ONE_THEME
@given(DOCUMENTS, EDITS)
def test_what_is_read_by_lines_is_what_is_there(
    theme: Theme, document: Document, changes: list[tuple[int, int, str]]
) -> None:
    """Whatever is put in, taken out and undone between two readings."""
    held = QTextDocument()
    lines = ReadLines(held)
    put(QTextCursor(held), document, Formats(theme))
    assert lines.read() == read(held) == document
    for place, length, text in changes:
        cursor = QTextCursor(held)
        last = held.characterCount() - 1
        cursor.setPosition(min(place, last))
        cursor.setPosition(min(place + length, last), QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(text)
        if place % 3 == 0:
            held.undo()
        assert lines.read() == read(held)
    held.undo()
    held.redo()
    assert lines.read() == read(held)
