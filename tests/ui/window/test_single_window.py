"""One window a profile, told by real processes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.ui.window.single_window import SingleWindow

HOLDER = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from desktop_app.ui.window.single_window import SingleWindow

app = QCoreApplication([])
guard = SingleWindow(Path(sys.argv[1]), patience=30)
print("first" if guard.first else "second", flush=True)
if guard.first:
    if "late" in sys.argv:
        sys.stdin.readline()
    guard.on_second(lambda: (print("raised", flush=True), app.quit()))
    if "closing" in sys.argv:
        guard.leave()
    if "closing" in sys.argv or "hung" in sys.argv:
        print("standing still", flush=True)
        sys.stdin.readline()
    else:
        app.exec()
"""


@contextmanager
def started(profile: Path, *more: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(profile), *more],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def opens(profile: Path) -> bool:
    """Whether a start in this process would open the window."""
    guard = SingleWindow(profile, patience=10)
    guard.release()
    return guard.first


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def test_a_second_start_raises_the_first_and_ends(qapp: QApplication, tmp_path: Path) -> None:
    with started(tmp_path) as holder:
        assert line(holder) == "first"
        assert not opens(tmp_path)
        assert line(holder) == "raised"


def test_a_second_start_waits_for_a_first_that_is_not_up_yet(tmp_path: Path) -> None:
    with started(tmp_path, "late") as holder:
        assert line(holder) == "first"
        with started(tmp_path) as second:
            assert holder.stdin is not None
            holder.stdin.write("go on\n")
            holder.stdin.flush()
            assert line(second) == "second"
        assert line(holder) == "raised"


def test_two_starts_at_once_end_as_one_window(tmp_path: Path) -> None:
    with started(tmp_path) as one, started(tmp_path) as other:
        assert sorted([line(one), line(other)]) == ["first", "second"]


def test_a_killed_window_holds_nothing(qapp: QApplication, tmp_path: Path) -> None:
    with started(tmp_path) as holder:
        assert line(holder) == "first"
        holder.kill()
        holder.wait()
        assert opens(tmp_path)


def test_two_profiles_have_a_window_each(qapp: QApplication, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    with started(tmp_path) as holder:
        assert line(holder) == "first"
        assert opens(tmp_path / "other")


@pytest.mark.parametrize("how", ["closing", "hung"])
def test_a_start_that_nobody_answers_is_told_so_and_gets_the_profile_in_the_end(
    qapp: QApplication, tmp_path: Path, how: str
) -> None:
    with started(tmp_path, how) as holder:
        assert line(holder) == "first"
        assert line(holder) == "standing still"
        guard = SingleWindow(tmp_path, patience=0)
        assert (guard.first, guard.shown) == (False, False)
        guard.try_again()
        assert (guard.first, guard.shown) == (False, False)
        holder.kill()
        holder.wait()
        guard.try_again()
        assert guard.first
        guard.release()


def test_an_owner_that_answers_late_is_heard(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    with started(tmp_path, "late") as holder:
        assert line(holder) == "first"
        guard = SingleWindow(tmp_path, patience=0)
        assert not guard.shown
        assert holder.stdin is not None
        holder.stdin.write("go on\n")
        holder.stdin.flush()

        look = QTimer(interval=100)
        look.timeout.connect(guard.try_again)
        look.start()
        qtbot.waitUntil(lambda: guard.shown, timeout=10_000)
        look.stop()
        assert line(holder) == "raised"
        guard.release()
