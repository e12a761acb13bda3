"""Base class of panes: a widget that is complete after its constructor."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from desktop_app.ui.bench.workbench import Workbench


class Pane(QWidget):
    """The base of every pane, made from the workbench as a child of the widget it will stand in:
    moving a finished pane there would style each of its widgets anew."""

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bench = bench

    @property
    def written_in(self) -> bool:
        """Whether one writes here. Then a letter is none of the window's keys, whatever inside has
        the focus: who types on past an entry archives no mail."""
        return False

    @property
    def letters(self) -> bool:
        """Whether it is a list, or read like one: there a single letter is a key."""
        return False

    def event(self, event: QEvent) -> bool:
        """A key of the window's is offered to the widget in the focus, then to its parents."""
        asked = event.type() == QEvent.Type.ShortcutOverride and is_letter(event)
        if asked and self.written_in:
            event.accept()
            return True
        return super().event(event)

    def act_while_shown(self, works: Mapping[str, Callable[[], object]]) -> None:
        """Answer to actions, by name, while the pane is shown: J, K and O mean the list that is
        seen."""

        def while_shown(work: Callable[[], object]) -> Callable[[], object]:
            return lambda: self.isVisible() and work()

        for name, work in works.items():
            self.bench.actions.on(name, while_shown(work))

    def before_close(self, go_on: Callable[[], object]) -> bool:
        """Whether the window must not close yet. Then the pane asks the person, and calls
        `go_on` when it may."""
        del go_on
        return False

    def closing(self) -> None:
        """The window closes: save what was typed."""


_COMMANDS = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)


def is_command(event: QKeyEvent) -> bool:
    """Whether a key is pressed with one that makes a command of it."""
    return bool(event.modifiers() & _COMMANDS)


def is_letter(event: QEvent) -> bool:
    """Whether a key writes something, in an entry."""
    if not isinstance(event, QKeyEvent) or is_command(event):
        return False
    return bool(event.text()) and event.text().isprintable()
