"""A host of tray icons (StatusNotifierWatcher) on a message bus: what a panel of a desktop does.

It reads what icons show, their menus too (com.canonical.dbusmenu), and presses as a person would.
https://www.freedesktop.org/wiki/Specifications/StatusNotifierItem/
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from jeepney import DBusAddress, HeaderFields, MessageType, new_error, new_method_call
from jeepney.io.blocking import DBusConnection, open_dbus_connection
from jeepney.wrappers import Properties, new_method_return

T = TypeVar("T")
NAME, PATH = "org.kde.StatusNotifierWatcher", "/StatusNotifierWatcher"
LAUNCHER = "com.canonical.Unity.LauncherEntry"
ITEM, MENU = "org.kde.StatusNotifierItem", "com.canonical.dbusmenu"
INTROSPECTED = """<!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
"http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd"><node>
<interface name="org.kde.StatusNotifierWatcher">
<method name="RegisterStatusNotifierItem"><arg type="s" direction="in"/></method>
<method name="RegisterStatusNotifierHost"><arg type="s" direction="in"/></method>
<property name="RegisteredStatusNotifierItems" type="as" access="read"/>
<property name="IsStatusNotifierHostRegistered" type="b" access="read"/>
<property name="ProtocolVersion" type="i" access="read"/>
<signal name="StatusNotifierItemRegistered"><arg type="s"/></signal>
</interface></node>"""


class TrayHost:
    """Listens from its making on. `items` are the bus names of the icons there are; `badges` what
    was said of the number on an icon (com.canonical.Unity.LauncherEntry): of which, and how many,
    0 for none."""

    def __init__(self, address: str) -> None:
        self._listening = open_dbus_connection(bus=address)
        self._asking = open_dbus_connection(bus=address)
        self._lock = threading.Lock()
        self.items: list[str] = []
        self.badges: list[tuple[str, int]] = []
        bus = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")
        asked = new_method_call(bus, "RequestName", "su", (NAME, 0))
        assert self._listening.send_and_get_reply(asked).body == (1,)
        for rule in ("member='NameOwnerChanged'", f"interface='{LAUNCHER}'"):
            match = new_method_call(bus, "AddMatch", "s", (f"type='signal',{rule}",))
            self._listening.send_and_get_reply(match)
        self._ended = False
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._ended = True
        self._thread.join(5)
        self._listening.close()
        self._asking.close()

    def wait(self, found: Callable[[], T], seconds: float = 20.0) -> T:
        """What `found` returns once it is true."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            with suppress(LookupError):
                if value := found():
                    return value
            time.sleep(0.05)
        raise AssertionError(f"waited in vain; icons: {self.items}")

    def shown(self, name: str) -> Any:
        """A property of the newest icon."""
        item = DBusAddress("/StatusNotifierItem", self.items[-1], ITEM)
        reply = self._ask(Properties(item).get(name))
        return reply[0][1]

    def process(self) -> int:
        """The number of the process that shows the newest icon."""
        bus = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")
        who = (self.items[-1],)
        reply = self._ask(new_method_call(bus, "GetConnectionUnixProcessID", "s", who))
        return int(reply[0])

    def menu(self) -> dict[str, int]:
        """What can be pressed in the newest icon's menu: words and numbers, submenus included."""
        about = new_method_call(self._menu(), "AboutToShow", "i", (0,))
        self._ask(about)
        layout = new_method_call(self._menu(), "GetLayout", "iias", (0, -1, []))
        found: dict[str, int] = {}
        _walk(self._ask(layout)[1], found)
        return found

    def press(self, words: str) -> None:
        """Press what is called so in the menu."""
        number = self.menu()[words]
        event = new_method_call(
            self._menu(), "Event", "isvu", (number, "clicked", ("s", ""), int(time.time()))
        )
        self._ask(event)

    def activate(self) -> None:
        """Press the icon itself."""
        item = DBusAddress("/StatusNotifierItem", self.items[-1], ITEM)
        self._ask(new_method_call(item, "Activate", "ii", (0, 0)))

    def _menu(self) -> DBusAddress:
        return DBusAddress(self.shown("Menu"), self.items[-1], MENU)

    def _ask(self, message: Any) -> Any:
        with self._lock:
            reply = self._asking.send_and_get_reply(message, timeout=10)
        if reply.header.message_type is MessageType.error:
            raise LookupError(str(reply.body))
        return reply.body

    def _listen(self) -> None:
        while not self._ended:
            with suppress(TimeoutError):
                self._answer(self._listening, self._listening.receive(timeout=0.2))

    def _answer(self, bus: DBusConnection, message: Any) -> None:
        fields = message.header.fields
        member, sender = fields.get(HeaderFields.member), fields.get(HeaderFields.sender)
        if message.header.message_type is MessageType.signal:
            if member == "NameOwnerChanged" and not message.body[2]:
                self.items = [item for item in self.items if item != message.body[0]]
            elif fields.get(HeaderFields.interface) == LAUNCHER and member == "Update":
                said = message.body[1]
                shown = said.get("count-visible", ("b", False))[1]
                number = said["count"][1] if shown else 0
                self.badges.append((message.body[0], int(number)))
            return
        if message.header.message_type is not MessageType.method_call:
            return
        if member == "Introspect":
            reply = new_method_return(message, "s", (INTROSPECTED,))
        elif member == "RegisterStatusNotifierItem":
            name = message.body[0]
            self.items.append(sender if name.startswith("/") else name)
            reply = new_method_return(message)
        elif member == "Get":
            reply = new_method_return(message, "v", (self._value(message.body[1]),))
        elif member == "GetAll":
            names = ("IsStatusNotifierHostRegistered", "ProtocolVersion")
            reply = new_method_return(message, "a{sv}", ({n: self._value(n) for n in names},))
        elif member == "RegisterStatusNotifierHost":
            reply = new_method_return(message)
        else:
            reply = new_error(message, "org.freedesktop.DBus.Error.UnknownMethod")
        bus.send(reply)

    def _value(self, name: str) -> tuple[str, Any]:
        if name == "IsStatusNotifierHostRegistered":
            return ("b", True)
        return ("i", 0) if name == "ProtocolVersion" else ("as", list(self.items))


def _walk(node: Any, found: dict[str, int]) -> None:
    number, properties, children = node
    visible = properties.get("visible", ("b", True))[1]
    if "label" in properties and visible:
        found[properties["label"][1].replace("_", "")] = number
    for child in children if visible else ():
        _walk(child[1], found)
