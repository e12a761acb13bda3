"""A program wishes that the window shows something: somebody has pressed a button in its chat, or
nobody has.

It interrupts nobody who works here: they are offered it. Where the window comes to the front, keys
that were on their way to the other program are nobody's, and no press sends until they have rested.
What is shown so is not seen before somebody does something in the window.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from desktop_app.model.wish import Want, Wish
from desktop_app.ui.bench.author_names import at_start
from desktop_app.ui.bench.navigation import Undo
from desktop_app.ui.review.press_guard import REST_MS, HeldSend
from desktop_app.ui.widgets.focused_events import FocusedEvents
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.window.main_window import MainWindow

_KEYS = frozenset(
    {
        QEvent.Type.KeyPress,
        QEvent.Type.KeyRelease,
        QEvent.Type.ShortcutOverride,
        QEvent.Type.Shortcut,
    }
)
LONGEST_NAME = 60


def would_interrupt(window: QWidget) -> bool:
    """Whether the person works in Draftdesk at this moment."""
    active = QGuiApplication.applicationState() is Qt.ApplicationState.ApplicationActive
    return active and window.isVisible() and not window.isMinimized()


def offer(window: MainWindow, wish: Wish, carry: Callable[[Wish], object]) -> None:
    """Say in passing what a program wishes, with a button that does it."""
    who = at_start(clean(wish.asked_by)[:LONGEST_NAME]) or "A connected program"
    what = "a conversation" if wish.want is Want.CONVERSATION else "a draft"
    words = (
        f"{who} wants to show you {what}."
        if wish.draft_id or wish.thread_id
        else (f"{who} wants to show you what waits for you.")
    )
    if wish.want is Want.LET_IN:
        words = f"{who} asks to be let in."
    shown = replace(wish, asked_by="")
    window.bench.navigation.toast(words, Undo(lambda: carry(shown), "Show"))


class BroughtKeys(QObject):
    """Keys that were pressed for the program that brought the window to the front. Each is dropped
    until none has come for `REST_MS`; meanwhile nothing can be sent."""

    @staticmethod
    def of_application() -> BroughtKeys:
        """The one of the application, made where there is none yet."""
        application = QCoreApplication.instance()
        known = application.findChild(BroughtKeys) if application is not None else None
        return known or BroughtKeys(application)

    def __init__(self, parent: QObject | None) -> None:
        super().__init__(parent)
        self._rested = QTimer(self, singleShot=True, interval=REST_MS)
        self._rested.timeout.connect(self._end)
        self._keys = FocusedEvents(self)
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.applicationStateChanged.connect(self._came)

    @property
    def dropping(self) -> bool:
        """Whether keys are dropped now."""
        return self._rested.isActive()

    def begin(self) -> None:
        """The window is about to come to the front."""
        HeldSend.of_application().shut_out(True)
        self._keys.start()
        self._rested.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() not in _KEYS or not self.dropping:
            return super().eventFilter(watched, event)
        event.accept()
        self._rested.start()
        return True

    def _came(self, state: Qt.ApplicationState) -> None:
        """The rest counts from when the keys come here."""
        if self.dropping and state is Qt.ApplicationState.ApplicationActive:
            self._rested.start()

    def _end(self) -> None:
        self._keys.stop()
        HeldSend.of_application().shut_out(False)


_ACTS = frozenset({QEvent.Type.MouseButtonPress, QEvent.Type.Wheel, QEvent.Type.TouchBegin})


class Unattended(QObject):
    """A window that a program has brought to the front, until somebody does something in it."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._selection, self._keys = window.bench.selection, BroughtKeys.of_application()
        window.winId()  # which makes the handle where there is none yet
        self._handle = window.windowHandle()
        self._selection.leave_unattended()
        if self._handle is not None:
            self._handle.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        key = kind is QEvent.Type.KeyPress and not self._keys.dropping
        if kind in _ACTS or key:
            if self._handle is not None:
                self._handle.removeEventFilter(self)
            self._selection.attend()
            self.deleteLater()
        return super().eventFilter(watched, event)
