"""Move of the draft that is open to another window: stored first, then shown there as it was here.

It is let go here before it is shown there: a draft is open in one place at most. Nothing is read
again in between, so that what is typed next has somewhere to go.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QTextEdit, QWidget

from desktop_app.model.errors import KnownError
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.review.draft.draft_view import DraftView
from desktop_app.ui.review.draft.saver import Saver
from desktop_app.ui.review.open_draft import OpenDraft
from desktop_app.ui.review.review_form import ReviewForm
from desktop_app.ui.review.words_seen import Seen
from desktop_app.ui.widgets.focus import press

Read = Callable[[str, Callable[[DraftView], None], Callable[[KnownError], None]], None]
Work = Callable[[], object]


@dataclass(frozen=True, slots=True)
class MovedDraft:
    """A draft on its way. `field` is the accessible name of what has the keyboard; `caret` where
    its selection begins and ends, in characters of Qt; `seen` what was on the screen; `ignored` the
    words that spelling leaves alone in it."""

    view: DraftView
    field: str
    caret: tuple[int, int]
    seen: Seen
    ignored: frozenset[str]

    @property
    def draft_id(self) -> str:
        return self.view.review.draft.id


class Moving(QObject):
    """Moves what `opened` has. `read` reads that draft again, `let_go` closes it here; `ignored`
    gives the words that spelling leaves alone in it."""

    def __init__(
        self,
        bench: Workbench,
        form: ReviewForm,
        opened: OpenDraft,
        *,
        read: Read,
        let_go: Work,
        ignored: Callable[[], frozenset[str]],
    ) -> None:
        super().__init__(form)
        self._bench, self._form, self._opened, self._ignored = bench, form, opened, ignored
        self._read, self._let_go = read, let_go

    def move(self) -> None:
        """Once what is typed is stored. A mail that is being sent stays where it was pressed."""
        QGuiApplication.inputMethod().commit()  # what is being composed is typed
        saver, mail = self._opened.saver, self._opened.mail
        if mail is not None:
            mail.flush(self.move, lambda _: None)
        elif saver is not None and not self._form.sending:
            self._bench.navigation.prepare_window()
            if self._form.editable:  # where that fails the form says why
                saver.flush(lambda: self._read_back(saver), lambda _: None)
            else:
                self._read_back(saver)

    def _read_back(self, saver: Saver) -> None:
        if saver is self._opened.saver:
            failed = self._bench.calls.jobs.failed.emit
            self._read("move", lambda view: self._go(saver, view), failed)

    def _go(self, saver: Saver, view: DraftView) -> None:
        draft = view.review.draft
        if saver is not self._opened.saver or draft.id != saver.draft_id or self._form.sending:
            return
        typed = not saver.idle or saver.unsaved or draft.revision < saver.revision
        if self._form.editable and typed:
            self.move()  # meanwhile
            return
        form = self._form
        moved = MovedDraft(view, *_place_in(form), form.words_seen.seen, self._ignored())
        self._let_go()
        self._bench.navigation.move_draft(moved)


def go_on(form: ReviewForm, moved: MovedDraft, otherwise: QWidget) -> None:
    """The keyboard is where it was, with the caret; else in `otherwise`."""
    named = (w for w in form.findChildren(QWidget) if w.accessibleName() == moved.field)
    here = next((widget for widget in named if widget.isVisible() and moved.field), otherwise)
    press(here)
    start, end = moved.caret
    if isinstance(here, QLineEdit):
        last = len(here.text())
        start, end = min(start, last), min(end, last)  # what was half typed may be a chip now
        here.deselect()
        here.setCursorPosition(end)
        if start < end:
            here.setSelection(start, end - start)
    elif isinstance(here, QPlainTextEdit | QTextEdit):
        last = here.document().characterCount() - 1
        cursor = here.textCursor()
        cursor.setPosition(min(start, last))
        cursor.setPosition(min(end, last), QTextCursor.MoveMode.KeepAnchor)
        here.setTextCursor(cursor)
        here.ensureCursorVisible()


def _place_in(form: ReviewForm) -> tuple[str, tuple[int, int]]:
    """What has the keyboard, and its caret."""
    focused = form.window().focusWidget()
    if focused is None or not form.isAncestorOf(focused):
        return "", (0, 0)
    if isinstance(focused, QLineEdit):
        start = focused.selectionStart()
        length = len(focused.selectedText())
        place = focused.cursorPosition()
        return focused.accessibleName(), (start, start + length) if length else (place, place)
    if isinstance(focused, QPlainTextEdit | QTextEdit):
        cursor = focused.textCursor()
        return focused.accessibleName(), (cursor.anchor(), cursor.position())
    return focused.accessibleName(), (0, 0)
