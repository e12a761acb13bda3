"""Drop of files on a draft: said into which draft, then attached."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QDragEnterEvent, QDropEvent

from desktop_app.ui.bench.pane import Pane
from desktop_app.ui.review.review_form import ReviewForm
from desktop_app.ui.widgets.drop_hint import DropHint, counted_files
from desktop_app.ui.widgets.dropped_files import dropped_files
from desktop_app.ui.widgets.elision import shortened
from desktop_app.ui.widgets.safe_text import clean

LONGEST_SUBJECT = 60


class AttachDrop(QObject):
    """Takes what is dropped on `pane` while its form can be written in."""

    def __init__(
        self, pane: Pane, form: ReviewForm, attach: Callable[[list[Path]], object]
    ) -> None:
        super().__init__(pane)
        self._form, self._attach = form, attach
        self.hint = DropHint(pane.bench.theme, pane)
        pane.setAcceptDrops(True)
        pane.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDragEnterEvent):
            return self._enter(event)
        if event.type() == QEvent.Type.DragLeave:
            self.hint.hide()
        elif isinstance(event, QDropEvent) and event.type() == QEvent.Type.Drop:
            self.hint.hide()
            paths = dropped_files(event)
            if paths:
                event.acceptProposedAction()
                self._attach(paths)
            return True
        return super().eventFilter(watched, event)

    def _enter(self, event: QDragEnterEvent) -> bool:
        """What is not for the draft goes on to the window."""
        paths = dropped_files(event)
        if not paths or not self._form.editable:
            event.ignore()
            return True
        event.acceptProposedAction()
        subject = shortened(clean(self._form.page.envelope.subject.text()), LONGEST_SUBJECT)
        draft = f"“{subject}”" if subject.strip() else "this mail"
        self.hint.say(f"Drop to attach {counted_files(len(paths))} to {draft}")
        return True
