"""Events of whichever widget has the focus, for a while."""

# WORKAROUND An event filter of Python on the whole application makes PySide6 wrap each object that
# gets an event, and the Qt Quick items inside a web view crash there, so a filter follows the
# focus, which only widgets have; https://github.com/TimeLineAnnotator/desktop/pull/549;
# PySide6 6.11; remove when PySide6 wraps such items.

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid


class FocusedEvents(QObject):
    """Installs an event filter on the widget that has the focus, from `start` to `stop`. The signal
    `left` tells that no widget of the application has it any more."""

    left = Signal()

    def __init__(self, event_filter: QObject) -> None:
        super().__init__(event_filter)
        self._filter = event_filter
        self._watched: QWidget | None = None
        self._started = False

    def start(self) -> None:
        application = QApplication.instance()
        if isinstance(application, QApplication) and not self._started:
            self._started = True
            application.focusChanged.connect(self._follow)
            self._watch(application.focusWidget())

    def stop(self) -> None:
        application = QApplication.instance()
        if isinstance(application, QApplication) and self._started:
            self._started = False
            application.focusChanged.disconnect(self._follow)
            self._release()

    def _follow(self, old: QWidget | None, new: QWidget | None) -> None:
        del old
        self._watch(new)

    def _watch(self, widget: QWidget | None) -> None:
        """Without a focus the keys go to the window in front."""
        self._release()
        self._watched = widget or QApplication.activeWindow()
        if self._watched is None:
            self.left.emit()
        else:
            self._watched.installEventFilter(self._filter)

    def _release(self) -> None:
        if self._watched is not None and isValid(self._watched):
            self._watched.removeEventFilter(self._filter)
        self._watched = None
