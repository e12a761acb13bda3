"""Document to QTextDocument and back. What is read is in its normal form."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from PySide6.QtCore import QUrl
from PySide6.QtGui import (
    QTextBlock,
    QTextCursor,
    QTextDocument,
    QTextFrame,
    QTextList,
    QTextTable,
    QTextTableFormat,
)

from desktop_app.mail.rich.document import (
    Block,
    Cell,
    Document,
    Inline,
    Kind,
    ListKind,
    Picture,
    Words,
    normal,
)
from desktop_app.ui.review.rich_text.qt_formats import (
    HELD_SIGN,
    Formats,
    Place,
    hold,
    is_held,
    link_of,
    marks_of,
    picture_of,
    place_for,
    place_of,
    table_of,
)
from desktop_app.ui.widgets.undo_steps import UndoSteps

LINE = "\u2028"
"""Qt's line end within a block."""


def put(cursor: QTextCursor, document: Document, formats: Formats) -> None:
    """Write a document at the cursor, its first block into the cursor's where that is empty and in
    no table. The cursor is behind it then. One step of undo."""
    cursor.beginEditBlock()
    cursor.setPosition(_Writer(cursor, formats).write(document))
    cursor.endEditBlock()


def read(document: QTextDocument) -> Document:
    """What a document of Qt's says."""
    return normal(_joined(_blocks(document.rootFrame())))


class ReadLines:
    """What a document says, read anew only where it was changed. Keep it with the document."""

    def __init__(self, document: QTextDocument) -> None:
        self._document = document
        self._lines: list[tuple[Block, ...] | None] = []
        self._read: Document | None = None
        self._steps = UndoSteps(document)
        document.documentLayout()  # one without a layout tells of no change
        document.contentsChange.connect(self._on_change)

    def read(self) -> Document:
        if self._read is None:
            self._read = self._whole()
        return self._read

    def _whole(self) -> Document:
        if len(self._lines) != self._document.blockCount():
            self._lines = [None] * self._document.blockCount()
        root = self._document.rootFrame()
        if root.childFrames():  # tables are read anew, each time; what stands beside them is not
            return normal(_joined(_blocks(root, self._line)))
        block = self._document.begin()
        for number, line in enumerate(self._lines):
            if line is None:
                self._lines[number] = _said(block)
            block = block.next()
        return normal(_joined(block for line in self._lines for block in line or ()))

    def _line(self, block: QTextBlock) -> tuple[Block, ...]:
        number = block.blockNumber()
        line = self._lines[number]
        if line is None:
            line = self._lines[number] = _said(block)
        return line

    def _on_change(self, place: int, _removed: int, added: int) -> None:
        """Forget the lines that were changed; there may be more or fewer now."""
        self._read = None
        if self._steps.were_gone():
            self._lines = []
            return
        document = self._document
        first = document.findBlock(place).blockNumber()
        end = document.findBlock(min(place + added, document.characterCount() - 1)).blockNumber()
        more = document.blockCount() - len(self._lines)
        if first < 0 or end < first or not self._lines or end + 1 - more < first:
            self._lines = []
            return
        self._lines[first : end + 1 - more] = [None] * (end + 1 - first)


def read_selection(cursor: QTextCursor) -> Document:
    """What is selected."""
    part = _Apart()
    QTextCursor(part).insertFragment(cursor.selection())
    return read(part)


class _Apart(QTextDocument):
    """A document that loads nothing."""

    def loadResource(self, _kind: int, _name: QUrl | str) -> None:
        return None


class _Writer:
    def __init__(self, cursor: QTextCursor, formats: Formats) -> None:
        self._cursor = cursor
        self._formats = formats
        self._lists = OpenLists(formats)

    def write(self, document: Document) -> int:
        """Write it; the place behind it."""
        first = self._cursor.atBlockStart() and self._cursor.atBlockEnd()
        behind = False
        for block in document.blocks:
            if block.kind is Kind.TABLE:
                self._table(block, first=first)
                first = behind = True  # behind a table Qt has an empty block already
                continue
            for line in _lines(block):
                unseen = behind and not line.inlines  # Qt draws no empty block beside a table
                self._block(place_for(line), first=first and not unseen)
                first = behind = False
                self._line(line.inlines, line.kind)
        if not document.blocks:
            self._block(Place(), first=first)
        return self._cursor.position()

    def _block(self, place: Place, *, first: bool) -> None:
        form, words = self._formats.block(place), self._formats.words((), "", place.kind)
        if first:
            current = self._cursor.currentList()
            if current is not None:
                current.remove(self._cursor.block())
            self._cursor.setBlockFormat(form)
            self._cursor.setBlockCharFormat(words)
            self._cursor.setCharFormat(words)
        else:
            self._cursor.insertBlock(form, words)
        self._lists.take_in(self._cursor, place)

    def _line(self, inlines: tuple[Inline, ...], kind: Kind) -> None:
        for one in inlines:
            if isinstance(one, Picture):
                self._cursor.insertImage(self._formats.picture(one))
            else:
                form = self._formats.words(one.marks, one.link, kind)
                self._cursor.insertText(one.text.replace("\n", LINE), form)
        self._cursor.setCharFormat(self._formats.words((), "", kind))

    def _table(self, block: Block, *, first: bool) -> None:
        form = QTextTableFormat()
        self._formats.dress_table(form, block)
        if not first and not self._cursor.block().text():
            self._cursor.insertBlock()
            first = True
        if first:
            hold(self._cursor)
        table = self._cursor.insertTable(len(block.rows), len(block.rows[0]), form)
        for y, row in enumerate(block.rows):
            kind = Kind.TABLE if block.has_head and not y else Kind.TEXT
            for x, cell in enumerate(row):
                self._cursor = table.cellAt(y, x).firstCursorPosition()
                self._cursor.setBlockFormat(self._formats.block(Place(kind)))
                self._line(cell, kind)
        self._cursor = table.lastCursorPosition()
        self._cursor.movePosition(QTextCursor.MoveOperation.NextCharacter)
        hold(self._cursor)


class OpenLists:
    """The lists that are open where blocks are written or laid out anew."""

    def __init__(self, formats: Formats) -> None:
        self._formats = formats
        self._open: list[tuple[ListKind, QTextList]] = []
        self._quote = 0

    def take_in(self, cursor: QTextCursor, place: Place) -> None:
        """The block of the cursor joins the list it stands in, a new one if there is none."""
        if place.quote != self._quote:
            self._open.clear()
        self._quote = place.quote
        depth = len(place.lists)
        kinds = [kind for kind, _ in self._open[:depth]]
        same = 0
        while same < len(kinds) and kinds[same] is place.lists[same]:
            same += 1
        del self._open[same:]
        if not depth or place.goes_on:
            return
        if same == depth:
            self._open[depth - 1][1].add(cursor.block())
            return
        made = cursor.createList(self._formats.list(place))
        while len(self._open) < depth:
            self._open.append((place.lists[len(self._open)], made))


def _lines(block: Block) -> Iterator[Block]:
    """Blocks of Qt's: code is one a line."""
    if block.kind is not Kind.CODE:
        yield block
        return
    for number, line in enumerate(block.text.split("\n")):
        goes_on = bool(block.lists) and (block.goes_on or number > 0)
        inlines = (Words(line),) if line else ()
        yield Block(inlines, Kind.CODE, block.quote, block.lists, goes_on, block.start)


def _joined(blocks: Iterable[Block]) -> Iterator[Block]:
    """The lines of code that stand together as one block."""
    code: list[Block] = []
    for block in blocks:
        of_code = block.kind is Kind.CODE
        begins = bool(block.lists) and not block.goes_on
        alike = bool(code) and (code[0].quote, code[0].lists) == (block.quote, block.lists)
        if code and not (of_code and alike and not begins):
            yield _one(code)
            code = []
        if of_code:
            code.append(block)
        else:
            yield block
    if code:
        yield _one(code)


def _one(lines: list[Block]) -> Block:
    text = "\n".join(line.text for line in lines)
    return replace(lines[0], inlines=(Words(text),))


def _blocks(
    frame: QTextFrame, said: Callable[[QTextBlock], tuple[Block, ...]] | None = None
) -> Iterator[Block]:
    """What is drawn: of an empty block beside a table Qt draws nothing. `said` reads a block."""
    said = said or _said
    parts = list(_parts(frame))
    for number, part in enumerate(parts):
        if isinstance(part, QTextTable):
            yield _table(part)
        elif isinstance(part, QTextFrame):
            yield from _blocks(part, said)
        elif (
            part.text()
            or not any(
                isinstance(each, QTextTable) for each in parts[max(number - 1, 0) : number + 2]
            )
            or place_of(part).kind is Kind.RULE
        ):
            yield from said(part)


def _parts(frame: QTextFrame) -> Iterator[QTextBlock | QTextFrame]:
    found = frame.begin()
    while not found.atEnd():
        block = found.currentBlock()
        yield block if block.isValid() else found.currentFrame()
        found += 1


def _said(block: QTextBlock) -> tuple[Block, ...]:
    """The block, unless it is there for a table alone."""
    return (_block(block),) if block.text() or not is_held(block) else ()


def _block(block: QTextBlock) -> Block:
    place = place_of(block)
    if place.kind is Kind.RULE and not block.text():
        return Block(kind=Kind.RULE, quote=place.quote)
    kind = Kind.TEXT if place.kind is Kind.RULE else place.kind
    return Block(tuple(_inlines(block)), kind, place.quote, place.lists, place.goes_on, place.start)


def _inlines(block: QTextBlock) -> Iterator[Inline]:
    found = block.begin()
    while not found.atEnd():
        fragment = found.fragment()
        form = fragment.charFormat()
        if form.isImageFormat():
            for _ in fragment.text():
                yield picture_of(form.toImageFormat())
        else:
            text = fragment.text().replace(LINE, "\n").replace(HELD_SIGN, "")
            yield Words(text, marks_of(form), link_of(form))
        found += 1


def _table(table: QTextTable) -> Block:
    rows = tuple(
        tuple(_cell(table, y, x) for x in range(table.columns())) for y in range(table.rows())
    )
    return table_of(table.format(), rows)


def _cell(table: QTextTable, y: int, x: int) -> Cell:
    cell = table.cellAt(y, x)
    parts: list[Inline] = []
    block, last = cell.firstCursorPosition().block(), cell.lastCursorPosition().block()
    while block.isValid():
        parts += _inlines(block)
        if block == last:
            break
        parts.append(Words("\n"))
        block = block.next()
    return tuple(parts)
