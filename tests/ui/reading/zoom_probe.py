"""Shows a page in the Original view, with mail larger and smaller. Prints the heights of the view.

Run by test_original_engine.py in a process of its own, as `original_probe` is.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop_app.settings import Settings
from desktop_app.ui.widgets.theme import Theme
from desktop_app.ui.window.application import make_application

PAGE = "<html><body style='margin:0'><div style='height:1000px;width:300px'>x</div></body></html>"
SETTLED_MS = 1_200
SCALES = (100, 150, 80, 100)


def main() -> None:
    app = make_application(Path())
    from desktop_app.ui.reading.locked_page import locked_down
    from desktop_app.ui.reading.original import OriginalView

    settings = Settings(Path(tempfile.mkdtemp()), {})
    theme = Theme(app, settings)
    around = QWidget()
    view = OriginalView(theme)
    QHBoxLayout(around).addWidget(view)
    around.resize(700, 500)
    around.show()
    view.show_mail(locked_down(PAGE))
    heights = []
    for scale in SCALES:
        settings.change("look.reading_percent", scale)
        theme.reading_changed.emit()
        loop = QEventLoop()
        QTimer.singleShot(SETTLED_MS, loop.quit)
        loop.exec()
        heights.append(view.height())
    print(json.dumps(heights))
    sys.stdout.flush()
    around.close()
    around.deleteLater()
    app.processEvents()


if __name__ == "__main__":
    main()
