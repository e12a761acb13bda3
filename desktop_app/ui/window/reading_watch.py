"""The reading of attachments in the status bar: how many mails are left, and *Pause*."""

from __future__ import annotations

from PySide6.QtCore import QObject

from desktop_app.model.changes import Changes
from desktop_app.model.file_state import ReadingPhase
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import file_search
from desktop_app.tools.person.file_search import FileReading
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.dates import number
from desktop_app.ui.window.status_bar import WorkStatus

MUCH = 50
"""Mails from which on it is said: fewer are read before somebody has read the sentence."""

_SHOWN = frozenset({ReadingPhase.READING, ReadingPhase.PAUSED, ReadingPhase.ON_BATTERY})
_HOW = {
    ReadingPhase.PAUSED: ", paused",
    ReadingPhase.ON_BATTERY: ", waits for mains power",
}


class ReadingWatch(QObject):
    """Reads how far it is whenever that has changed."""

    def __init__(self, bench: Workbench, status: WorkStatus, parent: QObject) -> None:
        super().__init__(parent)
        self._bench, self._status = bench, status
        self._busy = False
        bench.announcements.changed.connect(self._on_changed)
        self._read()

    def _on_changed(self, changes: Changes) -> None:
        if changes.files:
            self._read()

    def _read(self) -> None:
        self._bench.calls.ask(
            file_search.FILE_READING,
            NoParams(),
            done=self._show,
            failed=lambda _: None,
            key="file reading",
            owner=self,
        )

    def _show(self, found: FileReading) -> None:
        much = found.waiting >= MUCH or (self._busy and found.waiting > 0)
        wanted = found.phase in _SHOWN and much
        if wanted and not self._busy:
            self._status.begin(words(found), pause=self._pause)
        elif self._busy and not wanted:
            self._status.end()
        self._busy = wanted
        if wanted:
            self._status.text.setText(words(found))

    def _pause(self, paused: bool) -> None:
        wanted = file_search.PauseReading(paused=paused)
        self._bench.calls.ask(file_search.PAUSE_READING, wanted, done=self._show, owner=self)


def words(found: FileReading) -> str:
    """`Attachments: 1,204 read, 310 mails left`, and why it rests."""
    left = "1 mail" if found.waiting == 1 else f"{number(found.waiting)} mails"
    return f"Attachments: {number(found.files)} read, {left} left{_HOW.get(found.phase, '')}"
