"""Faults with formatted text that the window once had, or might have, planted: see `faults`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from desktop_app.ui.review.rich_text.qt_document import ReadLines
from desktop_app.ui.review.rich_text.rich_editor import RichEditor
from desktop_app.ui.widgets.undo_steps import UndoSteps


@contextmanager
def undone_lines_are_not_read_anew() -> Iterator[None]:
    """What was read of a line stays what it says, whatever an undo has brought back."""
    real = ReadLines._on_change

    def on_change(self: ReadLines, place: int, removed: int, added: int) -> None:
        if not self._document.isRedoAvailable():
            real(self, place, removed, added)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ReadLines, "_on_change", on_change)
        patch.setattr(UndoSteps, "were_gone", lambda _: False)
        yield


@contextmanager
def bold_words_are_stored_plain() -> Iterator[None]:
    """A mark is lost on the way from the editor to the store."""
    real = RichEditor.stored

    def stored(self: RichEditor) -> str:
        return real(self).replace("<b>", "").replace("</b>", "")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RichEditor, "stored", stored)
        yield
