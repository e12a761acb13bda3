"""A full Gmail sync against the emulator with the quota enforced, and kills in the middle of it.

python -m benchmarks.google_sync                       10,000 messages, 6,000 units a minute
python -m benchmarks.google_sync --units 120000        the same, twenty times as fast
python -m benchmarks.google_sync --kills 50            killed at 50 random moments
python -m benchmarks.google_sync --window              in the real window, its stalls counted
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.google_mailbox import fill
from benchmarks.google_window import window
from benchmarks.killing import killed
from tests.fakes.google.desk import SyncDesk, desk, server_contents
from tests.fakes.google.proxy import Google, google

MINUTE = 60.0
PAUSE = 0.3
"""At most, between what a kill waits for and the kill."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.google_sync", description=__doc__)
    parser.add_argument("--messages", type=int, default=0, help="10,000, with --kills 1,000")
    parser.add_argument("--units", type=int, help="a minute; 6,000, with --window 60,000")
    parser.add_argument("--window", action="store_true", help="in the real window, under Xvfb")
    parser.add_argument("--kills", type=int, default=0, help="kill that many syncs instead")
    parser.add_argument("--seed", type=int, default=1, help="of the random moments")
    asked = parser.parse_args()
    with google() as served, tempfile.TemporaryDirectory() as folder:
        ids = fill(served.emulator, asked.messages or (1000 if asked.kills else 10_000))
        if asked.kills:
            report(kills(served, Path(folder), ids, asked.kills, asked.seed))
        elif asked.window:
            report(window(served, Path(folder), asked.units or 60_000, len(ids)))
        else:
            report(full(served, Path(folder), asked.units or 6000))


def report(figures: dict[str, object]) -> None:
    for name, value in figures.items():
        print(f"{name:<44} {value}")


def full(served: Google, folder: Path, units: int) -> dict[str, object]:
    """One sync from nothing, with the quota enforced on any 60 seconds."""
    served.proxy.quota.units_per_minute = units
    with desk(folder / "profile", served, units=units, real_time=True) as mine:
        first: list[float] = []
        mine.store.subscribe(
            lambda _: (
                first.append(time.monotonic())
                if not first and mine.store.messages.count()
                else None
            )
        )
        began = time.monotonic()
        done = mine.sync()
        seconds = time.monotonic() - began
        same = {m.source_id: m.labels for m in mine.messages()} == server_contents(served)
    log = served.proxy.quota.log()
    used = sum(n for _, n in log)
    return {
        "messages": done.fetched,
        "quota, units a minute": units,
        "seconds": f"{seconds:.0f}",
        "first mail here after, seconds": f"{first[0] - began:.1f}",
        "units used": used,
        "most units in any 60 s": _most(log),
        "share of the ceiling, after the first minute": f"{_share(log, units):.1%}",
        "quota errors": served.proxy.quota.refused,
        "peak memory of this process, MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        // 1024,
        "store equals the server": same,
    }


def _most(log: list[tuple[float, int]]) -> int:
    most = total = start = 0
    for at, n in log:
        total += n
        while log[start][0] <= at - MINUTE:
            total -= log[start][1]
            start += 1
        most = max(most, total)
    return most


def _share(log: list[tuple[float, int]], units: int) -> float:
    """Of what the quota would have allowed between the first minute's end and the last call."""
    first, last = log[0][0] + MINUTE, log[-1][0]
    used = sum(n for at, n in log if at > first)
    return used / ((last - first) / MINUTE * units) if last > first else float("nan")


def kills(
    served: Google, folder: Path, ids: list[str], rounds: int, seed: int
) -> dict[str, object]:
    """Kills a sync when it has brought some of its mail, changes mail on both sides, goes on,
    compares with the server and with a sync from nothing."""
    dice = random.Random(seed)
    began = time.monotonic()
    _finish(served, folder / "measured")
    whole = time.monotonic() - began
    equal = hit = 0
    reached: list[int] = []
    for n in range(rounds):
        profile = folder / str(n)
        brought, pause = dice.randrange(len(ids)), dice.uniform(0.0, PAUSE)
        if not n:
            brought, pause = 1, 0.0  # with the first mail: it is not at its end, however fast it is
        hit += killed(_start(served, profile), profile, brought, pause)
        with desk(profile, served) as left:
            reached.append(left.store.messages.count())
        _disturb(served, profile, ids, dice)
        _finish(served, profile)
        equal += _same(served, profile, folder / f"fresh{n}")
    return {
        "messages": len(ids),
        "kills": rounds,
        "kills before the end": hit,
        "a sync without one, seconds": f"{whole:.1f}",
        "messages here when killed (least, median, most)": _spread(reached),
        "store equals the server and a fresh sync": f"{equal} of {rounds}",
    }


def _spread(values: list[int]) -> str:
    ordered = sorted(values)
    return f"{ordered[0]}, {ordered[len(ordered) // 2]}, {ordered[-1]}"


def _start(served: Google, profile: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tests.fakes.google.sync_once", str(profile), "100000000"]
    return subprocess.Popen(command, env={**os.environ, **served.environment})


def _finish(served: Google, profile: Path) -> None:
    assert _start(served, profile).wait(600) == 0


def _disturb(served: Google, profile: Path, ids: list[str], dice: random.Random) -> None:
    """Changes on the web, and changes of the person's that wait to go out."""
    for id_ in dice.sample(ids, 5):
        change = {"addLabelIds": ["STARRED"], "removeLabelIds": ["UNREAD"]}
        served.emulator.call("POST", f"messages/{id_}/modify", change)
    doomed = ids.pop(dice.randrange(len(ids)))
    served.emulator.call("DELETE", f"messages/{doomed}")
    with desk(profile, served) as mine:
        here = [m.id for m in mine.messages()]
        mine.store.messages.modify(
            dice.sample(here, min(5, len(here))),
            add=frozenset({"Work"}),
            remove=frozenset({"INBOX"}),
        )


def _same(served: Google, profile: Path, fresh: Path) -> bool:
    _finish(served, fresh)
    with desk(profile, served) as one, desk(fresh, served) as other:
        there = server_contents(served)
        _tell("server", set(_kept(one).items()), set(there.items()))
        _tell("fresh sync", one.contents(), other.contents())
        return _kept(one) == there and one.contents() == other.contents()


def _tell(what: str, here: set[tuple[object, ...]], there: set[tuple[object, ...]]) -> None:
    """Differences on stderr, for whoever has to find the reason."""
    for sign, some in (("only here", here - there), (f"only {what}", there - here)):
        for entry in sorted(some, key=str)[:3]:
            print(f"{sign}: {entry}", file=sys.stderr)


def _kept(mine: SyncDesk) -> dict[str, frozenset[str]]:
    return {m.source_id: m.labels for m in mine.messages()}


if __name__ == "__main__":
    main()
