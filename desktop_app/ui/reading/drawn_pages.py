"""Pages of a PDF, or a picture as one page, drawn in a process of their own.

Qt draws both under Python's lock: a page that takes ten seconds would stop the window for ten
seconds, and a file made to crash the library would end the program. The process has no mail but
the file, is bounded in memory and time, and is ended when a page takes too long.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from threading import Lock
from typing import TYPE_CHECKING

from desktop_app.model.errors import BadInput, Unavailable

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

MOST_PAGES = 500
MOST_WIDTH, MOST_HEIGHT = 1600, 3200
"""Pixels of a page as it is drawn."""

MOST_PIXELS = 100_000_000
"""Pixels of a picture that is read at all."""

SECONDS = 12.0
"""How long one page may take."""

_MEMORY = 2_000_000_000
_CPU_SECONDS = 240
_MOST_WORDS = 6_000
_FORMATS = frozenset({b"png", b"jpeg", b"gif", b"webp", b"bmp", b"tiff"})

Sizes = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class DrawnPage:
    """A drawn page: `pixels` are 32-bit RGB lines without gaps; `words` is the text on it."""

    width: int
    height: int
    pixels: bytes
    words: str = ""


class DrawnPages:
    """A file that is open in its process. Every call waits: for jobs alone."""

    def __init__(self, data: bytes, *, pdf: bool, seconds: float = SECONDS) -> None:
        """Raises `BadInput` for what can't be read, `Unavailable`."""
        context = multiprocessing.get_context("spawn")
        self._lock, self._seconds = Lock(), seconds
        self._ours, theirs = context.Pipe()
        self._process = context.Process(target=draw_pages, args=(theirs, pdf), daemon=True)
        self._process.start()
        theirs.close()
        answer = self._asked(data)
        if not isinstance(answer, tuple) or not answer:
            self.close()
            locked = answer == "locked"
            raise BadInput(
                "This PDF asks for a password." if locked else "This file can't be shown.",
                next_step="You can save it, and open it with another program.",
            )
        self.sizes: Sizes = answer
        """Width and height of each page, of the first `MOST_PAGES`."""

    def page(self, number: int, width: int) -> DrawnPage:
        """A page, counted from 0, `width` pixels wide or less. Raises `Unavailable`."""
        answer = self._asked((number, width))
        if not isinstance(answer, DrawnPage):
            raise Unavailable("This page can't be drawn.")
        return answer

    def close(self) -> None:
        """End the process; whoever waits for a page is told that it can't be drawn."""
        self._process.kill()

    def _asked(self, question: object) -> object:
        with self._lock:
            try:
                self._ours.send(question)
                if self._ours.poll(self._seconds):
                    return self._ours.recv()
            except (EOFError, OSError):
                raise Unavailable("This file can't be drawn.") from None
            self._process.kill()
            raise Unavailable("This page takes too long to draw.")


def draw_pages(connection: Connection, pdf: bool) -> None:
    """The process: the file comes first, then (number, width) for each page."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    _bound()
    from PySide6.QtGui import QGuiApplication

    application = QGuiApplication(sys.argv[:1])
    with contextlib.suppress(EOFError, OSError):
        sizes, draw = (_pdf if pdf else _picture)(connection.recv())
        connection.send(sizes)
        while True:
            connection.send(draw(*connection.recv()))
    os._exit(0 if application else 1)


def _bound() -> None:
    """Limits of the process, where the system has them. The PDF library reserves more addresses
    than it uses, so that the bound is on data."""
    if sys.platform == "win32":
        return
    import resource

    for what, most in ((resource.RLIMIT_DATA, _MEMORY), (resource.RLIMIT_CPU, _CPU_SECONDS)):
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(what, (most, most))


_Draw = Callable[[int, int], DrawnPage | None]


def _pdf(data: bytes) -> tuple[Sizes | str, _Draw]:
    from PySide6.QtCore import QBuffer, QByteArray, QSize
    from PySide6.QtPdf import QPdfDocument

    document, buffer = QPdfDocument(), QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QBuffer.OpenModeFlag.ReadOnly)
    document.load(buffer)

    def draw(number: int, width: int) -> DrawnPage | None:
        wide, high = _within(sizes[number], width) if number < len(sizes) else (1, 1)
        words = document.getAllText(number).text()[:_MOST_WORDS]
        # The buffer is what the document reads from: it is named here so that it lives on.
        return _packed(document.render(number, QSize(wide, high)), words) if buffer else None

    if document.error() is QPdfDocument.Error.IncorrectPassword:
        return "locked", draw
    count = min(document.pageCount(), MOST_PAGES)
    points = (document.pagePointSize(number) for number in range(count))
    sizes = tuple((max(size.width(), 1.0), max(size.height(), 1.0)) for size in points)
    return sizes, draw


def _picture(data: bytes) -> tuple[Sizes, _Draw]:
    from PySide6.QtCore import QBuffer, QByteArray, QSize
    from PySide6.QtGui import QImageReader

    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QBuffer.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setDecideFormatFromContent(True)
    reader.setAutoTransform(True)
    size = reader.size()
    known = reader.format().data() in _FORMATS and size.isValid() and not size.isEmpty()

    def draw(_: int, width: int) -> DrawnPage | None:
        buffer.seek(0)
        again = QImageReader(buffer)
        again.setDecideFormatFromContent(True)
        again.setAutoTransform(True)
        wanted = min(size.width(), width)
        again.setScaledSize(QSize(*_within((size.width(), size.height()), wanted)))
        return _packed(again.read())

    if not known or size.width() * size.height() > MOST_PIXELS:
        return (), draw
    return ((float(size.width()), float(size.height())),), draw


def _within(size: tuple[float, float], width: int) -> tuple[int, int]:
    """Width and height in pixels, in the proportions of `size`."""
    wide = max(1, min(width, MOST_WIDTH))
    high = int(wide * size[1] / size[0])
    if high > MOST_HEIGHT:
        wide, high = wide * MOST_HEIGHT // high, MOST_HEIGHT
    return max(wide, 1), max(high, 1)


def _packed(drawn: QImage, words: str = "") -> DrawnPage | None:
    """The picture on white paper."""
    from PySide6.QtGui import QImage, QPainter

    if drawn.isNull():
        return None
    paper = QImage(drawn.size(), QImage.Format.Format_RGB32)
    paper.fill(0xFFFFFFFF)
    painter = QPainter(paper)
    painter.drawImage(0, 0, drawn)
    painter.end()
    return DrawnPage(paper.width(), paper.height(), bytes(paper.constBits()), words)
