"""Formatted text that is only shown, as high as it is."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent

from desktop_app.mail.rich.document import Document
from desktop_app.ui.review.rich_text.rich_view import RichView
from desktop_app.ui.widgets.theme import Theme, set_role


class ShownText(RichView):
    """A document nobody writes in; `name` is its accessible name."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__(theme)
        set_role(self, "shown")
        self.document().setDocumentMargin(0)
        self.setReadOnly(True)
        self.setAccessibleName(name)
        self.setPlaceholderText("")
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def show_it(self, document: Document) -> None:
        """Show it; nothing moves where it is there already."""
        if self.content() != document:
            self.show_document(document)
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Pixels of all of it at the width that it has."""
        high = ceil(self.document().documentLayout().documentSize().height())
        return QSize(self._theme.px(240), high + 2 * self.frameWidth())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()
