"""How this program is started, for whoever starts it later: the desktop, or the session."""

from __future__ import annotations

import os
import sys
from pathlib import Path

NOT_THERE = (0, 0)
"""What `on_the_disk` says while there is no file."""


def own_command() -> tuple[str, ...]:
    """The program without arguments, by absolute paths."""
    if getattr(sys, "frozen", False):
        return (os.environ.get("APPIMAGE") or sys.executable,)
    script = Path(sys.argv[0])
    if script.name == "draftdesk" and script.is_file():
        return (str(script.absolute()),)
    return (sys.executable, "-m", "desktop_app")


def on_the_disk() -> tuple[int, int]:
    """What tells the program on the disk from another version of it: the time and the number of its
    file; zeros where it is not there."""
    file = Path(sys.executable) if getattr(sys, "frozen", False) else Path(__file__)
    try:
        found = file.stat()
    except OSError:
        return NOT_THERE
    return found.st_mtime_ns, found.st_ino
