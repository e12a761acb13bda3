"""Line above a long conversation that says where it stands, by the language model of now.

Its place is there before its words, so that they move nothing. It is made once the person has
stayed, and kept until the conversation changes.
"""

from __future__ import annotations

from threading import Event

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from desktop_app.assistant.style import may_summarise
from desktop_app.model.errors import KnownError
from desktop_app.tools.person.mail_view import OpenedThread
from desktop_app.tools.person.summaries import (
    KEEP_SUMMARY,
    SUMMARY_OF,
    KeepSummary,
    KeptSummary,
    SummaryOf,
)
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.parts import plain, row
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.widgets.tokens import Size
from desktop_app.ui.widgets.two_lines import TwoLines

LONG = 8
"""Mails of a conversation from which it has such a line."""

STAYS_MS = 1_500
"""How long the person stays with a conversation before a model is asked about it."""

KEY = "summary"
MAKING = "{name} sums this conversation up…"
NONE = "There is no summary now: {why}"


class SummaryLine(QWidget):
    """Whose words they are, then the words: two lines, and all of them in the tooltip."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        px, frame = bench.theme.px, QFrame()
        set_role(frame, "strip-made")
        self._icon: QLabel = plain()
        self.words = TwoLines()
        parts = (self._icon, self.words)
        margins = (px(12), px(4), px(12), px(4))
        row(*parts, owner=frame, gap=px(8), margins=margins, fill=self.words)
        self._edges = row(frame, owner=self, fill=frame)
        self._about = (0, 0, 0)
        """Conversation, its newest mail, and how many it has."""

        self._cancelled = Event()
        self._stays = QTimer(self, singleShot=True, interval=STAYS_MS)
        self._stays.timeout.connect(self._make)
        self._tint()
        bench.theme.changed.connect(self._tint)
        bench.announcements.setting.connect(self._on_setting)
        self.hide()

    def show_for(self, found: OpenedThread) -> None:
        """The line of this conversation: what is kept, or what is made once the person stays."""
        mails = found.thread.messages
        about = (found.thread.id, mails[-1].id if mails else 0, len(mails))
        if about == self._about:
            return
        self.forget()
        self._about = about
        if len(mails) >= LONG and self._may():
            self._say("")
            self.show()
            self._bench.calls.ask(
                SUMMARY_OF,
                SummaryOf(thread_id=about[0]),
                done=self._on_kept,
                failed=lambda _: self.hide(),
                key=KEY,
                owner=self,
            )

    def keep_edge(self, right: int, width: int) -> None:
        """End where the cards end, so many pixels from the right."""
        self._edges.setContentsMargins(0, 0, right, 0)
        self.setMaximumWidth(width + right)

    def forget(self) -> None:
        """Another conversation comes, or none: nothing more is asked about this one."""
        self._cancelled.set()
        self._cancelled = Event()
        self._stays.stop()
        self._bench.calls.jobs.cancel(KEY)
        self._about = (0, 0, 0)
        self.hide()

    def _may(self) -> bool:
        """Whether a model may be asked; one without a model never is."""
        settings = self._bench.services.settings
        if settings.text("assistant.provider") == "starter":
            return False
        return may_summarise(settings, self._bench.services.agent.description.place)

    def _on_kept(self, kept: KeptSummary) -> None:
        if kept.line:
            self._show_line(kept.model, kept.line)
            return
        self._say(MAKING.format(name=self._bench.services.agent.description.name))
        self._stays.start()

    def _make(self) -> None:
        agent, about, cancelled = self._bench.services.agent, self._about, self._cancelled
        name = agent.description.name

        def done(line: str) -> None:
            if about != self._about:
                return
            if not line:
                self._say(NONE.format(why=f"{name} gave none."))
                return
            self._show_line(name, line)
            thread, newest, mails = about
            kept = KeepSummary(thread_id=thread, newest=newest, mails=mails, model=name, line=line)
            self._bench.calls.ask(KEEP_SUMMARY, kept)

        def failed(error: KnownError) -> None:
            if about == self._about:
                self._say(NONE.format(why=error.sentence))

        self._bench.calls.jobs.run(
            lambda: agent.summary(str(about[0]), cancelled),
            done=done,
            failed=failed,
            cancelled=cancelled,
            key=KEY,
            owner=self,
        )

    def _show_line(self, model: str, line: str) -> None:
        self._say(f"Summary by {clean(model)}: {clean(line)}")

    def _say(self, words: str) -> None:
        self.words.set_words(words)
        self.setAccessibleName(words)

    def _on_setting(self, key: str) -> None:
        """Another model, or none, or no such lines any more."""
        if key.startswith("assistant.") and not self.isHidden() and not self._may():
            self.forget()

    def _tint(self) -> None:
        theme = self._bench.theme
        side = theme.px(Size.ICON_SMALL)
        self._icon.setPixmap(theme.icon("assistant", "made").pixmap(side, side))
