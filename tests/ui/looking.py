"""Look until something holds."""

from __future__ import annotations

import time
from collections.abc import Callable

from pytestqt.qtbot import QtBot

PATIENCE = 10.0
SOON, SELDOM = 1, 5
"""Milliseconds from one look to the next."""


def until(qtbot: QtBot, holds: Callable[[], bool]) -> None:
    """As `qtbot.waitUntil`, which looks every 10 ms: a window is whole after ten such looks. What
    takes long is looked for less often: a second of looks each millisecond is half a second of
    work."""
    begun = time.monotonic()
    while not holds():
        waited = time.monotonic() - begun
        assert waited < PATIENCE, f"it did not come to that in {PATIENCE:.0f} seconds"
        qtbot.wait(min(max(SOON, round(waited * 50)), SELDOM))
