"""Display that the window needs: looked for before Qt is asked, which would end the process."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path

from desktop_app.ui.background import plain_import  # noqa: F401  # before all else of Qt

# isort: split
from PySide6.QtNetwork import QLocalSocket

from desktop_app.model.errors import Unavailable

_LOCAL = re.compile(r"(?:unix)?:(\d+)(?:\.\d+)?")
_SOCKETS = "/tmp/.X11-unix/X"  # noqa: S108  # where every X server listens
WAIT_MS = 2000


def need_display(environment: Mapping[str, str], arguments: list[str]) -> None:
    """Raise `Unavailable` where there is no display to show a window on. Only Linux can tell."""
    chosen = environment.get("QT_QPA_PLATFORM") or "-platform" in arguments
    if not sys.platform.startswith("linux") or chosen:
        return
    if not (_wayland(environment) or _x11(environment.get("DISPLAY", ""))):
        raise Unavailable("Draftdesk needs a display to open its window, and there is none here.")


def _wayland(environment: Mapping[str, str]) -> bool:
    name, folder = environment.get("WAYLAND_DISPLAY"), environment.get("XDG_RUNTIME_DIR", "")
    return bool(name) and (Path(folder) / str(name)).exists()


def _x11(display: str) -> bool:
    """Whether a server answers; one of another computer is left to Qt."""
    local = _LOCAL.fullmatch(display)
    if local is None:
        return bool(display)
    server = QLocalSocket()
    server.connectToServer(f"{_SOCKETS}{local[1]}")
    return server.waitForConnected(WAIT_MS)
