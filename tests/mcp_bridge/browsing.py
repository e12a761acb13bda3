"""A browser in a process of its own: it opens an address and tells what it comes to.

`python -m tests.mcp_bridge.browsing ADDRESS LAST` ends when an address holds LAST.
"""

from __future__ import annotations

import json
import sys

from PySide6.QtCore import QTimer, QUrl
from PySide6.QtWebEngineCore import QWebEnginePage, QWebEngineProfile
from PySide6.QtWidgets import QApplication

PATIENCE_MS = 60_000


def main(address: str, last: str) -> None:
    """Each page as a line of JSON: its address, its title and its text."""
    application = QApplication([])
    page = QWebEnginePage(QWebEngineProfile(application), application)

    def told(text: str) -> None:
        where = page.url().toString()
        print(json.dumps({"url": where, "title": page.title(), "text": text}), flush=True)
        if last in where:
            application.quit()

    page.loadFinished.connect(lambda _: page.toPlainText(told))
    QTimer.singleShot(PATIENCE_MS, application.quit)
    page.load(QUrl(address))
    application.exec()


if __name__ == "__main__":
    main(*sys.argv[1:])
