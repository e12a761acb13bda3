"""The program without its window, at rest: its memory and how often it wakes.

    python -m benchmarks.background [MINUTES] [PROFILE]

An hour where nothing is said. A profile of one local account is made where none is given; one that
is given is opened as it is, with what its accounts and the bridge do. Linux alone: the figures are
those of /proc (proc(5)): the proportional set size of smaps_rollup, and the voluntary context
switches of all threads, which is how often one of them waited and was woken.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

SETTLING_SECONDS = 60.0
"""The first minute begins everything: it is no rest."""
_SWITCHES = re.compile(r"^voluntary_ctxt_switches:\s*(\d+)", re.MULTILINE)
ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class AtRest:
    """`pss` and `rss` in MB, at the end; `most` is the largest PSS that was seen. `wakes` is a
    second, on average, by the name of a thread."""

    seconds: float
    pss: float
    most: float
    rss: float
    wakes: dict[str, float]

    @property
    def all_wakes(self) -> float:
        return sum(self.wakes.values())


def measured(process: int, seconds: float, *, looks: int = 20) -> AtRest:
    """Watch a process for so long. Raises `OSError` when it ends."""
    begun, before = time.monotonic(), _switches(process)
    most = 0.0
    for _ in range(looks):
        time.sleep(seconds / looks)
        most = max(most, _rollup(process)["Pss"])
    took, after = time.monotonic() - begun, _switches(process)
    now = _rollup(process)
    wakes: dict[str, float] = {}
    for thread, (name, count) in after.items():
        passed = count - before.get(thread, (name, 0))[1]
        wakes[name] = wakes.get(name, 0.0) + passed / took
    return AtRest(took, now["Pss"], most, now["Rss"], wakes)


def _rollup(process: int) -> dict[str, float]:
    text = Path(f"/proc/{process}/smaps_rollup").read_text("utf-8")
    return {name: int(kb) / 1024 for name, kb in re.findall(r"^(\w+):\s+(\d+) kB", text, re.M)}


def _switches(process: int) -> dict[str, tuple[str, int]]:
    """The name and the switches of each thread."""
    found = {}
    for task in Path(f"/proc/{process}/task").iterdir():
        count = _SWITCHES.search((task / "status").read_text("utf-8"))
        name = (task / "comm").read_text("utf-8").strip()
        found[task.name] = (name, int(count[1]) if count else 0)
    return found


def main() -> int:
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    profile = Path(sys.argv[2]) if len(sys.argv) > 2 else _made()
    command = [sys.executable, "-m", "desktop_app", "--profile", str(profile), "--background"]
    process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)})
    try:
        time.sleep(SETTLING_SECONDS)
        found = measured(process.pid, minutes * 60)
    finally:
        process.terminate()
        process.wait(30)
    print(f"measured for {found.seconds / 60:.0f} min, after {SETTLING_SECONDS:.0f} s")
    print(f"PSS {found.pss:.0f} MB (at most {found.most:.0f}), RSS {found.rss:.0f} MB")
    print(f"wakes {found.all_wakes:.2f} a second")
    for name, wakes in sorted(found.wakes.items(), key=lambda each: -each[1]):
        if wakes >= 0.005:
            print(f"  {wakes:.2f}  {name}")
    return 0


def _made() -> Path:
    profile = Path(tempfile.mkdtemp(prefix="draftdesk-at-rest-")) / "profile"
    account = ("accounts", "add", "local", "--name", "Mine", "--email", "me@x.example")
    command = [sys.executable, "-m", "desktop_app", "--profile", str(profile), *account]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return profile


if __name__ == "__main__":
    sys.exit(main())
