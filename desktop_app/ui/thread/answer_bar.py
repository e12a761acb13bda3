"""Answer bar of a conversation: one line of the mail, a few words to it, and the draft below."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QFrame, QLineEdit, QPlainTextEdit, QPushButton, QWidget

from desktop_app.model.errors import KnownError
from desktop_app.tools.person import answer_lines
from desktop_app.tools.person.answer_lines import AnsweredLines
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.reading.reader import Reader
from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.elision import fitted
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.parts import STRETCH, STYLE, column, plain, row
from desktop_app.ui.widgets.safe_text import as_tooltip, clean
from desktop_app.ui.widgets.theme import set_role

DRAFT_LINES = 3
NOTHING_SELECTED = "Select a sentence of the mail first, then answer it."


class AnswerBar(QWidget):
    """`closed` when it has gone, `grew` when it takes more of the conversation's room. Each answer
    is added to one draft of a reply; nothing is sent."""

    closed, grew = Signal(), Signal()

    def __init__(self, bench: Workbench, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Answer as you read")
        self._bench = bench
        self._message_id, self._line, self._draft_id = 0, "", ""
        self._unfinished: dict[int, str] = {}
        """Words that were not added yet when another conversation was shown, by message."""
        self.quote = plain(role="second")
        self.entry = QLineEdit()
        self.entry.setAccessibleName("Your answer to this line")
        self.entry.setPlaceholderText("A few words")
        self.entry.returnPressed.connect(self._add)
        self.add = self._button("Add to reply", self._add)
        self.review = self._button("Review", self._review)
        self.leave = self._button("Close", self.close_bar)
        self.draft = QPlainTextEdit()
        self.draft.setReadOnly(True)
        self.draft.setTabChangesFocus(True)
        self.draft.setAccessibleName("Reply so far")
        height = self.draft.fontMetrics().lineSpacing() * DRAFT_LINES + bench.theme.px(16)
        self.draft.setFixedHeight(height)
        self.note = plain("Not sent.", "caption")
        words = row(self.entry, self.add, gap=STYLE, fill=self.entry)
        foot = row(self.note, STRETCH, self.review, self.leave, gap=STYLE)
        card, px = QFrame(), bench.theme.px
        set_role(card, "card")
        column(self.quote, words, self.draft, foot, owner=card, gap=px(8), margins=px(12))
        self._edges = column(card, owner=self, margins=(0, 0, 0, px(12)))
        self.setFocusProxy(self.entry)
        escape = QShortcut(QKeySequence("Esc"), self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self.close_bar)
        self.hide()

    def answer(self, message_id: int, line: str) -> None:
        """Ask for the words to a line of a mail."""
        if message_id != self._message_id:
            self._show_draft("", "")
            self.entry.setText(self._unfinished.pop(message_id, ""))
        self._message_id, self._line = message_id, line
        self._show_quote()
        self.setAccessibleDescription(clean(line))
        self.show()
        press(self.entry)

    def keep_edge(self, right: int, width: int) -> None:
        """Share the edges of the cards: `right` pixels are left free, `width` is theirs."""
        self._edges.setContentsMargins(0, 0, right, self._bench.theme.px(12))
        self.setMaximumWidth(width + right)

    def close_bar(self) -> None:
        if self.isVisible():
            self.hide()
            self.closed.emit()

    def forget(self) -> None:
        """Another conversation is shown."""
        if self.entry.text().strip():
            self._unfinished[self._message_id] = self.entry.text()
        self.entry.clear()
        self._show_draft("", "")
        self._message_id = 0
        self.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_quote()
        if event.size().height() > event.oldSize().height():
            self.grew.emit()

    def _show_quote(self) -> None:
        words = f"“{clean(self._line)}”"
        taken = self._bench.theme.px(32) + self._edges.contentsMargins().right()
        room = max(self._bench.theme.px(80), self.width() - taken)
        self.quote.setText(fitted(self.quote.fontMetrics(), words, room))
        self.quote.setToolTip(as_tooltip(words, wrap=True))

    def _add(self) -> None:
        words = self.entry.text().strip()
        if not words or not self._message_id or not self.add.isEnabled():
            return
        message_id = self._message_id
        wanted = answer_lines.AnswerLine(message_id=message_id, line=self._line, words=words)
        self.add.setEnabled(False)
        self.entry.clear()  # what is typed from now on is the next answer
        self._bench.calls.ask(
            answer_lines.ANSWER_LINE,
            wanted,
            done=lambda answered: self._added(message_id, answered),
            failed=lambda error: self._failed(message_id, words, error),
            owner=self,
            lasting=True,
        )

    def _added(self, message_id: int, answered: AnsweredLines) -> None:
        self.add.setEnabled(True)
        if message_id == self._message_id:
            self._show_draft(answered.draft_id, answered.own_words)
        announce(self, "Added to the reply. Select the next sentence, or review the reply.")

    def _failed(self, message_id: int, words: str, error: KnownError) -> None:
        """What was typed stands there again."""
        self.add.setEnabled(True)
        if message_id == self._message_id:
            self.entry.setText(f"{words} {self.entry.text()}".strip())
        else:
            self._unfinished[message_id] = words
        self._bench.navigation.toast(f"{error.sentence} {error.next_step}".strip())

    def _show_draft(self, draft_id: str, words: str) -> None:
        self._draft_id = draft_id
        self.draft.setPlainText(words)
        bar = self.draft.verticalScrollBar()
        bar.setValue(bar.maximum())
        for part in (self.draft, self.note, self.review):
            part.setVisible(bool(draft_id))

    def _review(self) -> None:
        if self._draft_id:
            self._bench.navigation.open_draft(self._draft_id)

    @staticmethod
    def _button(words: str, work: Callable[[], object]) -> QPushButton:
        button = QPushButton(words)
        button.clicked.connect(lambda *_: work())
        return button


def selected_line(readers: list[Reader]) -> tuple[Reader, str] | None:
    """What is selected in the reader that has the focus, else in the last that has a selection."""
    marked = [reader for reader in readers if reader.textCursor().hasSelection()]
    if not marked:
        return None
    reader = next((each for each in marked if each.hasFocus()), marked[-1])
    return reader, " ".join(reader.textCursor().selectedText().split())
