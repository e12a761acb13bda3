"""Moving in and out from the window: one program after another, progress, report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.dialogs import present
from desktop_app.ui.window.mail_import import MailImport

if TYPE_CHECKING:
    from desktop_app.model.moving import MovedReport
    from desktop_app.tools.person.moving_in import MoveIn
    from desktop_app.tools.person.moving_out import MovedOut, MoveOut


class Moving(QObject):
    """Answers to what the dialogs of moving ask. It shares the line of progress with the import,
    and is not done beside it."""

    def __init__(self, bench: Workbench, work: MailImport, parent: QObject) -> None:
        super().__init__(parent)
        self._bench, self._work = bench, work
        self._waiting: list[MoveIn] = []
        self._reports: list[MovedReport] = []
        bench.navigation.move_wanted.connect(self._move)
        bench.calls.jobs.run(self._look, done=bench.navigation.programs_shown.emit, owner=self)

    def _look(self) -> tuple[str, ...]:
        """Names of the other mail programs; on a job's thread, and without a look into them."""
        from desktop_app.model.moving import PROGRAM_NAMES
        from desktop_app.tools.calls.base import NoParams
        from desktop_app.tools.person import moving_in

        found = self._bench.calls.wait(moving_in.PROGRAMS_THERE, NoParams())
        return tuple(PROGRAM_NAMES[program] for program in found.programs)

    def _move(self, wanted: tuple[MoveIn, ...] | MoveOut) -> None:
        if isinstance(wanted, tuple):
            self.move_in(wanted)
        else:
            self.move_out(wanted)

    def move_out(self, wanted: MoveOut) -> None:
        """Write mail to where the person chose."""
        from desktop_app.tools.person import moving_out

        if not self._work.refuse_second():
            words = "Counting the mail…"
            self._work.work(words, moving_out.MOVE_OUT, wanted, self._written, pauses=False)

    def _written(self, report: MovedOut) -> None:
        from desktop_app.ui.moving.report import WrittenDialog

        present(WrittenDialog(self._bench, report))

    def move_in(self, wanted: tuple[MoveIn, ...]) -> None:
        """Take over what was chosen of each program."""
        if self._work.refuse_second():
            return
        self._waiting, self._reports = list(wanted), []
        self._next()

    def _next(self) -> None:
        from desktop_app.tools.person import moving_in

        self._work.work("Looking for mail…", moving_in.MOVE_IN, self._waiting.pop(0), self._done)

    def _done(self, report: MovedReport) -> None:
        from desktop_app.ui.moving.report import MovedDialog

        self._reports.append(report)
        if self._waiting and not report.cancelled:
            self._next()
            return
        shown = MovedDialog(self._bench, self._reports)
        mail = report.mail
        if mail is not None and mail.owner_unknown and mail.imported:
            shown.finished.connect(lambda _: self._work.ask_owner(mail.owner_unknown))
        present(shown)
