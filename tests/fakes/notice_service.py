"""A message bus of its own, and a notice service on it that tells what it was given."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Condition, Event, Thread
from typing import Any

from jeepney import DBusAddress, HeaderFields, MessageType, new_error, new_method_return, new_signal
from jeepney.bus_messages import message_bus
from jeepney.io.threading import DBusConnection, open_dbus_connection

NAME, PATH = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
SERVICE = DBusAddress(PATH, bus_name=NAME, interface=NAME)
EVERYTHING = ("actions", "body", "body-markup", "persistence")
WAIT = 20.0
"""Seconds."""

_BUS = """<busconfig><type>session</type><listen>unix:path={path}</listen>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
<allow own="*"/></policy></busconfig>"""


def missing() -> list[str]:
    """What this machine lacks for a bus; `make test` installs it."""
    return [name for name in ("dbus-daemon",) if shutil.which(name) is None]


class MessageBus:
    """`dbus-daemon` in a folder; `address` is where it listens."""

    def __init__(self, folder: Path) -> None:
        self._config = folder / "bus.xml"
        self._config.write_text(_BUS.format(path=folder / "bus"))
        self._services: list[NoticeService] = []
        self.start()

    def service(self, **options: Any) -> NoticeService:
        """A notice service on it."""
        self._services.append(NoticeService(self.address, **options))
        return self._services[-1]

    def start(self) -> None:
        self._bus = subprocess.Popen(
            ["dbus-daemon", f"--config-file={self._config}", "--nofork", "--print-address"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        assert self._bus.stdout is not None
        self.address = self._bus.stdout.readline().decode().strip()

    def kill(self) -> None:
        """kill -9, as a crash would; its services go along."""
        self._bus.kill()
        self._bus.communicate()
        for service in self._services:
            service.die()
        self._services.clear()
        (self._config.parent / "bus").unlink(missing_ok=True)


@dataclass(frozen=True)
class Shown:
    """A notice as the service was given it."""

    id: int
    app: str
    title: str
    body: str
    actions: dict[str, str]
    hints: dict[str, Any]


class NoticeService:
    """Keeps what it is asked to show. `can` are its capabilities; `inhibited` what it says of
    do-not-disturb, None where it has no such property. While it `hangs`, it answers nothing."""

    def __init__(
        self, address: str, *, can: tuple[str, ...] = EVERYTHING, inhibited: bool | None = None
    ) -> None:
        self.can, self.inhibited = can, inhibited
        self.hangs = False
        self.asked = Event()
        self.showing: dict[int, Shown] = {}
        self.every: list[Shown] = []
        self._ids = 0
        self._changed = Condition()
        self._connection: DBusConnection = open_dbus_connection(address)
        self._own()
        self._thread = Thread(target=self._serve, daemon=True)
        self._thread.start()

    def press(self, id_: int, action: str) -> None:
        """As if the button was pressed: the notice goes then."""
        self.signal("ActionInvoked", "us", (id_, action))
        self.dismiss(id_)

    def dismiss(self, id_: int) -> None:
        with self._changed:
            self.showing.pop(id_, None)
        self.signal("NotificationClosed", "uu", (id_, 2))

    def until(self, what: Callable[[NoticeService], object]) -> None:
        """Wait for something to be so."""
        with self._changed:
            assert self._changed.wait_for(lambda: what(self), WAIT), [*self.showing.values()]

    def let_disturb(self) -> None:
        """Do-not-disturb ends, as KDE's service tells it."""
        self.inhibited = False
        properties = DBusAddress(PATH, bus_name=NAME, interface="org.freedesktop.DBus.Properties")
        said: tuple[Any, ...] = (NAME, {"Inhibited": ("b", False)}, [])
        self._connection.send(new_signal(properties, "PropertiesChanged", "sa{sv}as", said))

    def die(self) -> None:
        """The service goes, the bus stays."""
        self._connection.interrupt()
        self._thread.join(WAIT)
        with suppress(OSError, ValueError, KeyError):
            self._connection.close()

    def _own(self) -> None:
        self._connection.send(message_bus.RequestName(NAME), serial=7)
        while (
            self._connection.receive(timeout=WAIT).header.fields.get(HeaderFields.reply_serial) != 7
        ):
            pass

    def _serve(self) -> None:
        with suppress(Exception):
            while True:
                message = self._connection.receive()
                if message.header.message_type is not MessageType.method_call:
                    continue
                self.asked.set()
                if not self.hangs:
                    self._connection.send(self._answer(message))

    def _answer(self, call: Any) -> Any:
        member = call.header.fields[HeaderFields.member]
        if member == "GetCapabilities":
            return new_method_return(call, "as", (list(self.can),))
        if member == "Notify":
            return new_method_return(call, "u", (self._notify(call.body),))
        if member == "CloseNotification":
            with self._changed:
                self.showing.pop(call.body[0], None)
                self._changed.notify_all()
            return new_method_return(call)
        if member == "Get" and self.inhibited is not None:
            return new_method_return(call, "v", (("b", self.inhibited),))
        return new_error(call, "org.freedesktop.DBus.Error.UnknownMethod")

    def _notify(self, body: tuple[Any, ...]) -> int:
        app, replaces, _icon, title, text, actions, hints, _timeout = body
        with self._changed:
            if replaces not in self.showing:
                self._ids += 1
                replaces = self._ids
            pairs = dict(zip(actions[::2], actions[1::2], strict=True))
            given = {name: value for name, (_, value) in hints.items()}
            shown = Shown(replaces, app, title, text, pairs, given)
            self.showing[replaces] = shown
            self.every.append(shown)
            self._changed.notify_all()
        return int(replaces)

    def signal(self, member: str, signature: str, body: tuple[Any, ...]) -> None:
        self._connection.send(new_signal(SERVICE, member, signature, body))


@contextmanager
def message_bus_in(folder: Path) -> Iterator[MessageBus]:
    bus = MessageBus(folder)
    try:
        yield bus
    finally:
        bus.kill()
