"""Notices by the desktop's own service: org.freedesktop.Notifications on the session's bus.

The bus is asked when the first notice is shown, not before. No bus, no service, one that dies: then
nothing is shown, and the next notice tries again. Nothing here decides what is told.
Source: Desktop Notifications Specification 1.2 and 1.3 (specifications.freedesktop.org).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from html import escape
from threading import RLock
from typing import Any

from desktop_app.desktop.notices.bus import (
    BUS,
    DISCONNECTED,
    NAME,
    PROPERTIES,
    Answer,
    Link,
    method,
)
from desktop_app.model.notice import Notice, Press

ENTRY = "draftdesk"
"""The name of our desktop file, by which the desktop knows whose notices these are."""

MOST_KEPT = 200
"""Notices of which it is remembered what they are about after they have gone."""

MOST_TITLE, MOST_BODY = 120, 500
"""Characters."""

_NORMAL = 1
"""Urgency. `2`, critical, would break through do-not-disturb: it is not used."""

_NO_TAGS = str.maketrans("<>", "‹›")
"""For services that say they know no mark-up: some read it all the same (dunst 1.9 does)."""

_PRESSES = tuple(map(str, Press))
Pressed = Callable[[str, Press], None]
Gone = Callable[[str], None]


class DesktopNotices:
    """Shows notices, replaces and takes them back. `show`, `take_back` and `quiet` wait for the
    service, some seconds at most, and raise nothing. Thread-safe."""

    def __init__(self, bus: str = "SESSION") -> None:
        self._bus = bus
        self._lock = RLock()
        self._link: Link | None = None
        self._ids: OrderedDict[int, str] = OrderedDict()
        self._shown: dict[str, int] = {}
        self._owner = ""
        self._can: frozenset[str] | None = None
        self._pressed: Pressed = _nobody
        self._gone: Gone = _nobody
        self._changed: Callable[[], None] = _nobody
        self._ended = False

    def begin(self, pressed: Pressed, gone: Gone, changed: Callable[[], None]) -> None:
        """Whom to tell, on a thread of this object, which it may not hold up: of a press on a
        notice, by its key; of a notice that is no longer shown; and that `quiet` may have
        changed."""
        self._pressed, self._gone, self._changed = pressed, gone, changed

    def show(self, notice: Notice) -> bool:
        """Whether the service has taken it. It takes the place of one with the same key."""
        with self._lock:
            can = self._abilities()
            if can is None:
                return False
            answer = self._call("Notify", "susssasa{sv}i", self._arguments(notice, can))
            if answer is None:
                return False
            if answer.sender != self._owner:
                self._forget()
                self._owner = answer.sender
            self._note(int(answer.values[0]), notice.key)
            return True

    def take_back(self, key: str) -> None:
        """One that is not shown is passed over."""
        with self._lock:
            number = self._shown.pop(key, 0)
            if number:
                self._call("CloseNotification", "u", (number,))

    def quiet(self) -> bool:
        """Whether the desktop says that nobody is to be disturbed (property `Inhibited`)."""
        with self._lock:
            said = self._call("Get", "ss", (NAME, "Inhibited"), interface=PROPERTIES)
            return said is not None and said.values[0] == ("b", True)

    def shutdown(self) -> None:
        """What is shown is taken back: its buttons would do nothing. Waits a second at most, and
        for nobody who waits for the service."""
        self._ended = True
        link = self._link
        if link is not None:
            for number in tuple(self._shown.values()):
                link.tell(method("CloseNotification", "u", (number,)))
            link.close()

    # What is said

    def _arguments(self, notice: Notice, can: frozenset[str]) -> tuple[Any, ...]:
        title, body = _fit(notice.title, MOST_TITLE), _fit(notice.body, MOST_BODY)
        if "body" not in can:
            title, body = _fit(f"{title}: {body}" if body else title, MOST_TITLE), ""
        elif "body-markup" in can:
            body = escape(body, quote=False)
        else:
            body = body.translate(_NO_TAGS)
        hints = {"desktop-entry": ("s", ENTRY), "urgency": ("y", _NORMAL)}
        if notice.category:
            hints["category"] = ("s", notice.category)
        presses = [(Press.OPEN, "Open"), *notice.presses] if "actions" in can else []
        actions = [word for press, words in presses for word in (str(press), words)]
        replaced = self._shown.get(notice.key, 0)
        return ("Draftdesk", replaced, ENTRY, title, body, actions, hints, -1)

    def _note(self, number: int, key: str) -> None:
        self._shown[key] = number
        self._ids[number] = key
        self._ids.move_to_end(number)
        while len(self._ids) > MOST_KEPT:
            self._ids.popitem(last=False)

    # The service

    def _abilities(self) -> frozenset[str] | None:
        """What the service can show; None where there is none."""
        if self._can is None:
            answer = self._call("GetCapabilities", "", ())
            self._can = frozenset(map(str, answer.values[0])) if answer is not None else None
        return self._can

    def _call(
        self, name: str, signature: str, arguments: tuple[Any, ...], *, interface: str = NAME
    ) -> Answer | None:
        """What the service answers; None where there is no answer, or it is a fault. A bus that has
        gone since the last call is looked for once more."""
        for _ in range(2):
            if self._ended:
                return None
            if self._link is None:
                self._link = Link.opened(self._bus, self._heard)
            if self._link is None:
                return None
            answer = self._link.ask(method(name, signature, arguments, interface=interface))
            if answer is not None or self._link.alive:
                return answer
            self._link.close()
            self._link, self._can = None, None
            self._forget()
        return None

    def _forget(self) -> None:
        """Whoever showed the notices has gone, and they with it."""
        gone = list(self._shown)
        self._ids.clear()
        self._shown.clear()
        for key in gone:
            self._gone(key)

    # What is heard

    def _heard(self, link: Link, name: str, sender: str, arguments: tuple[Any, ...]) -> None:
        """A signal. Anybody on the bus may send one: those of who shows the notices count."""
        with self._lock:
            if link is not self._link:
                return
            if name == DISCONNECTED:
                self._forget()
            elif name == "NameOwnerChanged" and sender == BUS:
                self._can = None
                if arguments[1] == self._owner:
                    self._forget()
            elif name == "PropertiesChanged":
                self._changed()
            elif sender == self._owner and arguments and isinstance(arguments[0], int):
                self._heard_of(arguments[0], name, arguments[1:])

    def _heard_of(self, number: int, name: str, said: tuple[Any, ...]) -> None:
        key = self._ids.get(number)
        if key is None:
            return
        if name == "NotificationClosed" and self._shown.get(key) == number:
            del self._shown[key]
            self._gone(key)
        elif name == "ActionInvoked" and said and said[0] in _PRESSES:
            self._pressed(key, Press(said[0]))


def _nobody(*_: object) -> None:
    """Nobody is told yet."""


def _fit(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
