"""How blocks and words of a document are kept and drawn in a QTextDocument.

What a block or a word is stands in properties of its own; what it looks like is made from those
and never read back. So a theme, a paste or an input method changes no content.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QFont,
    QFontDatabase,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
    QTextImageFormat,
    QTextLength,
    QTextListFormat,
    QTextTableFormat,
)

from desktop_app.mail.rich.document import Block, Cell, Kind, ListKind, Mark, Picture
from desktop_app.ui.widgets.safe_text import as_tooltip
from desktop_app.ui.widgets.theme import Theme
from desktop_app.ui.widgets.tokens import Type

_FIRST = int(QTextFormat.Property.UserProperty)
_KIND, _QUOTE, _LISTS, _GOES_ON, _START = range(_FIRST + 1, _FIRST + 6)
_MARKS, _ALT, _WIDTH, _HEAD, _HELD = range(_FIRST + 11, _FIRST + 16)
_BITS = {mark: 1 << place for place, mark in enumerate(Mark)}
HEADING_SCALE = 1.5
"""Times the size of the text, as mail programs and browsers draw `h2`."""

QUOTE_STEP, LIST_STEP, CODE_PAD = 16, 24, 8
"""Pixels at 100 %."""

HELD_SIGN = "\ufffc"
"""What stands for a picture in Qt's text."""


@dataclass(frozen=True, slots=True)
class Place:
    """What a block is, without its words. Of the kind `TABLE` are the head cells of one, which mail
    programs draw bold and in the middle."""

    kind: Kind = Kind.TEXT
    quote: int = 0
    lists: tuple[ListKind, ...] = ()
    goes_on: bool = False
    start: int = 1


def place_of(block: QTextBlock) -> Place:
    """What a block of Qt's is."""
    form = block.blockFormat()
    kind = form.property(_KIND)
    lists = tuple(ListKind(name) for name in str(form.property(_LISTS) or "").split())
    return Place(
        Kind(kind) if kind else Kind.TEXT,
        int(form.property(_QUOTE) or 0),
        lists,
        bool(form.property(_GOES_ON)),
        int(form.property(_START) or 1),
    )


def place_for(block: Block) -> Place:
    return Place(block.kind, block.quote, block.lists, block.goes_on, block.start)


def marks_of(form: QTextCharFormat) -> frozenset[Mark]:
    """The marks of words."""
    bits = int(form.property(_MARKS) or 0)
    return frozenset(mark for mark, bit in _BITS.items() if bits & bit)


def picture_of(form: QTextImageFormat) -> Picture:
    name = form.name().removeprefix("cid:")
    return Picture(
        name, str(form.property(_ALT) or ""), int(form.property(_WIDTH) or 0), link_of(form)
    )


def link_of(form: QTextCharFormat) -> str:
    return form.anchorHref() if form.isAnchor() else ""


def table_of(form: QTextFormat, rows: tuple[tuple[Cell, ...], ...]) -> Block:
    """The table with that format."""
    quote, head = int(form.property(_QUOTE) or 0), bool(form.property(_HEAD))
    return Block(kind=Kind.TABLE, quote=quote, rows=rows, has_head=head)


def is_left_out(form: QTextCharFormat) -> bool:
    """Whether words are no words of a language: code, and the words of a link to themselves."""
    return Mark.CODE in marks_of(form) or bool(link_of(form))


def hold(cursor: QTextCursor) -> None:
    """Say of the empty block of the cursor that it is there for a table alone, before or behind
    which Qt needs one. Once something is written in it, it is a block like any other."""
    form = QTextBlockFormat()
    form.setProperty(_HELD, True)
    cursor.setBlockFormat(form)


def is_held(block: QTextBlock) -> bool:
    return bool(block.blockFormat().property(_HELD))


class Formats:
    """The formats of a theme."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme

    def block(self, place: Place) -> QTextBlockFormat:
        px, form = self._theme.px, QTextBlockFormat()
        form.setProperty(_KIND, str(place.kind))
        form.setProperty(_QUOTE, place.quote)
        form.setProperty(_LISTS, " ".join(place.lists))
        form.setProperty(_GOES_ON, place.goes_on)
        form.setProperty(_START, place.start)
        left = place.quote * px(QUOTE_STEP)
        if place.lists and place.goes_on:
            left += len(place.lists) * px(LIST_STEP)
        if place.kind is Kind.CODE:
            left += px(CODE_PAD)
            form.setNonBreakableLines(False)
            form.setBackground(self._theme.colour("hover"))
        elif place.kind is Kind.HEADING:
            form.setHeadingLevel(2)
            form.setTopMargin(px(8))
        elif place.kind is Kind.TABLE:
            form.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        elif place.kind is Kind.RULE:
            form.setProperty(QTextFormat.Property.BlockTrailingHorizontalRulerWidth, 100)
        form.setLeftMargin(left)
        return form

    def dress_table(self, form: QTextTableFormat, table: Block) -> None:
        form.setProperty(_QUOTE, table.quote)
        form.setProperty(_HEAD, table.has_head)
        form.setLeftMargin(table.quote * self._theme.px(QUOTE_STEP))
        form.setCellPadding(self._theme.px(4))
        form.setCellSpacing(0)
        form.setBorderCollapse(True)
        form.setBorder(1)
        form.setBorderBrush(self._theme.colour("control_line"))

    def list(self, place: Place) -> QTextListFormat:
        form, style = QTextListFormat(), QTextListFormat.Style
        depth = len(place.lists)
        if place.lists[-1] is ListKind.NUMBERS:
            form.setStyle(style.ListDecimal)
            form.setStart(place.start)
        else:
            styles = (style.ListDisc, style.ListCircle, style.ListSquare)
            form.setStyle(styles[(depth - 1) % len(styles)])
        form.setIndent(depth)
        return form

    def words(self, marks: Iterable[Mark], link: str, kind: Kind = Kind.TEXT) -> QTextCharFormat:
        form = QTextCharFormat()
        self.dress(form, frozenset(marks), link, kind)
        return form

    def dress(self, form: QTextCharFormat, marks: frozenset[Mark], link: str, kind: Kind) -> None:
        """Give words their marks, and the looks of them."""
        form.setProperty(_MARKS, sum(_BITS[mark] for mark in marks))
        bold = Mark.BOLD in marks or kind in (Kind.HEADING, Kind.TABLE)
        form.setFontWeight(QFont.Weight.Bold if bold else QFont.Weight.Normal)
        form.setFontItalic(Mark.ITALIC in marks)
        form.setFontStrikeOut(Mark.STRIKE in marks)
        form.setFontUnderline(Mark.UNDERLINE in marks or bool(link))
        code = Mark.CODE in marks or kind is Kind.CODE
        if code:
            family = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
            form.setFontFamilies([family])
        if Mark.CODE in marks:
            form.setBackground(self._theme.colour("hover"))
        body = self._theme.font(Type.BODY)
        scale = HEADING_SCALE if kind is Kind.HEADING else 1.0
        if body.pixelSize() > 0:
            form.setProperty(QTextFormat.Property.FontPixelSize, round(body.pixelSize() * scale))
        else:
            form.setFontPointSize(body.pointSizeF() * scale)
        form.setAnchor(bool(link))
        form.setAnchorHref(link)
        form.setForeground(self._theme.colour("accent" if link else "text"))

    def picture(self, picture: Picture) -> QTextImageFormat:
        form = QTextImageFormat()
        self.dress(form, frozenset(), picture.link, Kind.TEXT)
        form.setName(f"cid:{picture.cid}")
        form.setProperty(_ALT, picture.alt)
        form.setProperty(_WIDTH, picture.width)
        # No wider than the text, whose own width is bounded: what is cut off would leave unseen.
        form.setMaximumWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        if picture.width:
            form.setWidth(picture.width)
        form.setToolTip(as_tooltip(picture.alt))
        return form
