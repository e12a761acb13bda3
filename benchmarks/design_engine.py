"""What the web engine shows of a page: the words that are seen, in each of the page's own variants.

The page's scripts are off and nothing is requested; the questions are asked from a world of their
own. One engine serves a whole measurement, since its start takes longer than a page.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

WIDE, NARROW = (1280, 900), (375, 700)
_WORLD = 1
_LONGEST_MS = 15_000
_ASK = """
(() => {
  const seen = [];
  const walk = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  const within = (rect, element) => {
    let {left, top, right, bottom} = rect;
    for (let e = element; e && e !== document.documentElement; e = e.parentElement) {
      const style = getComputedStyle(e);
      if (style.opacity < 0.02 || style.contentVisibility === 'hidden') return false;
      if (style.overflowX === 'visible' || style.display === 'inline') continue;
      const box = e.getBoundingClientRect();
      left = Math.max(left, box.left); right = Math.min(right, box.right);
      top = Math.max(top, box.top); bottom = Math.min(bottom, box.bottom);
    }
    return right - left > 1 && bottom - top > 1 && right > 0 && bottom + scrollY > 0;
  };
  while (walk.nextNode()) {
    const node = walk.currentNode, element = node.parentElement;
    if (element && element.closest('[style*="mso-list:Ignore" i]')) continue;  // a list's mark
    if (!element || /^(script|style|title|textarea|option)$/i.test(element.tagName)) continue;
    const style = getComputedStyle(element);
    if (style.visibility !== 'visible' || parseFloat(style.fontSize) < 2) continue;
    const range = document.createRange();
    for (const match of node.data.matchAll(/\\S+/g)) {
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      if ([...range.getClientRects()].some(rect => within(rect, element))) seen.push(match[0]);
    }
  }
  return JSON.stringify([seen.join(' '), document.body ? document.body.innerText : '']);
})()
"""
_BOXES = "document.querySelectorAll('input[type=checkbox],input[type=radio]').length"
_CHECK = "document.querySelectorAll('input[type=checkbox],input[type=radio]')[{}].checked = true; 1"
_MOST_BOXES = 12
_DRAWN_MS = 600


@dataclass(frozen=True, slots=True)
class Shown:
    """One variant: the words that are seen, and the engine's own text of the page."""

    variant: str
    words: str
    text: str


class Engine:
    """A web view without a window."""

    def __init__(self) -> None:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        from PySide6.QtWebEngineCore import (
            QWebEnginePage,
            QWebEngineProfile,
            QWebEngineSettings,
            QWebEngineUrlRequestInfo,
            QWebEngineUrlRequestInterceptor,
        )
        from PySide6.QtWebEngineWidgets import QWebEngineView
        from PySide6.QtWidgets import QApplication

        class Gate(QWebEngineUrlRequestInterceptor):
            def interceptRequest(self, info: QWebEngineUrlRequestInfo) -> None:  # noqa: N802
                info.block(info.requestUrl().scheme() != "data")

        self._app = QApplication.instance() or QApplication(["designs"])
        self._gate = Gate()
        self._profile = QWebEngineProfile()
        self._profile.setUrlRequestInterceptor(self._gate)
        self._page = QWebEnginePage(self._profile)
        off = QWebEngineSettings.WebAttribute.JavascriptEnabled
        self._page.settings().setAttribute(off, False)
        self._view = QWebEngineView()
        self._view.setPage(self._page)
        self._view.show()

    def variants(self, html: str) -> Iterator[Shown]:
        """The page on a wide and on a narrow screen, on a dark one, and with each box checked."""
        from PySide6.QtCore import Qt
        from PySide6.QtGui import QGuiApplication

        self._load(html, WIDE)
        yield self._shown("wide")
        for number in range(min(int(self.ask(_BOXES) or 0), _MOST_BOXES)):
            self.ask(_CHECK.format(number))
            yield self._shown(f"box {number}")
        self._load(html, NARROW)
        yield self._shown("narrow")
        if "prefers-color-scheme" in html:
            QGuiApplication.styleHints().setColorScheme(Qt.ColorScheme.Dark)
            try:
                self._load(html, WIDE)
                yield self._shown("dark")
            finally:
                QGuiApplication.styleHints().setColorScheme(Qt.ColorScheme.Light)

    def picture(self, html: str, width: int, tallest: int) -> QImage:
        """The page as it is drawn, as tall as it is."""
        self._load(html, (width, tallest))
        self._wait(_DRAWN_MS)
        tall = int(
            self.ask("document.body ? document.body.getBoundingClientRect().bottom : 0") or 0
        )
        return self._view.grab().toImage().copy(0, 0, width, max(min(tall + 20, tallest), 1))

    def _shown(self, variant: str) -> Shown:
        words, text = json.loads(self.ask(_ASK) or '["", ""]')
        return Shown(variant, words, text)

    def _load(self, html: str, size: tuple[int, int]) -> None:
        from PySide6.QtCore import QUrl

        self._view.resize(*size)
        self._until(self._page.loadFinished, lambda: self._page.setHtml(html, QUrl("about:blank")))

    def ask(self, script: str) -> Any:
        """The value of a script, which the page itself can't see."""
        from PySide6.QtCore import QEventLoop, QTimer

        loop, found = QEventLoop(), []

        def take(value: Any) -> None:
            found.append(value)
            loop.quit()

        self._page.runJavaScript(script, _WORLD, take)
        QTimer.singleShot(_LONGEST_MS, loop.quit)
        if not found:
            loop.exec()
        return found[0] if found else None

    def _wait(self, milliseconds: int) -> None:
        from PySide6.QtCore import QEventLoop, QTimer

        loop = QEventLoop()
        QTimer.singleShot(milliseconds, loop.quit)
        loop.exec()

    def _until(self, signal: Any, begin: Any) -> None:
        from PySide6.QtCore import QEventLoop, QTimer

        loop = QEventLoop()
        signal.connect(loop.quit)
        QTimer.singleShot(_LONGEST_MS, loop.quit)
        begin()
        loop.exec()
        signal.disconnect(loop.quit)
