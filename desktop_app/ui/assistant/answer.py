"""Text of the assistant's answer, which grows while it arrives.

What has been said is laid out once: only the last piece is worked out anew, by a job, so that a
long answer never stalls the window.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop_app.model.message import Link
from desktop_app.ui.assistant.markdown import (
    RenderedPiece,
    first_piece,
    render_markdown,
    render_plain,
)
from desktop_app.ui.background.jobs import Jobs
from desktop_app.ui.reading.links import Doubt, doubt_among
from desktop_app.ui.reading.reader import Reader
from desktop_app.ui.widgets.parts import column
from desktop_app.ui.widgets.strips import Strip
from desktop_app.ui.widgets.theme import Theme
from desktop_app.ui.widgets.tokens import Type

MOST_CHARS = 40_000
GROWS_MS = 80
LONG_LINK = 120
"""Characters of a link of a model's that are looked at before it opens: more could carry along
what was read."""


class Answer(QWidget):
    """`linked(url)` for a link that may open, `pointed(url)` for one that is pointed at."""

    linked = Signal(str)
    pointed = Signal(str)

    def __init__(self, theme: Theme, jobs: Jobs, *, markdown: bool = True) -> None:
        super().__init__()
        self._theme, self._jobs = theme, jobs
        self._working = False
        self._render: Callable[[str], RenderedPiece] = render_markdown if markdown else render_plain
        self._said = self._open = ""
        self._links: list[tuple[Link, ...]] = []
        self._readers: list[Reader] = []
        self._doubt: Strip | None = None
        self._layout = column(owner=self)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._soon = QTimer(self, singleShot=True, interval=GROWS_MS)
        self._soon.timeout.connect(self._work)
        self.setAccessibleName("Assistant")

    @property
    def said(self) -> str:
        return self._said

    @property
    def shown(self) -> str:
        """The words as they are on the screen."""
        return "\n".join(reader.toPlainText() for reader in self._readers).strip()

    @property
    def links(self) -> tuple[Link, ...]:
        return tuple(link for some in self._links for link in some)

    def append(self, text: str) -> None:
        """Further words; they are seen a moment later."""
        room = MOST_CHARS - len(self._said)
        self._said += text[:room]
        self._open += text[:room]
        if not self._readers:
            self._work()
        else:
            self._soon_again()

    def finish(self) -> None:
        """Nothing more comes."""
        self._soon_again()
        self.setAccessibleName(f"Assistant: {self._said.strip()}")

    def _soon_again(self) -> None:
        if not self._working and not self._soon.isActive():
            self._soon.start()

    def _work(self) -> None:
        """Work the last piece out, or the first of what is too long for one."""
        if self._working:
            return
        self._working = True
        done, rest = first_piece(self._open)
        source, render = (done or rest).rstrip(), self._render

        def take(piece: RenderedPiece) -> None:
            self._take(piece, source, settled_now=bool(done))

        self._jobs.run(lambda: render(source), done=take, owner=self)

    def _take(self, piece: RenderedPiece, source: str, *, settled_now: bool) -> None:
        self._working = False
        self._put(piece)
        if settled_now:
            _, self._open = first_piece(self._open)
            self._add_reader()
        if settled_now or self._open.rstrip() != source:
            self._soon.start()

    def _put(self, piece: RenderedPiece) -> None:
        """Show this as the last piece."""
        if not self._readers:
            self._add_reader()
        self._links[-1] = piece.links
        reader = self._readers[-1]
        reader.show_html(piece.html)
        reader.setVisible(bool(piece.html))

    def _add_reader(self) -> None:
        reader = Reader(self._theme, "Answer", {}, self, size=Type.TEXT)
        reader.link.connect(self._follow)
        reader.pointed.connect(self.pointed)
        reader.hide()
        self._readers.append(reader)
        self._links.append(())
        self._layout.addWidget(reader)

    def _follow(self, url: str) -> None:
        """As a mail's links; and one that is long is shown whole before it opens."""
        doubt = doubt_among(self.links, url)
        if doubt is None and len(url) > LONG_LINK:
            doubt = Doubt(url, "", f"This link is long and may carry along what was read: {url}")
        if doubt is None:
            self.linked.emit(url)
            return
        self._ask(doubt)

    def _ask(self, doubt: Doubt) -> None:
        self._leave()

        def go() -> None:
            self._leave()
            self.linked.emit(doubt.target)

        buttons = ((f"Open {doubt.target[:60]}", go), ("Do not open", self._leave))
        self._doubt = Strip(self._theme, "warning", "link", doubt.sentence, buttons=buttons)
        self._layout.addWidget(self._doubt)
        self._doubt.show()

    def _leave(self) -> None:
        if self._doubt is not None:
            self._doubt.hide()
            self._doubt.deleteLater()
            self._doubt = None
