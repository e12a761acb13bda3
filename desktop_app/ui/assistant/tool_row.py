"""Row of one tool call: what was done, with its results to unfold."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop_app.assistant.transcript import Opens, Reference, ToolFinished
from desktop_app.mail.reader.links import make
from desktop_app.ui.reading.links import Doubt, doubt_among
from desktop_app.ui.widgets.elided_button import ElidedButton
from desktop_app.ui.widgets.parts import column
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.strips import Strip
from desktop_app.ui.widgets.theme import Theme, set_role

MOST = 25


class ToolRow(QWidget):
    """Row with the signal `opened(Reference)`, when one of the results is chosen."""

    opened = Signal(object)

    def __init__(self, theme: Theme, title: str) -> None:
        super().__init__()
        self._theme = theme
        self._title = clean(title)
        self._doubt: Strip | None = None
        self._head = ElidedButton()
        self._head.setCheckable(True)
        set_role(self._head, "tool")
        self._head.toggled.connect(self._fold)
        self._results = QWidget()
        self._list = column(owner=self._results, margins=(theme.px(20), 0, 0, 0))
        self._results.hide()
        column(self._head, self._results, owner=self)
        self._say(f"{self._title} …")
        self._icon = "sync"
        self._tint()
        theme.changed.connect(self._tint)

    def finish(self, event: ToolFinished) -> None:
        """It is done: say what came of it, and keep what it found for folding out."""
        self._icon = "danger" if event.failed else "good"
        found = event.references
        for reference in found[:MOST]:
            self._list.addWidget(self._result(reference))
        summary = clean(event.summary)
        title = f"Failed: {self._title}" if event.failed else self._title
        self._say(f"{title} — {summary}" if summary else title)
        self._head.setCheckable(bool(found))
        if found:
            self._icon = "expand"
        self._tint()

    def _result(self, reference: Reference) -> ElidedButton:
        button = ElidedButton("Open ")
        set_role(button, "result")
        button.set_words(clean(reference.label))
        button.clicked.connect(lambda *_: self._open(reference))
        return button

    def _open(self, reference: Reference) -> None:
        """A page in the browser is asked about first where its name tells of another host, as
        with links of a mail."""
        doubt = None
        if reference.opens is Opens.WEB:
            link = make(reference.label, reference.id)
            doubt = doubt_among((link,), reference.id)
        if doubt is None:
            self.opened.emit(reference)
        else:
            self._ask(doubt, reference)

    def _ask(self, doubt: Doubt, reference: Reference) -> None:
        if self._doubt is not None:
            self._doubt.hide()
            self._doubt.deleteLater()

        def go() -> None:
            strip.hide()
            self.opened.emit(reference)

        buttons = (("Open anyway", go),)
        strip = Strip(
            self._theme, "warning", "link", doubt.sentence, buttons=buttons, closable=True
        )
        self._doubt = strip
        self._list.addWidget(strip)
        strip.show()

    def _fold(self, opened: bool) -> None:
        self._results.setVisible(opened)
        self._icon = "collapse" if opened else "expand"
        self._tint()

    def _say(self, text: str) -> None:
        self._head.set_words(text)

    def _tint(self) -> None:
        ink = "danger" if self._icon == "danger" else "second"
        self._head.setIcon(self._theme.icon(self._icon, ink))
