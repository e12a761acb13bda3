"""P5 and P6: reading mail contacts no one and opens no local file, watched from outside."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.system

OPENER = Path(__file__).with_name("open_everything.py")
CHECKOUT = Path(__file__).resolve().parents[2]
INTERNET = re.compile(r"AF_INET|sin_port|sin6_port")
OPENED = re.compile(r'open(?:at)?\((?:AT_FDCWD, )?"([^"]+)"')
BAIT = Path("/tmp/draftdesk-bait.png")


def environment() -> dict[str, str]:
    return {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONPATH": str(CHECKOUT),
        "PYTHONWARNINGS": "ignore",
    }


def watched(profile: Path, log: Path, *arguments: str) -> str:
    """Open everything under strace; returns what it printed."""
    command = ["strace", "-f", "-qq", "-s", "200", "-e", "trace=connect,sendto,sendmsg,open,openat",
               "-o", str(log), sys.executable, str(OPENER), str(profile), *arguments]  # fmt: skip
    done = subprocess.run(
        command, env=environment(), capture_output=True, text=True, timeout=400, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def contacts(log: Path) -> list[str]:
    """Every system call that speaks to an Internet address."""
    lines = log.read_text("utf-8", "replace").splitlines()
    return [line for line in lines if INTERNET.search(line)]


@pytest.fixture(autouse=True)
def _needs_strace() -> None:
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed here")


def count(output: str) -> int:
    return int(output.rsplit(maxsplit=1)[-1])


def test_opening_every_sample_message_makes_no_connection_and_no_look_up(tmp_path: Path) -> None:
    log = tmp_path / "calls"
    shown = count(watched(tmp_path / "profile", log))
    assert shown >= 140
    assert contacts(log) == []


def test_the_watching_bites_when_one_remote_image_is_planted(tmp_path: Path) -> None:
    log = tmp_path / "calls"
    watched(tmp_path / "profile", log, "--planted")
    assert contacts(log) != []


def test_every_sample_message_opens_without_any_network(tmp_path: Path) -> None:
    command = ["unshare", "-rn", sys.executable, str(OPENER), str(tmp_path / "profile")]
    done = subprocess.run(
        command, env=environment(), capture_output=True, text=True, timeout=400, check=False
    )
    if "unshare" in done.stderr and "not permitted" in done.stderr:
        pytest.skip("namespaces are not permitted here")
    assert done.returncode == 0, done.stderr[-2000:]
    assert count(done.stdout) >= 140


def as_mail(html: bytes, number: int) -> bytes:
    head = (
        f"From: attacker@evil.example\r\nTo: me@fernhill.example\r\nSubject: vector {number}\r\n"
        f"Message-ID: <vector-{number}@evil.example>\r\n"
        "Date: Mon, 14 Sep 2026 10:00:00 +0000\r\nMIME-Version: 1.0\r\n"
        "Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
    )
    return head.encode() + html


@pytest.mark.corpora
def test_hostile_pages_contact_no_one_and_open_no_file_they_name(
    tmp_path: Path, corpora: Path
) -> None:
    mails = tmp_path / "mails"
    mails.mkdir()
    baits = [f'<img src="{BAIT}">', f'<img src="file://{BAIT}">', f'<a href="{BAIT}">x</a>',
             f'<link rel=stylesheet href="file://{BAIT}">',
             f'<body background="{BAIT}">hello']  # fmt: skip
    pages = [p.read_bytes() for p in sorted((corpora / "html-vectors").rglob("*.html"))]
    pages += [b"<p>bait</p>" + bait.encode() for bait in baits]
    for number, page in enumerate(pages):
        (mails / f"{number}.eml").write_bytes(as_mail(page, number))
    profile, log = tmp_path / "profile", tmp_path / "calls"
    subprocess.run(
        [sys.executable, "-m", "desktop_app", "--profile", str(profile), "import", str(mails)],
        cwd=CHECKOUT, capture_output=True, timeout=120, check=True,
    )  # fmt: skip
    watched(profile, log)
    assert contacts(log) == []
    opened = OPENED.findall(log.read_text("utf-8", "replace"))
    assert not [path for path in opened if BAIT.name in path]
