"""What is done before the first row of the list is painted: run as `first_list PROFILE`, it tells
as JSON which modules were loaded and how many steps SQLite has taken, and closes the window.
"""

from __future__ import annotations

import gc
import json
import sys
from typing import TYPE_CHECKING, Any

import apsw

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from desktop_app.ui.background.services import Services
    from desktop_app.ui.window.main_window import MainWindow

STEPS: list[int] = []
_PROFILE = apsw.SQLITE_TRACE_PROFILE


def count(connection: apsw.Connection) -> None:
    connection.trace_v2(
        _PROFILE, lambda event: STEPS.append(event["stmt_status"]["SQLITE_STMTSTATUS_VM_STEP"])
    )


def main(profile: str) -> None:
    apsw.connection_hooks.append(count)
    gc.disable()  # as the program does before it loads the window
    from desktop_app.__main__ import main as draftdesk
    from desktop_app.ui.window import application

    open_window = application.open_window

    def watched(app: QApplication, services: Services) -> MainWindow:
        window = open_window(app, services)
        tell_at_the_first_row(window)
        return window

    application.open_window = watched
    draftdesk(["--profile", profile])


def tell_at_the_first_row(window: MainWindow) -> None:
    from PySide6.QtCore import QTimer

    from desktop_app.ui.mailbox.conversation_delegate import ConversationDelegate

    paint, first = ConversationDelegate.paint, [True]

    def painted(*arguments: Any) -> None:
        if first:
            first.clear()
            ours = sorted(name for name in sys.modules if name.startswith("desktop_app."))
            print(json.dumps([ours, sum(STEPS)]), flush=True)
            QTimer.singleShot(0, window, window.leave)
        paint(*arguments)

    ConversationDelegate.paint = painted  # type: ignore[method-assign,assignment]


if __name__ == "__main__":
    main(sys.argv[1])
