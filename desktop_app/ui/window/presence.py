"""Presence of the program: with its window, or in the background without one.

It alone carries out wishes, whoever has them: another start, the tray, a notice of the desktop.
Python gives no memory back: a window that was closed to the background is hidden, and once nothing
is under way the process ends in order and starts again without a window.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication

from desktop_app.desktop.own_program import NOT_THERE, on_the_disk
from desktop_app.model.wish import Wish
from desktop_app.ui.background.services import Ending, Services, Upkeep
from desktop_app.ui.widgets.every_widget import every_window

if TYPE_CHECKING:
    from desktop_app.ui.window.main_window import MainWindow
    from desktop_app.ui.window.single_window import SingleWindow
    from desktop_app.ui.window.tray import Tray

AWHILE_MS = 3_000
"""How long the window is hidden before the process moves to the background, and how often it is
looked whether it can."""
TRAY_AGAIN_MS = (5_000, 20_000, 60_000)
"""A desktop that has just started may have its tray a little later."""
UPDATES_MS = 3_600_000
REPLACED_MS = 60_000
REPLACED = (
    "Draftdesk was replaced by another version on this computer while it was running. Start it"
    " again before you go on: parts that were not used yet may not work."
)
log = logging.getLogger(__name__)


class Presence(QObject):
    """One for each process; `window` is None while there is none. `leaving` when the end has been
    decided; `ending` says what follows."""

    leaving = Signal()
    _wished = Signal(object)
    """A wish that any thread has."""

    def __init__(
        self,
        app: QApplication,
        services: Services,
        upkeep: Upkeep,
        guard: SingleWindow,
        make: Callable[[], MainWindow],
        window: MainWindow | None = None,
    ) -> None:
        """`make` makes and shows the window, where there is none yet."""
        super().__init__(app)
        self._make = make
        self._app, self._services, self._upkeep, self._guard = app, services, upkeep, guard
        self._background = self._ended = self._told_of_other = False
        self._program = on_the_disk()
        self._wishes: list[Wish] = []
        self.window: MainWindow | None = None
        self.tray: Tray | None = None
        self._wished.connect(self.ask)
        upkeep.wishing(self._wished.emit)
        self._move = QTimer(self, singleShot=True, interval=AWHILE_MS)
        self._move.timeout.connect(self._look_whether_to_move)
        if window is not None:
            self._adopt(window)
        else:
            upkeep.attended(False)
            self._follow_updates()
        self._show_tray(TRAY_AGAIN_MS)

    @property
    def ending(self) -> Ending:
        if self.window is not None and self.window.again:
            return Ending.AGAIN
        return Ending.BACKGROUND if self._background else Ending.QUIT

    def carry(self, wishes: Sequence[Wish]) -> None:
        """Carry out what is wished, in order; nothing wished is the window as it is. Where there is
        no window it is made, and what it needs for that is waited for."""
        if self._ended:
            return
        self._wishes += wishes
        window = self.window or self._open()
        self._bring_back(window)
        self._carry_out()

    def ask(self, wish: Wish) -> None:
        """Carry out one wish; a program's where it interrupts nobody, else it is offered."""
        if not wish.asked_by:
            self.carry((wish,))
            return
        from desktop_app.ui.window.program_wishes import (
            BroughtKeys,
            Unattended,
            offer,
            would_interrupt,
        )

        if self._ended:
            return
        if self.window is not None and would_interrupt(self.window):
            offer(self.window, wish, self.ask)
            return
        BroughtKeys.of_application().begin()
        if self.window is None:
            self._open()
        if self.window is not None:
            Unattended(self.window)
        self.carry((wish,))

    def end(self) -> None:
        """The program ends, without a question: the system or the desktop says so."""
        if self.window is not None:
            self.window.leave()
        else:
            self._leave()

    def quit(self) -> None:
        """The person ends the program; the window asks what it has to ask."""
        if self.window is not None:
            self.window.quit()
        else:
            self._leave()

    def _leave(self) -> None:
        """End a process without a window."""
        if self._ended:
            return
        self._guard.leave()
        self._upkeep.leaving()
        self._on_leaving()
        self._app.quit()

    def _on_leaving(self) -> None:
        self._ended = True
        self.leaving.emit()
        self._move.stop()
        if self.tray is not None:
            self.tray.end()

    def _open(self) -> MainWindow:
        window = self._make()
        window.leaving.connect(self._guard.leave)
        window.leaving.connect(self._upkeep.leaving)
        self._adopt(window)
        return window

    def _adopt(self, window: MainWindow) -> None:
        self.window = window
        window.stays_on_close = self._stays
        window.leaving.connect(self._on_leaving)
        window.became_whole.connect(self._carry_out)
        self._upkeep.attended(True)
        if self.tray is not None:
            self.tray.follow(window.bench.navigation)
        timer = QTimer(window, interval=REPLACED_MS)
        timer.setTimerType(Qt.TimerType.VeryCoarseTimer)
        timer.timeout.connect(self.look_whether_replaced)
        timer.start()

    def _bring_back(self, window: MainWindow) -> None:
        from desktop_app.ui.window.draft_window.to_main import bring_to_front

        self._move.stop()
        self._background = False
        self._upkeep.attended(True)
        bring_to_front(window)

    def _carry_out(self) -> None:
        """As far as the window is there for it."""
        window = self.window
        if window is None or window.late is None:
            return
        from desktop_app.ui.window.carried_wishes import carry_out

        wishes, self._wishes = self._wishes, []
        for wish in wishes:
            carry_out(window, wish)

    # Closing

    def _stays(self) -> bool:
        """The person closes the window: whether the program stays, or they are asked whether."""
        from desktop_app.ui.window.closing import Closing

        window = self.window
        if window is None:
            return False
        closing = Closing(window, has_tray=self.tray is not None, retire=self._retire)
        return closing.stays()

    def _retire(self) -> None:
        """The window goes out of sight, and the program stays."""
        window = self.window
        if window is None:
            return
        window.hide()
        self._upkeep.attended(False)
        self._move.start()

    def _look_whether_to_move(self) -> None:
        """Whether anything is under way is looked at by a job."""
        window = self.window
        if window is None or self._ended or window.isVisible():
            return
        shown = any(w.isVisible() for w in every_window())
        if shown or not window.bench.calls.jobs.idle or window.late is None:
            self._move.start()
            return
        window.bench.calls.jobs.run(
            self._upkeep.at_work, done=self._move_or_wait, failed=lambda _: self._move.start()
        )

    def _move_or_wait(self, at_work: str) -> None:
        window = self.window
        if window is None or self._ended or window.isVisible() or self._wishes:
            return
        if at_work or not window.bench.calls.jobs.idle:
            log.info("The process keeps its window: %s", at_work or "a job is under way")
            self._move.start()
            return
        self._background = True
        window.leave()

    # Updates

    def _follow_updates(self) -> None:
        """While there is no window, look now and then whether the program on the disk is another:
        what this process has not loaded yet may have gone with the old one."""
        timer = QTimer(self, interval=UPDATES_MS)
        timer.setTimerType(Qt.TimerType.VeryCoarseTimer)
        timer.timeout.connect(self.look_for_update)
        timer.start()

    def look_for_update(self) -> None:
        """Go on as the new program, where nothing is under way. That is looked at by a job."""
        if self.window is None and self.tray is not None and on_the_disk() != self._program:
            self.tray.run(self._upkeep.at_work, self._change_over)

    def _change_over(self, at_work: str) -> None:
        if not at_work and self.window is None and not self._ended:
            log.info("The program on the disk is another one: it goes on as that")
            self._background = True
            self._leave()

    def look_whether_replaced(self) -> None:
        """With a window the person decides when it starts again. Looked at by a job."""
        if self.window is not None and not self._told_of_other:
            jobs = self.window.bench.calls.jobs
            jobs.run(on_the_disk, done=self._tell_of_other, owner=self.window)

    def _tell_of_other(self, found: tuple[int, int]) -> None:
        """Once. A file that is not there is just being replaced."""
        window = self.window
        if window is None or self._told_of_other or found in {self._program, NOT_THERE}:
            return
        self._told_of_other = True
        again = window.bench.navigation.restart_wanted.emit
        window.bench.navigation.line_shown.emit(REPLACED, ("Start again", again))

    # The tray

    def _show_tray(self, again: tuple[int, ...]) -> None:
        from PySide6.QtWidgets import QSystemTrayIcon

        if self._ended or self.tray is not None:
            return
        if QSystemTrayIcon.isSystemTrayAvailable():
            from desktop_app.ui.window.tray import Tray

            upkeep, messages = self._upkeep, self._upkeep.messages()
            self.tray = Tray(
                self._services,
                self,
                ask=self.ask,
                quit=self.quit,
                scheduled=upkeep.scheduled,
                clicked=bool if messages is None else messages.clicked,
            )
            if messages is not None:
                messages.say = self.tray.say
            if self.window is not None:
                self.tray.follow(self.window.bench.navigation)
        elif again:
            timer = QTimer(self, singleShot=True, interval=again[0])
            timer.setTimerType(Qt.TimerType.VeryCoarseTimer)
            timer.timeout.connect(lambda: self._show_tray(again[1:]))
            timer.start()
