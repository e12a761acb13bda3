"""Backups pane: those that Draftdesk made by itself, a backup to a place of one's own, and the way
back."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QPushButton, QWidget

from desktop_app.model.backup import SUFFIX, Backup, Occasion
from desktop_app.model.backup_words import backup_words, contents_words
from desktop_app.model.clock import as_datetime
from desktop_app.model.errors import KnownError
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import backups
from desktop_app.tools.person.backups import BackupList, MadeBackup
from desktop_app.ui.bench.pane import Pane
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.dates import forms
from desktop_app.ui.widgets.dialogs import choose_files, choose_target, confirm
from desktop_app.ui.widgets.parts import STRETCH, column, plain, row
from desktop_app.ui.widgets.states import PendingRead, States
from desktop_app.ui.widgets.theme import set_role

WHAT = (
    "Each day Draftdesk backs up what exists nowhere else: drafts with their versions, templates,"
    " the outbox, mail sent from this computer, labels and read state, saved searches, assistant"
    " conversations, and accounts without their passwords. Mail that a server or a file has is"
    " fetched again."
)
CONSEQUENCE = (
    "Draftdesk closes and opens again. What the backup has and you no longer have comes back; what"
    " you wrote since stays. The former files are set aside, not deleted."
)
WORKS = "Your mail still works."
_WHY = {
    Occasion.DAILY: "",
    Occasion.MIGRATION: ", before an update",
    Occasion.ASKED: ", made by you",
}
FILTERS = f"Backups (*{SUFFIX});;All files (*)"


class BackupsPane(Pane):
    """Pane whose `open` reads the backups there are."""

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(bench, parent)
        self.setAccessibleName("Backups")
        gap = bench.theme.px(8)
        what = plain(WHAT, "second", wrap=True)
        self.list = QListWidget()
        self.list.setAccessibleName("Backups")
        set_role(self.list, "framed")
        self.list.setWordWrap(True)
        self.list.currentRowChanged.connect(lambda _: self._enable())
        self.states = States(bench.theme, self.list, works=WORKS)
        self.setFocusProxy(self.states)
        self.told = plain(wrap=True, select=True)
        self.told.hide()
        self.restore = self._button("Restore…", self._ask_to_restore)
        self.save = self._button("Back up to…", self._choose_target)
        self.other = self._button("Restore from a file…", self._choose_file)
        buttons = row(self.restore, self.other, STRETCH, self.save, gap=gap)
        parts = (what, self.states, self.told, buttons)
        column(*parts, owner=self, gap=gap, fill=self.states)
        self._enable()

    def _button(self, words: str, work: object) -> QPushButton:
        button = QPushButton(words)
        button.clicked.connect(work)
        return button

    def open(self) -> None:
        jobs = self.bench.calls.jobs
        self.states.loading(PendingRead("the backups", lambda: jobs.cancel("backups"), self.open))
        self.bench.calls.ask(
            backups.LIST_BACKUPS,
            NoParams(),
            done=self._show,
            failed=lambda error: self.states.failed(error, self.open),
            key="backups",
            owner=self,
        )

    def _show(self, found: BackupList) -> None:
        self.list.clear()
        for backup in found.backups:
            item = QListWidgetItem(_sentence(backup))
            item.setData(Qt.ItemDataRole.UserRole, str(backup.path))
            self.list.addItem(item)
        if found.backups:
            self.list.setCurrentRow(0)
            self.states.ready()
        else:
            self.states.empty(
                "There is no backup yet.", "The first one is made while Draftdesk is open."
            )
        self._enable()

    @property
    def chosen(self) -> Path | None:
        item = self.list.currentItem()
        return Path(item.data(Qt.ItemDataRole.UserRole)) if item is not None else None

    def _enable(self) -> None:
        self.restore.setEnabled(self.chosen is not None)

    def _choose_target(self) -> None:
        day = as_datetime(self.bench.services.clock()).astimezone().date()
        choose_target(
            self,
            "Back up to",
            f"draftdesk-{day}{SUFFIX}",
            FILTERS,
            self._back_up,
        )

    def _back_up(self, path: Path) -> None:
        self._tell("Backing up…")
        self.bench.calls.ask(
            backups.BACK_UP,
            backups.BackUp(path=str(path)),
            done=self._on_made,
            failed=self._on_failed,
            owner=self,
        )

    def _on_made(self, made: MadeBackup) -> None:
        self._tell(f"Backed up: {contents_words(made.backup.contents)}. {made.backup.path}")

    def _choose_file(self) -> None:
        choose_files(self, "Choose a backup", FILTERS, lambda paths: self._ask(paths[0]))

    def _ask_to_restore(self) -> None:
        if self.chosen is not None:
            self._ask(self.chosen)

    def _ask(self, path: Path) -> None:
        question = f"Restore {path.name}?"
        item = self.list.currentItem()
        if item is not None and path == self.chosen:
            question = f"Restore the backup of {item.text()}?"
        confirm(self, question, CONSEQUENCE, "Close and restore", lambda: self._restore(path))

    def _restore(self, path: Path) -> None:
        self.bench.calls.ask(
            backups.RESTORE_AT_NEXT_START,
            backups.RestoreAtNextStart(path=str(path)),
            done=lambda _: self.bench.navigation.restart_wanted.emit(),
            failed=self._on_failed,
            owner=self,
        )

    def _on_failed(self, error: KnownError) -> None:
        self._tell(f"{error.sentence} {error.next_step}".strip())

    def _tell(self, words: str) -> None:
        self.told.setText(words)
        self.told.show()
        announce(self, words)


def _sentence(backup: Backup) -> str:
    return f"{backup_words(backup, forms())}{_WHY[backup.occasion]}"
