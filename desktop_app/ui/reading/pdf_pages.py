"""Pages of a PDF as pictures, drawn in a process of their own.

Qt's PDF library draws under Python's lock: a page that takes ten seconds would stop the window for
ten seconds, and a file made to crash it would end the program. The process has no mail but the
file, is bounded in memory and time, and is ended when a page takes too long.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
from dataclasses import dataclass
from multiprocessing.connection import Connection
from threading import Lock

from desktop_app.model.errors import BadInput, Unavailable

MOST_PAGES = 500
MOST_WIDTH, MOST_HEIGHT = 1600, 3200
"""Pixels of a page that is drawn."""

SECONDS = 12.0
"""How long one page may take."""

_MEMORY = 2_000_000_000
_CPU_SECONDS = 240
_MOST_WORDS = 6_000


@dataclass(frozen=True, slots=True)
class PdfPage:
    """A drawn page: `pixels` are 32-bit RGB lines without gaps; `words` is its text."""

    width: int
    height: int
    pixels: bytes
    words: str


class PdfPages:
    """A PDF that is open in its process. Every call waits: for jobs alone."""

    def __init__(self, data: bytes) -> None:
        """Raises `BadInput` for what is no PDF that can be read, `Unavailable`."""
        context = multiprocessing.get_context("spawn")
        self._lock = Lock()
        self._ours, theirs = context.Pipe()
        self._process = context.Process(target=draw_pages, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self.sizes: tuple[tuple[float, float], ...] = ()
        answer = self._asked(data)
        if not isinstance(answer, tuple) or not answer:
            self.close()
            locked = answer == "locked"
            raise BadInput(
                "This PDF asks for a password." if locked else "This PDF can't be read.",
                next_step="You can save it, and open it with another program.",
            )
        self.sizes = answer
        """Width and height of each page in points, of the first `MOST_PAGES`."""

    def page(self, number: int, width: int) -> PdfPage:
        """A page, counted from 0, `width` pixels wide or less. Raises `Unavailable`."""
        answer = self._asked((number, width))
        if not isinstance(answer, PdfPage):
            raise Unavailable("This page can't be drawn.")
        return answer

    def close(self) -> None:
        """End the process; whoever waits for a page is told that it can't be drawn."""
        self._process.kill()

    def _asked(self, question: object) -> object:
        with self._lock:
            try:
                self._ours.send(question)
                if self._ours.poll(SECONDS):
                    return self._ours.recv()
            except (EOFError, OSError):
                raise Unavailable("This PDF can't be drawn.") from None
            self._process.kill()
            raise Unavailable("This page takes too long to draw.")


def draw_pages(connection: Connection) -> None:
    """The process: the file first, then a page for each (number, width)."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    _bound()
    from PySide6.QtCore import QBuffer, QByteArray
    from PySide6.QtGui import QGuiApplication
    from PySide6.QtPdf import QPdfDocument

    application = QGuiApplication(sys.argv[:1])
    with contextlib.suppress(EOFError, OSError):
        document, buffer = QPdfDocument(), QBuffer()
        buffer.setData(QByteArray(connection.recv()))
        buffer.open(QBuffer.OpenModeFlag.ReadOnly)
        document.load(buffer)
        connection.send(_sizes(document))
        while True:
            connection.send(_drawn(document, *connection.recv()))
    os._exit(0 if application else 1)


def _bound() -> None:
    """Limits of the process, where the system has them."""
    if sys.platform == "win32":
        return
    import resource

    for what, most in ((resource.RLIMIT_AS, _MEMORY), (resource.RLIMIT_CPU, _CPU_SECONDS)):
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(what, (most, most))


def _sizes(document: object) -> object:
    from PySide6.QtPdf import QPdfDocument

    assert isinstance(document, QPdfDocument)
    if document.error() is QPdfDocument.Error.IncorrectPassword:
        return "locked"
    count = min(document.pageCount(), MOST_PAGES)
    sizes = (document.pagePointSize(number) for number in range(count))
    return tuple((max(size.width(), 1.0), max(size.height(), 1.0)) for size in sizes)


def _drawn(document: object, number: int, width: int) -> PdfPage | None:
    from PySide6.QtCore import QSize
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtPdf import QPdfDocument

    assert isinstance(document, QPdfDocument)
    size = document.pagePointSize(number)
    wide = min(width, MOST_WIDTH)
    high = int(wide * max(size.height(), 1.0) / max(size.width(), 1.0))
    if high > MOST_HEIGHT:
        wide, high = max(1, wide * MOST_HEIGHT // high), MOST_HEIGHT
    drawn = document.render(number, QSize(wide, max(high, 1)))
    if drawn.isNull():
        return None
    paper = QImage(drawn.size(), QImage.Format.Format_RGB32)
    paper.fill(0xFFFFFFFF)
    painter = QPainter(paper)
    painter.drawImage(0, 0, drawn)
    painter.end()
    words = document.getAllText(number).text()[:_MOST_WORDS]
    return PdfPage(paper.width(), paper.height(), bytes(paper.constBits()), words)
