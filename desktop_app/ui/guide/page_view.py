"""The page of the guide that is read: local text and pictures, and nothing else is ever loaded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QByteArray, QEvent, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QImage, QResizeEvent, QTextCharFormat, QTextDocument
from PySide6.QtWidgets import QFrame, QTextBrowser, QTextEdit

from desktop_app.search.fold import words
from desktop_app.ui.reading.reader_style import mail_sheet
from desktop_app.ui.widgets.theme import Theme, set_role
from desktop_app.ui.widgets.tokens import Type

REFIT_MS = 150
"""After the window has another width, pictures are made to fit once it stays for so long."""
SHARE = 0.98
MARKED_MOST = 200
"""Words of a page that are marked."""


class PageView(QTextBrowser):
    """`link(address)` when a link is pressed, `pointed(address)` when one is under the pointer or
    has the keyboard, empty for none. It follows none itself."""

    link = Signal(str)
    pointed = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._html = ""
        self._pictures: Mapping[str, QImage] = {}
        self._fitted: dict[str, QImage] = {}
        self._marked: tuple[str, ...] = ()
        self._refit = QTimer(self, singleShot=True, interval=REFIT_MS)
        self._refit.timeout.connect(self._fit_again)
        self.setAccessibleName("Page of the user guide")
        set_role(self, "reader")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        # Its room does not change with its text: pictures are made to fit it.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setUndoRedoEnabled(False)
        self.anchorClicked.connect(lambda url: self.link.emit(url.toString()))
        self.highlighted.connect(lambda url: self.pointed.emit(url.toString()))
        theme.changed.connect(self._show_again)
        theme.reading_changed.connect(self._show_again)

    def show_html(self, html: str, pictures: Mapping[str, QImage], name: str) -> None:
        """Show a page from its beginning; `name` is what it is about."""
        self._html, self._pictures, self._marked = html, pictures, ()
        self.setAccessibleName(name)
        self._show_again()
        self.verticalScrollBar().setValue(0)

    def mark(self, terms: Iterable[str]) -> None:
        """Mark the words of the page that begin with one of these, as the index spells them."""
        self._marked = wanted = tuple(terms)
        found: list[QTextEdit.ExtraSelection] = []
        block = self.document().begin()
        while wanted and block.isValid() and len(found) < MARKED_MOST:
            at = 0
            for piece in block.text().split(" "):
                if any(word.startswith(wanted) for word in words(piece)):
                    found.append(self._selection(block.position() + at, len(piece)))
                at += len(piece) + 1
            block = block.next()
        self.setExtraSelections(found)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """A picture that was read for this page, a blank one for any other. Something is always
        returned: Qt would look for a file otherwise."""
        if kind != QTextDocument.ResourceType.ImageResource.value:
            return QByteArray(b" ")
        address = (name if isinstance(name, QUrl) else QUrl(name)).toString()
        if address not in self._fitted:
            self._fitted[address] = self._fit(self._pictures.get(address))
        return self._fitted[address]

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip:
            return True
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width() and self._fitted:
            self._refit.start()

    def _fit(self, picture: QImage | None) -> QImage:
        """A picture as wide as there is room, at most as wide as it is: Qt's own scaling within a
        text makes letters ragged."""
        if picture is None or picture.isNull():
            return _blank()
        dots = self.devicePixelRatioF()
        room = self.viewport().width() - 2 * self.document().documentMargin()
        wide = min(picture.width(), max(1, round(room * SHARE)))
        fitted = picture.scaledToWidth(
            round(wide * dots), Qt.TransformationMode.SmoothTransformation
        )
        fitted.setDevicePixelRatio(dots)
        return fitted

    def _fit_again(self) -> None:
        marked = self._marked
        self._show_again()
        self.mark(marked)

    def _show_again(self) -> None:
        self._fitted.clear()
        text_px = self._theme.type_px(Type.BODY) * self._theme.reading_scale
        font = self._theme.font(Type.BODY)
        font.setPixelSize(max(1, round(text_px)))
        place = self.verticalScrollBar().value()
        self.document().setDefaultFont(font)
        self.document().setDocumentMargin(self._theme.px(16))
        self.document().setDefaultStyleSheet(mail_sheet(self._theme.colours, text_px))
        self.setHtml(self._html)
        self.verticalScrollBar().setValue(place)

    def _selection(self, position: int, length: int) -> QTextEdit.ExtraSelection:
        cursor = self.textCursor()
        cursor.setPosition(position)
        cursor.setPosition(position + length, cursor.MoveMode.KeepAnchor)
        look = QTextCharFormat()
        look.setBackground(self._theme.colour("hit"))
        look.setForeground(self._theme.colour("text"))
        selection = QTextEdit.ExtraSelection()
        selection.cursor, selection.format = cursor, look
        return selection


def _blank() -> QImage:
    image = QImage(1, 1, QImage.Format.Format_ARGB32)
    image.fill(0)
    return image
