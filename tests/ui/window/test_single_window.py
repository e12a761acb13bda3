"""One window a profile, told by real processes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtNetwork import QLocalSocket
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.model.wish import Letter, Want, Wish
from desktop_app.ui.window.single_window import SingleWindow
from desktop_app.ui.window.wish_message import written

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
    def carry(wishes):
        print(" ".join(["raised", *(w.letter.subject for w in wishes)]), flush=True)
        if "stays" not in sys.argv:
            app.quit()
    guard.on_second(carry)
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


WISH = Wish(Want.COMPOSE, letter=Letter(subject="Hello"))


def test_what_a_second_start_wishes_is_taken_once(qapp: QApplication, tmp_path: Path) -> None:
    with started(tmp_path) as holder:
        assert line(holder) == "first"
        guard = SingleWindow(tmp_path, patience=10, wishes=[WISH])
        assert (guard.first, guard.shown, guard.heard) == (False, True, True)
        assert line(holder) == "raised Hello"
        assert line(holder) == ""


def test_a_start_that_waits_hands_over_its_wishes_too(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    with started(tmp_path, "late") as holder:
        assert line(holder) == "first"
        guard = SingleWindow(tmp_path, patience=0, wishes=[WISH])
        assert not guard.shown
        assert holder.stdin is not None
        holder.stdin.write("go on\n")
        holder.stdin.flush()
        look = QTimer(interval=100)
        look.timeout.connect(guard.try_again)
        look.start()
        qtbot.waitUntil(lambda: guard.heard, timeout=10_000)
        look.stop()
        assert line(holder) == "raised Hello"


def test_a_quiet_start_asks_for_nothing(qapp: QApplication, tmp_path: Path) -> None:
    with started(tmp_path, "stays") as holder:
        assert line(holder) == "first"
        guard = SingleWindow(tmp_path, patience=1, quiet=True)
        assert (guard.first, guard.shown, guard.heard) == (False, False, False)
        assert not opens(tmp_path)
        assert line(holder) == "raised"
        holder.kill()
        assert line(holder) == ""


def said(profile: Path, words: bytes) -> bytes:
    """What the first answers to somebody who writes these words."""
    socket = QLocalSocket()
    socket.connectToServer(SingleWindow(profile, patience=0, quiet=True)._name())
    assert socket.waitForConnected(5_000)
    socket.write(words)
    socket.flush()
    socket.waitForReadyRead(5_000)
    return bytes(socket.readAll().data())


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (b"", b"taken"),
        (b"\xff\xff\xff\xff", b"refused"),
        (b"\0\0\0\x02[]", b"refused"),
        (b'\0\0\0\x1b{"draftdesk":9,"wishes":[]}', b"refused"),
        (written([]), b"taken"),
    ],
)
def test_who_writes_nothing_gets_the_window_and_nonsense_gets_nothing(
    qapp: QApplication, tmp_path: Path, words: bytes, answer: bytes
) -> None:
    with started(tmp_path, "stays") as holder:
        assert line(holder) == "first"
        opens(tmp_path)
        assert line(holder) == "raised"
        assert said(tmp_path, words) == answer
        assert opens(tmp_path) is False
        assert line(holder) == "raised"
