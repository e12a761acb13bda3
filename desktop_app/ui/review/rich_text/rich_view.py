"""Formatted text as it is shown: a document (mail/rich/) in a QTextEdit, with bars at quotes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from PySide6.QtCore import QPoint, QRect, QRectF, Qt, QUrl, Signal
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QTextBlock, QTextCursor, QTextDocument
from PySide6.QtWidgets import QSizePolicy, QTextEdit

from desktop_app.mail.claims.claim import Claim
from desktop_app.mail.rich.document import Document
from desktop_app.mail.rich.markup import markup
from desktop_app.mail.rich.reading import read_markup
from desktop_app.mail.rich.source import from_source, source
from desktop_app.ui.review.rich_text import edits
from desktop_app.ui.review.rich_text.qt_document import ReadLines, put
from desktop_app.ui.review.rich_text.qt_formats import HELD_SIGN, QUOTE_STEP, Formats, place_of
from desktop_app.ui.review.rich_text.text_surface import TextSurface
from desktop_app.ui.widgets.invisible_marks import paint, places_in_view
from desktop_app.ui.widgets.theme import Theme, set_role
from desktop_app.ui.widgets.tokens import Size, Type

EDGE = 2
BAR = 3
"""Pixels of the bar beside a quote."""

_PARAGRAPH = "\u2029"


class RichView(TextSurface, QTextEdit):
    """Editor with the signals `edited`, by the person, `caret_moved(QRect)` for the page, and
    `look_changed` when the words at the caret are others."""

    edited = Signal()
    caret_moved = Signal(QRect)
    look_changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.pictures: dict[str, QImage] = {}
        """The pictures of the draft that is shown, by content id."""
        self.own_sizes: dict[str, tuple[int, int]] = {}
        """Width and height of their files in pixels, which may be larger."""
        self.formats = Formats(theme)
        self._lines = ReadLines(self.document())
        set_role(self, "body")
        self.document().setDocumentMargin(EDGE)
        self.setAccessibleName("Draft body")
        self.setPlaceholderText("Write your mail")
        self.setTabChangesFocus(True)
        self.setAcceptRichText(True)
        self.setAutoFormatting(QTextEdit.AutoFormattingFlag.AutoNone)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(self.wordWrapMode().WrapAtWordBoundaryOrAnywhere)
        theme.keep(self, self._measure)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.textChanged.connect(self.edited)
        self.cursorPositionChanged.connect(lambda: self.caret_moved.emit(self.cursorRect()))
        self.cursorPositionChanged.connect(self.look_changed)
        self.selectionChanged.connect(self.look_changed)
        self.currentCharFormatChanged.connect(lambda _: self.look_changed.emit())
        self.show_document(Document())

    def _measure(self) -> None:
        self.setFont(self._theme.font(Type.BODY))
        self.setMaximumWidth(self._theme.px(Size.TEXT_WIDTH))
        self.document().setIndentWidth(self._theme.px(24))
        if not self.document().isEmpty():
            place = self.textCursor().position()
            self.show_document(self.content())
            self.move_to(place)

    def content(self) -> Document:
        return self._lines.read()

    def html(self) -> str:
        """What is shown, as it is stored and sent."""
        return markup(self.content())

    def text(self) -> str:
        """The characters that are shown, a line a block."""
        return self.document().toRawText().replace(_PARAGRAPH, "\n")

    def stored(self) -> str:
        """What is shown, as it is stored."""
        return self.html()

    def source(self) -> str:
        """What is shown, as text that can be compared and merged."""
        return source(self.content())

    def replace_stored(self, html: str) -> None:
        """Put a stored text in as the person's own change."""
        self.replace_document(read_markup(html))

    def replace_source(self, text: str) -> None:
        """Put such a text in as the person's own change."""
        self.replace_document(from_source(text))

    def show_html(self, html: str) -> None:
        """Show stored text; when it is there already nothing moves and undo stays."""
        if self.html() == html:
            return
        place = self.textCursor().position()
        self.show_document(read_markup(html))
        self.move_to(place)

    def show_document(self, document: Document) -> None:
        """Show another document, from which nothing can be undone."""
        blocked = self.blockSignals(True)
        self.clear()
        self.document().setUndoRedoEnabled(False)
        put(QTextCursor(self.document()), document, self.formats)
        self.document().setUndoRedoEnabled(True)
        self.move_to(0)
        self.blockSignals(blocked)

    def replace_document(self, document: Document) -> None:
        """Put another text in as the person's own change, which Ctrl+Z takes back."""
        if self.content() == document:
            return
        cursor = QTextCursor(self.document())
        with edits.one_step(cursor):
            cursor.select(QTextCursor.SelectionType.Document)
            cursor.removeSelectedText()
            put(cursor, document, self.formats)

    def show_doubts(self, doubts: Sequence[Claim]) -> None:
        """Underline what no source says: words in their order, as places in a text of another form
        are none here."""
        text, at = self.text(), 0
        found: list[tuple[int, str]] = []
        for claim in doubts:
            place = text.find(claim.words, at)
            if claim.words and place >= 0:
                found.append((place, claim.words))
                at = place + len(claim.words)
        self.underline(found)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The text, the bars beside quotes, and marks where it has invisible characters."""
        super().paintEvent(event)
        with QPainter(self.viewport()) as painter:
            for bar in self._quote_bars():
                painter.fillRect(bar, self._theme.colour("control_line"))
            paint(
                painter,
                places_in_view(self, self.first_in_view(), picture=HELD_SIGN),
                self._theme.colour("warning"),
            )

    def _quote_bars(self) -> list[QRectF]:
        layout, found = self.document().documentLayout(), []
        scrolled = self.verticalScrollBar().value()
        step, bar = self._theme.px(QUOTE_STEP), self._theme.px(BAR)
        block, bottom = self.first_in_view(), self.viewport().height()
        while block.isValid():
            place = layout.blockBoundingRect(block).translated(0, -scrolled)
            if place.top() > bottom:
                break
            found += [
                QRectF(EDGE + depth * step, place.top(), bar, place.height())
                for depth in range(place_of(block).quote)
            ]
            block = block.next()
        return found

    def loadResource(self, _kind: int, name: QUrl | str) -> QImage | None:
        """A picture of the draft's own; nothing else is ever loaded."""
        text = name if isinstance(name, str) else name.toString()
        return self.pictures.get(text.removeprefix("cid:")) if text.startswith("cid:") else None

    def show_pictures(
        self, pictures: Mapping[str, QImage], own: Mapping[str, tuple[int, int]]
    ) -> None:
        """Draw pictures that have been read meanwhile, with the sizes of their files; no word
        changes."""
        self.own_sizes.update(own)
        new = {cid: image for cid, image in pictures.items() if self.pictures.get(cid) != image}
        if not new:
            return
        self.pictures.update(new)
        document = self.document()
        for cid, image in new.items():
            kind = QTextDocument.ResourceType.ImageResource
            document.addResource(kind, QUrl(f"cid:{cid}"), image)
        document.markContentsDirty(0, document.characterCount())

    def forget_pictures(self, cids: Iterable[str]) -> None:
        """Draw these no more: the files are others now."""
        gone = [cid for cid in cids if self.pictures.pop(cid, None) is not None]
        for cid in gone:
            self.own_sizes.pop(cid, None)
            kind = QTextDocument.ResourceType.ImageResource
            self.document().addResource(kind, QUrl(f"cid:{cid}"), None)
        if gone:
            self.document().markContentsDirty(0, self.document().characterCount())

    def first_in_view(self) -> QTextBlock:
        return self.cursorForPosition(QPoint(0, 0)).block()

    def show_from(self, place: int) -> None:
        """Scroll so that the line of the character at `place` is the first one, but for one line
        that was there before."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(min(place, self.document().characterCount() - 1))
        line = self.cursorRect(cursor)
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + line.top() - line.height())
