"""The caret stays at its place where plain text becomes formatted text, and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor, QTextDocument

from desktop_app.mail.rich.source import from_source
from desktop_app.ui.review.rich_text.same_place import place_behind, words_before
from desktop_app.ui.review.sheet.mail_words import Shown
from desktop_app.ui.widgets.invisible_marks import units
from tests.ui.conftest import WindowDriver


def caret(text: str, place: int) -> QTextCursor:
    held = QTextDocument()
    held.setPlainText(text)
    cursor = QTextCursor(held)
    cursor.setPosition(place)
    caret.held = held  # type: ignore[attr-defined]  # a cursor does not keep its document
    return cursor


@given(st.text("ab1 \n-ä\U0001f600", max_size=30), st.data())
def test_in_the_same_text_it_is_the_same_place(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text)))
    cursor = caret(text, units(text[:at]))
    assert place_behind(cursor.document(), words_before(cursor)) == cursor.position()


@pytest.mark.parametrize(
    ("before", "there", "place"),
    [
        ("Hello Dana, look: ", "Hello Dana, look:", 17),
        ("- one\n- tw", "one\ntwo", 6),
        ("one\ntw", "- one\n- two", 10),
        ("", "anything", 0),
        ("gone and more", "gone", 4),
    ],
)
def test_it_is_behind_the_same_letters(before: str, there: str, place: int) -> None:
    held = QTextDocument()
    held.setPlainText(there)
    assert place_behind(held, before) == place


def test_who_formats_a_text_goes_on_where_they_were(driver: WindowDriver) -> None:
    driver.bench.actions.trigger("compose")
    words = driver.window.frame.review.page.words
    words.body.insertPlainText("Hello Dana, look: here")
    words.body.move_to(17)
    words.edit_formatted()
    words.rich.textCursor().insertText(" up")
    assert words.rich.content() == from_source("Hello Dana, look: up here")
    words.edit_as_plain()
    words.body.textCursor().insertText(" and down")
    assert words.body.text() == "Hello Dana, look: up and down here"


def test_the_kind_is_changed_from_the_menu_and_the_palette(driver: WindowDriver) -> None:
    """Only where the person writes: a mail on its way is read."""
    actions, words = driver.bench.actions, driver.window.frame.review.page.words
    actions.trigger("compose")
    driver.until(lambda: driver.window.frame.review.form.editable)
    words.body.insertPlainText("words")
    actions.trigger("draft_format")
    kinds = [words.shown_in]
    actions.trigger("draft_plain")  # nothing would be lost, so nothing is asked
    kinds.append(words.shown_in)
    assert words.body.text() == "words"
    actions.trigger("draft_plain")
    assert [*kinds, words.shown_in] == [Shown.RICH, Shown.PLAIN, Shown.PLAIN]
    assert driver.window.toasts.toast.words == "It is plain text already."
