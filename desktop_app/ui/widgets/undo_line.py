"""Line that says what a press has changed, with Undo. Its place is kept while it is empty."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget

from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.parts import plain, row
from desktop_app.ui.widgets.theme import Theme, set_role

LINES = 2


class UndoLine(QWidget):
    """Line that a newer sentence replaces."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._work: Callable[[], object] | None = None
        self.text = plain(role="second", wrap=True)
        self.text.setMinimumHeight(LINES * self.text.fontMetrics().lineSpacing())
        self.undo = QPushButton("Undo")
        self.undo.setAutoDefault(False)
        set_role(self.undo, "link")
        self.undo.clicked.connect(lambda *_: self._press())
        policy = self.undo.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.undo.setSizePolicy(policy)
        self.undo.hide()
        layout = row(self.text, self.undo, owner=self, gap=theme.px(8), fill=self.text)
        layout.setAlignment(self.undo, Qt.AlignmentFlag.AlignVCenter)

    def say(self, text: str, undo: Callable[[], object] | None = None) -> None:
        """Say what was changed; `undo` takes it back. The empty text takes the line away."""
        self._work = undo
        self.text.setText(text)
        self.undo.setVisible(undo is not None)
        self.undo.setAccessibleDescription(text)
        if text:
            announce(self, text)

    def _press(self) -> None:
        work, self._work = self._work, None
        if work is not None:
            self.undo.hide()
            work()
