"""Kills a sync when it has stored so many messages: a slow machine is killed where a fast one is.

A moment drawn from the clock is a different one on each machine, and on a busy one before anything
has happened.
"""

from __future__ import annotations

import sqlite3
import subprocess
import time
from contextlib import closing, suppress
from pathlib import Path

LOOK_SECONDS = 0.005
PATIENCE = 600.0


def killed(process: subprocess.Popen[bytes], profile: Path, messages: int, pause: float) -> bool:
    """Wait until the profile has so many messages, and `pause` seconds; whether the process was
    still at work then, and has been killed."""
    end = time.monotonic() + PATIENCE
    while process.poll() is None and stored(profile) < messages:
        assert time.monotonic() < end, f"fewer than {messages} messages in {PATIENCE:.0f} s"
        time.sleep(LOOK_SECONDS)
    with suppress(subprocess.TimeoutExpired):
        process.wait(pause)
    before_its_end = process.poll() is None
    process.kill()
    process.wait()
    return before_its_end


def stored(profile: Path) -> int:
    """How many messages a profile has that a process is writing; 0 before there is one."""
    database = (profile / "mail.db").absolute().as_uri()
    with (
        suppress(sqlite3.Error),
        closing(sqlite3.connect(f"{database}?mode=ro", uri=True)) as reader,
    ):
        return int(reader.execute("SELECT count(*) FROM message").fetchone()[0])
    return 0
