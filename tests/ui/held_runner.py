"""A way to the tools that a test can hold back or make fail."""

from __future__ import annotations

from collections import Counter
from threading import Event
from typing import Any

from desktop_app.model.errors import KnownError
from desktop_app.tools.calls.base import P, R, Tool, ToolResult
from tests.fakes.house import TestHouse


class HeldRunner:
    """Lets one tool wait until the test lets it go, or until it is cancelled; tools in `fails`
    fail with the error given there."""

    def __init__(self, house: TestHouse) -> None:
        self._real: Any = house.runner()
        self.held = ""
        self.release = Event()
        self.began = Event()
        self.stopped: list[str] = []
        self.fails: dict[str, KnownError] = {}
        self.called: Counter[str] = Counter()

    def call(self, tool: Tool[P, R], params: P, **more: Any) -> ToolResult[R]:
        if tool.name == self.held:
            self._hold(tool.name, more.get("cancelled"))
        if tool.name in self.fails:
            raise self.fails[tool.name]
        result: ToolResult[R] = self._real.call(tool, params, **more)
        self.called[tool.name] += 1
        return result

    def _hold(self, name: str, cancelled: Event | None) -> None:
        self.began.set()
        while not self.release.wait(0.01):
            if cancelled is not None and cancelled.is_set():
                self.stopped.append(name)
                return
