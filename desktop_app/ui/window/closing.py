"""What closing the window means: the program keeps running, or it ends.

It is asked once, in words, and kept as a setting; *Quit* never comes here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from desktop_app.ui.widgets.dialogs import present
from desktop_app.ui.widgets.sheets import hang
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.window.notices import HINTS

if TYPE_CHECKING:
    from desktop_app.ui.window.main_window import MainWindow

KEY, ASK, STAYS, QUITS = "presence.on_close", "ask", "keep running", "quit"
NO_TRAY = "no tray"
"""The hint that is given once where the desktop has no tray."""

QUESTION = "Keep Draftdesk running when you close its window?"
CONSEQUENCE = (
    "Keep running: mail is checked for, what you scheduled leaves on time, and you are told of what"
    " comes. {how}\n\n"
    "Quit: nothing is fetched and nothing leaves until you start Draftdesk again.\n\n"
    "Settings → This computer changes it. Quit (Ctrl+Q) always quits."
)
IN_TRAY = "Starting Draftdesk again shows the window, as does its icon in the tray."
MADE_SMALL = "Your desktop has no tray for its icon, so the window is made small instead of closed."
MINIMISED = (
    "Draftdesk keeps running. Your desktop has no tray for its icon, so the window was made small"
    " instead of closed. Quit (Ctrl+Q) ends Draftdesk."
)


class Closing:
    """One press on the window's close button. `retire` hides the window."""

    def __init__(self, window: MainWindow, *, has_tray: bool, retire: Callable[[], object]) -> None:
        self._window, self._has_tray, self._retire = window, has_tray, retire
        self._settings = window.bench.services.settings

    def stays(self) -> bool:
        """Whether the window was dealt with: hidden, made small, or a question asked. Where there
        is nothing to stay for, or the person has chosen so, the program ends."""
        choice = self._settings.text(KEY)
        if choice == QUITS or not self._window.has_accounts:
            return False
        if choice == ASK:
            self._ask()
        else:
            self._stay()
        return True

    def _stay(self) -> None:
        if self._has_tray:
            self._retire()
            return
        self._make_small()
        if NO_TRAY not in self._settings.items(HINTS):
            self._keep(HINTS, (*self._settings.items(HINTS), NO_TRAY))
            self._window.bench.navigation.toast(MINIMISED)

    def _stay_as_said(self) -> None:
        """The question has told what happens without a tray."""
        if not self._has_tray and NO_TRAY not in self._settings.items(HINTS):
            self._keep(HINTS, (*self._settings.items(HINTS), NO_TRAY))
            self._make_small()
        else:
            self._stay()

    def _make_small(self) -> None:
        window = self._window
        window.setWindowState(window.windowState() | Qt.WindowState.WindowMinimized)

    def _ask(self) -> None:
        window = self._window
        box = QMessageBox(window)
        box.setWindowTitle("Draftdesk")
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(QUESTION)
        box.setInformativeText(CONSEQUENCE.format(how=IN_TRAY if self._has_tray else MADE_SMALL))
        stay = box.addButton("Keep running", QMessageBox.ButtonRole.AcceptRole)
        set_role(stay, "primary")
        quits = box.addButton("Quit", QMessageBox.ButtonRole.DestructiveRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(stay)
        stay.clicked.connect(lambda *_: self._chosen(STAYS, self._stay_as_said))
        quits.clicked.connect(lambda *_: self._chosen(QUITS, window.quit))
        hang(box)
        present(box)

    def _chosen(self, choice: str, work: Callable[[], object]) -> None:
        self._keep(KEY, choice)
        work()

    def _keep(self, key: str, value: object) -> None:
        """Kept by a job: it is written to a file."""
        settings = self._settings
        if not settings.forced(key):
            jobs = self._window.bench.calls.jobs
            jobs.run(lambda: settings.change(key, value), lasting=True)
