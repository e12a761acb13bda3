"""Branches of single places for systems that are not here: each is taken with the system faked."""

from __future__ import annotations

import errno
import os
import platform
import signal
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from desktop_app.assistant.providers import directory
from desktop_app.mcp_bridge.http import listener
from desktop_app.mcp_bridge.stdio import place
from desktop_app.model import clock
from desktop_app.spelling import dictionaries, process
from desktop_app.store.backups import making
from desktop_app.store.base.profile_lock import ProfileLock
from desktop_app.wishes import _path_of
from desktop_app.workers import file_process


class Locks(ModuleType):
    """`msvcrt`, as far as it locks: a byte of a file is one descriptor's until that is closed."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        super().__init__("msvcrt")
        self.held: dict[int, int] = {}

    def locking(self, descriptor: int, mode: int, count: int) -> None:
        assert (mode, count) == (self.LK_NBLCK, 1)
        inode = os.fstat(descriptor).st_ino
        if self.held.setdefault(inode, descriptor) != descriptor:
            raise PermissionError(errno.EACCES, "Permission denied")


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> Locks:
    locks = Locks()
    monkeypatch.setitem(sys.modules, "msvcrt", locks)
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setattr(sys, "platform", "win32")
    return locks


def test_one_window_has_a_profile_on_windows(tmp_path: Path, windows: Locks) -> None:
    from desktop_app.ui.window.single_window import _held

    first = _held(tmp_path / "window.lock")
    assert first is not None
    assert _held(tmp_path / "window.lock") is None
    windows.held.clear()
    first.close()


def test_a_copy_under_way_is_told_from_one_that_was_left(tmp_path: Path, windows: Locks) -> None:
    with making.made_beside(tmp_path, tmp_path) as building:
        assert making.clean(tmp_path)
        assert building.is_file()
    windows.held.clear()
    assert not building.exists()
    left = tmp_path / making.FOLDER / "0123456789abcdef"
    beside = tmp_path / f"{making._BEGIN}0123456789abcdef{making._END}"
    beside.write_bytes(b"half")
    left.write_bytes(os.fsencode(beside))
    assert not making.clean(tmp_path)
    assert not beside.exists()
    assert not left.exists()


def test_where_open_files_can_not_be_replaced_a_profile_needs_no_lock(
    tmp_path: Path, windows: Locks
) -> None:
    alone, other = ProfileLock(tmp_path, alone=True), ProfileLock(tmp_path)
    alone.release()
    other.release()
    assert windows.held == {}
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("system", "counts"), [("darwin", "CLOCK_MONOTONIC"), ("win32", "")])
def test_time_that_only_grows_is_there_without_linuxs_clock(
    monkeypatch: pytest.MonkeyPatch, system: str, counts: str
) -> None:
    monkeypatch.delattr(time, "CLOCK_BOOTTIME")
    monkeypatch.setattr(sys, "platform", system)
    asked: list[int] = []
    real = time.clock_gettime

    def counted(which: int) -> float:
        asked.append(which)
        return real(which)

    monkeypatch.setattr(time, "clock_gettime", counted)
    if system == "win32":
        monkeypatch.delattr(time, "clock_gettime")
    assert 0 < clock.since_boot() <= clock.since_boot()
    assert asked == [getattr(time, counts)] * 2 if counts else asked == []


@pytest.mark.parametrize(
    ("address", "path"),
    [
        ("file:///C:/Users/me/a%20mail.eml", "C:/Users/me/a mail.eml"),
        ("file:///D:/%C3%BC.eml", "D:/ü.eml"),
        ("C:\\mail.eml", "C:\\mail.eml"),
    ],
)
@pytest.mark.usefixtures("windows")
def test_the_address_of_a_file_of_windows_is_its_path(address: str, path: str) -> None:
    assert _path_of(address) == path


@pytest.mark.parametrize("begin", [process.begin_spelling, file_process.begin_reading])
def test_a_process_begins_where_priorities_are_not_to_be_had(
    monkeypatch: pytest.MonkeyPatch, begin: Callable[[], object]
) -> None:
    import logging

    before = logging.root.manager.disable
    monkeypatch.delattr(os, "nice")
    assert callable(begin())
    logging.disable(before)


def test_what_the_system_does_not_tell_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from desktop_app.ui.background import stall

    monkeypatch.delattr(os, "sysconf")
    assert directory._memory() == 0
    monkeypatch.setattr(stall, "Path", lambda _: Path("/no/such/folder"))
    assert stall.kept_waiting() == {}


def test_dictionaries_of_macos_are_looked_for_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    spelling = Path("/Library/Spelling")
    assert spelling not in dictionaries.places(tmp_path, {})
    monkeypatch.setattr(sys, "platform", "darwin")
    assert spelling in dictionaries.places(tmp_path, {})


class Options:
    """A socket that says which options were set."""

    def __init__(self, *_: object) -> None:
        self.set: list[tuple[int, int]] = []

    def setsockopt(self, level: int, option: int, _: int) -> None:
        self.set.append((level, option))

    def bind(self, _: object) -> None: ...
    def listen(self, _: int) -> None: ...
    def close(self) -> None: ...


@pytest.mark.parametrize(("name", "reused"), [("posix", True), ("nt", False)])
def test_no_other_program_can_listen_at_the_bridges_port(
    monkeypatch: pytest.MonkeyPatch, name: str, reused: bool
) -> None:
    """On Windows the option lets two listen at one port (SO_EXCLUSIVEADDRUSE, winsock)."""
    made = Options()
    monkeypatch.setattr(socket, "socket", lambda *_: made)
    with monkeypatch.context() as patched:
        patched.setattr(os, "name", name)
        listener._listen(0)
    assert ((socket.SOL_SOCKET, socket.SO_REUSEADDR) in made.set) == reused


def test_the_file_of_the_bridge_is_read_without_owners_and_numbers(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "bridge.json"
    path.write_bytes(b"{}\r\n\x1a")
    path.chmod(0o644)
    with monkeypatch.context() as patched:
        patched.delattr(os, "getuid")
        patched.delattr(os, "O_NOFOLLOW")
        patched.setattr(os, "name", "nt")
        assert place._own_file(path) == b"{}\r\n\x1a"
        assert place._runs(0)
    with pytest.raises(PermissionError):
        place._own_file(path)


def test_the_window_is_told_to_end_by_signals_where_there_are_any(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from desktop_app.ui.window import told_to_end

    before = signal.getsignal(signal.SIGTERM)
    nothing: Any = None
    with monkeypatch.context() as patched:
        patched.setattr(os, "name", "nt")
        assert told_to_end.heed(lambda: None, nothing) is None
    assert signal.getsignal(signal.SIGTERM) == before


@pytest.mark.parametrize("system", ["darwin", "win32"])
def test_a_screen_is_there_elsewhere(monkeypatch: pytest.MonkeyPatch, system: str) -> None:
    from desktop_app.model.errors import Unavailable
    from desktop_app.ui.window.display import need_display

    with pytest.raises(Unavailable):
        need_display({}, [])
    monkeypatch.setattr(sys, "platform", system)
    need_display({}, [])


@pytest.mark.parametrize(
    ("system", "board"),
    [("Linux", "DesktopNotices"), ("Darwin", "TrayMessages"), ("Windows", "TrayMessages")],
)
def test_notices_are_shown_by_what_the_system_has(
    monkeypatch: pytest.MonkeyPatch, system: str, board: str
) -> None:
    from desktop_app.house_notices import HouseNotices

    monkeypatch.setattr(platform, "system", lambda: system)
    house = object.__new__(HouseNotices)
    assert type(house.board).__name__ == board


def test_who_is_no_user_of_unix_is_not_root(monkeypatch: pytest.MonkeyPatch) -> None:
    from desktop_app.ui.thread.originals import engine_refuses

    monkeypatch.delenv("QTWEBENGINE_DISABLE_SANDBOX", raising=False)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert engine_refuses()
    monkeypatch.delattr(os, "geteuid")
    assert not engine_refuses()


def test_gclouds_sign_in_is_looked_for_where_windows_keeps_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from desktop_app.accounts.google import oauth_client

    environment = {"HOME": "/home/me", "APPDATA": str(tmp_path)}
    assert oauth_client._gcloud_file(environment).parent == Path("/home/me/.config/gcloud")
    monkeypatch.setattr(oauth_client, "os", SimpleNamespace(name="nt"))
    assert oauth_client._gcloud_file(environment).parent == tmp_path / "gcloud"
