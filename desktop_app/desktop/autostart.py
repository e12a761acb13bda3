"""Start at login: a file or a value of the system's own, written when it is switched on and removed
when it is switched off. What the system has is the truth; nothing else is kept.

Linux: the Desktop Application Autostart Specification 0.5. macOS: launchd.plist(5). Windows: the
Run key (https://learn.microsoft.com/windows/win32/setupapi/run-and-runonce-registry-keys).
"""

from __future__ import annotations

import os
import plistlib
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from desktop_app.model.errors import StorageError

NAME = "Draftdesk"
_FILE, _LABEL = "draftdesk.desktop", "io.draftdesk.background"
_RUN_KEY = r"Software\Microsoft\Windows\CurrentVersion\Run"
_RESERVED = frozenset(" \t\n\"'\\><~|&;$*?#()`")
_ENTRY = """[Desktop Entry]
Type=Application
Name=Draftdesk
Comment=Checks for mail without a window
TryExec={program}
Exec={command}
Icon=draftdesk
Terminal=false
X-GNOME-Autostart-enabled=true
"""


class Autostart(Protocol):
    """`place` is where it is written, for the person to look."""

    @property
    def place(self) -> str: ...

    def on(self) -> bool:
        """Whether the system starts the program at login."""

    def switch_on(self, command: Sequence[str]) -> None:
        """Have it start `command`. Raises `StorageError`."""

    def switch_off(self) -> None:
        """Raises `StorageError`."""


def autostart(
    system: str = sys.platform, environment: Mapping[str, str] = os.environ
) -> Autostart | None:
    """That of the system, named as `sys.platform` does; None where there is none."""
    if system == "win32":
        return _Registry()
    home = environment.get("HOME", "")
    if not home:
        return None
    if system == "darwin":
        return _LaunchAgent(Path(home) / "Library" / "LaunchAgents" / f"{_LABEL}.plist")
    given = environment.get("XDG_CONFIG_HOME", "")
    config = Path(given) if given.startswith("/") else Path(home) / ".config"
    return _DesktopFile(config / "autostart" / _FILE)


def exec_line(command: Sequence[str]) -> str:
    """A command as the value of Exec: each argument quoted where it has to be, a percent sign
    doubled, and every backslash once more, as in any text of such a file."""
    return " ".join(map(_quoted, command)).replace("\\", "\\\\")


def try_exec(command: Sequence[str]) -> str:
    """The program of a command as the value of TryExec: a path without quotes. A desktop leaves an
    entry out whose program is not there any more: what a person keeps of a program that was
    removed starts nothing."""
    return command[0].replace("\\", "\\\\")


def _quoted(argument: str) -> str:
    argument = argument.replace("%", "%%")
    if argument and not _RESERVED & set(argument):
        return argument
    for sign in '\\"`$':
        argument = argument.replace(sign, f"\\{sign}")
    return f'"{argument}"'


class _DesktopFile:
    def __init__(self, path: Path) -> None:
        self._path = path

    @property
    def place(self) -> str:
        return str(self._path)

    def on(self) -> bool:
        """Session managers switch an entry off by a line in it."""
        try:
            lines = self._path.read_text("utf-8", "replace").splitlines()
        except OSError:
            return False
        said = {line.replace(" ", "").lower() for line in lines}
        return said.isdisjoint({"hidden=true", "x-gnome-autostart-enabled=false"})

    def switch_on(self, command: Sequence[str]) -> None:
        if any(not c.isprintable() for argument in command for c in argument):
            raise StorageError("The program lies in a folder whose name can't be written down.")
        said = _ENTRY.format(program=try_exec(command), command=exec_line(command))
        _write(self._path, said.encode())

    def switch_off(self) -> None:
        _remove(self._path)


class _LaunchAgent:
    def __init__(self, path: Path) -> None:
        self._path = path

    @property
    def place(self) -> str:
        return str(self._path)

    def on(self) -> bool:
        try:
            said = plistlib.loads(self._path.read_bytes())
        except (OSError, ValueError, plistlib.InvalidFileException):
            return False
        return isinstance(said, dict) and bool(said.get("RunAtLoad")) and not said.get("Disabled")

    def switch_on(self, command: Sequence[str]) -> None:
        said = {
            "Label": _LABEL,
            "ProgramArguments": list(command),
            "RunAtLoad": True,
            "ProcessType": "Interactive",
        }
        _write(self._path, plistlib.dumps(said))

    def switch_off(self) -> None:
        _remove(self._path)


class _Registry:
    place = rf"HKEY_CURRENT_USER\{_RUN_KEY}"

    def on(self) -> bool:
        import winreg

        with suppress(OSError), winreg.OpenKey(winreg.HKEY_CURRENT_USER, _RUN_KEY) as key:  # type: ignore[attr-defined]
            winreg.QueryValueEx(key, NAME)  # type: ignore[attr-defined]
            return True
        return False

    def switch_on(self, command: Sequence[str]) -> None:
        import winreg

        try:
            with winreg.CreateKey(winreg.HKEY_CURRENT_USER, _RUN_KEY) as key:  # type: ignore[attr-defined]
                line = subprocess.list2cmdline(command)
                winreg.SetValueEx(key, NAME, 0, winreg.REG_SZ, line)  # type: ignore[attr-defined]
        except OSError as error:
            raise _not_written(self.place, error) from error

    def switch_off(self) -> None:
        import winreg

        access = winreg.KEY_SET_VALUE  # type: ignore[attr-defined]
        with (
            suppress(FileNotFoundError),
            winreg.OpenKey(winreg.HKEY_CURRENT_USER, _RUN_KEY, 0, access) as key,  # type: ignore[attr-defined]
        ):
            winreg.DeleteValue(key, NAME)  # type: ignore[attr-defined]


def _write(path: Path, data: bytes) -> None:
    """Whole or not at all."""
    fresh = path.with_name(f"{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_bytes(data)
        fresh.replace(path)
    except OSError as error:
        raise _not_written(str(path), error) from error


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise _not_written(str(path), error) from error


def _not_written(place: str, error: OSError) -> StorageError:
    why = error.strerror or "the system refused"
    return StorageError(f"{place} can't be changed: {why}.")
