"""Application of the window: what the composition root calls."""

from __future__ import annotations

import logging
import sys
from collections.abc import Sequence
from pathlib import Path
from threading import Event
from types import TracebackType
from typing import TYPE_CHECKING

from desktop_app.ui.background import plain_import  # noqa: F401  # before all else of Qt

# isort: split
from PySide6.QtCore import QCoreApplication, QDir, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from desktop_app.settings import Settings
from desktop_app.ui.background.jobs import run_application, run_until, run_without_window
from desktop_app.ui.background.services import Ending, Services, Upkeep
from desktop_app.ui.widgets.held_keys import HeldKeys
from desktop_app.ui.window.told_to_end import heed, heed_session

if TYPE_CHECKING:
    from desktop_app.model.wish import Wish
    from desktop_app.ui.backups.repair_window import RepairWork
    from desktop_app.ui.window.main_window import MainWindow
    from desktop_app.ui.window.presence import Presence
    from desktop_app.ui.window.single_window import SingleWindow

log = logging.getLogger(__name__)
SWITCH_SECONDS = 0.001
"""How long the window's thread waits for Python's lock when a thread that computes has it (five
times that without this). A repaint goes back and forth between Qt and Python a dozen times."""


def make_application(resources: Path, arguments: Sequence[str] = sys.argv[:1]) -> QApplication:
    """The QApplication, prepared for everything that may come later: the web engine needs
    shared contexts to be asked for before it exists, whenever it is loaded."""
    QCoreApplication.setAttribute(Qt.ApplicationAttribute.AA_ShareOpenGLContexts)
    app = QApplication(list(arguments))
    app.setApplicationName("Draftdesk")
    app.setApplicationDisplayName("Draftdesk")
    app.setDesktopFileName("draftdesk")
    icons = resources / "icons"
    QDir.addSearchPath("icons", str(icons))
    icon = icons / "draftdesk.svg"
    if icon.exists():
        app.setWindowIcon(QIcon(str(icon)))
    HeldKeys.of_application()
    return app


def open_window(app: QApplication, services: Services) -> MainWindow:
    """Make and show the window; its lists are read at once. `closed` ends the application. What a
    press in it raises is logged and told from now on."""
    from desktop_app.ui.background.faults import Faults
    from desktop_app.ui.widgets.parts import fit_to_screen
    from desktop_app.ui.window.main_window import MainWindow

    window = MainWindow(app, services)
    faults = Faults(window.bench.calls.jobs, window)
    faults.catch()
    window.closed.connect(faults.let_go)
    window.closed.connect(app.quit)
    fit_to_screen(window)
    window.start()
    log = services.settings.text("debug.stall_log")
    if log:
        watch_stalls(window, Path(log))
    return window


def watch_stalls(window: MainWindow, log: Path) -> None:
    """Write every long turn of the window's thread and every blocking call of it into `log`, from
    the first painted list until the window closes. The file is there once that has begun."""
    from desktop_app.ui.background.stall import BlockingCalls, StallMonitor

    def write(what: object) -> None:
        with log.open("a", encoding="utf-8") as file:
            file.write(f"{what}\n")

    calls = BlockingCalls(write)

    def write_aside(what: object) -> None:
        calls.end()  # what is written here is no call of the application's
        write(what)
        calls.begin()

    monitor = StallMonitor(write_aside, window)

    def begin() -> None:
        log.touch()
        monitor.start()
        calls.begin()

    window.leaving.connect(monitor.stop)
    window.leaving.connect(calls.end)
    window.painted.connect(begin)


def run_window(
    app: QApplication,
    services: Services,
    *,
    upkeep: Upkeep,
    guard: SingleWindow,
    wishes: Sequence[Wish] = (),
) -> Ending:
    """The whole life of a process that begins with the window. Once its first list is painted the
    workers are made by a job and started, `wishes` are carried out, and other starts are heard
    through `guard`. Returns what follows."""
    windows: list[MainWindow] = []
    present: list[Presence] = []
    over = Event()
    sys.setswitchinterval(SWITCH_SECONDS)

    def make() -> MainWindow:
        return open_window(app, services)

    def begin() -> None:
        window = make()
        window.closed.connect(over.set)
        windows.append(window)
        heed_session(app, window.leave, window)
        told = heed(window.leave, window)
        if told is not None:
            window.leaving.connect(told.stop)
        window.leaving.connect(guard.leave)
        window.leaving.connect(upkeep.leaving)

        def open_up(_: object) -> None:
            from desktop_app.ui.window.presence import Presence

            presence = Presence(app, services, upkeep, guard, make, window)
            present.append(presence)
            guard.on_second(presence.carry)
            upkeep.start()
            if wishes:
                presence.carry(wishes)

        jobs = window.bench.calls.jobs
        window.painted.connect(
            lambda: jobs.run(upkeep.make, done=open_up, broke=open_up, owner=window)
        )

    run_application(app, begin, is_over=over.is_set)
    if present:
        return present[0].ending
    return Ending.AGAIN if windows[0].again else Ending.QUIT


def run_background(
    app: QApplication, services: Services, *, upkeep: Upkeep, guard: SingleWindow
) -> Ending:
    """The whole life of a process that begins without a window: the workers at once, the tray, and
    the window when it is wanted. Returns what follows."""
    from desktop_app.ui.window.presence import Presence

    sys.setswitchinterval(SWITCH_SECONDS)
    sys.excepthook = _logged
    presence = Presence(app, services, upkeep, guard, lambda: open_window(app, services))
    heed_session(app, presence.end, presence)
    told = heed(presence.end, presence)
    if told is not None:
        presence.leaving.connect(told.stop)
    guard.on_second(presence.carry)
    run_without_window(app, upkeep.start)
    return presence.ending


def _logged(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """What Python raised to Qt while there was no window that could tell it."""
    log.error("Something broke in the background.", exc_info=(kind, error, trace))
    sys.__excepthook__(kind, error, trace)


def repair(app: QApplication, settings: Settings, work: RepairWork) -> bool:
    """Show what is wrong with a profile and restore it; whether it can be opened now."""
    from desktop_app.ui.backups.repair_window import RepairWindow
    from desktop_app.ui.widgets.theme import Theme

    outcome: list[bool] = []
    window = RepairWindow(Theme(app, settings, app), work)
    window.ended.connect(outcome.append)
    window.begin()
    run_until(app, lambda: not window.isVisible())
    window.deleteLater()
    return outcome == [True]


def run_self_test(app: QApplication, services: Services) -> str:
    """Drive the window through its self-test; the empty text, or what did not happen."""
    from desktop_app.ui.window.self_test import SelfTest

    problems: list[str] = []
    over = Event()

    def begin() -> None:
        window = open_window(app, services)
        window.closed.connect(over.set)

        def end(problem: str) -> None:
            problems.append(problem)
            window.leave()

        SelfTest(window, end)

    run_application(app, begin, is_over=over.is_set)
    return problems[0] if problems else "the window closed before the end"
