"""The assistant's words, growing while they come.

What has been said is laid out once: only the last piece is worked out anew, so that a long
answer never stalls the window.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from desktop_app.model.message import Link
from desktop_app.ui.strips import Strip
from desktop_app.ui.theme import Theme
from desktop_app.ui.thread.links import Doubt, doubt_among, open_web
from desktop_app.ui.thread.reader import Reader
from desktop_app.ui.tokens import Type
from desktop_app.ui.turns.markdown import Shown, plain, settled, shown

MOST_CHARS = 40_000
GROWS_MS = 50
LONG_LINK = 120
"""Characters of a link of a model's that are looked at before it opens: more could carry along
what was read."""


class Answer(QWidget):
    """`linked(url)` for a link that may open, `pointed(url)` for one that is pointed at."""

    linked = Signal(str)
    pointed = Signal(str)

    def __init__(self, theme: Theme, *, markdown: bool = True) -> None:
        super().__init__()
        self._theme = theme
        self._render: Callable[[str], Shown] = shown if markdown else plain
        self._said = self._open = ""
        self._links: list[tuple[Link, ...]] = []
        self._readers: list[Reader] = []
        self._doubt: Strip | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._soon = QTimer(self, singleShot=True, interval=GROWS_MS)
        self._soon.timeout.connect(self._show_open)
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
            self._show_open()
        elif not self._soon.isActive():
            self._soon.start()

    def finish(self) -> None:
        """Nothing more comes: all of it is there to be read."""
        self._soon.stop()
        self._show_open()
        self.setAccessibleName(f"Assistant: {self._said.strip()}")

    def _show_open(self) -> None:
        done, rest = settled(self._open)
        self._put(done or rest)
        if done:
            self._open = rest
            self._add_reader()
            self._soon.start()  # one piece at a time: the window answers in between

    def _put(self, source: str) -> None:
        """Show this as the last piece."""
        if not self._readers:
            self._add_reader()
        if not source.strip():
            return
        piece = self._render(source.rstrip())
        self._links[-1] = piece.links
        reader = self._readers[-1]
        reader.show_html(piece.html)
        reader.show()

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
            open_web(doubt.target)

        buttons = ((f"Open {doubt.target[:60]}", go), ("Do not open", self._leave))
        self._doubt = Strip(self._theme, "warning", "link", doubt.sentence, buttons=buttons)
        self._layout.addWidget(self._doubt)
        self._doubt.show()

    def _leave(self) -> None:
        if self._doubt is not None:
            self._doubt.hide()
            self._doubt.deleteLater()
            self._doubt = None
