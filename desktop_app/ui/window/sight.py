"""Sight: the place of the sidebar that the person has before their eyes, for whoever shows notices.

What is seen anyway needs no notice.
"""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from desktop_app.ui.bench.folders import FOLDERS
from desktop_app.ui.bench.selection import DRAFTS
from desktop_app.ui.bench.workbench import Workbench

_NAMES = {folder.query or f"{DRAFTS}{folder.tab}": folder.name for folder in FOLDERS}


class Sight(QObject):
    """Tells `services.looking` the name of the place, empty for one that is none of the sidebar's,
    None while the window is not in front; again whenever it changes."""

    def __init__(self, bench: Workbench, parent: QObject) -> None:
        super().__init__(parent)
        self._bench = bench
        self._told: str | None = None
        bench.selection.changed.connect(self._look)
        QGuiApplication.instance().applicationStateChanged.connect(self._look)  # type: ignore[union-attr]
        self._look()

    def _look(self) -> None:
        window, selection = self._bench.actions.window, self._bench.selection
        place: str | None = None
        if window.isActiveWindow() and not window.isMinimized():
            # An inbox of one account hides what comes into another.
            place = "" if selection.account else _NAMES.get(selection.place or "", "")
        if place != self._told:
            self._told = place
            self._bench.services.looking(place)
