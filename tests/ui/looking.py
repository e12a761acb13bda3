"""Look until something holds."""

from __future__ import annotations

import time
from collections.abc import Callable

from pytestqt.qtbot import QtBot

PATIENCE = 10.0


def until(qtbot: QtBot, holds: Callable[[], bool]) -> None:
    """As `qtbot.waitUntil`, which looks every 10 ms: a window is whole after ten such looks."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"it did not come to that in {PATIENCE:.0f} seconds"
        qtbot.wait(1)
