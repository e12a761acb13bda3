"""What only Linux has is asked for behind a branch, and the branches of other systems do what they
say, with the system faked. docs/platforms.md lists what was never run there."""

from __future__ import annotations

import ast
import errno
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from desktop_app.accounts.imap import criteria
from desktop_app.model import clock
from desktop_app.model.errors import StorageError
from desktop_app.model.moments import read_iso
from desktop_app.model.query import Term
from desktop_app.search.values import age_of, date_of
from desktop_app.store.base import profile_folder
from desktop_app.store.mail import attachment_files

ROOT = Path(__file__).resolve().parent.parent
MODULES = sorted((ROOT / "desktop_app").rglob("*.py"))

_OS = """
    chown fchmod fchown fork forkpty geteuid getegid getgid getgroups getloadavg getpgid getsid
    getuid killpg lchown memfd_create mkfifo nice openpty pipe2 posix_fadvise posix_spawn pread
    pwrite sched_getaffinity sched_setaffinity sendfile setpgid setsid statvfs sysconf sync uname
    wait4 waitid O_NOFOLLOW O_NONBLOCK O_CLOEXEC O_DIRECTORY O_SYNC ST_RDONLY
"""
NOT_ON_WINDOWS = {
    "os": set(_OS.split()),
    "signal": set("SIGHUP SIGKILL SIGCHLD SIGUSR1 SIGUSR2 SIGALRM SIGPIPE SIGXCPU alarm".split()),
    "socket": {"AF_UNIX", "SO_REUSEPORT"},
    "time": {"clock_gettime", "CLOCK_BOOTTIME", "CLOCK_MONOTONIC", "tzset"},
}
"""Of the standard library, by its documentation: what it has on Unix alone."""
UNIX_MODULES = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"}
WINDOWS_MODULES = {"msvcrt", "winreg", "winsound", "_winapi"}
BRANCH = re.compile(
    r"sys\.platform|os\.name|platform\.system\(\)|hasattr\(|getattr\(|suppress\([^)]*AttributeError"
    r"|except \(?[^:]*AttributeError"
)
"""What a function says that asks which system it is on, or whether the system has it."""
_NAMES = UNIX_MODULES.union(WINDOWS_MODULES, *NOT_ON_WINDOWS.values())
ANY_OF_THEM = re.compile(rf"\b(?:{'|'.join(_NAMES)})\b")
ASKED_BY_CALLERS = {
    "store/base/profile_folder.py:_share": "the disk that is_full has asked for",
    "ui/window/told_to_end.py:ToldToEnd": "made by told_to_end, where the system is asked",
    "desktop/autostart.py:_Registry": "made by autostart for Windows alone",
}


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.stmt]]:
    """The outermost functions and classes, and the module's own statements."""
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name, node
        else:
            yield "", node


def uses(node: ast.AST) -> set[str]:
    """What it takes from the system that not every system has."""
    found: set[str] = set()
    for each in ast.walk(node):
        if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name):
            if each.attr in NOT_ON_WINDOWS.get(each.value.id, ()):
                found.add(f"{each.value.id}.{each.attr}")
        elif isinstance(each, (ast.Import, ast.ImportFrom)):
            names = [a.name for a in each.names] if isinstance(each, ast.Import) else [each.module]
            found |= {str(n) for n in names if n in UNIX_MODULES | WINDOWS_MODULES}
    return found


def unasked(source: str, place: str) -> list[str]:
    """Uses of what not every system has, in functions that do not ask for the system."""
    if not ANY_OF_THEM.search(source):
        return []  # most files: they need not be parsed
    found, lines = [], source.splitlines()
    for name, node in functions(ast.parse(source)):
        words = "\n".join(lines[node.lineno - 1 : node.end_lineno])
        taken = uses(node)
        if taken and not BRANCH.search(words) and f"{place}:{name}" not in ASKED_BY_CALLERS:
            found.append(f"{place}:{name or 'the module'}: {', '.join(sorted(taken))}")
    return found


def test_what_not_every_system_has_is_asked_for_first() -> None:
    found = [
        each
        for path in MODULES
        for each in unasked(
            path.read_text("utf-8"), path.relative_to(ROOT / "desktop_app").as_posix()
        )
    ]
    assert found == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import fcntl\n", True),
        ("def f():\n    import pwd\n", True),
        ("def f(p):\n    return os.statvfs(p)\n", True),
        ("def f(p):\n    if os.name == 'posix':\n        return os.statvfs(p)\n", False),
        ("def f():\n    with suppress(AttributeError, OSError):\n        os.nice(5)\n", False),
        ("def f():\n    signal.signal(signal.SIGHUP, g)\n", True),
        ("def f():\n    return os.stat('/')\n", False),
    ],
)
def test_the_rule_finds_what_it_is_there_for(source: str, found: bool) -> None:
    assert bool(unasked(source, "x.py")) == found


def test_no_exception_of_the_rule_is_left_over() -> None:
    for named in ASKED_BY_CALLERS:
        place, _, name = named.partition(":")
        text = (ROOT / "desktop_app" / place).read_text("utf-8")
        assert re.search(rf"^(?:def|class) {name}\b", text, re.MULTILINE)


def windows_mktime(wall: Any) -> float:
    """The C library of Windows: nothing before 1970, nothing after 3000."""
    if not 1970 <= wall[0] <= 3000:
        raise OverflowError("mktime argument out of range")
    return UNIX_MKTIME(wall)


UNIX_MKTIME = time.mktime


class WindowsTime(datetime):
    """A datetime that refuses what Windows refuses (`localtime` and `mktime` of its C library)."""

    @classmethod
    def fromtimestamp(cls, timestamp: float, tz: Any = None) -> Any:
        if not 0 <= timestamp < 32_536_850_400:
            raise OSError(errno.EINVAL, "Invalid argument")
        return super().fromtimestamp(timestamp, tz)


@pytest.fixture
def windows_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "mktime", windows_mktime)
    monkeypatch.setattr(clock, "datetime", WindowsTime)


@given(st.integers(1900, 9998), st.integers(1, 12), st.integers(1, 28))
@example(1969, 12, 31)
@example(1900, 1, 1)
@example(3001, 1, 1)
def test_a_day_of_any_year_is_the_same_moment_everywhere(year: int, month: int, day: int) -> None:
    """To the hour that a summer time of those years may have had."""
    here = date_of(f"{year}/{month}/{day}", 0)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(time, "mktime", windows_mktime)
        there = date_of(f"{year}/{month}/{day}", 0)
    assert here is not None
    assert there is not None
    assert abs(here - there) <= 7200


@pytest.mark.usefixtures("windows_clock")
def test_a_search_before_1970_asks_the_server_for_a_day() -> None:
    assert age_of("90y", 1_795_000_000) is not None
    [key, day] = criteria._term(Term("before", "1950/6/15"), 0)
    assert (key, day.year) == ("BEFORE", 1950)


@pytest.mark.parametrize("moment", ["999999999999", "-1", "253402300799"])
def test_a_moment_that_no_calendar_has_is_clamped_here_too(moment: str) -> None:
    """On every system: an age or a number of seconds can lead beyond the year 9999."""
    assert 1 <= clock.here(float(moment)).year <= 9999
    if not moment.startswith("-"):
        assert criteria._term(Term("before", moment), 0)[1].year == 9999


@pytest.mark.usefixtures("windows_clock")
@given(st.floats(-1e15, 1e15))
def test_any_moment_has_a_time_on_the_wall(seconds: float) -> None:
    found = clock.here(seconds)
    assert found.tzinfo is not None
    if abs(seconds) < 1e9:
        assert abs(found.timestamp() - seconds) < 1


def test_a_time_that_the_system_refuses_is_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    from desktop_app.model import moments

    class Refusing(datetime):
        def timestamp(self) -> float:
            raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr(moments, "datetime", Refusing)
    with pytest.raises(ValueError, match="1950"):
        read_iso("1950-01-01T00:00")


def test_a_profile_that_can_not_be_written_is_said_without_what_windows_lacks(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.delattr(os, "statvfs")
    monkeypatch.delattr(os, "geteuid")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(StorageError, match="not allowed to write"):
        profile_folder.profile_folder(tmp_path)
    assert profile_folder.is_full(tmp_path) is False
    assert profile_folder.others_may_read(tmp_path) is None


@pytest.fixture
def windows_deletes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows: a file that is read-only is not deleted (DeleteFileW, ERROR_ACCESS_DENIED)."""
    unlink = os.unlink

    def refusing(path: Any, *, dir_fd: int | None = None) -> None:
        if not os.stat(path, dir_fd=dir_fd, follow_symlinks=False).st_mode & stat.S_IWUSR:
            raise PermissionError(errno.EACCES, "Access is denied", str(path))
        unlink(path, dir_fd=dir_fd)

    monkeypatch.setattr(os, "unlink", refusing)
    monkeypatch.setattr(sys, "platform", "win32")


@pytest.mark.usefixtures("windows_deletes")
def test_attachments_that_are_read_only_go_with_their_account(tmp_path: Path) -> None:
    path = attachment_files.opened_copy(tmp_path, "a", 1, "2", "x.pdf")
    for _ in range(2):
        attachment_files.write_copy(path, b"%PDF", read_only=True)
    dragged = attachment_files.dragged_copy(tmp_path, "a", 1, "2", "y.pdf")
    attachment_files.write_copy(dragged, b"%PDF", read_only=True)
    assert attachment_files.forget_dragged(tmp_path, now=time.time() + 1e9) == 1
    handed = tmp_path / profile_folder.HANDED_IN / "z.pdf"
    attachment_files.write_copy(handed, b"%PDF", read_only=True)
    attachment_files.forget_account(tmp_path, "a", (), last=True)
    assert [each for each in tmp_path.rglob("*") if each.is_file()] == []


@pytest.mark.skipif(shutil.which("sh") is None, reason="no shell here")
@pytest.mark.parametrize("closed", [">&-", ">&- 2>&-", "2>&-"])
@pytest.mark.parametrize("command", ["--version", "--no-such-option", "search"])
def test_without_an_output_a_command_ends_as_ever(
    tmp_path: Path, closed: str, command: str
) -> None:
    """As a program of Windows without a console: Python has no stdout and no stderr then."""
    line = f'"{sys.executable}" -m desktop_app --profile "{tmp_path}/p" {command}'
    ends = [
        subprocess.run(["sh", "-c", f"{line} {how}"], capture_output=True, cwd=ROOT).returncode
        for how in ("", closed)
    ]
    assert ends == [0 if command == "--version" else 2] * 2


def test_in_an_app_image_it_is_started_again_by_the_image(monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies inside is there only while the image is mounted."""
    from desktop_app import opening
    from desktop_app.ui.background.services import Ending

    started: list[list[str]] = []
    monkeypatch.setattr(subprocess, "Popen", lambda command, **_: started.append(command))
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setenv("APPIMAGE", "/home/me/Draftdesk.AppImage")
    opening._start_again(None, Ending("background"), bridge_port=0)
    monkeypatch.delenv("APPIMAGE")
    opening._start_again(None, Ending("background"), bridge_port=0)
    assert started == [
        ["/home/me/Draftdesk.AppImage", "--background"],
        [sys.executable, "--background"],
    ]


def test_ctrl_c_without_an_output_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    from desktop_app import interrupts

    def closed(*_: object) -> int:
        raise OSError(errno.EBADF, "Bad file descriptor")

    monkeypatch.setattr(os, "write", closed)
    interrupts.say_stopped()
    with interrupts.stopping() as stopped:
        signal.raise_signal(signal.SIGINT)
        assert stopped.is_set()


def test_the_page_of_platforms_names_what_is_there() -> None:
    page = (ROOT / "docs" / "platforms.md").read_text("utf-8")
    named = set(re.findall(r"`([\w/]+\.py)`", page))
    assert named
    missing = [
        each
        for each in named
        if not (ROOT / each).is_file() and not (ROOT / "desktop_app" / each).is_file()
    ]
    assert missing == []
    asks = re.compile(r"sys\.platform|os\.name\b|platform\.system\(\) (?:not )?in")
    branching = [
        path.relative_to(ROOT / "desktop_app").as_posix()
        for path in MODULES
        if asks.search(path.read_text("utf-8"))
    ]
    assert [each for each in branching if each not in named] == []
