"""Notices by the desktop's own service: org.freedesktop.Notifications on the session's bus.

The bus is asked when the first notice is shown, not before. No bus, no service, one that dies: then
nothing is shown, and the next notice tries again. Nothing here decides what is told.
Source: Desktop Notifications Specification 1.2 and 1.3 (specifications.freedesktop.org).
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from html import escape
from queue import Full, Queue
from threading import RLock, Thread
from typing import TYPE_CHECKING, Any

from desktop_app.model.notice import Notice, Press

if TYPE_CHECKING:
    from jeepney import Message
    from jeepney.io.threading import DBusConnection

_log = logging.getLogger(__name__)
NAME, PATH = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
_BUS, _BUS_PATH = "org.freedesktop.DBus", "/org/freedesktop/DBus"
_DISCONNECTED = "Disconnected"
_LAST_SECONDS = 1.0
_PROPERTIES = "org.freedesktop.DBus.Properties"
ENTRY = "draftdesk"
"""The name of our desktop file, by which the desktop knows whose notices these are."""

ANSWER_SECONDS = 5.0
"""How long the service is waited for; the bus may have to start it first."""

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
_Heard = Callable[["_Link", str, str, tuple[Any, ...]], None]


class DesktopNotices:
    """Shows notices, replaces and takes them back. `show`, `take_back` and `quiet` wait for the
    service, some seconds at most, and raise nothing. Thread-safe."""

    def __init__(self, bus: str = "SESSION") -> None:
        self._bus = bus
        self._lock = RLock()
        self._link: _Link | None = None
        self._ids: OrderedDict[int, str] = OrderedDict()
        self._shown: dict[str, int] = {}
        self._owner = ""
        self._can: frozenset[str] | None = None
        self._pressed: Pressed = _nobody
        self._gone: Gone = _nobody
        self._ended = False

    def begin(self, pressed: Pressed, gone: Gone) -> None:
        """Whom to tell, on a thread of this object: of a press on a notice, by its key, and of a
        notice that is no longer shown."""
        self._pressed, self._gone = pressed, gone

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
            said = self._call("Get", "ss", (NAME, "Inhibited"), interface=_PROPERTIES)
            return said is not None and said.values[0] == ("b", True)

    def shutdown(self) -> None:
        """What is shown is taken back: its buttons would do nothing. Waits for a second at most."""
        with self._lock:
            self._ended = True
            if self._link is not None:
                for number in self._shown.values():
                    self._link.tell(_method("CloseNotification", "u", (number,)))
                self._link.close()
            self._link = None

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
        self, method: str, signature: str, arguments: tuple[Any, ...], *, interface: str = NAME
    ) -> _Answer | None:
        """What the service answers; None where there is no answer, or it is a fault. A bus that has
        gone since the last call is looked for once more."""
        for _ in range(2):
            if self._link is None and not self._ended:
                self._link = _Link.opened(self._bus, self._heard)
            if self._link is None:
                return None
            answer = self._link.ask(_method(method, signature, arguments, interface=interface))
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

    def _heard(self, link: _Link, name: str, sender: str, arguments: tuple[Any, ...]) -> None:
        """A signal. Anybody on the bus may send one: those of who shows the notices count."""
        with self._lock:
            if link is not self._link:
                return
            if name == _DISCONNECTED:
                self._forget()
            elif name == "NameOwnerChanged" and sender == _BUS:
                self._can = None
                if arguments[1] == self._owner:
                    self._forget()
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


@dataclass(frozen=True, slots=True)
class _Answer:
    sender: str
    values: tuple[Any, ...]


class _Link:
    """One connection to the bus: calls with answers, and the signals of the service. The library's
    own router ends with a traceback when the bus does."""

    def __init__(self, connection: DBusConnection, heard: _Heard) -> None:
        self._connection, self._heard = connection, heard
        self._answers: dict[int, Future[Message]] = {}
        self._signals: Queue[Message | None] = Queue(maxsize=1000)
        self._receiver = Thread(target=self._receive, name="notices bus", daemon=True)
        self._listener = Thread(target=self._hear, name="notices heard", daemon=True)
        self.alive = True

    @classmethod
    def opened(cls, bus: str, heard: _Heard) -> _Link | None:
        """None where no bus answers."""
        try:
            from jeepney.io.threading import open_dbus_connection

            link = cls(open_dbus_connection(bus), heard)
        except Exception as error:  # noqa: BLE001 - no library, no address, nobody there
            _log.info("There is no message bus for notices: %s", error)
            return None
        link._receiver.start()
        link._listener.start()
        for rule in _rules():
            link.ask(_method("AddMatch", "s", (rule,), interface=_BUS, path=_BUS_PATH, name=_BUS))
        return link

    def ask(self, call: Message) -> _Answer | None:
        """The answer; None for a fault, or where none comes. Without a bus it is not `alive` any
        more."""
        from jeepney import DBusErrorResponse, HeaderFields
        from jeepney.wrappers import unwrap_msg

        serial, answer = next(self._connection.outgoing_serial), Future[Any]()
        self._answers[serial] = answer
        try:
            self._connection.send(call, serial=serial)
            reply = answer.result(ANSWER_SECONDS if self.alive else 0)
            return _Answer(str(reply.header.fields.get(HeaderFields.sender, "")), unwrap_msg(reply))
        except DBusErrorResponse as error:
            _log.info("The notice service does not do it: %s", error.name)
        except TimeoutError:
            _log.info("The notice service does not answer.")
        except OSError as error:
            self.alive = False
            _log.info("The message bus has gone: %s", error)
        finally:
            self._answers.pop(serial, None)
        return None

    def tell(self, call: Message) -> None:
        """Send, and wait for no answer."""
        with suppress(OSError):
            self._connection.send(call)

    def close(self) -> None:
        self.alive = False
        with suppress(OSError):
            self._connection.interrupt()
        self._receiver.join(_LAST_SECONDS)
        with suppress(OSError, ValueError, KeyError):
            self._connection.close()

    def _receive(self) -> None:
        from jeepney import HeaderFields, MessageType
        from jeepney.io.threading import ReceiveStopped

        try:
            while True:
                message = self._connection.receive()
                serial = message.header.fields.get(HeaderFields.reply_serial, 0)
                answer = self._answers.get(serial)
                if answer is not None:
                    answer.set_result(message)
                elif message.header.message_type is MessageType.signal:
                    with suppress(Full):
                        self._signals.put_nowait(message)
        except ReceiveStopped:
            pass
        except Exception as error:  # noqa: BLE001 - the bus has ended, or says what is no message
            _log.info("The message bus has gone: %s", error)
        self.alive = False
        for answer in [each for each in self._answers.values() if not each.done()]:
            answer.set_exception(ConnectionError("the message bus has gone"))
        self._signals.put(None)

    def _hear(self) -> None:
        from jeepney import HeaderFields

        while (message := self._signals.get()) is not None:
            fields = message.header.fields
            name, sender = (fields.get(f, "") for f in (HeaderFields.member, HeaderFields.sender))
            self._heard(self, str(name), str(sender), tuple(message.body))
        self._heard(self, _DISCONNECTED, "", ())


def _rules() -> tuple[str, str]:
    """What the bus is to pass on: signals of the service, and that there is another one."""
    from jeepney import MatchRule

    other = MatchRule(
        type="signal", sender=_BUS, interface=_BUS, member="NameOwnerChanged", path=_BUS_PATH
    )
    other.add_arg_condition(0, NAME)
    own = MatchRule(type="signal", sender=NAME, interface=NAME, path=PATH)
    return own.serialise(), other.serialise()


def _method(
    method: str,
    signature: str,
    arguments: tuple[Any, ...],
    *,
    interface: str = NAME,
    path: str = PATH,
    name: str = NAME,
) -> Message:
    from jeepney import DBusAddress, new_method_call

    address = DBusAddress(path, bus_name=name, interface=interface)
    return new_method_call(address, method, signature or None, arguments)


def _fit(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
