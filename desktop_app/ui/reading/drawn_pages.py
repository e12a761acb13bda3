"""Pages of a PDF, or a picture as one page, drawn in a process of their own.

Qt draws both under Python's lock: a page that takes ten seconds would stop the window for ten
seconds, and a file made to crash the library would end the program. The process has no mail but
the file, is bounded in memory and time, and is ended when a page takes too long.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from desktop_app.bounded_process import Answering, BoundedProcess, Limits, Passed, Why
from desktop_app.mail.files.picture_kinds import picture_kind
from desktop_app.model.errors import BadInput, Unavailable
from desktop_app.optional_parts import Part, why_not
from desktop_app.search.highlight import Field, Sought, spans

if TYPE_CHECKING:
    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QImage

MOST_PAGES = 500
MOST_WIDTH, MOST_HEIGHT = 1600, 3200
"""Pixels of a page as it is drawn."""

MOST_PIXELS = 100_000_000
"""Pixels of a picture that is read at all."""

SECONDS = 12.0
"""How long one page may take."""

MARK = (255, 226, 110)
"""Colour of a mark on white paper: red, green, blue."""

_SECONDS_TO_LOOK = 4.0
"""For the first hit."""

_MOST_MARKS = 200
_MEMORY = 2_000_000_000
_MOST_WORDS = 6_000

Sizes = tuple[tuple[float, float], ...]


class DrawnPage(msgspec.Struct, frozen=True, array_like=True):
    """A drawn page: `pixels` are 32-bit RGB lines without gaps; `words` is the text on it."""

    width: int
    height: int
    pixels: bytes
    words: str = ""


class FirstHit(msgspec.Struct, frozen=True, array_like=True):
    """The page of the first place of what is sought, counted from 0, and how far down that is on
    it (0 to 1)."""

    page: int
    down: float


class _Opened(msgspec.Struct, frozen=True, array_like=True):
    sizes: Sizes = ()
    locked: bool = False


_opened = msgspec.msgpack.Decoder(_Opened)
_page: msgspec.msgpack.Decoder[DrawnPage | None] = msgspec.msgpack.Decoder(DrawnPage | None)
_first: msgspec.msgpack.Decoder[FirstHit | None] = msgspec.msgpack.Decoder(FirstHit | None)


class _Asked(msgspec.Struct, frozen=True, array_like=True):
    """A page, counted from 0, and its width in pixels; or, with a negative number, words that are
    to be marked from now on: those that stand together, and whether the last is only begun."""

    number: int
    width: int = 0
    words: tuple[tuple[tuple[str, ...], bool], ...] = ()


_asked: msgspec.msgpack.Decoder[_Asked] = msgspec.msgpack.Decoder(_Asked)


class DrawnPages:
    """A file that is open in its process. Every call waits: for jobs alone."""

    def __init__(self, data: bytes, *, pdf: bool, seconds: float = SECONDS) -> None:
        """Raises `BadInput` for what can't be read, `Unavailable`; that, too, where this
        installation has nothing that draws a PDF."""
        if pdf and (missing := why_not(Part.PAGES)):
            raise missing
        limits = Limits(_MEMORY, cpu=seconds, seconds=seconds)
        self._process = BoundedProcess(begin_pdf if pdf else begin_picture, limits)
        opened = _opened.decode(self._asked(data))
        if not opened.sizes:
            self.close()
            raise BadInput(
                "This PDF asks for a password." if opened.locked else "This file can't be shown.",
                next_step="You can save it, and open it with another program.",
            )
        self.sizes: Sizes = opened.sizes
        """Width and height of each page, of the first `MOST_PAGES`."""

    def page(self, number: int, width: int) -> DrawnPage:
        """A page, counted from 0, `width` pixels wide or less. Raises `Unavailable`."""
        answer = _page.decode(self._asked(msgspec.msgpack.encode(_Asked(number, width))))
        if answer is None:
            raise Unavailable("This page can't be drawn.")
        return answer

    def mark(self, sought: Sequence[Sought]) -> FirstHit | None:
        """From now on what is sought is marked on the pages of a PDF; its first place, None where
        there is none among the pages that could be looked through. Raises `Unavailable`."""
        words = tuple((one.words, one.prefix) for one in sought if one.fields & Field.TEXT)
        return _first.decode(self._asked(msgspec.msgpack.encode(_Asked(-1, words=words))))

    def close(self) -> None:
        """End the process; whoever waits for a page is told that it can't be drawn."""
        self._process.close()

    def _asked(self, question: bytes) -> bytes:
        try:
            return self._process.ask(question)
        except Passed as passed:
            raise Unavailable(_SENTENCES[passed.why]) from None


_SENTENCES = {
    Why.TIME: "This page takes too long to draw.",
    Why.MEMORY: "This page takes too much memory to draw.",
    Why.ENDED: "This file can't be drawn.",
}

_Draw = Callable[[int, int], DrawnPage | None]
_Mark = Callable[[tuple[Sought, ...]], FirstHit | None]


def begin_pdf() -> Answering:
    """The process: the file comes first, then what is asked of its pages."""
    return _begin(_pdf)


def begin_picture() -> Answering:
    """As `begin_pdf`, of a picture."""
    return _begin(_picture)


def _begin(opening: Callable[[bytes], tuple[_Opened, _Draw, _Mark]]) -> Answering:
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtCore import qInstallMessageHandler
    from PySide6.QtGui import QGuiApplication

    qInstallMessageHandler(lambda *_: None)  # what a library says of a stranger's file
    application = QGuiApplication(sys.argv[:1])
    opened: list[tuple[_Draw, _Mark]] = []

    def answering(question: bytes) -> bytes:
        if opened and application:
            asked, (draw, mark) = _asked.decode(question), opened[0]
            if asked.number >= 0:
                return msgspec.msgpack.encode(draw(asked.number, asked.width))
            words = tuple(Sought(text, prefix, Field.TEXT) for text, prefix in asked.words)
            return msgspec.msgpack.encode(mark(words))
        told, draw, mark = opening(question)
        opened.append((draw, mark))
        return msgspec.msgpack.encode(told)

    return answering


def _pdf(data: bytes) -> tuple[_Opened, _Draw, _Mark]:
    from PySide6.QtCore import QBuffer, QByteArray, QRectF, QSize
    from PySide6.QtPdf import QPdfDocument

    document, buffer = QPdfDocument(), QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QBuffer.OpenModeFlag.ReadOnly)
    document.load(buffer)
    marked: list[Sought] = []

    def places(number: int) -> Iterator[QRectF]:
        """Where the words that are marked stand on a page, in points."""
        text = document.getAllText(number).text()
        for start, end in spans(text, marked, Field.TEXT)[:_MOST_MARKS]:
            found = document.getSelectionAtIndex(number, start, end - start)
            yield from (area.boundingRect() for area in found.bounds())

    def draw(number: int, width: int) -> DrawnPage | None:
        wide, high = _within(sizes[number], width) if number < len(sizes) else (1, 1)
        words = document.getAllText(number).text()[:_MOST_WORDS]
        # The buffer is what the document reads from: it is named here so that it lives on.
        drawn = document.render(number, QSize(wide, high)) if buffer else None
        scale = wide / sizes[number][0] if number < len(sizes) else 1.0
        boxes = [
            QRectF(b.x() * scale, b.y() * scale, b.width() * scale, b.height() * scale)
            for b in (places(number) if marked else ())
        ]
        return None if drawn is None else _packed(drawn, words, boxes)

    def mark(sought: tuple[Sought, ...]) -> FirstHit | None:
        marked[:] = sought
        until = time.monotonic() + _SECONDS_TO_LOOK
        for number, (_, high) in enumerate(sizes):
            first = next(places(number), None)
            if first is not None:
                return FirstHit(number, min(max(first.y() / high, 0.0), 1.0))
            if time.monotonic() > until:
                break
        return None

    if document.error() is QPdfDocument.Error.IncorrectPassword:
        return _Opened(locked=True), draw, mark
    count = min(document.pageCount(), MOST_PAGES)
    points = (document.pagePointSize(number) for number in range(count))
    sizes = tuple((max(size.width(), 1.0), max(size.height(), 1.0)) for size in points)
    return _Opened(sizes), draw, mark


def _picture(data: bytes) -> tuple[_Opened, _Draw, _Mark]:
    from PySide6.QtCore import QSize

    from desktop_app.ui.reading.drawing import fixed_reader

    kind = picture_kind(data)

    def draw(_: int, width: int) -> DrawnPage | None:
        again, _buffer = fixed_reader(data, kind)
        again.setAutoTransform(True)
        wanted = min(size.width(), width)
        again.setScaledSize(QSize(*_within((size.width(), size.height()), wanted)))
        return _packed(again.read())

    def mark(_: tuple[Sought, ...]) -> FirstHit | None:
        return None

    if not kind:
        return _Opened(), draw, mark
    reader, _kept = fixed_reader(data, kind)
    size = reader.size()
    if not size.isValid() or size.isEmpty() or size.width() * size.height() > MOST_PIXELS:
        return _Opened(), draw, mark
    return _Opened(((float(size.width()), float(size.height())),)), draw, mark


def _within(size: tuple[float, float], width: int) -> tuple[int, int]:
    """Width and height in pixels, in the proportions of `size`."""
    wide = max(1, min(width, MOST_WIDTH))
    high = int(wide * size[1] / size[0])
    if high > MOST_HEIGHT:
        wide, high = wide * MOST_HEIGHT // high, MOST_HEIGHT
    return max(wide, 1), max(high, 1)


def _packed(drawn: QImage, words: str = "", marks: Sequence[QRectF] = ()) -> DrawnPage | None:
    """The picture on white paper, and marks as a pen for marking leaves them."""
    from PySide6.QtGui import QColor, QImage, QPainter

    if drawn.isNull():
        return None
    paper = QImage(drawn.size(), QImage.Format.Format_RGB32)
    paper.fill(0xFFFFFFFF)
    painter = QPainter(paper)
    painter.drawImage(0, 0, drawn)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
    for mark in marks:
        painter.fillRect(mark, QColor(*MARK))
    painter.end()
    return DrawnPage(paper.width(), paper.height(), bytes(paper.constBits()), words)
