"""Notices as messages of a tray, for systems without the service of `notices.py`.

They have no buttons, and none is taken back: a press on one opens what it is about.
"""

from __future__ import annotations

from collections.abc import Callable

from desktop_app.model.notice import Notice, Press


class TrayMessages:
    """`say(title, body)` shows a message and is put in by whoever has a tray; it is called on any
    thread. Until then nothing is shown."""

    def __init__(self) -> None:
        self.say: Callable[[str, str], None] | None = None
        self._pressed: Callable[[str, Press], None] | None = None
        self._last = ""

    def begin(
        self,
        pressed: Callable[[str, Press], None],
        gone: Callable[[str], None],
        changed: Callable[[], None],
    ) -> None:
        """Whom to tell of a press; a tray tells nothing else."""
        del gone, changed
        self._pressed = pressed

    def show(self, notice: Notice) -> bool:
        """Whether there is a tray."""
        if self.say is None:
            return False
        self._last = notice.key
        self.say(notice.title, notice.body)
        return True

    def clicked(self) -> None:
        """The message that was shown last was pressed: the tray does not say which."""
        if self._pressed is not None and self._last:
            self._pressed(self._last, Press.OPEN)

    def take_back(self, key: str) -> None:
        """A press on it does nothing any more."""
        if key == self._last:
            self._last = ""

    def quiet(self) -> bool:
        """A tray does not say it; the system keeps its messages back by itself."""
        return False

    def shutdown(self) -> None:
        """Nothing is shown any more."""
        self.say = None
