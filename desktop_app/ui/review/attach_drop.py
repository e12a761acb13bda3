"""Drop of files on a draft: said where they would go, then put there. Pictures that are dropped on
formatted text stand in it; all else is attached."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QDragMoveEvent, QDropEvent, QTextCursor

from desktop_app.ui.bench.pane import Pane
from desktop_app.ui.review.review_form import ReviewForm
from desktop_app.ui.review.rich_text.clipboard import pictures_and_others
from desktop_app.ui.widgets.drop_hint import DropHint, counted_files
from desktop_app.ui.widgets.dropped_files import dropped_files, take_copies
from desktop_app.ui.widgets.elision import shortened
from desktop_app.ui.widgets.safe_text import clean

LONGEST_SUBJECT = 60


class AttachDrop(QObject):
    """Takes what is dropped on `pane` while its form can be written in. `put_in` is given files of
    which some call themselves pictures, and a place of the formatted text."""

    def __init__(
        self,
        pane: Pane,
        form: ReviewForm,
        attach: Callable[[list[Path]], object],
        put_in: Callable[[list[Path], QTextCursor], object],
    ) -> None:
        super().__init__(pane)
        self._pane, self._form, self._attach, self._put_in = pane, form, attach, put_in
        self.hint = DropHint(pane.bench.theme, pane)
        pane.setAcceptDrops(True)
        pane.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDragMoveEvent):  # also when it enters
            return self._enter(event)
        if event.type() == QEvent.Type.DragLeave:
            self._forget()
        elif isinstance(event, QDropEvent) and event.type() == QEvent.Type.Drop:
            self._drop(event)
            return True
        return super().eventFilter(watched, event)

    def _drop(self, event: QDropEvent) -> None:
        paths = dropped_files(event)
        place = self._place(event, paths)
        self._forget()
        if not paths or not self._form.editable:
            event.ignore()
            return
        take_copies(event)
        if place is None:
            self._attach(paths)
        else:
            self._form.page.words.rich.setTextCursor(place)
            self._put_in(paths, place)

    def _forget(self) -> None:
        self.hint.hide()
        self._form.page.words.rich.forget_drop()

    def _place(self, event: QDropEvent, paths: list[Path]) -> QTextCursor | None:
        """Where pictures among these would stand in the text, which is marked there; None where all
        of them would be attached."""
        words = self._form.page.words
        port = words.rich.viewport()
        at = port.mapFrom(self._pane, event.position().toPoint())
        over = words.editor is words.rich and words.rich.isVisible() and port.rect().contains(at)
        if not over or not pictures_and_others(paths)[0]:
            words.rich.forget_drop()
            return None
        return words.rich.drop_place(at)

    def _enter(self, event: QDragMoveEvent) -> bool:
        """What is not for the draft goes on to the window."""
        paths = dropped_files(event)
        if not paths or not self._form.editable:
            event.ignore()
            return True
        take_copies(event)
        in_text = self._place(event, paths) is not None
        said = self._in_text(paths) if in_text else self._attached(paths)
        if self.hint.isHidden() or self.hint.text.text() != said:
            self.hint.say(said)
        return True

    def _in_text(self, paths: list[Path]) -> str:
        pictures, others = map(len, pictures_and_others(paths))
        which = "the picture" if pictures == 1 else f"{pictures} pictures"
        rest = f" and attach {counted_files(others)}" if others else ""
        return f"Drop to put {which} into the text{rest}"

    def _attached(self, paths: list[Path]) -> str:
        subject = shortened(clean(self._form.page.envelope.subject.text()), LONGEST_SUBJECT)
        draft = f"“{subject}”" if subject.strip() else "this mail"
        return f"Drop to attach {counted_files(len(paths))} to {draft}"
