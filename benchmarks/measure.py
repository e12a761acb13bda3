"""Time, processor time and peak memory of a command with all its processes (Linux)."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_BETWEEN_LOOKS = 0.1


@dataclass(frozen=True, slots=True)
class Usage:
    """Wall and processor time in seconds, the peak of the processes' memory in bytes.

    Memory is proportional: a page that several processes share counts once.
    """

    seconds: float
    processor: float
    peak: int


def run(command: Sequence[str], *, environment: Mapping[str, str] | None = None) -> Usage:
    """Runs a command to its end; raises CalledProcessError when it fails."""
    started = time.perf_counter()
    before = os.times()
    process = subprocess.Popen(
        command, env={**os.environ, **(environment or {})}, stdout=subprocess.DEVNULL
    )
    peak = 0
    while process.poll() is None:
        peak = max(peak, family_memory(process.pid))
        time.sleep(_BETWEEN_LOOKS)
    seconds = time.perf_counter() - started
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    after = os.times()
    processor = (
        after.children_user + after.children_system - before.children_user - before.children_system
    )
    return Usage(seconds, processor, peak)


def family_memory(pid: int) -> int:
    """Bytes that a process and its children have now; a page they share counts once."""
    return sum(_memory(one) for one in _family(pid))


def _family(pid: int) -> list[int]:
    try:
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        children = [one for task in tasks for one in (task / "children").read_text().split()]
    except OSError:
        return []
    return [pid, *(one for child in children for one in _family(int(child)))]


def _memory(pid: int) -> int:
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0


def size_on_disk(folder: Path) -> int:
    """Bytes of all files below a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def percentile(values: Sequence[float], share: float) -> float:
    """The value that `share` (0 to 1) of the values do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]
