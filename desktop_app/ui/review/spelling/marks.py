"""Marks under misspelt words of a document. They are drawn over it: no part of the text, of what
can be undone, or of what is kept.

An edit costs the same whatever length the text has: the paragraphs at its two ends are drawn anew,
and which lines are to be checked is remembered (`unchecked.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QColor, QTextBlock, QTextCharFormat, QTextDocument, QTextLayout

from desktop_app.spelling.known import Known
from desktop_app.spelling.passages import Judged, Mark, Passage
from desktop_app.ui.review.spelling.paragraph import Paragraph
from desktop_app.ui.review.spelling.unchecked import Unchecked
from desktop_app.ui.review.spelling.written import SIGNATURE, LeavesOut, checked_text, is_code
from desktop_app.ui.widgets.qt_offsets import in_qt

NEAR = 20
"""Paragraphs before one that may say its language."""

MOST_LOOKED_AT = 2_000
"""Paragraphs that are looked at for one batch."""

PAUSE_MS = 1_000
"""After which the word that was typed last counts as finished."""

Place = tuple[int, int]
"""Begin and end in the document, in Qt's offsets."""


class Marks(QObject):
    """Marks of a document, with the signal `unchecked` when something is to be checked. Each
    paragraph that was looked at has a number, which its block keeps as its user state."""

    unchecked = Signal()

    def __init__(
        self,
        document: QTextDocument,
        colour: Callable[[], QColor],
        leaves_out: LeavesOut = is_code,
    ) -> None:
        super().__init__(document)
        self._document, self._colour, self._leaves_out = document, colour, leaves_out
        self._paragraphs: dict[int, Paragraph] = {}
        self._lines = Unchecked()
        self._count, self._next = 0, 1
        self.on = False
        self._typed_to = -1
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self.finish_word)
        document.contentsChange.connect(self._on_change)

    # What happens to the text

    def _on_change(self, place: int, removed: int, added: int) -> None:
        """Called while the document is being edited, before it is laid out."""
        if not self.on:
            return
        self._typed_to = place + added if added == 1 and not removed else -1
        if self._typed_to >= 0:
            self._pause.start()
        document = self._document
        first, last = document.findBlock(place), document.findBlock(place + added)
        if not last.isValid():
            last = document.lastBlock()
        after = last.blockNumber() - first.blockNumber() + 1
        before = after - (document.blockCount() - self._count)
        self._count = document.blockCount()
        self._lines.edited(first.blockNumber(), before, after, self._count)
        for block in (first, last) if after > 1 else (first,):
            paragraph = self._paragraphs.get(block.userState())
            if paragraph is not None:
                text = checked_text(block, self._leaves_out)
                if text != paragraph.text:
                    paragraph = paragraph.edited(text)
                    self._paragraphs[block.userState()] = paragraph
                self._draw(block, paragraph)
        self.unchecked.emit()

    def finish_word(self, caret: int = -1) -> None:
        """The word that was typed last is finished, unless the caret is still at its end."""
        place = self._typed_to
        if place < 0 or caret == place:
            return
        self._typed_to = -1
        self._pause.stop()
        block = self._document.findBlock(place)
        paragraph = self._paragraphs.get(block.userState())
        if self.on and paragraph is not None and paragraph.marks:
            self._draw_now(block, paragraph)

    # What is drawn

    def draw_again(self) -> None:
        """In another colour."""
        for block, _, paragraph in self._blocks():
            if paragraph.marks:
                self._draw_now(block, paragraph)

    def _draw(self, block: QTextBlock, paragraph: Paragraph) -> None:
        layout = block.layout()
        if layout.preeditAreaText():
            return  # an input method has formats of its own there; what it writes is an edit
        ranges = [
            _range(start, end, self._colour())
            for start, end in _spans(paragraph)
            if block.position() + end != self._typed_to
        ]
        if ranges or layout.formats():
            layout.setFormats(ranges)
            self._document.markContentsDirty(block.position(), block.length())

    def _draw_now(self, block: QTextBlock, paragraph: Paragraph) -> None:
        """The editor hears nothing: to it a drawing outside an edit would be a change of the text,
        which is kept and counts as the person's."""
        blocked = self._document.blockSignals(True)
        self._draw(block, paragraph)
        self._document.blockSignals(blocked)

    # What is checked

    def switch(self, *, on: bool) -> None:
        """Begin anew, or take all marks away."""
        for block, _, paragraph in self._blocks():
            if paragraph.marks:
                self._draw_now(block, Paragraph())
        self.on = on
        self._paragraphs.clear()
        self._typed_to = -1
        self._begin()

    def check_again(self) -> None:
        """What was found does not hold any more."""
        for number, paragraph in self._paragraphs.items():
            self._paragraphs[number] = paragraph.unread()
        self._begin()

    def _begin(self) -> None:
        self._count = self._document.blockCount()
        self._lines.all(self._count)
        self.unchecked.emit()

    def next_batch(self, most: int) -> list[tuple[int, Passage]]:
        """Paragraphs that are to be checked, with their numbers: about `most` characters."""
        if not self.on or self._lines.nothing:
            return []
        lines, batch, room = self._lines, list[tuple[int, Passage]](), most
        block = self._document.findBlockByNumber(lines.first)
        around = self._languages_before(block)
        looked_at = 0
        while block.isValid() and not lines.nothing and room > 0 and looked_at < MOST_LOOKED_AT:
            number, paragraph = self._looked_at(block, signed=lines.signed(lines.first))
            if not paragraph.checked:
                near = tuple(dict.fromkeys(reversed(around[-NEAR:])))
                batch.append((number, Passage(paragraph.text or "", near, paragraph.forced)))
                room -= len(paragraph.text or "")
            if paragraph.settled:
                around.append(paragraph.language)
            if lines.cut is None and _is_cut(block):
                self._cut_at(block)
            block, lines.first, looked_at = block.next(), lines.first + 1, looked_at + 1
        if not batch and not lines.nothing:
            self.unchecked.emit()
        return batch

    def _looked_at(self, block: QTextBlock, *, signed: bool) -> tuple[int, Paragraph]:
        """The paragraph with its number and its text; one without any text needs no check."""
        number = block.userState()
        if number not in self._paragraphs:
            number, self._next = self._next, self._next + 1
            block.setUserState(number)
            self._paragraphs[number] = Paragraph()
            self._forget_gone()
        paragraph = self._paragraphs[number]
        text = "" if signed else checked_text(block, self._leaves_out)
        if text != paragraph.text:
            paragraph = paragraph.edited(text)
        if not text:
            paragraph = replace(paragraph, checked=True, settled=False)
        self._put(number, block, paragraph)
        return number, paragraph

    def _cut_at(self, block: QTextBlock) -> None:
        """What is below has been checked as text, perhaps: it is the signature."""
        self._lines.cut = block.blockNumber()
        self._lines.end = self._count

    def _languages_before(self, block: QTextBlock) -> list[str]:
        found: list[str] = []
        for _ in range(NEAR):
            block = block.previous()
            if not block.isValid():
                break
            paragraph = self._paragraphs.get(block.userState())
            if paragraph is not None and paragraph.settled:
                found.append(paragraph.language)
        return found[::-1]

    def _forget_gone(self) -> None:
        """Paragraphs whose blocks are no more."""
        if len(self._paragraphs) > 2 * self._count + 100:
            there = {block.userState() for block in self._every_block()}
            self._paragraphs = {n: p for n, p in self._paragraphs.items() if n in there}

    def show(self, found: Sequence[tuple[int, Passage, Judged]]) -> list[Mark]:
        """Show what was found in paragraphs; an answer about a text that has changed meanwhile
        counts for nothing. The marks that are new."""
        blocks = self._blocks_of({number for number, _, _ in found})
        new: list[Mark] = []
        for number, passage, judged in found:
            paragraph, block = self._paragraphs.get(number), blocks.get(number)
            if paragraph is None or block is None or paragraph.checked:
                continue
            same = checked_text(block, self._leaves_out) == paragraph.text == passage.text
            if not same or paragraph.forced != passage.forced:
                continue
            had = {mark.word for mark in paragraph.marks}
            new += [mark for mark in judged.marks if mark.word not in had]
            after = Paragraph(
                passage.text,
                judged.marks,
                checked=True,
                language=judged.language,
                settled=judged.settled,
                forced=paragraph.forced,
            )
            self._put(number, block, after)
        return new

    def _blocks_of(self, numbers: set[int]) -> dict[int, QTextBlock]:
        """They are behind each other, a little before the next line to be checked, unless there
        were edits."""
        found: dict[int, QTextBlock] = {}
        block = self._document.findBlockByNumber(max(0, self._lines.first - 1))
        for _ in range(2 * len(numbers) + NEAR):
            if not block.isValid() or len(found) == len(numbers):
                break
            if block.userState() in numbers:
                found[block.userState()] = block
            block = block.previous()
        if len(found) < len(numbers):
            for block in self._every_block():
                if block.userState() in numbers:
                    found[block.userState()] = block
        return found

    def forgive(self, known: Known) -> None:
        """Take away the marks of words that are known now."""
        for block, number, paragraph in self._blocks():
            if paragraph.marks:
                self._put(number, block, paragraph.without(known))

    def force(self, position: int, language: str) -> None:
        """The person has said the language of the paragraph there; empty: it is found again."""
        block = self._document.findBlock(position)
        if block.userState() in self._paragraphs:
            self._put(block.userState(), block, Paragraph(forced=language))
            self._lines.edited(block.blockNumber(), 1, 1, self._count)
            self.unchecked.emit()

    def _put(self, number: int, block: QTextBlock, paragraph: Paragraph) -> None:
        before = self._paragraphs[number]
        self._paragraphs[number] = paragraph
        if before.marks != paragraph.marks:
            self._draw_now(block, paragraph)

    # What is known of a place

    @property
    def done(self) -> bool:
        """Whether nothing is left to be asked."""
        return not self.on or self._lines.nothing

    @property
    def being_typed(self) -> str:
        """The word that is being typed, if it is marked; it is not drawn yet."""
        found = self.at(self._typed_to) if self._typed_to >= 0 else None
        return found[1].word if found is not None else ""

    def at(self, position: int) -> tuple[Place, Mark] | None:
        """The mark at a position of the document, and where it stands."""
        block = self._document.findBlock(position)
        found = _marks_of(block, self._paragraphs.get(block.userState(), Paragraph()))
        return next((one for one in found if one[0][0] <= position <= one[0][1]), None)

    def paragraph_at(self, position: int) -> Paragraph:
        """What is known of the paragraph there."""
        return self._paragraphs.get(self._document.findBlock(position).userState(), Paragraph())

    def languages(self) -> tuple[str, ...]:
        """What most of the paragraphs are in comes first."""
        found = Counter(p.language for p in self._paragraphs.values() if p.settled)
        return tuple(code for code, _ in found.most_common())

    def all(self) -> list[tuple[Place, Mark]]:
        """Every mark, in the order of the text."""
        return [one for block, _, found in self._blocks() for one in _marks_of(block, found)]

    def _blocks(self) -> Iterator[tuple[QTextBlock, int, Paragraph]]:
        """The paragraphs that were looked at, in their order."""
        for block in self._every_block():
            paragraph = self._paragraphs.get(block.userState())
            if paragraph is not None:
                yield block, block.userState(), paragraph

    def _every_block(self) -> Iterator[QTextBlock]:
        block = self._document.begin()
        while block.isValid():
            yield block
            block = block.next()


def _is_cut(block: QTextBlock) -> bool:
    return block.length() == len(SIGNATURE) + 1 and block.text() == SIGNATURE


def _range(start: int, end: int, colour: QColor) -> QTextLayout.FormatRange:
    found, look = QTextLayout.FormatRange(), QTextCharFormat()
    look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SpellCheckUnderline)
    look.setUnderlineColor(colour)
    found.start, found.length, found.format = start, end - start, look
    return found


def _spans(paragraph: Paragraph) -> tuple[Place, ...]:
    """Where the marks stand in the paragraph, in Qt's offsets."""
    return in_qt(paragraph.text or "", ((mark.start, mark.end) for mark in paragraph.marks))


def _marks_of(block: QTextBlock, paragraph: Paragraph) -> list[tuple[Place, Mark]]:
    at = block.position()
    spans = _spans(paragraph)
    return [((at + a, at + b), m) for (a, b), m in zip(spans, paragraph.marks, strict=True)]
