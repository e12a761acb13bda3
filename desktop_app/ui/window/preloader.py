"""Preloader of the rest of the window after its first picture.

A job imports what has no Qt in it. Then one module, one part or one pane is made in each turn of
the loop, so that the window answers meanwhile. Whatever is asked for earlier is made at once.
"""

# WORKAROUND Making a Python class of a Qt class in one thread while another works with Qt crashes
# now and then, so modules with such classes are imported by the window's thread; no report known;
# PySide6 6.11; remove when PySide6 makes classes under a lock.

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject

from desktop_app.ui.background.jobs import Jobs
from desktop_app.ui.background.stepper import Stepper

WITHOUT_QT = (
    "desktop_app.tools.catalogue",
    "desktop_app.assistant.starter.starter",
    "desktop_app.assistant.style",
    "desktop_app.assistant.transcript_json",
    "desktop_app.spelling.service",
)
"""Imported by a job."""

FIRST = ("desktop_app.ui.window.late_parts", "desktop_app.ui.thread.pane")
THEN = (
    "desktop_app.ui.drafts.outbox_pane",
    "desktop_app.ui.review.review_form",
    "desktop_app.ui.review.pane",
    "desktop_app.ui.drafts.pane",
    "desktop_app.ui.assistant.column",
    "desktop_app.ui.assistant.pane",
)
"""Imported one a turn, before `parts` and behind them."""

PAUSE_MS = 5
Part = Callable[[], object]


class Preloader(QObject):
    """`parts` are made first, one a turn, then `panes`; `done` is called behind the last."""

    def __init__(
        self,
        jobs: Jobs,
        parts: tuple[Part, ...],
        panes: tuple[Part, ...],
        owner: QObject,
        done: Part = lambda: None,
    ) -> None:
        super().__init__(owner)
        steps = _steps(parts, panes)
        jobs.run(
            lambda: [importlib.import_module(name) for name in WITHOUT_QT],
            done=lambda _: Stepper(steps, self, pause_ms=PAUSE_MS, done=done),
            owner=self,
        )


def _steps(parts: tuple[Part, ...], panes: tuple[Part, ...]) -> Iterator[object]:
    for name in FIRST:
        yield importlib.import_module(name)
    for part in parts:
        yield part()
    for name in THEN:
        yield importlib.import_module(name)
    for pane in panes:
        yield pane()
