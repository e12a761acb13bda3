"""Moves the focus into an Original view and out again, while a key is held and a pane has its ring.

Run by test_original_engine.py in a process of its own, which a wrapped Qt Quick item would crash.
Prints `[]` at the end.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from desktop_app.settings import Settings
from desktop_app.ui.review.press_guard import PressGuard
from desktop_app.ui.widgets.pane_ring import PaneRing
from desktop_app.ui.widgets.theme import Theme
from desktop_app.ui.window.application import make_application

TIMES = 20
MOMENT_MS = 20


def main() -> None:
    app = make_application(Path())
    from desktop_app.ui.reading.locked_page import locked_down
    from desktop_app.ui.reading.original import OriginalView

    theme = Theme(app, Settings(Path(tempfile.mkdtemp()), {}))
    window, entry, view = QWidget(), QLineEdit(), OriginalView(theme)
    layout = QVBoxLayout(window)
    layout.addWidget(entry)
    layout.addWidget(view)
    window.resize(600, 400)
    window.show()
    guard, ring = PressGuard(window), PaneRing(theme, window)
    turns = iter(range(TIMES))

    def move() -> None:
        turn = next(turns, None)
        if turn is None:
            app.quit()
            return
        guard.hold()
        entry.setFocus() if turn % 2 else view.setFocus()
        ring.show_around(view)
        view.setVisible(turn % 4 != 3)
        QTimer.singleShot(MOMENT_MS, move)

    view.loadFinished.connect(lambda _: move())
    QTimer.singleShot(30_000, app.quit)
    view.show_mail(
        locked_down("<a href='https://example.com'>Words</a>"),
    )
    app.exec()
    print("[]" if next(turns, None) is None else "stopped", flush=True)
    os._exit(0)  # what Qt destroys at the end of a script is not what is shown here


if __name__ == "__main__":
    main()
