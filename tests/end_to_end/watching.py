"""Opening mail under strace: what speaks to an Internet address, and which files are opened."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

OPENER = Path(__file__).with_name("open_everything.py")
CHECKOUT = Path(__file__).resolve().parents[2]
BAIT = Path("/tmp/draftdesk-bait.png")
"""File that hostile pages name; it need not be there."""

BAITS = (
    f'<img src="{BAIT}">',
    f'<img src="file://{BAIT}">',
    f'<a href="{BAIT}">x</a>',
    f'<link rel=stylesheet href="file://{BAIT}">',
    f'<body background="{BAIT}">hello',
)
_INTERNET = re.compile(r"AF_INET|sin_port|sin6_port")
_OPENED = re.compile(r'open(?:at)?\((?:AT_FDCWD, )?"([^"]+)"')
_CALLS = "trace=connect,sendto,sendmsg,open,openat"


def environment() -> dict[str, str]:
    return {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONPATH": str(CHECKOUT),
        "PYTHONWARNINGS": "ignore",
    }


def watched(profile: Path, log: Path, *arguments: str) -> int:
    """Opens every mail of a profile under strace, the sample mailbox where it is new; returns how
    many were shown."""
    strace = ["strace", "-f", "-qq", "-s", "200", "-e", _CALLS, "-o", str(log)]
    command = [*strace, sys.executable, str(OPENER), str(profile), *arguments]
    done = subprocess.run(
        command, env=environment(), capture_output=True, text=True, timeout=400, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return int(done.stdout.rsplit(maxsplit=1)[-1])


def contacts(log: Path) -> list[str]:
    """Every system call that speaks to an Internet address."""
    lines = log.read_text("utf-8", "replace").splitlines()
    return [line for line in lines if _INTERNET.search(line)]


def opened_baits(log: Path) -> list[str]:
    """Paths of the file that hostile pages name, as often as it was opened."""
    opened = _OPENED.findall(log.read_text("utf-8", "replace"))
    return [path for path in opened if BAIT.name in path]


def import_pages(profile: Path, folder: Path, pages: Sequence[bytes]) -> None:
    """Imports each page as a mail, and mails that name a file of this computer."""
    folder.mkdir()
    for number, page in enumerate([*pages, *(f"<p>bait</p>{bait}".encode() for bait in BAITS)]):
        (folder / f"{number}.eml").write_bytes(_as_mail(page, number))
    subprocess.run(
        [sys.executable, "-m", "desktop_app", "--profile", str(profile), "import", str(folder)],
        cwd=CHECKOUT, capture_output=True, timeout=120, check=True,
    )  # fmt: skip


def _as_mail(html: bytes, number: int) -> bytes:
    head = (
        f"From: attacker@evil.example\r\nTo: me@fernhill.example\r\nSubject: vector {number}\r\n"
        f"Message-ID: <vector-{number}@evil.example>\r\n"
        "Date: Mon, 14 Sep 2026 10:00:00 +0000\r\nMIME-Version: 1.0\r\n"
        "Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
    )
    return head.encode() + html
