"""A document is the same after it was in Qt's; a theme changes its looks and nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QTextBlock, QTextCursor, QTextDocument

from desktop_app.mail.rich.document import (
    Block,
    Document,
    Kind,
    ListKind,
    Picture,
    Words,
    normal,
    plain_document,
)
from desktop_app.mail.rich.source import from_source
from desktop_app.ui.review.rich_text import qt_document
from desktop_app.ui.review.rich_text.qt_document import ReadLines, put, read, read_selection
from desktop_app.ui.review.rich_text.qt_formats import Formats
from desktop_app.ui.widgets.theme import Theme
from tests.mail.rich.documents import DOCUMENTS

ON_ONE_THEME = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


@ON_ONE_THEME
@given(DOCUMENTS)
def test_what_is_put_in_is_read_undone_and_copied(theme: Theme, document: Document) -> None:
    held, formats = QTextDocument(), Formats(theme)
    put(QTextCursor(held), document, formats)
    assert read(held) == document
    cursor = QTextCursor(held)
    cursor.select(QTextCursor.SelectionType.Document)
    copied = "".join(b.text for b in read_selection(cursor).blocks)
    assert all(word in copied for word in "".join(b.text for b in document.blocks).split())
    cursor.beginEditBlock()
    cursor.removeSelectedText()
    put(cursor, plain_document("other"), formats)
    cursor.endEditBlock()
    held.undo()
    assert read(held) in (document, Document())  # a first step may hold both


@ON_ONE_THEME
@given(st.lists(st.sampled_from(("|= a | b", "", "words", "- ", "> ", "---")), max_size=7))
def test_every_empty_line_beside_a_table_is_seen(theme: Theme, lines: list[str]) -> None:
    """Qt draws none of an empty block that touches a table: what is said is what is drawn."""
    document = from_source("\n".join(lines))
    held = QTextDocument()
    put(QTextCursor(held), document, Formats(theme))
    assert read(held) == document
    held.setTextWidth(300)
    place = held.documentLayout().blockBoundingRect
    tops, block = set(), held.begin()
    while block.isValid():
        if QTextCursor(block).currentTable() is None:
            tops.add(round(place(block).top()))
        block = block.next()
    assert len(tops) >= sum(one.kind is not Kind.TABLE for one in document.blocks)


def test_an_undo_across_a_list_brings_every_line_back(theme: Theme) -> None:
    """Qt tells of one character less than came back, whatever was put in meanwhile."""
    document = from_source("0000\n- 1\n- 2\n\nlast")
    for text in ("", "a", "a\nb"):
        held = QTextDocument()
        lines = ReadLines(held)
        put(QTextCursor(held), document, Formats(theme))
        for end in range(2, held.characterCount()):
            for start in range(end):
                cursor = QTextCursor(held)
                cursor.setPosition(start)
                cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
                cursor.insertText(text)
                assert lines.read() == read(held)
                held.undo()
                assert lines.read() == read(held) == document
                held.redo()
                assert lines.read() == read(held)
                held.undo()


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


PICTURE = Block((Picture("a@b.example"),))
ITEM = Block((Words("a"),), lists=(ListKind.NUMBERS,))
PLAIN = Block((Words("a"),))
UNDONE = [
    ((PLAIN, replace(ITEM, lists=(ListKind.BULLETS,)), Block(()), PICTURE), 1, 4),
    ((replace(PICTURE, lists=(ListKind.BULLETS,)), ITEM, PICTURE, PLAIN), 1, 6),
    ((ITEM, ITEM, PICTURE, PICTURE, PICTURE), 1, 7),
    ((ITEM, ITEM, PICTURE, Block(()), ITEM), 1, 7),
]


@pytest.mark.parametrize(("blocks", "place", "length"), UNDONE)
def test_lines_that_were_taken_out_and_came_back_are_read(
    theme: Theme, blocks: tuple[Block, ...], place: int, length: int
) -> None:
    """Of an undo over several lines Qt tells too small a part."""
    held, document = QTextDocument(), normal(blocks)
    lines = ReadLines(held)
    put(QTextCursor(held), document, Formats(theme))
    assert lines.read() == document
    cursor = QTextCursor(held)
    cursor.setPosition(place)
    cursor.setPosition(place + length, QTextCursor.MoveMode.KeepAnchor)
    cursor.removeSelectedText()
    taken_out = lines.read()
    held.undo()
    assert lines.read() == read(held) == document
    held.redo()
    assert lines.read() == read(held) == taken_out


TABLE = "|= a | b\n|  c | d"
AROUND = [
    f"one\n\ntwo\n{TABLE}\nthree\n\n{TABLE}\n- x\n- y",
    TABLE,
    f"{TABLE}\n{TABLE}",
    f"x\n{TABLE}\n\n\nend",
    f"- a\n- b\n{TABLE}\n> q",
]


@ON_ONE_THEME
@given(st.sampled_from(AROUND), EDITS, st.lists(st.integers(0, 4), max_size=8))
def test_beside_tables_lines_are_read_as_they_are(
    theme: Theme, text: str, changes: list[tuple[int, int, str]], tables: list[int]
) -> None:
    """Tables are put in, cut through, taken out and brought back between two readings."""
    held = QTextDocument()
    lines = ReadLines(held)
    put(QTextCursor(held), from_source(text), Formats(theme))
    assert lines.read() == read(held)
    for number, (place, length, added) in enumerate(changes):
        cursor = QTextCursor(held)
        last = held.characterCount() - 1
        cursor.setPosition(min(place, last))
        cursor.setPosition(min(place + length, last), QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(added)
        if number < len(tables) and cursor.currentTable() is None:
            put(cursor, from_source(AROUND[tables[number]]), Formats(theme))
        if place % 3 == 0:
            held.undo()
        if place % 2:
            assert lines.read() == read(held)
    assert lines.read() == read(held)
    for step in (held.undo, held.undo, held.redo, held.redo):
        step()
        assert lines.read() == read(held)


def test_beside_a_table_one_key_reads_one_line(
    theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = QTextDocument()
    lines = ReadLines(held)
    text = "\n".join(f"line {number}" for number in range(500))
    put(QTextCursor(held), from_source(f"{text}\n{TABLE}\nend"), Formats(theme))
    lines.read()
    asked: list[QTextBlock] = []
    said = qt_document._said

    def counted(block: QTextBlock) -> tuple[Block, ...]:
        asked.append(block)
        return said(block)

    monkeypatch.setattr(qt_document, "_said", counted)
    for place in (3, 900):
        cursor = QTextCursor(held)
        cursor.setPosition(place)
        cursor.insertText("x")
        assert lines.read().blocks
    assert len(asked) <= 4
