"""Single letters as keys: they act in lists and in a conversation, and not under a typing hand.

A draft may close by itself while somebody types: what is typed next would archive mail. A letter
does nothing for a second after a draft has closed, by the time of its own event. Nor does it in the
pane that a letter was written into just before, as in a draft that leaves under the hand; who goes
to another pane, or presses Escape, has ended to write. A hand that writes on while its draft closes
is not one that reads the list: its letters do nothing until they stop for a second. Nor is one
that writes on after a dialog, where a space has pressed a button.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QMainWindow, QWidget

from desktop_app.ui.bench.pane import Pane, is_command, is_letter
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.focused_events import FocusedEvents

REST_MS = 1000
SETTING = "keys.letters"
_ENDS = frozenset({Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Backtab})
_ENTER = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
_BEGINS_ANEW = 3_600_000
"""A clock of events that goes back by more than an hour has begun anew."""


class EventClock:
    """Time of events, told without one: an event is seen some time after it happened, so that the
    least delay seen so far is the best guess. Milliseconds."""

    def __init__(self) -> None:
        self._ahead: float | None = None
        self._latest = 0

    def see(self, stamp: int, now: float) -> None:
        """An event of this time is looked at `now`; a stamp of 0 tells nothing."""
        if not stamp:
            return
        again = self._ahead is None or stamp < self._latest - _BEGINS_ANEW
        self._ahead = stamp - now if again else max(self._ahead or 0.0, stamp - now)
        self._latest = stamp

    def at(self, now: float) -> float:
        """What an event that happens `now` would have; 0 where no event has told."""
        return 0.0 if self._ahead is None else now + self._ahead


class LetterKeys(QObject):
    """Takes letters from the window's shortcuts where they must not act."""

    def __init__(self, bench: Workbench, window: QMainWindow) -> None:
        super().__init__(window)
        self._bench, self._window = bench, window
        self._clock = EventClock()
        self._reviewing, self._closed_at = False, 0.0
        self._writer: Pane | None = None
        self._written_at = self._hand_at = self._dialog_at = 0
        bench.selection.changed.connect(self._follow)
        bench.elsewhere.changed.connect(self._rest)
        self._keys = FocusedEvents(self)
        self._keys.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent):
            return False
        self._clock.see(event.timestamp(), self._now())
        if event.key() == Qt.Key.Key_Escape:
            self._writer = None
        in_dialog = isinstance(watched, QWidget) and isinstance(watched.window(), QDialog)
        if event.key() in _ENDS or is_command(event) or (in_dialog and event.key() in _ENTER):
            self._hand_at = self._dialog_at = 0
        letter = event.type() == QEvent.Type.ShortcutOverride and is_letter(event)
        if letter and in_dialog and not event.text().isspace():
            self._dialog_at = event.timestamp()
        elif letter and not self._may_act(watched, event.timestamp()):
            if not event.text().isspace():
                self._hand_at = event.timestamp()
            event.accept()
            return True
        return False

    def stop(self) -> None:
        """The window goes."""
        self._keys.stop()

    def _now(self) -> float:
        return self._bench.services.monotonic() * 1000

    def _follow(self) -> None:
        """A draft that closes begins the rest."""
        reviewing = self._bench.selection.reviewing
        if self._reviewing and not reviewing:
            self._rest()
        self._reviewing = reviewing

    def _rest(self) -> None:
        """A draft has closed, here or in a window of its own, perhaps under the hand."""
        self._closed_at = self._clock.at(self._now())

    def _may_act(self, watched: QObject, stamp: int) -> bool:
        """Whether a letter is a key here and now. An event without a time is judged by the place
        alone."""
        if not isinstance(watched, QWidget) or watched.window() is not self._window:
            return True  # the keys of another window are none of the window's
        if not self._bench.services.settings.flag(SETTING):
            return False
        pane = _pane_of(watched)
        if pane is not None and pane.written_in:
            self._writer, self._written_at = pane, stamp
            return False
        written_at = self._written_at if pane is self._writer else 0
        hand = max(self._closed_at, written_at)
        rests = _within_rest(hand, stamp)
        if _within_rest(self._closed_at, stamp) and _within_rest(self._hand_at, stamp):
            self._closed_at = stamp
        if _within_rest(self._dialog_at, stamp):
            rests, self._dialog_at = True, stamp
        in_list = watched is self._window if pane is None else pane.letters
        return not rests and in_list


def _within_rest(before: float, stamp: int) -> bool:
    """Whether an event comes less than a rest after another; 0 is no time."""
    return bool(stamp and before) and -_BEGINS_ANEW < stamp - before < REST_MS


def _pane_of(widget: QWidget) -> Pane | None:
    """The pane that a widget stands in. Where nothing has the focus, the window has the keys."""
    inside: QWidget | None = widget
    while inside is not None and not isinstance(inside, (Pane, QMainWindow)):
        inside = inside.parentWidget()
    return inside if isinstance(inside, Pane) else None
