"""Status bar: account, freshness, what waits, who answers, work under way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QProgressBar, QPushButton, QStatusBar, QToolButton, QWidget

from desktop_app.model.progress import Progress
from desktop_app.tools.person.folders import SidebarCounts
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.drafts.outgoing_mail import SHORT_SECONDS, waits
from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.dates import progress_sentence
from desktop_app.ui.widgets.elided_label import ElidedLabel
from desktop_app.ui.widgets.elision import fitted
from desktop_app.ui.widgets.parts import STYLE, plain, row
from desktop_app.ui.widgets.safe_text import as_tooltip
from desktop_app.ui.widgets.tokens import Size

if TYPE_CHECKING:
    from desktop_app.assistant.transcript import AgentDescription

PASSING_MS = 6000
STOPPING = "Stopping…"


class StatusBar(QStatusBar):
    """Status bar whose buttons open what they name."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self._account_id = ""
        self._counts: SidebarCounts | None = None
        self._sync: Mapping[str, str] = {}
        self.setSizeGripEnabled(False)
        self.setAccessibleName("Status")
        self.setContentsMargins(bench.theme.px(8), 0, bench.theme.px(8), 0)
        self.account, self.passing = ElidedLabel(), plain()
        self.work = WorkStatus(bench)
        self.download = WorkStatus(bench)
        self.replies = WorkStatus(bench)
        self.files = WorkStatus(bench)
        navigation = bench.navigation
        self.review = self._button(lambda: navigation.show_drafts("review"))
        self.outbox = self._button(lambda: navigation.show_drafts("outbox"))
        self.not_sending = self._button(lambda: navigation.show_drafts("outbox"))
        self.assistant = self._button(lambda: navigation.ask_assistant(None))
        self.bridge = self._button(lambda: navigation.settings_wanted.emit("MCP bridge"))
        self.addWidget(self.account)
        self.addWidget(self.passing, 1)
        for widget in (
            self.download,
            self.work,
            self.replies,
            self.files,
            self.review,
            self.outbox,
            self.not_sending,
            self.assistant,
            self.bridge,
        ):
            self.addPermanentWidget(widget)
        self._timer = QTimer(self, singleShot=True, interval=PASSING_MS)
        self._timer.timeout.connect(lambda: self.show_passing(""))
        navigation.counts_shown.connect(self._on_counts)
        bench.selection.changed.connect(self._on_selection)
        navigation.status_wanted.connect(self.show_passing)
        bench.announcements.setting.connect(self._on_setting)

    def _on_setting(self, key: str) -> None:
        if key.startswith("assistant."):
            self.describe_agent()

    def show_passing(self, text: str) -> None:
        """A link's target, a short answer: gone after a while."""
        room = max(self.passing.width(), self._bench.theme.px(160))
        middle = Qt.TextElideMode.ElideMiddle
        self.passing.setText(fitted(self.passing.fontMetrics(), text, room, middle))
        self.passing.setToolTip(as_tooltip(text))
        self._timer.start()

    def describe_agent(self) -> None:
        """Who answers in the panel. Asked by a job: it may be the first to want the agent."""
        services, jobs = self._bench.services, self._bench.calls.jobs
        jobs.run(lambda: services.agent.description, done=self._show_agent, key="agent", owner=self)

    def _show_agent(self, agent: AgentDescription) -> None:
        self.assistant.setText(f"{agent.name} · {agent.place.value}")
        self.assistant.setToolTip(as_tooltip(agent.data_sent))
        self.assistant.show()

    def describe_bridge(self, words: str, more: str) -> None:
        """How the MCP bridge stands, and about whom in the tooltip."""
        self.bridge.setText(words)
        self.bridge.setToolTip(as_tooltip(more))
        self.bridge.setAccessibleDescription(more)
        self.bridge.show()

    def describe_outbox(self, words: str, more: str) -> None:
        """Reason why mail does not leave now; empty while it does."""
        room = self._bench.theme.px(Size.LIST)
        end = Qt.TextElideMode.ElideRight
        self.not_sending.setText(fitted(self.not_sending.fontMetrics(), words, room, end))
        self.not_sending.setToolTip(as_tooltip(more))
        self.not_sending.setAccessibleDescription(more)
        self.not_sending.setVisible(bool(words))
        if words:
            announce(self.not_sending, more)

    def _button(self, work: Callable[[], object]) -> QToolButton:
        button = QToolButton()
        button.clicked.connect(lambda *_: work())
        button.hide()
        return button

    def _on_selection(self) -> None:
        account = self._bench.selection.account
        if account != self._account_id:
            self._account_id = account
            if self._counts is not None:
                self._on_counts(self._counts)

    def _on_counts(self, counts: SidebarCounts) -> None:
        self._counts = counts
        self.account.set_words(self._account_text(counts))
        not_sent = f", {counts.not_sent} not sent" if counts.not_sent else ""
        self.review.setText(f"{counts.to_review} to review{not_sent}")
        self.review.setVisible(counts.to_review > 0)
        self.outbox.setText(self._outbox_text(counts))
        self.outbox.setVisible(counts.outbox > 0)

    def _outbox_text(self, counts: SidebarCounts) -> str:
        now = self._bench.services.clock()
        if counts.outbox_waits_until <= now + SHORT_SECONDS:
            return f"Outbox {counts.outbox}"
        return f"Outbox {counts.outbox}, {waits(counts.outbox_waits_until, now)}"

    def _account_text(self, counts: SidebarCounts) -> str:
        shown = [a for a in counts.accounts if self._account_id in {"", a.id}]
        if not shown:
            return "No account yet"
        if len(shown) > 1:
            synced = [self._sync[a.id] for a in shown if a.id in self._sync]
            return " · ".join([f"{len(shown)} accounts", *synced[:1]])
        here = shown[0].id in counts.on_this_computer
        words = "on this computer" if here else self._sync.get(shown[0].id, "")
        return f"{shown[0].name} · {words}" if words else shown[0].name

    def describe_sync(self, words: Mapping[str, str]) -> None:
        """How fresh each account's mail is, by account id."""
        self._sync = words
        if self._counts is not None:
            self._on_counts(self._counts)


class WorkStatus(QWidget):
    """Progress of long work: bar, counts, time left, Pause and Cancel where they can be. Hidden
    while there is none."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self._pause: Callable[[bool], object] = lambda _: None
        self._cancel: Callable[[], object] = lambda: None
        self._stopping = False
        self.text = plain()
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(bench.theme.px(120))
        self.bar.setAccessibleName("Progress")
        self.pause_button = QPushButton("Pause")
        self.pause_button.setCheckable(True)
        self.pause_button.toggled.connect(self._on_pause)
        self.cancel_button = QPushButton("Cancel")
        self.cancel_button.clicked.connect(self._on_cancel)
        parts = (self.text, self.bar, self.pause_button, self.cancel_button)
        row(*parts, owner=self, gap=STYLE)
        for button in (self.pause_button, self.cancel_button):
            button.setProperty("role", "link")
        self.hide()

    def begin(
        self,
        words: str,
        *,
        pause: Callable[[bool], object] | None = None,
        cancel: Callable[[], object] | None = None,
    ) -> None:
        """Work begins, of which `words` are all that is known; what is None can't be done."""
        self._pause, self._cancel = pause or (lambda _: None), cancel or (lambda: None)
        self._stopping = False
        self.pause_button.setVisible(pause is not None)
        self.cancel_button.setVisible(cancel is not None)
        self.pause_button.setChecked(False)
        self.text.setText(words)
        self.bar.setRange(0, 0)
        self.show()

    def move_to(self, progress: Progress) -> None:
        """Honest numbers: the bar runs on bytes where they are known, else on items."""
        done, total = (
            (progress.bytes_done, progress.bytes_total)
            if progress.bytes_total
            else (progress.done, progress.total)
        )
        self.bar.setRange(0, 1000 if total else 0)
        if total:
            self.bar.setValue(min(1000, done * 1000 // total))
        self.text.setText(STOPPING if self._stopping else progress_sentence(progress))

    def end(self) -> None:
        self.hide()

    def _on_cancel(self) -> None:
        """What is read already is still kept, which may take some seconds: it is said."""
        self._stopping = True
        self.text.setText(STOPPING)
        announce(self, STOPPING)
        self._cancel()

    def _on_pause(self, paused: bool) -> None:
        self.pause_button.setText("Resume" if paused else "Pause")
        self._pause(paused)
