"""The web engine that draws a host and the card in it. Only in a process of its own."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEventLoop, Qt, QTimer, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWebEngineCore import QWebEngineFrame
from PySide6.QtWebEngineWidgets import QWebEngineView

PATIENCE = 60.0
SHOWN = """(() => {
  const one = (id) => document.getElementById(id);
  if (!one("card") || one("card").getAttribute("aria-busy") !== "false") return "";
  const all = (what, of) => [...(of || document).querySelectorAll(what)];
  const place = one("text"), names = { From: "from", To: "to", Cc: "cc", Bcc: "bcc" };
  const persons = (dt) => all(".person", dt.nextElementSibling);
  const people = all("dt").flatMap((dt) => persons(dt).map((row) => ({
    field: names[dt.textContent], who: row.querySelector(".who").textContent,
    badges: all(".badge", row).map((b) => b.textContent),
    whence: row.querySelector(".whence") ? row.querySelector(".whence").textContent : "" })));
  const standing = one("standing");
  const head = document.querySelector("h1");
  return JSON.stringify({ standing: standing.textContent, phase: standing.dataset.phase,
    people, subject: head ? head.textContent : "",
    checks: all(".check").map((c) => [c.classList[1], c.querySelector(".finding").textContent]),
    text: !place ? "" : place.className ? place.innerText : place.textContent,
    said: one("said").textContent,
    scripts: all("script").length, title: document.title,
    odd: all("iframe, img, svg, a, [onclick], [style], #body style, #body script").length,
    buttons: all("button").filter((b) => !b.hidden).map((b) => b.textContent) });
})()"""


STOP = """(() => {
  const at = document.activeElement;
  if (!at || at === document.body) return "";
  const label = at.closest("label");
  return JSON.stringify({ role: at.tagName.toLowerCase(),
    name: at.getAttribute("aria-label") || (label ? label.firstChild.data : at.textContent).trim(),
    seen: getComputedStyle(at).outlineStyle !== "none" });
})()"""


class Engine:
    def __init__(self) -> None:
        self.view = QWebEngineView()
        self.view.resize(760, 940)
        self.view.show()

    def open(self, address: str) -> dict[str, Any]:
        """Load a host; what its card shows in the end."""
        self.run("document.querySelector('iframe')?.remove()")
        self.view.load(QUrl(address))
        return self.card()

    def card(self, until: Callable[[dict[str, Any]], bool] = bool) -> dict[str, Any]:
        """What the card shows once it shows something, and `until` holds of it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            frame = self.frame()
            found = self.run(SHOWN, frame) if frame is not None else ""
            shown = json.loads(found) if found else {}
            if shown and until(shown):
                return shown
            self.rest(20)
        host = self.run("JSON.stringify([window.failed, window.heard])")
        raise AssertionError(f"the card shows nothing in time: {host}")

    def frame(self) -> QWebEngineFrame | None:
        children = self.view.page().mainFrame().children()
        return children[0] if children and children[0].isValid() else None

    def run(self, script: str, frame: QWebEngineFrame | None = None) -> Any:
        """The value of a script in the host, or in the card."""
        where = frame if frame is not None else self.view.page().mainFrame()
        loop, found = QEventLoop(), []

        def came(value: Any) -> None:
            found.append(value)
            loop.quit()

        where.runJavaScript(script, 0, came)
        QTimer.singleShot(5_000, loop.quit)
        if not found:
            loop.exec()
        return found[0] if found else ""

    def in_card(self, script: str) -> Any:
        frame = self.frame()
        assert frame is not None
        return self.run(script, frame)

    def unfold(self) -> None:
        """Have the card show the whole of a long text."""
        more = "document.getElementById('more')"
        state = f"!{more} || {more}.hidden ? 'whole' : {more}.disabled ? 'asks' : 'more'"
        end = time.monotonic() + PATIENCE
        while (now := self.in_card(state)) != "whole" and time.monotonic() < end:
            if now == "more":
                self.in_card(f"{more}.click()")
            self.rest(10)

    def press(self, name: str) -> None:
        """Press the card's button of that name."""
        buttons = "[...document.querySelectorAll('button')]"
        self.in_card(f"{buttons}.find(b => b.textContent === {json.dumps(name)}).click()")

    def wait_in_card(self, holds: str) -> None:
        """Until a script is true there."""
        end = time.monotonic() + PATIENCE
        while not self.in_card(holds) and time.monotonic() < end:
            self.rest(10)
        assert self.in_card(holds), holds

    def ground(self) -> str:
        """The colours of the card's ground and its text."""
        style = "getComputedStyle(document.body)"
        told = self.in_card(f"{style}.backgroundColor + ' ' + {style}.color")
        return str(told)

    def stops(self) -> list[dict[str, Any]]:
        """Where Tab goes in the card, in order: name, role, and whether the focus is seen."""
        self.view.activateWindow()
        (self.view.focusProxy() or self.view).setFocus()
        self.run("document.querySelector('iframe').focus()")
        self.wait_in_card("document.hasFocus()")
        self.in_card("document.body.tabIndex = -1; document.body.focus()")
        found: list[dict[str, Any]] = []
        for _ in range(20):
            before = self.in_card(STOP)
            self.tab()
            end = time.monotonic() + 2
            while (told := self.in_card(STOP)) == before and time.monotonic() < end:
                self.rest(10)
            if not told:  # the engine had not taken the focus yet
                continue
            if (stop := json.loads(told)) in found:
                break
            found.append(stop)
        return found

    def tab(self, *, back: bool = False) -> None:
        target = self.view.focusProxy() or self.view
        shift = Qt.KeyboardModifier.ShiftModifier if back else Qt.KeyboardModifier.NoModifier
        QTest.keyClick(target, Qt.Key.Key_Backtab if back else Qt.Key.Key_Tab, shift)

    @staticmethod
    def rest(milliseconds: int) -> None:
        loop = QEventLoop()
        QTimer.singleShot(milliseconds, loop.quit)
        loop.exec()

    def picture(self, file: Path) -> None:
        self.rest(800)
        self.view.grab().save(str(file))
