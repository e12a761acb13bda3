"""Live checklist of a mailbox that is being added, with what to do where a step fails."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from desktop_app.model.errors import KnownError, NoKeyring
from desktop_app.model.mailbox_check import (
    CHECK_TITLES,
    CheckedStep,
    CheckOutcome,
    CheckStep,
    MailboxCheck,
)
from desktop_app.model.progress import Progress
from desktop_app.tools.person import mailbox_sign_in
from desktop_app.tools.person.mailbox_sign_in import AddMailbox
from desktop_app.ui.background.jobs import Job
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.parts import STRETCH, STYLE, Button, clear, column, plain, row
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.widgets.tokens import Size

_SIGNS: Mapping[CheckOutcome, tuple[str, str]] = {
    CheckOutcome.GOOD: ("good", "good"),
    CheckOutcome.WARNING: ("warning", "warning"),
    CheckOutcome.BAD: ("danger", "danger"),
    CheckOutcome.SKIPPED: ("", ""),
}


class StepRow(QWidget):
    """One step: a sign, its title, and what came of it."""

    def __init__(self, bench: Workbench, step: CheckStep) -> None:
        super().__init__()
        self._theme, self._title = bench.theme, CHECK_TITLES[step]
        self._sign = plain()
        self._sign.setFixedWidth(bench.theme.px(Size.ICON))
        self.words = plain(self._title, "second", wrap=True)
        row(self._sign, self.words, owner=self, gap=bench.theme.px(8), fill=self.words)

    def wait(self) -> None:
        self._show(self._title, "second", "", "")

    def begin(self) -> None:
        self._show(f"{self._title} …", "", "sync", "second")

    def finish(self, checked: CheckedStep) -> None:
        role = {CheckOutcome.BAD: "error", CheckOutcome.SKIPPED: "second"}.get(checked.outcome, "")
        self._show(f"{self._title}: {checked.words}", role, *_SIGNS[checked.outcome])

    def _show(self, words: str, role: str, icon: str, ink: str) -> None:
        self.words.setText(words)
        set_role(self.words, role)
        if icon:
            side = self._theme.px(Size.ICON)
            self._sign.setPixmap(self._theme.icon(icon, ink).pixmap(side, side))
        else:
            self._sign.clear()


class CheckPanel(QWidget):
    """`begin` starts; `done(MailboxCheck)` tells that the account is there, `failed` that it is
    not, `changing` that the person wants to change what was entered."""

    done = Signal(object)
    failed = Signal()
    changing = Signal()

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self._asked: AddMailbox | None = None
        self._job: Job | None = None
        self.rows = {step: StepRow(bench, step) for step in CheckStep}
        self.problem, self.next_step = plain(role="strong", wrap=True), plain(wrap=True)
        self._buttons = row(gap=STYLE)
        gap = bench.theme.px(8)
        parts: tuple[QLabel, ...] = (self.problem, self.next_step)
        column(*self.rows.values(), gap, *parts, self._buttons, STRETCH, owner=self, gap=gap)

    @property
    def session_only(self) -> bool:
        """Whether the person chose to keep the password for this session only."""
        return self._asked is not None and self._asked.session_only

    @property
    def working(self) -> bool:
        return self._job is not None and not self._job.finished

    def begin(self, entered: AddMailbox) -> None:
        """Start, or start over."""
        self.abandon()
        self._asked = entered
        for each in self.rows.values():
            each.wait()
        self._say("", "")
        self._job = self._bench.calls.ask(
            mailbox_sign_in.ADD_MAILBOX,
            entered,
            done=self._on_done,
            failed=self._on_failed,
            progress=self._on_progress,
            owner=self,
        )

    def abandon(self) -> None:
        """Call off what is under way."""
        if self._job is not None and not self._job.finished:
            self._job.cancel()
        self._job = None

    def _on_progress(self, progress: Progress) -> None:
        if self._job is not None:
            list(self.rows.values())[progress.done].begin()

    def _on_done(self, checked: MailboxCheck) -> None:
        self._job = None
        for step in checked.steps:
            self.rows[step.step].finish(step)
        if checked.signed_in is not None:
            self.done.emit(checked)
            return
        problem = checked.problem
        assert problem is not None, "a check without a problem adds the account"
        self._say(problem.words, problem.next_step, *self._ways_on())
        row_ = self.rows[problem.step]
        row_.finish(replace(problem, words="this did not work."))  # the words stand below
        self.failed.emit()

    def _on_failed(self, error: KnownError) -> None:
        self._job = None
        if isinstance(error, NoKeyring):
            self._say(
                error.sentence,
                f"{error.next_step} What is kept for this session only is forgotten when "
                "Draftdesk closes. It is never written to a file.",
                ("Try again", self._again),
                ("Keep it for this session only", self._for_session),
            )
        else:
            self._say(error.sentence, error.next_step, *self._ways_on())
        self.failed.emit()

    def _ways_on(self) -> tuple[Button, ...]:
        return ("Try again", self._again), ("Change what I entered", self.changing.emit)

    def _again(self) -> None:
        assert self._asked is not None
        self.begin(self._asked)

    def _for_session(self) -> None:
        assert self._asked is not None
        self._asked = msgspec.structs.replace(self._asked, session_only=True)
        self._again()

    def _say(self, problem: str, next_step: str, *buttons: Button) -> None:
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        self.next_step.setText(next_step)
        self.next_step.setVisible(bool(next_step))
        clear(self._buttons)
        for words, work in buttons:
            button = QPushButton(words)
            button.setAutoDefault(False)
            button.clicked.connect(lambda _=False, work=work: work())
            self._buttons.addWidget(button)
        self._buttons.addStretch(1)
        if problem:
            announce(self, f"{problem} {next_step}")
