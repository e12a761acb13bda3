"""From the start of a process to a painted inbox, and frames while scrolling.

Run as a module it is the process that is measured: `ours PROFILE` is the application's own
window on a profile, `minimal` the least PySide6 window with a list.
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from desktop_app.ui.background.services import Services
    from desktop_app.ui.window.main_window import MainWindow

_STARTED = "DRAFTDESK_BENCH_STARTED"
_FRAMES = 120
_ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Starts:
    """Seconds to the painted list, the median of some rounds; milliseconds of each frame."""

    minimal: float
    ours: float
    frames: tuple[float, ...]


def measure(profile: Path) -> Starts | None:
    """None where no window can be made."""
    try:
        minimal = [_run("minimal")[0] for _ in range(_ROUNDS)]
        rounds = [_run("ours", str(profile)) for _ in range(_ROUNDS)]
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired, ValueError) as error:
        print(f"The window could not be measured: {error}", file=sys.stderr)
        return None
    return Starts(
        minimal=sorted(minimal)[_ROUNDS // 2],
        ours=sorted(seconds for seconds, _ in rounds)[_ROUNDS // 2],
        frames=tuple(frame for _, frames in rounds for frame in frames),
    )


def _run(*arguments: str) -> tuple[float, list[float]]:
    environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ, _STARTED: repr(time.time())}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # a program that is installed has its bytecode
    answer = subprocess.run(
        [sys.executable, "-m", "benchmarks.window", *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    ).stdout
    seconds, frames = json.loads(answer.splitlines()[-1])
    return seconds, frames


def _elapsed() -> float:
    return time.time() - float(os.environ[_STARTED])


def _tell(seconds: float, frames: list[float]) -> None:
    print(json.dumps([seconds, frames]), flush=True)


def _minimal() -> None:
    from PySide6.QtGui import QPaintEvent, QStandardItem, QStandardItemModel
    from PySide6.QtWidgets import QApplication, QMainWindow, QTableView

    class View(QTableView):
        def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
            super().paintEvent(event)
            _tell(_elapsed(), [])
            app.quit()

    app = QApplication([])
    model = QStandardItemModel()
    for number in range(50):
        model.appendRow([QStandardItem(f"row {number}"), QStandardItem("a subject")])
    window, view = QMainWindow(), View()
    view.setModel(model)
    window.setCentralWidget(view)
    window.resize(1200, 800)
    window.show()
    app.exec()


def _ours(profile: Path) -> None:
    """The whole program, through its own front door, with a listener at the list."""
    from desktop_app.__main__ import main

    gc.disable()  # as `main` does before it loads these two, in this order
    from desktop_app import app as _app  # noqa: F401
    from desktop_app.ui.window import application

    open_window = application.open_window

    def listened(app: QApplication, services: Services) -> MainWindow:
        window = open_window(app, services)
        _tell_when_painted(window)
        return window

    application.open_window = listened
    main(["--profile", str(profile)])


def _tell_when_painted(window: MainWindow) -> None:
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QAbstractItemView

    from desktop_app.ui.mailbox.conversation_delegate import ConversationDelegate

    views = window.findChildren(QAbstractItemView)
    view = next(v for v in views if v.accessibleName() == "Conversations")

    def done() -> None:
        seconds = _elapsed()
        _tell(seconds, _scroll(view))
        window.leave()

    paint, first = ConversationDelegate.paint, [True]

    def painted(*arguments: Any) -> None:
        """With the first row of the first list: its frame ends before a timer runs."""
        if first:
            first.clear()
            QTimer.singleShot(0, window, done)
        paint(*arguments)

    ConversationDelegate.paint = painted  # type: ignore[method-assign,assignment]


def _scroll(view: object) -> list[float]:
    """Milliseconds of each of a hundred frames, a third of a page further each time."""
    from PySide6.QtCore import QCoreApplication
    from PySide6.QtWidgets import QAbstractItemView

    assert isinstance(view, QAbstractItemView)
    bar = view.verticalScrollBar()
    frames = []
    for _ in range(_FRAMES):
        started = time.perf_counter()
        bar.setValue(bar.value() + max(1, bar.pageStep() // 3))
        view.viewport().repaint()
        frames.append((time.perf_counter() - started) * 1000)
        QCoreApplication.processEvents()
    return frames


if __name__ == "__main__":
    if sys.argv[1] == "ours":
        _ours(Path(sys.argv[2]))
    else:
        _minimal()
