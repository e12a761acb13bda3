"""*Stop all assistants and programs*: by the menu, the palette or its key, held until let go."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from desktop_app.model.changes import Changes
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import grants
from desktop_app.tools.person.grants import Stopped
from desktop_app.ui.bench.action_table import Need
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.window.notices import Notices


class StopWatch(QObject):
    """Stops and lets go, and says in the window how it stands. `stop_answer` ends the answer that
    is under way in the panel, if any."""

    def __init__(
        self,
        bench: Workbench,
        notices: Notices,
        stop_answer: Callable[[], object],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._bench, self._notices, self._stop_answer = bench, notices, stop_answer
        bench.actions.on("stop_all", lambda: self._put(on=True))
        bench.actions.on("go_on", lambda: self._put(on=False))
        bench.announcements.changed.connect(self._on_changed)
        self._read()

    def _put(self, *, on: bool) -> None:
        if on:
            self._stop_answer()
        self._bench.calls.ask(
            grants.STOP_ALL, grants.StopAll(on=on), done=self._show, lasting=True, owner=self
        )

    def _on_changed(self, changes: Changes) -> None:
        if changes.bridge:
            self._read()

    def _read(self) -> None:
        self._bench.calls.ask(
            grants.ALL_STOPPED,
            NoParams(),
            done=self._show,
            failed=lambda _: None,
            key="all stopped",
            owner=self,
        )

    def _show(self, stopped: Stopped) -> None:
        if stopped.on:  # by the tray, or another window of this profile
            self._stop_answer()
        self._bench.actions.have(Need.STOPPED, stopped.on)
        self._notices.show_stopped(
            on=stopped.on, go_on=lambda: self._bench.actions.trigger("go_on")
        )
