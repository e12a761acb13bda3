"""Shows a hostile page in the Original view and counts what reaches a server of this machine.

Run by test_original_engine.py in a process of its own: the web engine wants its application made
in a certain way. Prints one line of JSON: the paths that were asked for.
"""

from __future__ import annotations

import json
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

from PySide6.QtCore import QTimer, QUrl

from desktop_app.settings import Settings
from desktop_app.ui.widgets.theme import Theme
from desktop_app.ui.window.application import make_application

PAGE = """
<html><head><base href="{0}/base/"><link rel="stylesheet" href="{0}/sheet.css">
<link rel="prefetch" href="{0}/prefetch"><link rel="icon" href="{0}/icon">
<meta http-equiv="refresh" content="0;url={0}/refresh">
<style>@import url("{0}/import.css"); @font-face {{font-family: x; src: url("{0}/font")}}
p {{ font-family: x; background: url("{0}/background.png"); }}
ul {{ list-style: url("{0}/list.png") }}</style>
<script>new Image().src = "{0}/script"</script></head>
<body background="{0}/body.png" onload="fetch('{0}/onload')">
<p>Words</p><img src="{0}/picture.png"><img srcset="{0}/set.png 2x">
<iframe src="{0}/frame"></iframe><object data="{0}/object"></object><embed src="{0}/embed">
<video src="{0}/video" poster="{0}/poster.png" autoplay></video><audio src="{0}/audio" autoplay>
</audio><svg><image href="{0}/svg.png"/><use href="{0}/use.svg#a"/></svg>
<input type="image" src="{0}/input.png"><form action="{0}/form"><input autofocus></form>
<img src="file:///etc/hostname"></body></html>
"""


class Counter(BaseHTTPRequestHandler):
    """Writes down every path."""

    asked: list[str] = []  # noqa: RUF012 - one server, one list

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_response(404)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        return


def main(locked: bool) -> None:
    """Without `locked` in a plain web view: what the page would ask for."""
    server = HTTPServer(("127.0.0.1", 0), Counter)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    app = make_application(Path())
    from PySide6.QtWebEngineWidgets import QWebEngineView

    from desktop_app.ui.reading.locked_page import locked_down
    from desktop_app.ui.reading.original import OriginalView

    theme = Theme(app, Settings(Path(tempfile.mkdtemp()), {}))
    view = OriginalView(theme) if locked else QWebEngineView()
    view.resize(600, 400)
    view.show()
    view.loadFinished.connect(lambda _: QTimer.singleShot(1500, app.quit))
    QTimer.singleShot(30_000, app.quit)
    address = f"http://127.0.0.1:{server.server_port}"
    if isinstance(view, OriginalView):
        view.show_mail(locked_down(PAGE.format(address)))
    else:
        view.setHtml(PAGE.format(address), QUrl(address))
    app.exec()
    print(json.dumps(sorted(set(Counter.asked))))
    sys.stdout.flush()
    view.close()
    view.deleteLater()
    app.processEvents()


if __name__ == "__main__":
    main("--unlocked" not in sys.argv)
