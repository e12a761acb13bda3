"""Marks under misspelt words of a document. They are drawn over it: no part of the text, of what
can be undone, or of what is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QColor, QSyntaxHighlighter, QTextBlock, QTextCharFormat, QTextDocument

from desktop_app.spelling.known import Known
from desktop_app.spelling.passages import Judged, Mark, Passage
from desktop_app.ui.review.spelling.paragraph import Paragraph
from desktop_app.ui.review.spelling.written import SIGNATURE, LeavesOut, checked_text, is_code
from desktop_app.ui.widgets.qt_offsets import in_qt

MOST_AROUND = 3
PAUSE_MS = 1_000
"""After which the word that was typed last counts as finished."""

Place = tuple[int, int]
"""Begin and end in the document, in Qt's offsets."""


class Marks(QSyntaxHighlighter):
    """Marks of a document, with the signal `unchecked` when something is to be checked."""

    unchecked = Signal()

    def __init__(
        self,
        document: QTextDocument,
        colour: Callable[[], QColor],
        leaves_out: LeavesOut = is_code,
    ) -> None:
        super().__init__(document)
        self._colour, self._leaves_out = colour, leaves_out
        self._paragraphs: dict[int, Paragraph] = {}
        self._next = 1
        self.on = False
        self._typed_to = -1
        self._wanting = False
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self.finish_word)
        document.contentsChange.connect(self._on_change)

    # What is drawn

    def draw_again(self) -> None:
        """In another colour."""
        if self.on:
            self._redraw()

    def highlightBlock(self, text: str) -> None:
        """Called by Qt for each paragraph that has changed."""
        del text
        if not self.on:
            return
        number, paragraph = self._of_current()
        if paragraph.text is None:
            self._want()
            return
        block = self.currentBlock()
        now = checked_text(block, self._leaves_out)
        if now != paragraph.text:
            paragraph = self._paragraphs[number] = paragraph.edited(now)
            self._want()
        if paragraph.marks:
            self._draw(block, paragraph)

    def _draw(self, block: QTextBlock, paragraph: Paragraph) -> None:
        look = QTextCharFormat()
        look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SpellCheckUnderline)
        look.setUnderlineColor(self._colour())
        for start, end in _spans(paragraph):
            if block.position() + end != self._typed_to:
                self.setFormat(start, end - start, look)

    def _of_current(self) -> tuple[int, Paragraph]:
        number = self.currentBlockState()
        if number not in self._paragraphs:
            number, self._next = self._next, self._next + 1
            self._paragraphs[number] = Paragraph()
            self.setCurrentBlockState(number)
        return number, self._paragraphs[number]

    # The word that is being typed is not marked yet

    def _on_change(self, place: int, removed: int, added: int) -> None:
        if self.on and added == 1 and not removed:
            self._typed_to = place + added
            self._pause.start()
        else:
            self._typed_to = -1

    def finish_word(self, caret: int = -1) -> None:
        """The word that was typed last is finished, unless the caret is still at its end."""
        place = self._typed_to
        if place < 0 or caret == place:
            return
        self._typed_to = -1
        self._pause.stop()
        block = self.document().findBlock(max(0, place - 1))
        if self.on and block.isValid():
            self._redraw(block)

    # What is checked

    def switch(self, *, on: bool) -> None:
        """Begin anew, or take all marks away."""
        self.on, self._wanting = on, False
        self._paragraphs.clear()
        self._redraw()

    def check_again(self) -> None:
        """What was found does not hold any more."""
        for number, paragraph in self._paragraphs.items():
            self._paragraphs[number] = paragraph.unread()
        self._want()

    def _want(self) -> None:
        """Once for all that changes until the next batch is made."""
        if not self._wanting:
            self._wanting = True
            self.unchecked.emit()

    def next_batch(self, most: int) -> list[tuple[int, Passage]]:
        """Paragraphs that are to be checked, with their numbers: about `most` characters."""
        self._wanting = False
        batch: list[tuple[int, Passage]] = []
        room, around = most, list[str]()
        for number, block, signed in self._blocks():
            paragraph = self._paragraphs.get(number)
            if paragraph is None:
                continue
            if signed:
                self._leave_out(number, block, paragraph)
            elif not paragraph.checked and room > 0:
                paragraph = self._looked_at(number, block, paragraph)
                if paragraph.text:
                    near = tuple(reversed(around[-MOST_AROUND:]))
                    batch.append((number, Passage(paragraph.text, near, paragraph.forced)))
                    room -= len(paragraph.text)
            if paragraph.settled and paragraph.language not in around[-1:]:
                around.append(paragraph.language)
        return batch

    def _blocks(self) -> Iterator[tuple[int, QTextBlock, bool]]:
        """Each paragraph, its number, and whether it is below the line above a signature."""
        block, signed, count = self.document().begin(), False, 0
        while block.isValid():
            yield block.userState(), block, signed
            signed = signed or (block.length() == len(SIGNATURE) + 1 and block.text() == SIGNATURE)
            block, count = block.next(), count + 1
        if len(self._paragraphs) > 2 * count + 100:
            self._forget_gone()

    def _forget_gone(self) -> None:
        block, there = self.document().begin(), set[int]()
        while block.isValid():
            there.add(block.userState())
            block = block.next()
        self._paragraphs = {n: p for n, p in self._paragraphs.items() if n in there}

    def _looked_at(self, number: int, block: QTextBlock, paragraph: Paragraph) -> Paragraph:
        """The paragraph with its text, which may have become checked text by another way than an
        edit; one without any text needs no check."""
        text = checked_text(block, self._leaves_out)
        if paragraph.text != text:
            paragraph = paragraph.edited(text)
        if not text:
            paragraph = replace(paragraph, checked=True, marks=())
        self._paragraphs[number] = paragraph
        return paragraph

    def _leave_out(self, number: int, block: QTextBlock, paragraph: Paragraph) -> None:
        if paragraph.marks:
            self._put(number, block, replace(paragraph, marks=(), checked=False))

    def show(self, found: Sequence[tuple[int, Passage, Judged]]) -> list[Mark]:
        """Show what was found in paragraphs; an answer about a text that has changed meanwhile
        counts for nothing. The marks that are new."""
        answers = {number: (passage, judged) for number, passage, judged in found}
        new: list[Mark] = []
        for number, block, signed in self._blocks():
            paragraph, answer = self._paragraphs.get(number), answers.pop(number, None)
            if paragraph is None or answer is None or signed:
                continue
            passage, judged = answer
            if paragraph.text != passage.text or paragraph.forced != passage.forced:
                continue
            had = {mark.word for mark in paragraph.marks}
            new += [mark for mark in judged.marks if mark.word not in had]
            after = replace(
                paragraph,
                marks=judged.marks,
                checked=True,
                language=judged.language,
                settled=judged.settled,
            )
            self._put(number, block, after)
        return new

    def forgive(self, known: Known) -> None:
        """Take away the marks of words that are known now."""
        for number, block, _ in self._blocks():
            paragraph = self._paragraphs.get(number)
            if paragraph is not None and paragraph.marks:
                self._put(number, block, paragraph.without(known))

    def force(self, position: int, language: str) -> None:
        """The person has said the language of the paragraph there; empty: it is found again."""
        block = self.document().findBlock(position)
        paragraph = self._paragraphs.get(block.userState())
        if paragraph is not None:
            self._put(block.userState(), block, Paragraph(forced=language))
            self._want()

    def _put(self, number: int, block: QTextBlock, paragraph: Paragraph) -> None:
        before = self._paragraphs[number]
        self._paragraphs[number] = paragraph
        if before.marks != paragraph.marks:
            self._redraw(block)

    def _redraw(self, block: QTextBlock | None = None) -> None:
        """Draw the marks of a paragraph, or of all, anew. The editor hears nothing: to it each
        drawing would be a change of the text, which is kept and counts as the person's."""
        document = self.document()
        blocked = document.blockSignals(True)
        if block is None:
            self.rehighlight()
        else:
            self.rehighlightBlock(block)
        document.blockSignals(blocked)

    # What is known of a place

    @property
    def being_typed(self) -> str:
        """The word that is being typed, if it is marked; it is not drawn yet."""
        found = self.at(self._typed_to) if self._typed_to >= 0 else None
        return found[1].word if found is not None else ""

    def at(self, position: int) -> tuple[Place, Mark] | None:
        """The mark at a position of the document, and where it stands."""
        block = self.document().findBlock(position)
        paragraph = self._paragraphs.get(block.userState())
        if paragraph is None:
            return None
        for (start, end), mark in zip(_spans(paragraph), paragraph.marks, strict=True):
            place = (block.position() + start, block.position() + end)
            if place[0] <= position <= place[1]:
                return place, mark
        return None

    def paragraph_at(self, position: int) -> Paragraph:
        """What is known of the paragraph there."""
        return self._paragraphs.get(self.document().findBlock(position).userState(), Paragraph())

    def languages(self) -> tuple[str, ...]:
        """What most of the paragraphs are in comes first."""
        found = Counter(p.language for p in self._paragraphs.values() if p.settled)
        return tuple(code for code, _ in found.most_common())

    def all(self) -> list[tuple[Place, Mark]]:
        """Every mark, in the order of the text."""
        return [
            ((block.position() + start, block.position() + end), mark)
            for number, block, _ in self._blocks()
            if (paragraph := self._paragraphs.get(number)) is not None
            for (start, end), mark in zip(_spans(paragraph), paragraph.marks, strict=True)
        ]


def _spans(paragraph: Paragraph) -> tuple[Place, ...]:
    """Where the marks stand in the paragraph, in Qt's offsets."""
    return in_qt(paragraph.text or "", ((mark.start, mark.end) for mark in paragraph.marks))
