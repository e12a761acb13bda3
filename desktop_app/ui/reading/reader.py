"""The Reader: sanitised HTML in a text browser that can load nothing but its own pictures.

Whatever a message asks for, Qt is given an image made from that message or a blank one.
"""

# WORKAROUND QTextDocument looks for local files under many names when `loadResource` returns
# nothing, so it always returns something; https://doc.qt.io/qt-6/qtextdocument.html#loadResource;
# PySide6 6.11; remove when an empty answer is taken as one.

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QByteArray, QEvent, QPoint, QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QAction,
    QGuiApplication,
    QImage,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextDocument,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QMenu, QTextBrowser, QWidget

from desktop_app.ui.reading.reader_marks import Marks, arrange, paint_marks
from desktop_app.ui.reading.reader_style import mail_sheet
from desktop_app.ui.widgets.theme import Theme, set_role
from desktop_app.ui.widgets.tokens import Type

_SCROLL_KEYS = frozenset(
    {
        Qt.Key.Key_Up,
        Qt.Key.Key_Down,
        Qt.Key.Key_PageUp,
        Qt.Key.Key_PageDown,
        Qt.Key.Key_Space,
        Qt.Key.Key_Home,
        Qt.Key.Key_End,
    }
)


class Reader(QTextBrowser):
    """Browser as high as its text. `link(url)` when a link is activated; it opens nothing
    itself."""

    link = Signal(str)
    pointed = Signal(str)

    def __init__(
        self,
        theme: Theme,
        name: str,
        pictures: Mapping[str, QImage],
        parent: QWidget | None = None,
        *,
        size: Type = Type.BODY,
    ) -> None:
        super().__init__(parent)
        self._theme, self._size = theme, size
        self._pictures = pictures
        self._source = ""
        self._is_html = False
        self._marks = Marks()
        self.setAccessibleName(name)
        set_role(self, "reader" if size is Type.BODY else "spoken")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        flags = Qt.TextInteractionFlag
        self.setTextInteractionFlags(flags.TextBrowserInteraction | flags.TextSelectableByKeyboard)
        self.setTabChangesFocus(False)
        self.document().setDocumentMargin(theme.px(4) if size is Type.BODY else 0)
        self.anchorClicked.connect(lambda url: self.link.emit(url.toString()))
        self.highlighted.connect(lambda url: self.pointed.emit(url.toString()))
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        theme.changed.connect(self._show_again)
        theme.reading_changed.connect(self._show_again)

    def show_html(self, html: str) -> None:
        self._source, self._is_html = html, True
        self._show_again()

    def show_text(self, text: str) -> None:
        self._source, self._is_html = text, False
        self._show_again()

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Only `cid:` pictures of this message; a blank image for any other, and non-empty
        bytes for what is no image."""
        if kind != QTextDocument.ResourceType.ImageResource.value:
            return QByteArray(b" ")
        url = name if isinstance(name, QUrl) else QUrl(name)
        if url.scheme().lower() == "cid":
            picture = self._pictures.get(url.path())
            if picture is not None and not picture.isNull():
                return picture
        return _blank()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scrolling keys belong to the conversation around it."""
        if event.key() in _SCROLL_KEYS and not event.modifiers():
            event.ignore()
            return
        super().keyPressEvent(event)

    def holds(self, at: QPoint) -> bool:
        """Whether a point of the screen is on it."""
        return self.isVisible() and self.rect().contains(self.mapFromGlobal(at))

    def offer(self, menu: QMenu, at: QPoint) -> None:
        """Put what can be copied at a point of the screen before the first of a menu."""
        first = menu.actions()[0] if menu.actions() else None
        link = self.anchorAt(self.viewport().mapFromGlobal(at))
        offers: list[tuple[str, Callable[[], object]]] = []
        if self.textCursor().hasSelection():
            offers.append(("Copy", self.copy))
        if link:
            offers.append(("Copy link address", lambda: QGuiApplication.clipboard().setText(link)))
        for text, work in offers:
            action = QAction(text, menu)
            action.triggered.connect(lambda *_, work=work: work())
            if first is not None:
                menu.insertAction(first, action)
        if offers and first is not None:
            menu.insertSeparator(first)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(480), self._height())

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(160), self._height())

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip:
            return True  # a mail's own tooltips say nothing here
        return super().event(event)

    def _show_again(self) -> None:
        if not self._source:
            return
        font = self._theme.font(self._size)
        font.setPixelSize(max(1, round(self._text_px())))
        self.document().setDefaultFont(font)
        text_px = self._text_px()
        self.document().setDefaultStyleSheet(mail_sheet(self._theme.colours, text_px))
        if self._is_html:
            self.setHtml(self._source)
        else:
            self.setPlainText(self._source)
        self._marks = arrange(self.document(), text_px)
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The text over its marks."""
        if self._marks:
            painter = QPainter(self.viewport())
            painter.translate(-self.horizontalScrollBar().value(), 0)
            colours = self._theme.colours
            paint_marks(painter, self.document(), self._marks, colours, self._text_px())
            painter.end()
        super().paintEvent(event)

    def _text_px(self) -> float:
        """Pixels of the text: mail is larger or smaller as the person likes it."""
        scale = self._theme.reading_scale if self._size is Type.BODY else 1.0
        return self._theme.type_px(self._size) * scale

    def _height(self) -> int:
        margins = self.contentsMargins()
        bar = self.horizontalScrollBar()
        extra = bar.height() if bar.maximum() > 0 else 0
        height = self.document().size().height() + margins.top() + margins.bottom()
        return int(height + extra + self._theme.px(4))

    def _fit(self) -> None:
        height = self._height()
        if height != self.height() or self.minimumHeight() != height:
            self.setFixedHeight(height)


def _blank() -> QImage:
    image = QImage(1, 1, QImage.Format.Format_ARGB32)
    image.fill(0)
    return image
