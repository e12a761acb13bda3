"""Tool calls of widgets, run as jobs.

Every pane calls tools this way, so that none can call one on the GUI thread by mistake.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, current_thread, main_thread

from PySide6.QtCore import QObject

from desktop_app.model.draft import SendPermit
from desktop_app.model.errors import KnownError
from desktop_app.model.progress import Progress
from desktop_app.tools.calls.base import P, R, Tool
from desktop_app.ui.background.jobs import Job, Jobs
from desktop_app.ui.background.services import ToolRunner


class Calls:
    """Tool calls as jobs. `ask(TOOL, Params(...), done=...)` is all a pane needs."""

    def __init__(self, runner: ToolRunner, jobs: Jobs) -> None:
        self._runner = runner
        self.jobs = jobs

    def wait(self, tool: Tool[P, R], params: P, cancelled: Event | None = None) -> R:
        """Call `tool` and wait: only inside a function that runs as a job.

        Raises `RuntimeError` in the window's thread, which waits for no tool.
        """
        if current_thread() is main_thread():
            raise RuntimeError(f"{tool.name} was called in the window's thread")
        return self._runner.call(tool, params, cancelled=cancelled).unwrap()

    def ask(
        self,
        tool: Tool[P, R],
        params: P,
        *,
        done: Callable[[R], object] | None = None,
        failed: Callable[[KnownError], object] | None = None,
        key: str | None = None,
        owner: QObject | None = None,
        permit: SendPermit | None = None,
        paused: Event | None = None,
        progress: Callable[[Progress], None] | None = None,
        lasting: bool = False,
    ) -> Job:
        """Call `tool` off the GUI thread; `done(result)` or `failed(error)` follow on it.

        A newer call with the same `key` cancels the older. Without `failed` a KnownError goes
        to the window's error strip. Nothing is delivered once `owner` is deleted. `lasting`
        calls (saving what was typed) finish even while the window closes.
        """
        cancelled = Event()
        report = self.jobs.hop(progress) if progress else None

        def work() -> R:
            return self._runner.call(
                tool,
                params,
                permit=permit,
                cancelled=cancelled,
                paused=paused,
                progress=report,
            ).unwrap()

        return self.jobs.run(
            work,
            done=done,
            failed=failed,
            key=key,
            cancelled=cancelled,
            owner=owner,
            lasting=lasting,
        )
