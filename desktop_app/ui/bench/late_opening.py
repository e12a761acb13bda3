"""Late openings: what a press has asked for and an answer brings.

It comes in front of a person who has stayed where they pressed. Whoever has gone on is told of it
instead: an answer moves neither the focus nor what is shown.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from desktop_app.ui.bench.navigation import Undo
from desktop_app.ui.bench.pane import Pane
from desktop_app.ui.bench.selection import Selection
from desktop_app.ui.bench.workbench import Workbench

MADE = "The draft that you asked for is written."


def draft_opening(bench: Workbench) -> Callable[[str], None]:
    """Made while the press is handled; called with the id of the draft that has been made."""
    come = late_opening(bench)

    def opened(draft_id: str) -> None:
        come(lambda: bench.navigation.open_draft(draft_id), MADE)

    return opened


def late_opening(bench: Workbench) -> Callable[[Callable[[], object], str], None]:
    """Made while the press is handled; called with what opens something, and with the words for a
    person who has gone on."""
    shown, pane = _shown(bench.selection), _pane_in_focus()

    def come(opens: Callable[[], object], words: str) -> None:
        now = QApplication.focusWidget()
        gone = pane is None or not isValid(pane) or not pane.isVisible()  # a dialog that closed
        stayed = now is None or gone or _pane_in_focus() is pane
        if stayed and _shown(bench.selection) == shown:
            opens()
        else:
            bench.navigation.toast(words, Undo(opens, "Open"))

    return come


def _shown(selection: Selection) -> tuple[object, ...]:
    return (selection.place, selection.conversation, selection.draft, selection.writing)


def _pane_in_focus() -> QWidget | None:
    """The pane that has the keyboard; what stands in none is a place of its own."""
    at = focused = QApplication.focusWidget()
    while at is not None and not isinstance(at, Pane):
        at = at.parentWidget()
    return at if at is not None else focused
