"""Start at login: what is written is what the system reads, and it goes again."""

from __future__ import annotations

import plistlib
import shutil
import subprocess
import sys
from configparser import RawConfigParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.desktop.autostart import Autostart, autostart, exec_line
from desktop_app.model.errors import StorageError
from tests.sure import there

COMMAND = ("/opt/Draft desk/100%/draftdesk", "--profile", '/home/me/my "mail" $HOME `x` \\', "--x")


def of(system: str, home: Path) -> Autostart:
    return there(autostart(system, {"HOME": str(home)}))


def read_exec(value: str) -> list[str]:
    """The arguments of an Exec line, by the Desktop Entry Specification 1.5: escapes of a string
    first, then quotes, then field codes."""
    text = value.replace("\\\\", "\0").replace("\\s", " ").replace("\0", "\\")
    found: list[str] = []
    place = 0
    while place < len(text):
        word, quoted = "", text[place] == '"'
        place += quoted
        while place < len(text) and text[place] != ('"' if quoted else " "):
            if quoted and text[place] == "\\":
                place += 1
            word += text[place]
            place += 1
        place += 1 + quoted
        found.append(word.replace("%%", "%"))
    return found


SIGNS = st.characters(codec="utf-8", exclude_categories=["C", "Z"])
ARGUMENTS = st.text(SIGNS | st.sampled_from(" \"'\\$`%<>~|&;*?#()"), min_size=1)


@given(st.lists(ARGUMENTS, min_size=1))
def test_any_command_is_read_as_it_was_written(command: list[str]) -> None:
    assert read_exec(exec_line(command)) == command


def test_the_file_of_linux_is_there_while_it_is_on(tmp_path: Path) -> None:
    start = of("linux", tmp_path)
    path = tmp_path / ".config/autostart/draftdesk.desktop"
    assert start.place == str(path)
    assert not start.on()
    start.switch_on(COMMAND)
    assert start.on()
    entry = RawConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment,method-assign]
    entry.read_string(path.read_text("utf-8"))
    assert read_exec(entry["Desktop Entry"]["Exec"]) == list(COMMAND)
    assert entry["Desktop Entry"]["TryExec"] == COMMAND[0]
    start.switch_off()
    start.switch_off()
    assert not start.on()
    assert list(path.parent.iterdir()) == []


@pytest.mark.skipif(shutil.which("gio") is None, reason="GLib's tools are not installed here")
@pytest.mark.parametrize("folder", ["plain", "with a space", "back\\slashes"])
def test_a_desktop_leaves_out_what_a_removed_program_has_left(tmp_path: Path, folder: str) -> None:
    """By GLib, which GNOME's session and most others read entries with."""
    program = tmp_path / folder / "draftdesk"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n", "utf-8")
    program.chmod(0o755)
    start = of("linux", tmp_path)
    start.switch_on([str(program), "--background"])

    def launched() -> int:
        return subprocess.run(["gio", "launch", start.place], capture_output=True).returncode

    assert launched() == 0
    program.unlink()
    assert launched() != 0


@pytest.mark.skipif(shutil.which("desktop-file-validate") is None, reason="not installed here")
def test_the_file_and_the_entry_of_the_program_are_valid(tmp_path: Path) -> None:
    start = of("linux", tmp_path)
    start.switch_on(COMMAND)
    entry = Path(__file__).parents[2] / "resources" / "draftdesk.desktop"
    for path in (start.place, str(entry)):
        done = subprocess.run(
            ["desktop-file-validate", path], capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stdout) == (0, "")
    for kind in ("x-scheme-handler/mailto", "message/rfc822", "application/mbox", "text/calendar"):
        assert f"{kind};" in entry.read_text("utf-8")


@pytest.mark.parametrize("line", ["Hidden=true", "X-GNOME-Autostart-enabled = false"])
def test_what_the_session_switched_off_is_off(tmp_path: Path, line: str) -> None:
    start = of("linux", tmp_path)
    start.switch_on(COMMAND)
    with Path(start.place).open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")
    assert not start.on()
    start.switch_on(COMMAND)
    assert start.on()


def test_a_folder_of_the_persons_own_is_used_and_a_relative_one_is_not(tmp_path: Path) -> None:
    own = there(autostart("linux", {"HOME": "/h", "XDG_CONFIG_HOME": str(tmp_path)}))
    assert own.place == str(tmp_path / "autostart/draftdesk.desktop")
    relative = there(autostart("linux", {"HOME": "/h", "XDG_CONFIG_HOME": "x"}))
    assert relative.place == "/h/.config/autostart/draftdesk.desktop"
    assert autostart("linux", {}) is None


def test_what_can_not_be_written_is_said_with_its_place(tmp_path: Path) -> None:
    (tmp_path / ".config").write_text("a file")
    with pytest.raises(StorageError, match="autostart"):
        of("linux", tmp_path).switch_on(COMMAND)
    with pytest.raises(StorageError):
        of("linux", tmp_path / "new").switch_on(("/opt/a\nExec=evil",))


def test_the_agent_of_macos_runs_the_command_at_login(tmp_path: Path) -> None:
    start = of("darwin", tmp_path)
    assert not start.on()
    start.switch_on(COMMAND)
    said = plistlib.loads(Path(start.place).read_bytes())
    assert said["ProgramArguments"] == list(COMMAND)
    assert said["RunAtLoad"] is True
    assert start.on()
    Path(start.place).write_bytes(b"nonsense")
    assert not start.on()
    start.switch_off()
    assert not Path(start.place).exists()


class Registry:
    """What winreg does with one key, in memory."""

    HKEY_CURRENT_USER, KEY_SET_VALUE, REG_SZ = 1, 2, 1

    def __init__(self) -> None:
        self.values: dict[str, str] = {}

    def module(self) -> Any:
        def query(_: object, name: str) -> tuple[str, int]:
            if name not in self.values:
                raise FileNotFoundError
            return self.values[name], 1

        def delete(_: object, name: str) -> None:
            if self.values.pop(name, None) is None:
                raise FileNotFoundError

        class Key:
            def __enter__(self) -> Self:
                return self

            def __exit__(self, *_: object) -> None:
                """Nothing to close."""

        return SimpleNamespace(
            HKEY_CURRENT_USER=1,
            KEY_SET_VALUE=2,
            REG_SZ=1,
            OpenKey=lambda *_: Key(),
            CreateKey=lambda *_: Key(),
            QueryValueEx=query,
            SetValueEx=lambda _, name, __, ___, value: self.values.update({name: value}),
            DeleteValue=delete,
        )


def test_the_value_of_windows_is_a_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = Registry()
    monkeypatch.setitem(sys.modules, "winreg", registry.module())
    start = of("win32", tmp_path)
    assert not start.on()
    start.switch_on((r"C:\Program Files\Draftdesk\draftdesk.exe", "--background"))
    assert registry.values == {
        "Draftdesk": r'"C:\Program Files\Draftdesk\draftdesk.exe" --background'
    }
    assert start.on()
    start.switch_off()
    start.switch_off()
    assert not start.on()
