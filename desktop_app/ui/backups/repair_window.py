"""Window of a profile whose mail database is lost or damaged, or whose backup is wanted back.

It says what is wrong, what can be brought back and what would be missing; one press restores. No
other part of the window exists yet: the two pieces of work come from the composition root.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from PySide6.QtCore import Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QProgressBar, QPushButton, QWidget

from desktop_app.model.backup import SUFFIX, Backup, Examination, RestoreReport
from desktop_app.model.backup_words import backup_words, forecast_words, restored_words
from desktop_app.model.errors import Cancelled, KnownError
from desktop_app.model.progress import Progress
from desktop_app.ui.background.jobs import Bug, Jobs
from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.dates import forms, progress_sentence
from desktop_app.ui.widgets.dialogs import choose_files, confirm
from desktop_app.ui.widgets.focus import enter_presses, press
from desktop_app.ui.widgets.parts import STRETCH, column, flow, plain
from desktop_app.ui.widgets.theme import Theme, set_role

LOST_WORDS = (
    "Your mail is not gone: what was there is brought back from a backup and from what the damaged"
    " file still says. The former files are set aside, not deleted."
)
NOTHING_WORDS = (
    "There is nothing here that your mail could be brought back from. If you have a backup in"
    " another place, choose it."
)
WANTED_WORDS = (
    "What the backup has and you no longer have comes back: drafts, saved searches, conversations,"
    " accounts. What you wrote since stays. The former files are set aside, not deleted."
)
WITHOUT = (
    "Accounts, drafts and labels that can't be read are lost then. The former files are set aside,"
    " so that a backup you find later can still be restored."
)


@dataclass(frozen=True)
class RepairWork:
    """Work of the window. All of it blocks: only jobs call it. `read` opens and checks a backup;
    `forecast` says what a restore of it would bring back, None for one without a backup; `restore`
    takes a backup or None, where progress goes, and the Event that stops it. `wanted` is
    the backup the person chose to have back, None when something is wrong."""

    examine: Callable[[], Examination]
    read: Callable[[Path], Backup]
    forecast: Callable[[Path | None, Event], RestoreReport]
    restore: Callable[[Path | None, Callable[[Progress], None], Event], RestoreReport]
    wanted: Path | None = None


class RepairWindow(QWidget):
    """`ended(whole)`: the profile can be opened now, or the person has given up."""

    ended = Signal(bool)

    def __init__(self, theme: Theme, work: RepairWork) -> None:
        super().__init__()
        self._work, self._jobs = work, Jobs(self)
        self._found: Examination | None = None
        self._chosen: Backup | None = None
        self._would: RestoreReport | None = None
        self._stop = Event()
        self._busy = self._whole = False
        self.setWindowTitle("Draftdesk")
        self.setAccessibleName("Restore your mail")
        px = theme.px
        self.title = plain(role="title", wrap=True)
        self.words = plain(wrap=True, select=True)
        self.backup = plain(role="strong", wrap=True, select=True)
        self.missing = plain(role="second", wrap=True, select=True)
        self.state = plain(wrap=True)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName("Progress")
        self.restore = self._button("Restore", self._restore)
        set_role(self.restore, "primary")
        self.other = self._button("Choose another backup…", self._choose)
        self.without = self._button("Go on without a backup…", self._ask_without)
        self.cancel = self._button("Cancel", self._stop.set)
        self.quit = self._button("Quit", self._leave)
        buttons = flow(self.restore, self.other, self.without, self.cancel, self.quit, gap=px(8))
        parts = (self.title, self.words, self.backup, self.missing, self.state, self.bar)
        column(*parts, STRETCH, buttons, owner=self, gap=px(12), margins=px(24))
        self.setMinimumWidth(px(560))
        self.resize(px(640), px(400))
        QShortcut(QKeySequence.StandardKey.Quit, self, self.close)
        self._jobs.failed.connect(self._on_failed)
        self._jobs.broke.connect(self._on_bug)

    def begin(self) -> None:
        """Show the window, and look at the profile."""
        self.show()
        self._show_busy("Looking at the mail database", stoppable=False)
        self._jobs.run(self._work.examine, done=self._on_examined)

    def _button(self, words: str, work: Callable[[], object]) -> QPushButton:
        button = QPushButton(words)
        button.clicked.connect(lambda *_: work())
        return button

    def _on_examined(self, found: Examination) -> None:
        self._found = found
        wanted = self._work.wanted
        if not found.problem and wanted is None:
            self._end(whole=True)
            return
        known = [b for b in found.backups if wanted is None or b.path == wanted]
        self._chosen = known[0] if known else None
        if wanted is not None and self._chosen is None:
            self._read_other([wanted])
            return
        self._count()

    def _count(self) -> None:
        """Learn what the chosen backup and the file would bring back, then ask."""
        self._would = None
        path = self._chosen.path if self._chosen else None
        self._show_busy("Counting what can be brought back", stoppable=False)
        self._jobs.run(
            lambda: self._work.forecast(path, self._stop),
            done=self._on_counted,
            failed=self._on_failed,
        )

    def _on_counted(self, would: RestoreReport) -> None:
        self._would = would
        self._show_choice()

    def _show_choice(self) -> None:
        assert self._found is not None, "it was examined"
        self._busy = False
        wanted = self._work.wanted is not None
        self.title.setText(self._found.problem or "Restore a backup")
        chosen = self._chosen
        would = self._would
        anything = chosen is not None or (would is not None and would.anything)
        lost = LOST_WORDS if anything else NOTHING_WORDS
        self.words.setText(WANTED_WORDS if wanted and not self._found.problem else lost)
        self.backup.setText(
            f"Backup of {backup_words(chosen, forms())}"
            if chosen
            else "There is no backup of this profile."
        )
        damaged = bool(self._found.problem)
        lines = forecast_words(would, damaged=damaged, forms=forms()) if would is not None else []
        self.missing.setText("\n".join(lines))
        self.state.hide()
        self.bar.hide()
        self.restore.setVisible(anything)
        self.restore.setText("Restore" if chosen else "Restore what can be read")
        self.other.show()
        self.without.setVisible(bool(self._found.problem))
        self.cancel.hide()
        self.quit.setText("Quit" if self._found.problem else "Don't restore")
        self.quit.show()
        announce(self, f"{self.title.text()} {self.backup.text()}")
        press(self.restore if not self.restore.isHidden() else self.other)

    def _show_busy(self, words: str, *, stoppable: bool) -> None:
        self._busy = True
        self._stop.clear()
        if not self.title.text():
            self.title.setText("Draftdesk is looking at your mail")
        self.state.setText(f"{words}…")
        self.state.show()
        self.bar.setRange(0, 0)
        self.bar.show()
        press(self)  # else Qt gives the focus of a hidden button to Quit, for a second press
        for button in (self.restore, self.other, self.without):
            button.hide()
        self.cancel.setVisible(stoppable)

    def _choose(self) -> None:
        filters = f"Backups (*{SUFFIX});;All files (*)"
        choose_files(self, "Choose a backup", filters, self._read_other)

    def _read_other(self, paths: list[Path]) -> None:
        self._show_busy("Checking the backup", stoppable=False)
        self._jobs.run(lambda: self._work.read(paths[0]), done=self._on_other)

    def _on_other(self, backup: Backup) -> None:
        self._chosen = backup
        self._count()

    def _ask_without(self) -> None:
        confirm(self, "Go on without a backup?", WITHOUT, "Go on without", self._go_on, danger=True)

    def _go_on(self) -> None:
        self._chosen = None
        self._restore()

    def _restore(self) -> None:
        self._show_busy("Restoring", stoppable=True)
        path = self._chosen.path if self._chosen else None
        shown = self._jobs.hop(self._on_progress)
        self._jobs.run(lambda: self._work.restore(path, shown, self._stop), done=self._on_restored)

    def _on_progress(self, progress: Progress) -> None:
        if self._busy:
            self.bar.setRange(0, progress.total)
            self.bar.setValue(progress.done)
            self.state.setText(f"{progress.phase}: {progress_sentence(progress)}")

    def _on_restored(self, report: RestoreReport) -> None:
        self._busy, self._whole = False, True
        self.title.setText("Your mail is back")
        self.words.setText("\n".join(restored_words(report, forms())))
        for widget in (self.backup, self.missing, self.state, self.bar, self.cancel, self.quit):
            widget.hide()
        self.restore.clicked.disconnect()
        self.restore.clicked.connect(lambda *_: self._end(whole=True))
        self.restore.setText("Open Draftdesk")
        self.restore.show()
        announce(self, f"{self.title.text()}. {self.words.text()}")
        press(self.restore)

    def _on_failed(self, error: KnownError) -> None:
        """What happened stands above the choice, which is there again."""
        if self._found is None:
            self._found = Examination(error.sentence)
        self._show_choice()
        if not isinstance(error, Cancelled):
            self.state.setText(f"{error.sentence} {error.next_step}".strip())
            self.state.show()
            announce(self, self.state.text())

    def _on_bug(self, bug: Bug) -> None:
        self._on_failed(KnownError(f"{bug.sentence} The log has the details."))

    def _leave(self) -> None:
        """Giving up a restore that nothing forces opens the profile as it is."""
        self._end(whole=self._found is not None and not self._found.problem)

    def _end(self, *, whole: bool) -> None:
        self._stop.set()
        self.hide()
        self._jobs.shutdown()
        self.ended.emit(whole)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not enter_presses(event):
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """While something is restored, closing stops that and waits for it."""
        event.accept()
        if self.isVisible():
            if self._whole:
                self._end(whole=True)
            else:
                self._leave()
