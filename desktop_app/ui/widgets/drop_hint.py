"""Hint over a widget while files are dragged over it: where a drop would put them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QWidget

from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.parts import column, plain
from desktop_app.ui.widgets.theme import Theme, set_role


class DropHint(QFrame):
    """Words in the middle of `over`; the pointer goes through them."""

    def __init__(self, theme: Theme, over: QWidget) -> None:
        super().__init__(over)
        set_role(self, "toast")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._over = over
        self.text = plain(wrap=True)
        self.text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column(self.text, owner=self, margins=theme.px(16))
        self.hide()

    def say(self, words: str) -> None:
        """Show them, and say them to a screen reader."""
        self.text.setText(words)
        room = self._over.rect()
        width = min(room.width() - 32, self.text.fontMetrics().horizontalAdvance(words) + 48)
        self.resize(width, self.heightForWidth(width))
        self.move(room.center() - self.rect().center())
        self.show()
        self.raise_()
        announce(self, words)


def counted_files(count: int) -> str:
    """`1 file`, `3 files`; a folder is one of them."""
    return "1 file" if count == 1 else f"{count} files"
