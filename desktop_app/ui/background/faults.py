"""Faults of what a press sets off in the window's thread: logged, and told to the person.

Qt calls Python and has nobody to raise an exception to: it goes to `sys.excepthook`, and this is
the one place that listens there.
"""

from __future__ import annotations

import logging
import sys
import traceback
from types import TracebackType

from PySide6.QtCore import QObject

from desktop_app.model.errors import KnownError
from desktop_app.ui.background.jobs import Bug, Jobs

log = logging.getLogger(__name__)
BROKEN = "That did not work: something went wrong inside Draftdesk."


class Faults(QObject):
    """Tells what was raised by way of `jobs`, as it does for what a job raised."""

    def __init__(self, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._before = sys.excepthook
        self._telling = False

    def catch(self) -> None:
        """From now on."""
        self._before = sys.excepthook
        sys.excepthook = self._on_fault

    def let_go(self) -> None:
        """As it was before."""
        sys.excepthook = self._before

    def _on_fault(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if not isinstance(error, Exception):
            self._before(kind, error, trace)
            return
        if isinstance(error, KnownError):
            log.warning("An action failed: %s", error.code)
        else:
            log.error("An action broke.", exc_info=(kind, error, trace))
        if self._telling:
            return  # telling it is what broke: it is in the log
        self._telling = True
        try:
            self._tell(error)
        finally:
            self._telling = False

    def _tell(self, error: Exception) -> None:
        if isinstance(error, KnownError):
            self._jobs.failed.emit(error)
        else:
            self._jobs.broke.emit(Bug(BROKEN, "".join(traceback.format_exception(error))))
