"""A desk: a screen, a session bus, an accessibility bus, and the real application on it.

The tests do at it what a person does: keys through xdotool, or everything through the
accessibility tree. Nothing of the application is imported here.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

SYSTEM_PYTHON = "/usr/bin/python3"
CLIENT = Path(__file__).with_name("at_client.py")
CHECKOUT = Path(__file__).resolve().parents[2]
LAUNCHER = "/usr/libexec/at-spi-bus-launcher"
PROGRAM = ("-m", "desktop_app")
NOISE = ("AtSpiAdaptor::applicationInterface does not implement", "Unable to detect a web browser")
"""Qt says the first for every question of the accessibility client it has no answer to, the second
on a machine that has no browser."""
WARNING = re.compile(r"^(Q[A-Z]\w+(::\w+)*(\([^)]*\))?: |qt\.(?!accessibility))")
"""How a warning of Qt begins: its class and function, or a logging category."""

SCREENS_TRIED = 9
SCREENS = itertools.count(
    100 + 1000 * int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
)
NEEDED = ("Xvfb", "dbus-daemon", "xdotool")


def missing() -> list[str]:
    """What this machine lacks for a desk; `make test` installs it."""
    lacking = [name for name in NEEDED if shutil.which(name) is None]
    if not Path(LAUNCHER).exists():
        lacking.append("at-spi2-core")
    probe = [SYSTEM_PYTHON, "-c", "import pyatspi"]
    if subprocess.run(probe, capture_output=True, check=False).returncode != 0:
        lacking.append("python3-pyatspi")
    return lacking


class Failed(AssertionError):
    """The accessibility client could not do what was asked."""


class Desk:
    """One screen with its buses; applications are started and killed on it."""

    def __init__(self, profile: Path, *, size: str = "1400x900") -> None:
        self.profile = profile
        self._folder = Path(tempfile.mkdtemp(prefix="desk-"))
        self._processes: list[subprocess.Popen[Any]] = []
        self.environment = self._session(size)
        self.app: subprocess.Popen[bytes] | None = None
        self._client: subprocess.Popen[str] | None = None
        self.stalls = self._folder / "stalls.log"

    def _session(self, size: str) -> dict[str, str]:
        runtime = self._folder / "run"
        runtime.mkdir(mode=0o700)
        environment = {
            **{k: v for k, v in os.environ.items() if not k.startswith(("QT_QPA", "DBUS_"))},
            "XDG_RUNTIME_DIR": str(runtime),
            "HOME": str(self._folder),
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
            "NO_AT_BRIDGE": "0",
            "PYTHONFAULTHANDLER": "1",
        }
        if os.geteuid() == 0:
            environment["QTWEBENGINE_DISABLE_SANDBOX"] = "1"
        environment["DISPLAY"] = self._screen(size, environment)
        environment["DBUS_SESSION_BUS_ADDRESS"] = self._bus(environment)
        self._start([LAUNCHER, "--launch-immediately"], environment)
        return environment

    def _screen(self, size: str, environment: Mapping[str, str]) -> str:
        """A screen that answers. Tests that run beside each other have numbers of their own: two
        servers that look for a free one at once may take the same."""
        for _ in range(SCREENS_TRIED):
            free = (n for n in SCREENS if not Path(f"/tmp/.X11-unix/X{n}").exists())
            display = f":{next(free)}"
            server = self._start(
                ["Xvfb", display, "-screen", "0", f"{size}x24", "-nolisten", "tcp", "-noreset"],
                environment,
            )
            ask, asked = ["xdotool", "getdisplaygeometry"], {**environment, "DISPLAY": display}
            while server.poll() is None:
                if subprocess.run(ask, env=asked, capture_output=True, check=False).returncode == 0:
                    return display
                time.sleep(0.02)
        raise Failed("no screen could be started")

    def _bus(self, environment: Mapping[str, str]) -> str:
        command = ["dbus-daemon", "--session", "--nofork", "--print-address"]
        daemon = self._start(command, environment, stdout=subprocess.PIPE)
        assert daemon.stdout is not None
        return daemon.stdout.readline().decode().strip()

    def _start(
        self, command: list[str], environment: Mapping[str, str], **more: Any
    ) -> subprocess.Popen[bytes]:
        more.setdefault("stdout", subprocess.DEVNULL)
        process = subprocess.Popen(
            command,
            env=dict(environment),
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            **more,
        )
        self._processes.append(process)
        return process

    def open(self, program: tuple[str, ...] = PROGRAM, /, **environment: str) -> None:
        """Start the application on the profile; `program` is what Python runs. An undo lasts a
        minute unless the test says otherwise: no test has to be as quick as a person."""
        log = (self._folder / "app.log").open("ab")
        self.app = subprocess.Popen(
            [sys.executable, *program, "--profile", str(self.profile)],
            env={
                **self.environment,
                "DRAFTDESK_DEBUG_STALL_LOG": str(self.stalls),
                "DRAFTDESK_MAIL_UNDO_SECONDS": "60",
                **environment,
            },
            cwd=CHECKOUT, stdout=log, stderr=log, start_new_session=True,
        )  # fmt: skip
        log.close()

    def close(self, *, seconds: float = 20.0) -> int:
        """Ask the window to close (Ctrl+Q) and wait for the process to end."""
        assert self.app is not None
        self.focus()
        self.keys("ctrl+q")
        return self.app.wait(seconds)

    def kill(self) -> None:
        """kill -9, as a crash or a power cut would."""
        if self.app is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.app.pid, signal.SIGKILL)
            self.app.wait()
            self.app = None
        self._end_client()

    def at(self, do: str, name: str = "", **more: Any) -> Any:
        """One act of the accessibility client; raises `Failed` with its words."""
        client = self._talk()
        assert client.stdin is not None
        assert client.stdout is not None
        _tell(client.stdin, {"do": do, "name": name, **more})
        answer = json.loads(client.stdout.readline() or '{"ok": false, "error": "it ended"}')
        if not answer["ok"]:
            self.screenshot(Path(tempfile.gettempdir()) / "desk-failed.png")
            said = f"{self.state()}\n{self.bugs()}\n{self.log()}"
            raise Failed(f"{do} {name!r}: {answer['error']}\n{said}")
        return answer["value"]

    def reads(self, name: str, words: str) -> str:
        """The text of that name once `words` are in it: an editor is there before its text is."""

        def text() -> str:
            found = str(self.at("text", name))
            return found if words in found else ""

        return str(until(text))

    def shows(self, name: str, **more: Any) -> bool:
        """Whether something of that name comes up within two seconds."""
        try:
            self.at("wait", name, seconds=2.0, **more)
        except Failed:
            return False
        return True

    def _talk(self) -> subprocess.Popen[str]:
        if self._client is None:
            self._client = subprocess.Popen(
                [SYSTEM_PYTHON, str(CLIENT)], env=self.environment, text=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            )  # fmt: skip
            assert self._client.stdout is not None
            self._client.stdout.readline()
        return self._client

    def _end_client(self) -> None:
        if self._client is not None:
            self._client.kill()
            self._client.communicate()
            self._client = None

    def focus(self, title: str = "Draftdesk") -> None:
        """Give a window of the application the keyboard, as a window manager would."""
        command = ["xdotool", "search", "--onlyvisible", "--name", title, "windowfocus"]
        until(lambda: self._done(command))

    def opens_menu(self, name: str) -> None:
        """Press a button through the accessibility tree, and wait for its menu: a button is let
        go a moment after the press, and a key before that goes to what lies below."""
        before = self.windows()
        self.at("press", name)
        until(lambda: self.windows() > before)

    def windows(self) -> int:
        """How many windows of the application are on the screen, menus among them."""
        command = ["xdotool", "search", "--onlyvisible", "--class", "draftdesk|python"]
        done = subprocess.run(command, env=self.environment, capture_output=True, check=False)
        return len(done.stdout.split())

    def place(self, width: int, height: int) -> None:
        """Put the window in the corner of the screen at that size, in pixels."""
        found = ["xdotool", "search", "--onlyvisible", "--name", "Draftdesk"]
        until(lambda: self._done([*found, "windowsize", str(width), str(height)]))
        until(lambda: self._done([*found, "windowmove", "0", "0"]))

    def _done(self, command: list[str]) -> bool:
        done = subprocess.run(command, env=self.environment, capture_output=True, check=False)
        return done.returncode == 0

    def keys(self, *keys: str) -> None:
        """Press keys, each written as xdotool has them (`ctrl+Return`)."""
        subprocess.run(["xdotool", "key", "--delay", "40", *keys], env=self.environment, check=True)

    def press_down(self, *keys: str) -> None:
        """Press keys and hold them: the screen repeats the last one until `let_go`."""
        for key in keys:
            subprocess.run(["xdotool", "keydown", key], env=self.environment, check=True)

    def let_go(self, *keys: str) -> None:
        """Release keys that are held."""
        for key in keys:
            subprocess.run(["xdotool", "keyup", key], env=self.environment, check=True)

    def type(self, text: str, *, delay_ms: int = 12) -> None:
        """Type a text on the keyboard; the end of a line is a press of Enter (xdotool would press
        a key that nobody has)."""
        for number, line in enumerate(text.split("\n")):
            if number:
                self.keys("Return")
            if line:
                subprocess.run(
                    ["xdotool", "type", "--delay", str(delay_ms), "--", line],
                    env=self.environment,
                    check=True,
                )

    def command(self, *arguments: str) -> Any:
        """Run a small command on the same profile and read its JSON."""
        done = subprocess.run(
            [sys.executable, "-m", "desktop_app", "--profile", str(self.profile), *arguments,
             "--json"],
            cwd=CHECKOUT, env=self.environment, capture_output=True, text=True, timeout=60,
            check=True,
        )  # fmt: skip
        return json.loads(done.stdout)

    def screenshot(self, path: Path) -> None:
        """The whole screen as a PNG."""
        subprocess.run(["import", "-window", "root", str(path)], env=self.environment, check=True)

    def read_stalls(self) -> str:
        """What the application wrote down about its own stalls so far."""
        return self.stalls.read_text("utf-8") if self.stalls.exists() else ""

    def bugs(self) -> str:
        """The errors in the application's own log: what it calls a mistake of ours."""
        path = self.profile / "logs" / "draftdesk.log"
        text = path.read_text("utf-8", "replace") if path.exists() else ""
        at = text.find(" ERROR ")
        return text[max(0, at - 24) :][:4000] if at >= 0 else ""

    def warnings_of_qt(self) -> list[str]:
        """What Qt warned of on the application's outputs."""
        path = self._folder / "app.log"
        lines = path.read_text("utf-8", "replace").splitlines() if path.exists() else []
        return [line for line in lines if WARNING.match(line) and not any(n in line for n in NOISE)]

    def log(self) -> str:
        """What the application said on its outputs."""
        path = self._folder / "app.log"
        if not path.exists():
            return ""
        lines = path.read_text("utf-8", "replace").splitlines()
        said = "\n".join(line for line in lines if not any(n in line for n in NOISE))
        crash = said.rfind("Fatal Python error")
        return said[max(0, crash - 1000) :][:9000] if crash >= 0 else said[-3000:]

    def state(self) -> str:
        """Whether the application's process lives, and in which state (proc(5))."""
        if self.app is None:
            return "the application is not running"
        if self.app.poll() is not None:
            return f"the application ended with {self.app.returncode}"
        status = Path(f"/proc/{self.app.pid}/status").read_text("utf-8").splitlines()
        return f"the application runs: {next(s for s in status if s.startswith('State'))}"

    def clear(self) -> None:
        """End everything and remove what was made."""
        self.kill()
        for process in reversed(self._processes):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # the accessibility bus has children
            process.communicate()
        shutil.rmtree(self._folder, ignore_errors=True)


def _tell(pipe: IO[str], request: Mapping[str, Any]) -> None:
    pipe.write(json.dumps(request) + "\n")
    pipe.flush()


@contextlib.contextmanager
def a_desk(profile: Path, *, size: str = "1400x900") -> Iterator[Desk]:
    """A desk for the length of a block."""
    desk = Desk(profile, size=size)
    try:
        yield desk
    finally:
        desk.clear()


def until(met: Any, *, seconds: float = 20.0) -> Any:
    """What `met` returns once it is true; fails when it never is."""
    end = time.monotonic() + seconds
    while True:
        value = met()
        if value or time.monotonic() > end:
            assert value, "it did not happen in time"
            return value
        time.sleep(0.05)
