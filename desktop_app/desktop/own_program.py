"""How this program is started, for whoever starts it later: the desktop, or the session."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def own_command() -> tuple[str, ...]:
    """The program without arguments, by absolute paths."""
    if getattr(sys, "frozen", False):
        return (os.environ.get("APPIMAGE") or sys.executable,)
    script = Path(sys.argv[0])
    if script.name == "draftdesk" and script.is_file():
        return (str(script.absolute()),)
    return (sys.executable, "-m", "desktop_app")
