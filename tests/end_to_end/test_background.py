"""The real application without its window: closed to the background, brought back, ended."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from benchmarks.background import measured
from tests.end_to_end.desk import CHECKOUT, Desk, until
from tests.fakes.house import mail
from tests.fakes.tray_host import TrayHost

pytestmark = pytest.mark.system

MOST_MB = 80
HEAVY = ("WebEngine", "libQt6Quick", "libQt6Qml")
STAYS = {"DRAFTDESK_PRESENCE_ON_CLOSE": "keep running"}


@pytest.fixture
def tray(desk: Desk) -> Iterator[TrayHost]:
    """A panel on the desk; whatever still shows an icon on it at the end is ended."""
    host = TrayHost(desk.environment["DBUS_SESSION_BUS_ADDRESS"])
    yield host
    with suppress(LookupError, IndexError, ProcessLookupError):
        os.kill(host.process(), signal.SIGKILL)
    host.close()


def begin(desk: Desk, tray: TrayHost) -> int:
    """The window on a profile with an account; the number of its process."""
    account = ("accounts", "add", "local", "--name", "Mine", "--email", "me@x.example")
    run(desk, *account)
    desk.open(**STAYS)
    until(lambda: is_shown(desk), seconds=30)
    tray.wait(lambda: "0 to review" in tray.menu())
    return tray.process()


def run(desk: Desk, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "desktop_app", "--profile", str(desk.profile), *arguments]
    return subprocess.run(
        command,
        env={**desk.environment, **STAYS},
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def is_shown(desk: Desk) -> bool:
    ask = ["xdotool", "search", "--onlyvisible", "--name", "Draftdesk"]
    return subprocess.run(ask, env=desk.environment, capture_output=True, check=False).stdout != b""


def to_background(desk: Desk, tray: TrayHost, first: int) -> int:
    """Close the window; the number of the process that goes on without one."""
    assert desk.app is not None
    desk.focus()
    desk.keys("ctrl+w")
    assert desk.app.wait(40) == 0
    return tray.wait(lambda: bool(tray.menu()) and other(tray.process(), first))


def other(found: int, than: int) -> int:
    return 0 if found == than else found


def lives(process: int) -> bool:
    with suppress(OSError):
        state = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
        return state != "Z"
    return False


def memory(process: int) -> int:
    """Proportional set size, in MB."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text("utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) // 1024


@pytest.mark.campaign
def test_a_closed_window_leaves_a_small_process_that_brings_it_back_and_ends(
    desk: Desk, tray: TrayHost
) -> None:
    first = begin(desk, tray)
    background = to_background(desk, tray, first)
    maps = Path(f"/proc/{background}/maps").read_text("utf-8")
    assert [name for name in HEAVY if name in maps] == []
    assert not is_shown(desk)
    assert memory(background) <= MOST_MB

    assert run(desk).returncode == 0
    until(lambda: is_shown(desk), seconds=30)
    assert tray.process() == background
    done = run(desk, "compose", "--to", "dana@lee.example", "--subject", "From a script")
    assert (done.returncode, done.stderr) == (0, "")
    desk.at("wait", "Send to dana@lee.example")

    tray.press("Quit")
    until(lambda: not lives(background), seconds=30)
    assert tray.items == []
    assert not run(desk, "status", "--json").returncode


@pytest.mark.campaign
def test_a_start_while_the_process_moves_gets_the_window(desk: Desk, tray: TrayHost) -> None:
    begin(desk, tray)
    assert desk.app is not None
    desk.focus()
    desk.keys("ctrl+w")
    until(lambda: not is_shown(desk))
    assert desk.app.poll() is None or desk.app.returncode == 0
    starts = [start(desk) for _ in range(3)]
    until(lambda: is_shown(desk), seconds=40)
    until(lambda: sum(one.poll() is None for one in starts) <= 1, seconds=40)
    tray.press("Quit")
    until(lambda: tray.items == [], seconds=30)
    for one in starts:
        assert one.wait(30) == 0
    assert run(desk, "status", "--json").returncode == 0


def start(desk: Desk, *arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "desktop_app", "--profile", str(desk.profile), *arguments]
    return subprocess.Popen(command, env={**desk.environment, **STAYS}, cwd=CHECKOUT)


def start_at_login(desk: Desk, tray: TrayHost, *, mails: int = 0) -> subprocess.Popen[bytes]:
    """As the session starts it; it has no window, and its icon is there."""
    run(desk, "accounts", "add", "local", "--name", "Mine", "--email", "me@x.example")
    if mails:
        box = desk.profile.with_name("some.mbox")
        begin_mail = b"From dana@lee.example Mon Mar  1 09:00:00 2027\n"
        unread = "X-Gmail-Labels: Inbox,Unread\r\n"
        names = (f"m{n}@x.example" for n in range(mails))
        made = (mail(name, message_id=name, more=unread) for name in names)
        box.write_bytes(b"".join(begin_mail + each + b"\n\n" for each in made))
        assert run(desk, "import", str(box)).returncode == 0
    process = start(desk, "--background")
    tray.wait(lambda: tray.items)
    tray.wait(lambda: "0 to review" in tray.menu())
    assert not is_shown(desk)
    return process


def test_the_end_of_the_session_ends_the_background_in_order(desk: Desk, tray: TrayHost) -> None:
    process = start_at_login(desk, tray, mails=3)
    tray.wait(lambda: "3 unread" in tray.menu())
    tray.wait(lambda: ("application://draftdesk.desktop", 3) in tray.badges)
    assert tray.shown("ToolTip")[2] == "Draftdesk: 3 unread, 0 to review"
    again = run(desk, "--background")
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")
    assert not is_shown(desk)
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0
    until(lambda: tray.items == [])


@pytest.mark.campaign
def test_a_killed_background_is_followed_by_a_whole_window(desk: Desk, tray: TrayHost) -> None:
    process = start_at_login(desk, tray)
    process.kill()
    process.wait()
    desk.open(**STAYS)
    until(lambda: is_shown(desk), seconds=30)
    tray.wait(lambda: "0 to review" in tray.menu())
    tray.press("Compose")
    desk.at("wait", "Send")
    assert desk.close() == 0
    assert tray.items == []


@pytest.mark.campaign
def test_a_tray_that_comes_after_the_program_gets_its_icon(desk: Desk) -> None:
    run(desk, "accounts", "add", "local", "--name", "Mine", "--email", "me@x.example")
    process = start(desk, "--background")
    until(lambda: listens(desk), seconds=30)
    host = TrayHost(desk.environment["DBUS_SESSION_BUS_ADDRESS"])
    host.wait(lambda: "Quit" in host.menu())
    host.press("Quit")
    assert process.wait(30) == 0
    host.close()


def listens(desk: Desk) -> bool:
    """Whether it hears other starts by now: it has looked for a tray before."""
    digest = hashlib.sha256(bytes(desk.profile.resolve())).hexdigest()[:24]
    return (Path(tempfile.gettempdir()) / f"draftdesk-{digest}").exists()


@pytest.mark.campaign
def test_at_rest_it_is_small_and_wakes_less_than_once_a_second(desk: Desk, tray: TrayHost) -> None:
    process = start_at_login(desk, tray, mails=3)
    tray.wait(lambda: "3 unread" in tray.menu())
    until(lambda: measured(process.pid, 5.0, looks=1).all_wakes <= 1.0, seconds=60)
    found = measured(process.pid, 20.0, looks=4)
    assert found.all_wakes <= 1.0
    assert found.most <= MOST_MB
    process.terminate()
    assert process.wait(30) == 0
