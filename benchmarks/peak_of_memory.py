"""The most memory that this process has had, in MB."""

from __future__ import annotations

import resource
import sys
from contextlib import suppress
from pathlib import Path

_STATUS = Path("/proc/self/status")


def peak_of_memory() -> int:
    """On Linux `ru_maxrss` begins with what its parent had, so it is asked of /proc."""
    if _STATUS.exists():
        lines = dict(line.split(":", 1) for line in _STATUS.read_text().splitlines())
        return int(lines["VmHWM"].split()[0]) // 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak // (1024 * 1024 if sys.platform == "darwin" else 1024)


def forget_the_peak() -> None:
    """The peak begins anew with what the process has now, where the system can forget it."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")
