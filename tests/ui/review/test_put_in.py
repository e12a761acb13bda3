"""Words put in at a mark: one change, which one Undo takes back to the letter."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QTextEdit

from desktop_app.ui.review.typed.typed_offers import AnyEditor, put_in
from desktop_app.ui.widgets.invisible_marks import units

NO_TEXT = "\ufdd0\ufdd1"
"""What Qt keeps for frames of its own."""

TEXT = st.text(
    st.one_of(
        st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp"), exclude_characters=NO_TEXT),
        st.sampled_from("\n\n {}[];😀e\u0301"),
    ),
    max_size=40,
)  # fmt: skip


@pytest.fixture(scope="module", params=[QPlainTextEdit, QTextEdit])
def editor(qapp: QApplication, request: pytest.FixtureRequest) -> Iterator[AnyEditor]:
    del qapp
    made: AnyEditor = request.param()
    yield made
    made.deleteLater()


def raw(editor: AnyEditor) -> str:
    return editor.document().toRawText().replace("\u2029", "\n")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(TEXT, TEXT, TEXT, TEXT, TEXT)
@example("a", ";of", "b", "one\n\ntwo\n", " more")
def test_put_in_and_undone_is_as_it_was(
    editor: AnyEditor, before: str, mark: str, after: str, words: str, typed: str
) -> None:
    editor.setPlainText(before + mark + after)
    begun = raw(editor)
    assume(mark or words)  # else nothing was changed
    at = QTextCursor(editor.document())
    at.setPosition(units(before))
    at.setPosition(units(before + mark), QTextCursor.MoveMode.KeepAnchor)
    at.setKeepPositionOnInsert(True)
    put_in(at, words)
    assert raw(editor) == before + words + after
    editor.undo()
    assert raw(editor) == begun
    editor.redo()
    assert raw(editor) == before + words + after
    behind = QTextCursor(editor.document())
    behind.setPosition(units(before + words))
    behind.insertText(typed)
    assert raw(editor) == before + words + typed + after
