"""Page that is shown while no conversation is open: what waits for the person, a press each."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from desktop_app.model.changes import Changes
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person.day import READ_DAY, Day
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.thread.day_lines import Line, Section, sections_of
from desktop_app.ui.widgets.elided_button import ElidedButton
from desktop_app.ui.widgets.focus import hand_on, holds
from desktop_app.ui.widgets.parts import column, plain
from desktop_app.ui.widgets.scrolling import ScrollColumn
from desktop_app.ui.widgets.tab_order import follow_layout
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.widgets.tokens import Size

REST_MS = 200
"""A page that is shown is read anew so long after the first of many changes."""


class DayLine(ElidedButton):
    """Button of one thing that waits, as long as that waits: what it says may change meanwhile."""

    def __init__(self, line: Line) -> None:
        super().__init__()
        set_role(self, "entry")
        self._line = line
        self.say(line)
        self.clicked.connect(lambda _: self._line.work())

    def say(self, line: Line) -> None:
        self._line = line
        self.set_words(line.seen)
        self.setAccessibleName(line.said)


class DayPage(ScrollColumn):
    """Page that is read when it comes up and something has changed, and while it is shown. Until
    it has been read it shows the hint alone."""

    def __init__(self, bench: Workbench, parent: QWidget) -> None:
        super().__init__(parent)
        self._bench = bench
        self.setAccessibleName("What waits for you")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._page = QWidget(self)
        set_role(self._page, "region")
        self._part = QWidget()
        self._sections = column(owner=self._part)
        self._hint = plain(role="second", wrap=True)
        self._layout = column(self._part, self._hint, owner=self._page)
        self._layout.addStretch(1)
        self.setWidget(self._page)
        self.lines: dict[str, DayLine] = {}
        """The buttons by what they stand for, from top to bottom."""
        self._shown: Day | None = None
        self._outdated = True
        self._soon = QTimer(self, singleShot=True, interval=REST_MS)
        self._soon.timeout.connect(self._read)
        bench.announcements.changed.connect(self._on_changed)
        bench.theme.changed.connect(self._measure)
        self._measure()

    @property
    def waits(self) -> bool:
        """Whether something has changed that it has not read yet."""
        return self._outdated

    def say(self, hint: str) -> None:
        """What to do to see something here."""
        self._hint.setText(hint)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._outdated and not event.spontaneous():
            self._part.hide()  # what it said may not hold any more
            self._read()

    def _read(self) -> None:
        """Read in a job what waits."""
        self._soon.stop()
        self._outdated = False
        self._bench.calls.ask(READ_DAY, NoParams(), done=self._show, key="day", owner=self)

    def _on_changed(self, changes: Changes) -> None:
        drafts = changes.drafts or changes.outbox
        mail = changes.messages or changes.labels or changes.triage or changes.accounts
        if not drafts and not mail:
            return
        self._outdated = True
        if self.isVisible() and not self._soon.isActive():
            self._soon.start()

    def _show(self, day: Day) -> None:
        """Show what waits. A line that still holds is the same button: it keeps the focus, and a
        press that has begun."""
        if day != self._shown:
            self._shown = day
            self._fill(tuple(sections_of(self._bench, day)))
        self._part.show()

    def _fill(self, sections: tuple[Section, ...]) -> None:
        before, wanted = self.lines, [line for part in sections for line in part.lines]
        self.lines = {line.key: before.get(line.key) or DayLine(line) for line in wanted}
        for line in wanted:
            self.lines[line.key].say(line)
        self._hand_on_focus(before)
        self._empty_layout()
        px = self._bench.theme.px
        if not sections:
            self._add_title("Nothing waits for you.")
        for place, section in enumerate(sections):
            if place:
                self._sections.addSpacing(px(16))
            self._add_title(section.title)
            for line in section.lines:
                self._sections.addWidget(self.lines[line.key])
        follow_layout(self)

    def _add_title(self, words: str) -> None:
        px, title = self._bench.theme.px, plain(words, role="strong", wrap=True)
        title.setContentsMargins(px(8) + px(Size.FOCUS), 0, 0, px(4))
        self._sections.addWidget(title)

    def _hand_on_focus(self, before: dict[str, DayLine]) -> None:
        """The focus of a line that goes moves on to the next that stays, else to the one above,
        else to the page."""
        keys = list(before)
        at = next((n for n, key in enumerate(keys) if holds(before[key])), -1)
        if at < 0 or keys[at] in self.lines:
            return
        near = [*keys[at + 1 :], *reversed(keys[:at])]
        heir = next((before[key] for key in near if key in self.lines), None)
        hand_on(before[keys[at]], heir or self)

    def _empty_layout(self) -> None:
        kept = set(self.lines.values())
        while item := self._sections.takeAt(0):
            widget = item.widget()
            if widget is not None and widget not in kept:
                widget.hide()
                widget.deleteLater()

    def _measure(self) -> None:
        px = self._bench.theme.px
        self._page.setMaximumWidth(px(Size.TEXT_WIDTH))
        self._layout.setContentsMargins(px(16), px(24), px(16), px(24))
        self._layout.setSpacing(px(16))
        self._hint.setContentsMargins(px(8) + px(Size.FOCUS), 0, 0, 0)
        if self._shown is not None:
            self._fill(tuple(sections_of(self._bench, self._shown)))
