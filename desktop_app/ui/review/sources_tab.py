"""What was read for a draft: every mail and file, each of which opens."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop_app.mime.claims import Claim
from desktop_app.model.draft import Source, SourceKind
from desktop_app.tools.person.draft_review import Review
from desktop_app.ui.bench.references import can_open
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.theme import Theme, set_role

MOST = 100
LONGEST_LINE = 200
MOST_DOUBTS = 8
_KINDS = {SourceKind.REQUEST: "You asked"}


class SourcesTab(QWidget):
    """`opened(Source)`. `data_sent` tells what leaves this computer, as it is at the moment."""

    opened = Signal(object)

    def __init__(self, theme: Theme, data_sent: Callable[[], str]) -> None:
        super().__init__()
        self._theme, self._data_sent = theme, data_sent
        self._shown: tuple[tuple[Source, tuple[str, ...]], ...] | None = None
        self._doubts = QLabel()
        self._doubts.setWordWrap(True)
        self._doubts.setTextFormat(Qt.TextFormat.PlainText)
        self._doubts.hide()
        self._rows = QVBoxLayout()
        self._rows.setSpacing(theme.px(4))
        self._note = QLabel()
        self._note.setWordWrap(True)
        set_role(self._note, "caption")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, theme.px(8), 0, 0)
        layout.addWidget(self._doubts)
        layout.addLayout(self._rows)
        layout.addWidget(self._note)
        layout.addStretch(1)

    def show_sources(self, review: Review) -> None:
        sources = review.draft.sources
        quotes = review.quotes or ((),) * len(sources)
        shown = tuple(zip(sources, quotes, strict=True))
        if shown != self._shown:
            self._shown = shown
            while item := self._rows.takeAt(0):
                if widget := item.widget():
                    widget.hide()
                    widget.deleteLater()
            for source, lines in shown[:MOST]:
                row = self._row(source, lines)
                self._rows.addWidget(row)
                row.show()
        self._note.setText(self._words(sources, proposed=review.draft.proposed))
        self._doubts.setText(_doubted(review.doubts))
        self._doubts.setVisible(bool(review.doubts))

    def _words(self, sources: tuple[Source, ...], *, proposed: bool) -> str:
        if not proposed:
            return "You wrote this draft yourself. Nothing was read for it."
        more = f" {len(sources) - MOST} more were read." if len(sources) > MOST else ""
        if not any(source.kind is not SourceKind.REQUEST for source in sources):
            return f"No mail was read for this draft. {self._data_sent()}"
        return f"This is all that was read for this draft.{more} {self._data_sent()}"

    def _row(self, source: Source, lines: tuple[str, ...]) -> QWidget:
        """The source, and below it what it says that the draft says too."""
        whole = QWidget()
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(self._theme.px(4))
        column.addWidget(self._head(source))
        for line in lines if source.kind is not SourceKind.REQUEST else ():
            column.addWidget(self._quote(line))
        return whole

    def _quote(self, line: str) -> QLabel:
        words = clean(line)
        words = words if len(words) <= LONGEST_LINE else f"{words[: LONGEST_LINE - 1]}…"
        quote = QLabel(f"“{words}”")
        quote.setTextFormat(Qt.TextFormat.PlainText)
        quote.setWordWrap(True)
        quote.setIndent(self._theme.px(12))
        set_role(quote, "caption")
        return quote

    def _head(self, source: Source) -> QWidget:
        title = clean(source.title) or f"a {source.kind.value}"
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        kind = QLabel(_KINDS.get(source.kind, source.kind.value.capitalize()))
        set_role(kind, "chip")
        name = QLabel(title)
        name.setToolTip(title.replace("<", "&lt;"))
        name.setMinimumWidth(self._theme.px(80))
        layout.addWidget(kind)
        layout.addWidget(name, 1)
        if can_open(source):
            button = QPushButton("Open")
            set_role(button, "link")
            button.setAccessibleName(f"Open {title}")
            button.clicked.connect(lambda: self.opened.emit(source))
            layout.addWidget(button)
        return row


def _doubted(doubts: tuple[Claim, ...]) -> str:
    """What no source says, in words: the underlines alone would not reach everyone."""
    words = list(dict.fromkeys(clean(claim.words) for claim in doubts))
    named = ", ".join(f"“{each}”" for each in words[:MOST_DOUBTS])
    more = f" and {len(words) - MOST_DOUBTS} more" if len(words) > MOST_DOUBTS else ""
    return f"Underlined in the draft, and in no source: {named}{more}. Check before you send."
