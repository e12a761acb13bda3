"""Marks under misspelt words of a document. They are drawn over it: no part of the text, of what
can be undone, or of what is kept.

An edit costs the same whatever length the text has: the paragraphs at its two ends are drawn anew,
and which lines are to be checked is remembered (`unchecked.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QColor, QTextBlock, QTextCharFormat, QTextDocument, QTextLayout

from desktop_app.spelling.known import Known
from desktop_app.spelling.passages import Judged, Mark, Passage
from desktop_app.ui.review.spelling.paragraph import Paragraph
from desktop_app.ui.review.spelling.unchecked import Unchecked
from desktop_app.ui.review.spelling.written import SIGNATURE, LeavesOut, checked_text, is_code
from desktop_app.ui.widgets.qt_offsets import in_qt
from desktop_app.ui.widgets.undo_steps import UndoSteps

NEAR = 20
"""Paragraphs before and behind one that may say its language."""

MOST_LOOKED_AT = 2_000
"""Paragraphs that are looked at for one batch."""

PAUSE_MS = 1_000
"""After which the word that was typed last counts as finished."""

Place = tuple[int, int]
"""Begin and end in the document, in Qt's offsets."""


class Marks(QObject):
    """Marks of a document, with the signal `unchecked` when something is to be checked, and
    `settled` when a paragraph has shown its language, from which others may be told."""

    unchecked = Signal()
    settled = Signal()

    def __init__(
        self,
        document: QTextDocument,
        colour: Callable[[], QColor],
        leaves_out: LeavesOut = is_code,
    ) -> None:
        super().__init__(document)
        self._document, self._colour, self._leaves_out = document, colour, leaves_out
        self._kept: list[Paragraph] = []
        """What is known of each line, that is paragraph, of the document."""
        self._lines = Unchecked()
        self._asked = 0
        self.on = False
        self._typed_to = -1
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self.finish_word)
        self._steps = UndoSteps(document)
        document.contentsChange.connect(self._on_change)

    # What happens to the text

    def _on_change(self, place: int, removed: int, added: int) -> None:
        """Called while the document is being edited, before it is laid out."""
        gone = self._steps.were_gone()
        if not self.on:
            return
        self._typed_to = place + added if added == 1 and not removed else -1
        if self._typed_to >= 0:
            self._pause.start()
        document = self._document
        first, last = document.findBlock(place), document.findBlock(place + added)
        if not last.isValid():
            last = document.lastBlock()
        line, after = first.blockNumber(), last.blockNumber() - first.blockNumber() + 1
        before = after - (document.blockCount() - len(self._kept))
        old = self._kept[line : line + before]
        if before < 1 or len(old) != before or (gone and max(before, after) > 1):
            self._kept = []
            self._begin()
            return
        new = [old[0], *[Paragraph()] * (after - 2), old[-1]] if after > 1 else [old[0]]
        self._kept[line : line + before] = new
        self._lines.edited(line, before, after, len(self._kept))
        for block in (first, last) if after > 1 else (first,):
            self._on_edited(block)
        self.unchecked.emit()

    def _on_edited(self, block: QTextBlock) -> None:
        """One end of an edit: marks of words that are still there move along."""
        line = block.blockNumber()
        paragraph = self._kept[line]
        if paragraph.text is not None:
            text = checked_text(block, self._leaves_out)
            if text != paragraph.text:
                paragraph = self._kept[line] = paragraph.edited(text)
            self._draw(block, paragraph)

    def caret_at(self, place: int) -> None:
        """The caret has come there: the word that was typed is finished once it leaves its end."""
        if place != self._typed_to:
            self.finish_word()

    def finish_word(self) -> None:
        """The word that was typed last is finished."""
        place, self._typed_to = self._typed_to, -1
        self._pause.stop()
        block = self._document.findBlock(place)
        if self.on and block.isValid() and self._kept[block.blockNumber()].marks:
            self._draw(block, self._kept[block.blockNumber()])

    # What is drawn

    def draw_again(self) -> None:
        """In another colour."""
        for block, paragraph in self._marked():
            self._draw(block, paragraph)

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

    # What is checked

    def switch(self, *, on: bool) -> None:
        """Begin anew, or take all marks away."""
        for block, _ in self._marked():
            self._draw(block, Paragraph())
        self.on, self._kept, self._typed_to = on, [], -1
        self._begin()

    def check_again(self) -> None:
        """What was found does not hold any more."""
        self._kept = [paragraph.unread() for paragraph in self._kept]
        self._begin()

    def _begin(self) -> None:
        count = self._document.blockCount()
        if len(self._kept) != count:
            self._kept = [Paragraph()] * count
        self._lines.all(count)
        self.unchecked.emit()

    def next_batch(self, most: int) -> list[tuple[int, Passage]]:
        """Paragraphs that are to be checked, with their numbers: about `most` characters."""
        if not self.on or self._lines.nothing:
            return []
        lines, batch, room = self._lines, list[tuple[int, Passage]](), most
        block = self._document.findBlockByNumber(lines.first)
        looked_at = 0
        while block.isValid() and not lines.nothing and room > 0 and looked_at < MOST_LOOKED_AT:
            paragraph = self._looked_at(lines.first, block)
            if not paragraph.checked:
                near = self._languages_near(lines.first)
                passage = Passage(paragraph.text or "", near, paragraph.forced)
                batch.append((paragraph.number, passage))
                room -= len(passage.text)
            if lines.cut is None and _is_cut(block):
                lines.cut, lines.end = lines.first, len(self._kept)
            block, lines.first, looked_at = block.next(), lines.first + 1, looked_at + 1
        if not batch and not lines.nothing:
            self.unchecked.emit()
        return batch

    def _looked_at(self, line: int, block: QTextBlock) -> Paragraph:
        """The paragraph with its text and the number of the question about it; one without any text
        needs no check."""
        paragraph = self._kept[line]
        text = "" if self._lines.signed(line) else checked_text(block, self._leaves_out)
        if text != paragraph.text:
            paragraph = paragraph.edited(text)
        if not text:
            paragraph = replace(paragraph, checked=True, settled=False)
        elif not paragraph.checked:
            self._asked += 1
            paragraph = replace(paragraph, number=self._asked)
        self._put(line, block, paragraph)
        return paragraph

    def _languages_near(self, line: int) -> tuple[str, ...]:
        """Each language of settled paragraphs around one once, the nearest first."""
        kept, last = self._kept, len(self._kept)
        places = (n for away in range(1, NEAR + 1) for n in (line - away, line + away))
        near = (kept[n] for n in places if 0 <= n < last)
        return tuple(dict.fromkeys(each.language for each in near if each.settled))

    def _ask_around(self, settled: Sequence[int]) -> None:
        """Paragraphs that have not shown their own language are told it by those around them."""
        places = sorted({n for line in settled for n in range(line - NEAR, line + NEAR + 1)})
        again = [n for n in places if 0 <= n < len(self._kept) and self._kept[n].undecided]
        for line in again:
            self._kept[line] = self._kept[line].unread()
        if again:
            several = again[-1] - again[0] + 1
            self._lines.edited(again[0], several, several, len(self._kept))
            self.unchecked.emit()
        self.settled.emit()

    def show(self, found: Sequence[tuple[int, Passage, Judged]]) -> list[Mark]:
        """Show what was found in paragraphs; an answer about a text that has changed meanwhile
        counts for nothing. The marks that are new."""
        lines = {
            paragraph.number: line
            for line, paragraph in enumerate(self._kept)
            if paragraph.number and not paragraph.checked
        }
        new: list[Mark] = []
        settled: list[int] = []
        for number, passage, judged in found:
            if number not in lines:
                continue
            line = lines[number]
            before = self._kept[line]
            had = {mark.word for mark in before.marks}
            new += [mark for mark in judged.marks if mark.word not in had]
            after = Paragraph(
                passage.text,
                judged.marks,
                checked=True,
                language=judged.language,
                settled=judged.settled,
                forced=passage.forced,
            )
            self._put(line, self._document.findBlockByNumber(line), after)
            if after.settled and (not before.settled or before.language != after.language):
                settled.append(line)
        if settled:
            self._ask_around(settled)
        return new

    def forgive(self, known: Known) -> None:
        """Take away the marks of words that are known now."""
        for block, paragraph in self._marked():
            self._put(block.blockNumber(), block, paragraph.without(known))

    def force(self, position: int, language: str) -> None:
        """The person has said the language of the paragraph there; empty: it is found again."""
        block = self._document.findBlock(position)
        if self.on and block.isValid():
            line = block.blockNumber()
            self._put(line, block, Paragraph(forced=language))
            self._lines.edited(line, 1, 1, len(self._kept))
            self.unchecked.emit()

    def _put(self, line: int, block: QTextBlock, paragraph: Paragraph) -> None:
        before = self._kept[line]
        self._kept[line] = paragraph
        if before.marks != paragraph.marks:
            self._draw(block, paragraph)

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
        found = _marks_of(block, self.paragraph_at(position))
        return next((one for one in found if one[0][0] <= position <= one[0][1]), None)

    def paragraph_at(self, position: int) -> Paragraph:
        """What is known of the paragraph there."""
        line = self._document.findBlock(position).blockNumber()
        return self._kept[line] if 0 <= line < len(self._kept) else Paragraph()

    def languages(self) -> tuple[str, ...]:
        """What most of the paragraphs are in comes first; empty for none that was chosen."""
        found = Counter(p.language for p in self._kept if p.settled)
        return tuple(code for code, _ in found.most_common())

    def all(self) -> list[tuple[Place, Mark]]:
        """Every mark, in the order of the text."""
        return [one for block, found in self._marked() for one in _marks_of(block, found)]

    def _marked(self) -> list[tuple[QTextBlock, Paragraph]]:
        """The paragraphs with marks, in their order."""
        by_number = self._document.findBlockByNumber
        return [(by_number(n), found) for n, found in enumerate(self._kept) if found.marks]


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
