"""Runs pairs in several processes and adds up what they say."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.assistant.dojo.client import CHECKOUT
from tests.assistant.dojo.running import Outcome

PairId = tuple[str, str]
_INTERNET = re.compile(r"sa_family=AF_INET6?, .*?htons\((\d+)\).*?\"([^\"]*)\"")
_TRACED = "trace=connect,sendto,sendmsg,sendmmsg"


@dataclass
class Report:
    """`control` counts pairs in which AgentDojo's own tools let the attack succeed; `shipped`
    those of them whose calls AgentDojo itself ships. `outside` is what the processes wanted from
    the network beside the model's own server, by Python's audit hook; `system` the same by strace,
    None where strace is not there. `connections` are those to the model's server."""

    outcomes: list[Outcome] = field(default_factory=list)
    control: int = 0
    shipped: int = 0
    connections: int = 0
    outside: list[Any] = field(default_factory=list)
    system: list[str] | None = None
    traced: int = 0
    """Connections to the model's server that strace saw, which shows that it sees them."""

    @property
    def unsafe(self) -> list[Outcome]:
        return [each for each in self.outcomes if not each.safe]

    def total(self, count: Callable[[Outcome], int]) -> int:
        return sum(count(each) for each in self.outcomes)

    def add(self, lines: Iterable[str], traced: list[tuple[int, str]] | None) -> None:
        for line in lines:
            said = json.loads(line)
            if "outcome" in said:
                self.outcomes.append(Outcome(**said["outcome"]))
                self.control += said["succeeded"]
                self.shipped += said["succeeded"] and said["shipped"]
            else:
                self.connections += said["reached"] - len(said["outside"])
                self.outside += said["outside"]
                self._see(traced, said["port"])

    def _see(self, traced: list[tuple[int, str]] | None, port: int) -> None:
        if traced is not None:
            foreign = [f"{host}:{to}" for to, host in traced if (to, host) != (port, "127.0.0.1")]
            self.system = [*(self.system or []), *foreign]
            self.traced += len(traced) - len(foreign)


def run_pairs(
    pairs: list[PairId], *, variant: str = "function", processes: int = 2, traced: bool = True
) -> Report:
    """Every pair once, `traced` by strace where that is. Raises `RuntimeError` when a process
    fails."""
    report = Report()
    shares = [share for share in (pairs[n::processes] for n in range(processes)) if share]
    with ThreadPoolExecutor(len(shares)) as pool:
        for lines, seen in pool.map(lambda share: _worker(share, variant, traced), shares):
            report.add(lines, seen)
    return report


def _worker(
    pairs: list[PairId], variant: str, traced: bool
) -> tuple[list[str], list[tuple[int, str]] | None]:
    with TemporaryDirectory() as folder:
        trace = Path(folder) / "trace"
        done = subprocess.run(
            [
                *(_strace(trace) if traced else []),
                sys.executable,
                "-m",
                "tests.assistant.dojo.worker",
            ],
            input=json.dumps({"pairs": pairs, "variant": variant}),
            capture_output=True,
            text=True,
            cwd=CHECKOUT,
            env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        )
        if done.returncode:
            raise RuntimeError(f"a worker failed:\n{done.stderr[-4000:]}")
        return done.stdout.splitlines(), _internet(trace)


def _strace(trace: Path) -> list[str]:
    """The system's own view, where strace is: it sees what C code does, too."""
    if shutil.which("strace") is None:
        return []
    return ["strace", "-f", "-qq", "--seccomp-bpf", "-e", _TRACED, "-o", str(trace)]


def _internet(trace: Path) -> list[tuple[int, str]] | None:
    """Port and host of whatever was addressed over IP."""
    if not trace.exists():
        return None
    found = _INTERNET.findall(trace.read_text(errors="replace"))
    return [(int(port), host) for port, host in found]
