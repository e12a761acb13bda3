"""Keys of reading through: a reader's, and those of the lists. A held key is one press, but for
going from mail to mail."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from desktop_app.ui.bench.workbench import Workbench

Work = Callable[[], object]
Key = Qt.Key
ENTER = frozenset({Key.Key_Return, Key.Key_Enter})
_GOES_ON = frozenset({Key.Key_J, Key.Key_K})


@dataclass(frozen=True, slots=True)
class Works:
    """What the keys do."""

    on: Work
    back: Work
    go: Callable[[int], object]
    choose: Work
    edit: Work
    undo: Work
    send: Work
    ignore: Work
    next_check: Work


class ReadingKeys:
    """Keys of `owner`, which hands its key events to `take`."""

    def __init__(self, bench: Workbench, owner: QWidget, works: Works) -> None:
        self._bench = bench
        self._pages: Mapping[int, Work] = {
            Key.Key_Space: works.on,
            Key.Key_PageDown: works.on,
            Key.Key_PageUp: works.back,
            Key.Key_Return: works.edit,
            Key.Key_Enter: works.edit,
        }
        self._back = works.back
        self._letters: Mapping[int, Work] = {
            Key.Key_J: lambda: works.go(1),
            Key.Key_K: lambda: works.go(-1),
            Key.Key_X: works.choose,
            Key.Key_O: works.edit,
            Key.Key_Z: works.undo,
        }
        keys = bench.actions.keys()
        bound = (
            (("Ctrl+Return", "Ctrl+Enter"), works.send),
            (keys["draft_ignore"], works.ignore),
            (keys["draft_next_check"], works.next_check),
        )
        for forms, work in bound:
            for form in forms:
                shortcut = QShortcut(QKeySequence(form), owner)
                shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
                shortcut.setAutoRepeat(False)
                shortcut.activated.connect(work)

    def take(self, event: QKeyEvent) -> bool:
        """Do what a key does here; whether it does something. Enter is always taken: a dialog would
        press a button of its own choice."""
        work = self._work(event)
        if work is None:
            return event.key() in ENTER
        if event.key() in _GOES_ON or not event.isAutoRepeat():
            work()
        return True

    def _work(self, event: QKeyEvent) -> Work | None:
        key, held = event.key(), event.modifiers()
        shift = Qt.KeyboardModifier.ShiftModifier
        if held == shift and key == Key.Key_Space:
            return self._back
        if held & ~Qt.KeyboardModifier.KeypadModifier:
            return None
        if key in self._letters and not self._bench.services.settings.flag("keys.letters"):
            return None
        return self._pages.get(key) or self._letters.get(key)
