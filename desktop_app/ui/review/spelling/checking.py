"""Checking of a draft: what has changed is sent to the dictionaries in batches, one at a time, and
what comes back is shown where the text is still the same. Nothing is waited for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_app.spelling.passages import Judged, Mark, Passage
from desktop_app.ui.background.jobs import Job, Jobs
from desktop_app.ui.review.spelling.marks import Marks
from desktop_app.ui.review.spelling.subject_marks import SubjectMarks

if TYPE_CHECKING:
    from desktop_app.spelling.known import Known
    from desktop_app.spelling.service import Spelling

GATHER_MS = 150
"""After a change: who types on has the next letter checked along."""

BATCH = 1_500
"""Characters of one batch: what comes back is drawn within one turn of the window's loop."""

MOST_LOOKED_UP = 3
"""New marks of one answer for which suggestions are looked up at once: who has just mistyped a
word opens its menu next."""

Suggested = Callable[[tuple[str, ...]], object]


class Checking(QObject):
    """Of the words and the subject of one draft. `known` gives the words that count as right there,
    `leaning` the language of the mail it answers. Signal `found` after each answer."""

    found = Signal()

    def __init__(
        self,
        spelling: Spelling,
        jobs: Jobs,
        marks: Marks,
        subject: SubjectMarks,
        known: Callable[[], Known],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._spelling, self._jobs, self._known = spelling, jobs, known
        self._marks, self._subject = marks, subject
        self.leaning = ""
        self.held = False
        """Whether nothing is asked yet: it is not known which words are right."""
        self._job: Job | None = None
        self._round = 0
        self._suggested: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {}
        self._gather = QTimer(self, singleShot=True, interval=GATHER_MS)
        self._gather.timeout.connect(self._check)
        marks.unchecked.connect(self._soon)
        subject.unchecked.connect(self._soon)

    def begin_anew(self) -> None:
        """What was asked so far does not hold any more."""
        self._round += 1
        self._suggested.clear()
        self._subject.check_again()
        self._marks.check_again()

    def release(self) -> None:
        """What was held is asked now."""
        self.held = False
        self._soon()

    @property
    def idle(self) -> bool:
        """Whether all that was written is checked."""
        waits = self._under_way or self.held or self._gather.isActive()
        return not waits and self._marks.done and self._subject.wanted() is None

    @property
    def _under_way(self) -> bool:
        """A job that broke is over too."""
        return self._job is not None and not self._job.finished

    def _soon(self) -> None:
        if not self._gather.isActive():
            self._gather.start()

    def _check(self) -> None:
        if self._under_way or self.held or not self._marks.on:
            return
        batch, line = self._marks.next_batch(BATCH), self._subject.wanted()
        if not batch and line is None:
            return
        asked, spelling = self._round, self._spelling
        passages = [passage for _, passage in batch] + ([line] if line is not None else [])
        known, leaning = self._known(), self.leaning
        self._job = self._jobs.run(
            lambda: spelling.check(passages, known, leaning),
            done=lambda judged: self._show(asked, batch, line, judged),
            owner=self,
        )

    def _show(
        self,
        asked: int,
        batch: Sequence[tuple[int, Passage]],
        line: Passage | None,
        judged: Sequence[Judged],
    ) -> None:
        if asked == self._round:
            rows = zip(batch, judged, strict=False)
            new = self._subject.show(line, judged[-1]) if line is not None else []
            new += self._marks.show([(number, passage, one) for (number, passage), one in rows])
            self._look_up_new(new)
            self.found.emit()
        self._check()

    def _look_up_new(self, new: Sequence[Mark]) -> None:
        finished = [mark for mark in new if mark.word != self._marks.being_typed]
        if len(finished) <= MOST_LOOKED_UP:
            for mark in finished:
                self.look_up(mark)

    def look_up(self, mark: Mark) -> None:
        """Have suggestions ready for a word whose menu may be opened next."""
        self.suggest(mark, lambda _: None)

    def suggest(self, mark: Mark, done: Suggested) -> None:
        """`done` is called with what may be meant: at once where that is known already."""
        key = (mark.word, mark.languages)
        if key in self._suggested:
            done(self._suggested[key])
            return
        spelling, asked = self._spelling, self._round

        def come(found: tuple[str, ...]) -> None:
            if asked == self._round:
                self._suggested[key] = found
            done(found)

        self._jobs.run(
            lambda: spelling.suggest(*key), done=come, failed=lambda _: done(()), owner=self
        )
