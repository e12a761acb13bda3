"""Connection to the session's message bus, for calls of the notice service and what it signals.

The library (jeepney) is imported with the first connection. Nothing here raises: a bus or a service
that is not there, hangs or dies is no answer.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from queue import Full, Queue
from threading import Thread
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jeepney import Message
    from jeepney.io.threading import DBusConnection

_log = logging.getLogger(__name__)
NAME, PATH = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
BUS, BUS_PATH = "org.freedesktop.DBus", "/org/freedesktop/DBus"
PROPERTIES = "org.freedesktop.DBus.Properties"
DISCONNECTED = "Disconnected"
"""What is heard last of a connection, in the place of a signal's name."""

ANSWER_SECONDS = 5.0
"""How long an answer is waited for; the bus may have to start the service first."""

_LAST_SECONDS = 1.0

Heard = Callable[["Link", str, str, tuple[Any, ...]], None]
"""Told of a signal: its name, the unique name of who sent it, and what it says."""


@dataclass(frozen=True, slots=True)
class Answer:
    sender: str
    values: tuple[Any, ...]


class Link:
    """One connection to the bus: calls with answers, and the signals of the service. The library's
    own router ends with a traceback when the bus does."""

    def __init__(self, connection: DBusConnection, heard: Heard) -> None:
        self._connection, self._heard = connection, heard
        self._answers: dict[int, Future[Message]] = {}
        self._signals: Queue[Message | None] = Queue(maxsize=1000)
        self._receiver = Thread(target=self._receive, name="notices bus", daemon=True)
        self._listener = Thread(target=self._hear, name="notices heard", daemon=True)
        self.alive = True

    @classmethod
    def opened(cls, bus: str, heard: Heard) -> Link | None:
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
            link.ask(method("AddMatch", "s", (rule,), interface=BUS, path=BUS_PATH, bus_name=BUS))
        return link

    def ask(self, call: Message) -> Answer | None:
        """The answer; None for a fault, or where none comes. Without a bus it is not `alive` any
        more."""
        from jeepney import DBusErrorResponse, HeaderFields
        from jeepney.wrappers import unwrap_msg

        serial, answer = next(self._connection.outgoing_serial), Future[Any]()
        self._answers[serial] = answer
        try:
            self._connection.send(call, serial=serial)
            reply = answer.result(ANSWER_SECONDS if self.alive else 0)
            return Answer(str(reply.header.fields.get(HeaderFields.sender, "")), unwrap_msg(reply))
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
        self._heard(self, DISCONNECTED, "", ())


def _rules() -> tuple[str, ...]:
    """What the bus is to pass on: signals of the service, and that there is another one."""
    from jeepney import MatchRule

    other = MatchRule(
        type="signal", sender=BUS, interface=BUS, member="NameOwnerChanged", path=BUS_PATH
    )
    other.add_arg_condition(0, NAME)
    own = (
        MatchRule(type="signal", sender=NAME, interface=interface, path=PATH)
        for interface in (NAME, PROPERTIES)
    )
    return tuple(rule.serialise() for rule in (*own, other))


def method(
    name: str,
    signature: str,
    arguments: tuple[Any, ...],
    *,
    interface: str = NAME,
    path: str = PATH,
    bus_name: str = NAME,
) -> Message:
    from jeepney import DBusAddress, new_method_call

    address = DBusAddress(path, bus_name=bus_name, interface=interface)
    return new_method_call(address, name, signature or None, arguments)
