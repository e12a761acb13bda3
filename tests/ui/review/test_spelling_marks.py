"""Marks of misspelt words stand under those words, whatever is edited and whenever an answer comes,
and are no part of the text."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import (
    QColor,
    QInputMethodEvent,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QTextEdit

from desktop_app.spelling.passages import Judged, Mark, Passage
from desktop_app.ui.review.spelling.marks import Marks
from desktop_app.ui.review.spelling.paragraph import moved
from desktop_app.ui.review.spelling.written import HOLE, checked_text
from desktop_app.ui.widgets.invisible_marks import units
from tests.depths import in_depth

WRONG = re.compile(r"(?<![^\W_])(?:wrod|tabel|𝐀wrod)(?![^\W_])")
EDITORS = (QPlainTextEdit, QTextEdit)


def judged(passage: Passage) -> Judged:
    """The dictionaries of these tests: two words are wrong."""
    found = WRONG.finditer(passage.text)
    return Judged("en_US", True, tuple(Mark(m.start(), m.end(), m.group()) for m in found))


def answers(batch: list[tuple[int, Passage]]) -> list[tuple[int, Passage, Judged]]:
    return [(number, passage, judged(passage)) for number, passage in batch]


def marks_of(document: QTextDocument) -> Marks:
    marks = Marks(document, lambda: QColor("red"))
    marks.switch(on=True)
    return marks


def check_all(marks: Marks) -> None:
    while not marks.done:
        marks.show(answers(marks.next_batch(200)))


def blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def selected(document: QTextDocument, place: tuple[int, int]) -> str:
    cursor = QTextCursor(document)
    cursor.setPosition(place[0])
    cursor.setPosition(place[1], QTextCursor.MoveMode.KeepAnchor)
    return cursor.selectedText()


def drawn(document: QTextDocument) -> list[str]:
    """What is underlined as misspelt."""
    wave = QTextCharFormat.UnderlineStyle.SpellCheckUnderline
    found = []
    for block in blocks(document):
        for each in block.layout().formats():
            if each.format.underlineStyle() == wave:
                at = block.position() + each.start
                found.append(selected(document, (at, at + each.length)))
    return found


def wrong_in(document: QTextDocument) -> list[str]:
    """What a check of the whole text would mark."""
    found = []
    for block in blocks(document):
        found += WRONG.findall(checked_text(block))
        if block.text() == "-- ":
            break
    return found


PIECES = st.sampled_from(
    (
        "wrod",
        " wrod ",
        "tabel",
        " ",
        "\n",
        "😀",
        "a",
        "> ",
        "-- ",
        "\n-- \n",
        "שלום",
        "𝐀",
        "x\ny",
        "-",
    )
) | st.text(max_size=5)
EDITS = st.one_of(
    st.tuples(st.just("insert"), st.integers(0, 60), PIECES),
    st.tuples(st.just("remove"), st.integers(0, 60), st.integers(1, 12)),
    st.tuples(st.just("undo"), st.just(0), st.just(0)),
    st.tuples(st.just("ask"), st.integers(1, 30), st.just(0)),
    st.tuples(st.just("answer"), st.just(0), st.just(0)),
)


def edit(document: QTextDocument, what: str, at: int, more: str | int) -> None:
    cursor = QTextCursor(document)
    end = document.characterCount() - 1
    cursor.setPosition(min(at, end))
    if what == "insert":
        cursor.insertText(str(more))
    elif what == "remove":
        cursor.setPosition(min(at + int(more), end), QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
    else:
        document.undo()


@pytest.mark.parametrize("kind", EDITORS)
@pytest.mark.parametrize("examples", in_depth([40, 1_500]))
def test_marks_stand_under_their_words_whatever_comes_when(
    qapp: QApplication, kind: type[QPlainTextEdit | QTextEdit], examples: int
) -> None:
    @settings(max_examples=examples, deadline=None)
    @given(st.lists(PIECES, max_size=8), st.lists(EDITS, max_size=25))
    def holds(begin: list[str], edits: list[tuple[str, int, str | int]]) -> None:
        editor = kind()
        editor.setPlainText("".join(begin))
        document = editor.document()
        marks = marks_of(document)
        asked: list[list[tuple[int, Passage]]] = []
        for what, at, more in edits:
            if what == "ask":
                asked.append(marks.next_batch(at))
            elif what == "answer" and asked:
                before = document.toRawText()
                marks.show(answers(asked.pop()))  # the newest first: the others come late
                assert document.toRawText() == before
            elif what != "answer":
                edit(document, what, at, more)
            for place, mark in marks.all():
                assert selected(document, place) == mark.word
                assert WRONG.fullmatch(mark.word)
        for batch in asked:  # whatever comes late: some of it is still about the text as it is
            marks.show(answers(batch))
        check_all(marks)
        marks.finish_word()
        assert [mark.word for _, mark in marks.all()] == wrong_in(document)
        assert drawn(document) == wrong_in(document)
        editor.deleteLater()

    holds()


@pytest.mark.parametrize("kind", EDITORS)
def test_what_is_drawn_is_no_part_of_the_text_of_undo_or_of_what_the_editor_tells(
    qapp: QApplication, kind: type[QPlainTextEdit | QTextEdit]
) -> None:
    editor = kind()
    document = editor.document()
    marks = marks_of(document)
    editor.setPlainText("a wrod and a tabel\nwrod")
    told: list[int] = []
    editor.textChanged.connect(lambda: told.append(1))
    document.contentsChange.connect(lambda *_: told.append(2))
    document.modificationChanged.connect(lambda *_: told.append(3))
    html, revision = document.toHtml(), document.revision()
    check_all(marks)
    assert drawn(document) == ["wrod", "tabel", "wrod"]
    marks.draw_again()
    marks.check_again()
    check_all(marks)
    marks.forgive(frozenset({"tabel"}))
    assert drawn(document) == ["wrod", "wrod"]
    marks.switch(on=False)
    assert drawn(document) == []
    assert told == []
    assert (document.toHtml(), document.revision()) == (html, revision)
    assert not document.isUndoAvailable()
    assert not document.isModified()
    editor.textCursor().insertText("x")
    assert {1, 2, 3} <= set(told), "the control"


def test_an_answer_about_a_text_that_has_changed_marks_nothing(qapp: QApplication) -> None:
    editor = QPlainTextEdit()
    editor.setPlainText("a wrod")
    marks = marks_of(editor.document())
    batch = marks.next_batch(1_000)
    editor.setPlainText("a word")
    assert marks.show(answers(batch)) == []
    assert marks.all() == []
    old = marks.next_batch(1_000)
    editor.textCursor().insertText("wrod ")
    assert marks.show([(n, p, Judged("en_US", True, (Mark(0, 4, "wrod"),))) for n, p in old]) == []
    assert not marks.done, "it is asked again"


def test_the_word_that_is_being_typed_is_marked_once_it_is_finished(qapp: QApplication) -> None:
    editor = QPlainTextEdit()
    editor.setPlainText("a ")
    document = editor.document()
    marks = marks_of(document)
    editor.cursorPositionChanged.connect(lambda: marks.caret_at(editor.textCursor().position()))
    caret = editor.textCursor()
    caret.movePosition(QTextCursor.MoveOperation.End)
    editor.setTextCursor(caret)
    for letter in "wrod":
        editor.textCursor().insertText(letter)
    check_all(marks)
    assert drawn(document) == []
    assert marks.being_typed == "wrod"
    editor.textCursor().insertText(" ")
    assert drawn(document) == ["wrod"]
    for letter in "tabel":
        editor.textCursor().insertText(letter)
    check_all(marks)
    assert drawn(document) == ["wrod"]
    caret = editor.textCursor()
    caret.setPosition(0)
    editor.setTextCursor(caret)
    assert drawn(document) == ["wrod", "tabel"]


@pytest.mark.parametrize("kind", EDITORS)
def test_an_input_method_that_gives_up_leaves_the_marks(
    qapp: QApplication, kind: type[QPlainTextEdit | QTextEdit]
) -> None:
    editor = kind()
    editor.setPlainText("a wrod ")
    document = editor.document()
    marks = marks_of(document)
    check_all(marks)
    caret = editor.textCursor()
    caret.movePosition(QTextCursor.MoveOperation.End)
    editor.setTextCursor(caret)
    editor.show()
    QApplication.sendEvent(editor, QInputMethodEvent("にほ", []))
    assert drawn(document) == [], "it draws as it likes"
    QApplication.sendEvent(editor, QInputMethodEvent("", []))
    marks.caret_at(editor.textCursor().position())
    assert drawn(document) == ["wrod"]
    QApplication.sendEvent(editor, QInputMethodEvent("にほ", []))
    commit = QInputMethodEvent("", [])
    commit.setCommitString("日本")
    QApplication.sendEvent(editor, commit)
    assert drawn(document) == ["wrod"]
    assert document.toPlainText() == "a wrod 日本"


def test_a_signature_and_quotes_are_left_alone_also_when_they_become_that_later(
    qapp: QApplication,
) -> None:
    editor = QPlainTextEdit()
    editor.setPlainText("wrod\n> wrod\n--\nwrod")
    document = editor.document()
    marks = marks_of(document)
    check_all(marks)
    assert len(drawn(document)) == 2
    edit(document, "insert", 14, " ")
    check_all(marks)
    assert len(drawn(document)) == 1
    edit(document, "remove", 14, 1)
    edit(document, "remove", 5, 2)
    check_all(marks)
    assert len(drawn(document)) == 3


def test_code_and_quotes_of_formatted_text_are_left_alone(qapp: QApplication) -> None:
    editor = QTextEdit()
    editor.setMarkdown(
        "a wrod and `wrod 😀 wrod` and wrod\n\n> a tabel\n\n```\na tabel\n```\n\na tabel\n"
    )
    document = editor.document()
    marks = marks_of(document)
    check_all(marks)
    assert drawn(document) == ["wrod", "wrod", "tabel"]
    text = checked_text(document.firstBlock())
    assert text.count(HOLE) == units("wrod 😀 wrod")
    assert units(text) == document.firstBlock().length() - 1


def test_the_language_of_one_paragraph_can_be_said(qapp: QApplication) -> None:
    editor = QPlainTextEdit()
    editor.setPlainText("first\nsecond")
    marks = marks_of(editor.document())
    check_all(marks)
    marks.force(7, "de_DE")
    [(number, passage)] = marks.next_batch(1_000)
    assert passage == Passage("second", ("en_US",), "de_DE")
    marks.show([(number, passage, Judged("de_DE", True, ()))])
    assert marks.paragraph_at(7).forced == "de_DE"
    edit(editor.document(), "insert", 8, "x")
    [(_, passage)] = marks.next_batch(1_000)
    assert passage.forced == "de_DE"


@given(st.text(max_size=30), st.text(max_size=8), st.integers(0, 40), st.integers(0, 10))
def test_moved_marks_are_at_their_words(text: str, put: str, at: int, gone: int) -> None:
    old = f"{text} wrod {text} tabel"
    marks = judged(Passage(old)).marks
    new = old[:at] + put + old[at + gone :]
    for mark in moved(marks, old, new):
        assert new[mark.start : mark.end] == mark.word
    assert moved(marks, old, old) == marks


@given(st.lists(st.sampled_from(("wrod", "a", "😀", "tabel")), min_size=1), st.data())
def test_marks_of_words_that_an_edit_does_not_touch_are_kept(
    words: list[str], data: st.DataObject
) -> None:
    """Whole words are put in or taken out: every other mark is still there."""
    begin = data.draw(st.integers(0, len(words)))
    end = data.draw(st.integers(begin, len(words)))
    put = data.draw(st.lists(st.sampled_from(("x", "y z", "wrodx")), max_size=3))
    old, new = " ".join(words), " ".join((*words[:begin], *put, *words[end:]))
    left = [word for word in (*words[:begin], *words[end:]) if WRONG.fullmatch(word)]
    found = [mark.word for mark in moved(judged(Passage(old)).marks, old, new)]
    assert len(found) >= len(left) - 1, "but for one at its edge, where the text is ambiguous"


def test_a_word_that_has_grown_is_no_longer_marked() -> None:
    marks = judged(Passage("a wrod")).marks
    assert moved(marks, "a wrod", "a wrodx") == ()
    assert moved(marks, "a wrod", "xwrod") == ()
    assert len(moved(marks, "a wrod", "a wrod.")) == 1
