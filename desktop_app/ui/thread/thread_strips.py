"""Strips above a conversation: what it wants of the person, and the drafts that wait in it."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from desktop_app.tools.person.mail_view import OpenedThread
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.thread.draft_strips import strips_of
from desktop_app.ui.thread.later_strip import later_strip, told_of
from desktop_app.ui.thread.triage_strip import triage_strip, triage_words
from desktop_app.ui.widgets.parts import STYLE, clear, column


class ThreadStrips(QWidget):
    """A strip that says what it said stays: somebody may be about to press it."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self._said: tuple[object, ...] = ()
        self._strips = column(gap=STYLE, owner=self)

    def show_strips(self, found: OpenedThread) -> bool:
        """Show the strips of a conversation; whether they are other ones now."""
        drafts, wants = found.drafts, triage_words(self._bench, found.verdict)
        hands = ((d.id, d.author, found.changes.get(d.id, ())) for d in drafts)
        comes = told_of(self._bench, found)
        said = (("", None, wants), *(("", None, each.words) for each in comes), *hands)
        if said == self._said:
            return False
        self._said = said
        clear(self._strips)
        for each in comes:
            self._strips.addWidget(later_strip(self._bench, each))
        if wants and found.verdict is not None:
            self._strips.addWidget(triage_strip(self._bench, found.verdict, wants))
        for strip in strips_of(self._bench, drafts, found.changes):
            self._strips.addWidget(strip)
        return True

    def keep_edge(self, right: int, width: int) -> None:
        """End where the cards end, so many pixels from the right."""
        self._strips.setContentsMargins(0, 0, right, 0)
        self.setMaximumWidth(width + right)
