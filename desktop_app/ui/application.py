"""The front door of the window for the composition root."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from desktop_app.ui.jobs import run_application
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.services import Services


def make_application(resources: Path, arguments: Sequence[str] = sys.argv[:1]) -> QApplication:
    """The QApplication, prepared for everything that may come later: the web engine needs
    shared contexts to be asked for before it exists, whenever it is loaded."""
    QCoreApplication.setAttribute(Qt.ApplicationAttribute.AA_ShareOpenGLContexts)
    app = QApplication(list(arguments))
    app.setApplicationName("Draftdesk")
    app.setApplicationDisplayName("Draftdesk")
    app.setDesktopFileName("draftdesk")
    icon = resources / "icons" / "draftdesk.svg"
    if icon.exists():
        app.setWindowIcon(QIcon(str(icon)))
    return app


def open_window(app: QApplication, services: Services) -> MainWindow:
    """Make and show the window; its lists are read at once. `closed` ends the application."""
    window = MainWindow(app, services)
    window.closed.connect(app.quit)
    window.show()
    window.start()
    return window


def run(services: Services) -> int:
    """The whole life of the window. Returns the exit code."""
    app = make_application(services.resources)
    windows: list[MainWindow] = []
    return run_application(app, lambda: windows.append(open_window(app, services)))
