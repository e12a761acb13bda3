"""Bar that says that the backups fail, or that the mail database is damaged, while it is so."""

from __future__ import annotations

from PySide6.QtCore import QObject

from desktop_app.model.changes import Changes
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import backups
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.window.notices import Notices


class BackupWatch(QObject):
    """Reads the state of the backups when they say that it has changed."""

    def __init__(self, bench: Workbench, notices: Notices, parent: QObject) -> None:
        super().__init__(parent)
        self._bench, self._notices = bench, notices
        bench.announcements.changed.connect(self._on_changed)

    def _on_changed(self, changes: Changes) -> None:
        if changes.accounts:
            self._bench.calls.ask(
                backups.BACKUP_STATE,
                NoParams(),
                done=lambda state: self._notices.show_backups(state.words, damaged=state.damaged),
                failed=lambda _: None,
                key="state of the backups",
                owner=self,
            )
