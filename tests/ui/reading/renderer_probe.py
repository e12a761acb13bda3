"""Shows a page in the Original view under limits, and prints as JSON what became of it.

Run by test_original_engine.py in a process of its own. Arguments: what is shown (`plain`, `blurs`,
`endless`), the memory limit in megabytes, the limit in seconds of a processor; `raw` shows it as it
came.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path

import psutil
from PySide6.QtCore import QTimer

from desktop_app.settings import Settings
from desktop_app.ui.reading import renderer_watch
from desktop_app.ui.reading.locked_page import LockedPage, locked_down
from desktop_app.ui.widgets.theme import Theme
from desktop_app.ui.window.application import make_application


def blurs(depth: int = 40) -> str:
    """Each blurs what is within it, and all of it is as large as a page."""
    style = "filter:blur(60px);width:3000px;height:4000px;background:#abc"
    return f'<div style="{style}">' * depth + "words"


def endless(deep: int = 9) -> str:
    """Ten to the power of `deep` circles."""
    groups = "".join(
        f'<g id="g{n}">' + f'<use href="#g{n - 1}"/>' * 10 + "</g>" for n in range(1, deep)
    )
    return f'<svg><g id="g0"><circle r="5"/></g>{groups}</svg>'


PAGES = {"plain": lambda: "<p>words", "blurs": blurs, "endless": endless}


def main(which: str, memory: str, seconds: str, *raw: str) -> None:
    renderer_watch.MOST_MEMORY = int(memory) * 1_000_000
    renderer_watch.MOST_SECONDS = float(seconds)
    app = make_application(Path())
    from desktop_app.ui.reading.original import OriginalView

    theme = Theme(app, Settings(Path(tempfile.mkdtemp()), {}))
    view = OriginalView(theme)
    view.resize(600, 400)
    view.show()
    stopped: list[str] = []
    peak = [0]
    view.stopped.connect(stopped.append)
    view.stopped.connect(lambda _: QTimer.singleShot(300, app.quit))
    view.loadFinished.connect(lambda _: QTimer.singleShot(6_000, app.quit))
    QTimer.singleShot(25_000, app.quit)
    page = PAGES[which]()
    view.show_mail(LockedPage(page) if raw else locked_down(page))
    beats = QTimer(interval=50)
    beats.timeout.connect(lambda: peak.append(_all_memory()))
    beats.start()
    begun = time.monotonic()
    app.exec()
    took = time.monotonic() - begun
    print(json.dumps({"stopped": stopped, "peak": max(peak) // 1_000_000, "took": took}))
    sys.stdout.flush()
    view.close()
    view.deleteLater()
    app.processEvents()


def _all_memory() -> int:
    """Of this process and all that it has started."""
    own = psutil.Process()
    total = 0
    for each in (own, *own.children(recursive=True)):
        try:
            total += each.memory_info().rss
        except psutil.Error:
            continue
    return total


if __name__ == "__main__":
    main(*sys.argv[1:])
