"""Notices shown by dunst, a notice service that people use, on a screen and a bus of their own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from desktop_app.desktop.notices.service import DesktopNotices
from desktop_app.model.notice import Notice, Press
from tests.fakes.notice_service import NAME, message_bus_in

NEEDED = ("dunst", "dunstctl", "Xvfb", "dbus-daemon", "gdbus")
LACKING = [name for name in NEEDED if shutil.which(name) is None]
pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(bool(LACKING), reason=f"needs {LACKING}"),
]
WAIT = 20.0
HOSTILE = '<b>Free</b> <a href="http://bad.example">click</a> <img src="x"/> & &lt;i&gt;'
BUTTONS = ((Press.REPLY, "Reply"), (Press.ARCHIVE, "Archive"))


class Dunst:
    """dunst, and what it prints of each notice that it shows."""

    def __init__(self, folder: Path, address: str, stack: ExitStack) -> None:
        self._log = folder / "shown"
        read, write = os.pipe()
        screen = [
            "Xvfb",
            "-displayfd",
            str(write),
            "-screen",
            "0",
            "800x600x24",
            "-nolisten",
            "tcp",
            "-noreset",  # else it begins anew when dunst is killed, and refuses the next one
        ]
        self._start(stack, screen, pass_fds=(write,), stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as told:
            display = f":{told.readline().strip()}"
        self.environment = {
            **os.environ,
            "DISPLAY": display,
            "DBUS_SESSION_BUS_ADDRESS": address,
            "HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder),
        }
        self.begin(stack)

    def begin(self, stack: ExitStack) -> None:
        """Start it, and wait for its name on the bus."""
        with self._log.open("wb") as log:
            self.process = self._start(
                stack, ["dunst", "-print"], env=self.environment, stdout=log, stderr=log
            )
        waiting = ["gdbus", "wait", "--session", "--timeout", "20", NAME]
        subprocess.run(waiting, env=self.environment, check=True, capture_output=True)

    def control(self, *arguments: str) -> str:
        command = ["dunstctl", *arguments]
        done = subprocess.run(
            command, env=self.environment, capture_output=True, text=True, check=True
        )
        return done.stdout

    def displayed(self) -> int:
        """How many notices are on the screen."""
        return int(self.control("count", "displayed"))

    def last(self) -> dict[str, str]:
        """What it printed of the notice that it showed last."""
        text = self._log.read_text("utf-8").rpartition("\n{\n")[2] or self._log.read_text("utf-8")
        fields = re.findall(r"^\t(\w+): '?(.*?)'?$(?=\n\t\w|\n\t\})", text, re.M | re.S)
        return {**dict(fields), "actions": text.rpartition("actions:")[2]}

    @staticmethod
    def _start(stack: ExitStack, command: list[str], **more: Any) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(command, start_new_session=True, **more)
        stack.callback(process.wait)
        stack.callback(process.kill)
        return process


@pytest.fixture
def dunst(tmp_path: Path) -> Iterator[tuple[Dunst, DesktopNotices, Queue[Any], ExitStack]]:
    with message_bus_in(tmp_path) as bus, ExitStack() as stack:
        service = Dunst(tmp_path, bus.address, stack)
        board, heard = DesktopNotices(bus.address), Queue[Any]()
        stack.callback(board.shutdown)
        board.begin(
            lambda key, press: heard.put((key, press)),
            lambda key: heard.put((key, None)),
            lambda: None,
        )
        yield service, board, heard, stack


Desk = tuple[Dunst, DesktopNotices, "Queue[Any]", ExitStack]


def test_it_is_shown_with_its_buttons_pressed_replaced_and_taken_back(dunst: Desk) -> None:
    service, board, heard, _ = dunst
    assert board.show(Notice("thread:1", "Dana Lee", "Lunch?", "email.arrived", BUTTONS))
    assert service.displayed() == 1
    shown = service.last()
    assert (shown["summary"], shown["body"]) == ("Dana Lee", "Lunch?")
    assert (shown["urgency"], shown["category"]) == ("NORMAL", "email.arrived")
    assert shown["desktop_entry"] == "draftdesk"
    assert '"archive": "Archive"' in shown["actions"]
    assert "send" not in shown["actions"].lower()
    board.show(Notice("thread:1", "2 new mails from Dana Lee", "Lunch?", presses=BUTTONS))
    assert service.displayed() == 1
    board.take_back("thread:1")
    assert service.displayed() == 0
    board.show(Notice("thread:2", "Ben", "Tea?", presses=BUTTONS))
    service.control("action", "0")
    assert heard.get(timeout=WAIT) == ("thread:2", Press.OPEN)
    board.show(Notice("thread:3", "Ben", "Cake?", presses=BUTTONS))
    service.control("close")
    assert heard.get(timeout=WAIT) in {("thread:2", None), ("thread:3", None)}


def test_a_hostile_subject_is_words_and_nothing_else(dunst: Desk) -> None:
    service, board, _, _ = dunst
    assert board.show(Notice("thread:1", HOSTILE, HOSTILE + "x" * 1_000_000))
    formatted = service.last()["formatted"]
    assert re.findall(r"<[^>]*>", formatted) == ["<b>", "</b>"]
    assert len(formatted) < 2_000


def test_dunst_may_be_killed_and_come_back(dunst: Desk) -> None:
    service, board, heard, stack = dunst
    board.show(Notice("thread:1", "Dana Lee", "Lunch?"))
    service.process.kill()
    assert heard.get(timeout=WAIT) == ("thread:1", None)
    service.begin(stack)
    assert board.show(Notice("thread:2", "Ben", "Tea?"))
    assert service.displayed() == 1
    board.shutdown()
    assert service.displayed() == 0
