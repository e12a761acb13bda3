"""Tab of the sources of a draft: every mail and file, each of which opens."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from desktop_app.mail.claims.claim import Claim
from desktop_app.model.draft import Source, SourceKind
from desktop_app.tools.person.draft_review import Review
from desktop_app.ui.bench.references import can_open
from desktop_app.ui.widgets.elision import shortened
from desktop_app.ui.widgets.parts import STRETCH, STYLE, clear, column, plain, row
from desktop_app.ui.widgets.safe_text import as_tooltip, clean
from desktop_app.ui.widgets.theme import Theme, set_role

MOST = 100
LONGEST_LINE = 200
MOST_DOUBTS = 8
_KINDS = {SourceKind.REQUEST: "You asked", SourceKind.LINK: "Began with"}


class SourcesTab(QWidget):
    """`opened(Source)`. `data_sent` tells what leaves this computer, as it is at the moment."""

    opened = Signal(object)

    def __init__(self, theme: Theme, data_sent: Callable[[], str]) -> None:
        super().__init__()
        self._theme, self._data_sent = theme, data_sent
        self._shown: tuple[tuple[Source, tuple[str, ...]], ...] | None = None
        self._doubts, self._note = plain(wrap=True), plain(role="caption", wrap=True)
        self._doubts.hide()
        self._rows = column(gap=theme.px(4))
        parts = (self._doubts, self._rows, self._note, STRETCH)
        column(*parts, owner=self, gap=STYLE, margins=(0, theme.px(8), 0, 0))

    def show_sources(self, review: Review) -> None:
        sources = review.draft.sources
        quotes = review.quotes or ((),) * len(sources)
        shown = tuple(zip(sources, quotes, strict=True))
        if shown != self._shown:
            self._shown = shown
            clear(self._rows)
            for source, lines in shown[:MOST]:
                card = self._card(source, lines)
                self._rows.addWidget(card)
                card.show()
        self._note.setText(self._words(sources, proposed=review.draft.proposed))
        self._doubts.setText(_doubted(review.doubts))
        self._doubts.setVisible(bool(review.doubts))

    def _words(self, sources: tuple[Source, ...], *, proposed: bool) -> str:
        if not proposed and sources:
            return "This draft began with what stands above. The rest you wrote yourself."
        if not proposed:
            return "You wrote this draft yourself. Nothing was read for it."
        more = f" {len(sources) - MOST} more were read." if len(sources) > MOST else ""
        if not any(source.kind is not SourceKind.REQUEST for source in sources):
            return f"No mail was read for this draft. {self._data_sent()}"
        return f"This is all that was read for this draft.{more} {self._data_sent()}"

    def _card(self, source: Source, lines: tuple[str, ...]) -> QWidget:
        """The source, and below it what it says that the draft says too."""
        whole = QWidget()
        said = lines if source.kind is not SourceKind.REQUEST else ()
        quotes = [self._quote(line) for line in said]
        column(self._head(source), *quotes, owner=whole, gap=self._theme.px(4))
        return whole

    def _quote(self, line: str) -> QLabel:
        words = shortened(clean(line), LONGEST_LINE)
        quote = plain(f"“{words}”", "caption", wrap=True)
        quote.setIndent(self._theme.px(12))
        return quote

    def _head(self, source: Source) -> QWidget:
        title = clean(source.title) or f"a {source.kind.value}"
        head = QWidget()
        kind = plain(_KINDS.get(source.kind, source.kind.value.capitalize()), "chip")
        name = plain(title)
        name.setToolTip(as_tooltip(title))
        name.setMinimumWidth(self._theme.px(80))
        layout = row(kind, name, owner=head, gap=STYLE, fill=name)
        if can_open(source):
            button = QPushButton("Open")
            set_role(button, "link")
            button.setAccessibleName(f"Open {title}")
            button.clicked.connect(lambda: self.opened.emit(source))
            layout.addWidget(button)
        return head


def _doubted(doubts: tuple[Claim, ...]) -> str:
    """What no source says, in words: the underlines alone would not reach everyone."""
    words = list(dict.fromkeys(clean(claim.words) for claim in doubts))
    named = ", ".join(f"“{each}”" for each in words[:MOST_DOUBTS])
    more = f" and {len(words) - MOST_DOUBTS} more" if len(words) > MOST_DOUBTS else ""
    return f"Underlined in the draft, and in no source: {named}{more}. Check before you send."
