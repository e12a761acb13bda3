"""What of the watch's log breaks the promise that the window waits for nothing but itself."""

from __future__ import annotations

import re

LIMIT_MS = 1000
"""Of computing, or of sleep with a line of ours on the stack."""

OF_QT = ("start_engine", "_make_page", "_embed", "show_mail")
"""What Qt does once for each run of the program, in the window's thread and nowhere else: it
starts the web engine, and waits for the engine's processes."""

_ENTRY = re.compile(r"(?=^The window's thread )", re.MULTILINE)
_AWAY = re.compile(
    r"The window's thread was away for (\d+) ms, computing for (\d+) of them, "
    r"without a processor for (\d+)\n"
)
_OURS = re.compile(r"^ +File .*desktop_app.ui.*, in (\w+)$", re.M)


def forbidden_stalls(log: str) -> list[str]:
    """The blocking calls, and the turns in which the window's thread was away for over a second
    and not for want of a processor."""
    return [entry for entry in _ENTRY.split(log) if entry.strip() and _is_forbidden(entry)]


def computed(log: str) -> list[int]:
    """Milliseconds that the window's thread computed in each of its long turns."""
    return [int(busy) for _, busy, _ in _AWAY.findall(log)]


def _is_forbidden(entry: str) -> bool:
    away = _AWAY.match(entry)
    if away is None:
        return True
    lasted, computed, kept = (int(number) for number in away.groups())
    asked = _OURS.findall(entry.partition("__app.exec()")[2])
    if asked and asked[-1] in OF_QT:
        return False
    return computed > LIMIT_MS or (bool(asked) and lasted - computed - kept > LIMIT_MS)
