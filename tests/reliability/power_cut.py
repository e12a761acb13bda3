"""Cuts the power while mail is loaded and drafts are saved: what was said to be saved is there.

`python -m tests.reliability.power_cut [--points N] [--seed S] [--plant]`

A child loads mail and saves drafts, and says each save that returned. strace follows what it writes
and what it waits for (fdatasync). It is killed at a save that was begun after the load had stored
its first batch; what a file was given after its last sync is overwritten with zeros, as if it had
never reached the disk. `--plant` puts the fault in that is to be found: every commit of the child
goes on without the disk.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from desktop_app.model.errors import NotFound
from desktop_app.store.store import Store
from tests.reliability.figures import Figures

MOST_SAVES = 60
_CHILD = """
import sys, threading
from pathlib import Path
from dataclasses import replace
from desktop_app.model.draft import Author, DraftContent, DraftState, Origin
from desktop_app.model.address import Address
from desktop_app.store.store import Store
from tests.reliability.figures import Figures
from tests.store.test_bulk import prepared

if sys.argv[2] == "plant":
    from desktop_app.store.base.db import Database
    Database._flush = lambda self, *, wanted: self._writer.pragma("synchronous", "NORMAL")
store = Store(Path(sys.argv[1]))
me = Author(Origin.USER)
content = DraftContent(Address("", "me@x.example"), body="begun")
draft = store.drafts.create("local", me, content, state=DraftState.EDITED, now=1.0)
print(draft.id, flush=True)
stored = threading.Event()

def load():
    with store.bulk_load("local") as load:
        for start in range(0, 1_000_000, 200):
            load.add(prepared(start, 200, counting=False))
            stored.set()

threading.Thread(target=load, daemon=True).start()
for number in range(1, 100_000):
    loaded = stored.is_set()
    draft = store.drafts.save(
        draft.id, draft.revision, replace(content, body=f"words {number}"), me, now=float(number)
    )
    print(number, "beside mail" if loaded else "alone", flush=True)
"""


@dataclass(frozen=True)
class Cut:
    """What a cut left. `said` is the last save that was said, `kept` the one that is there, -1
    where the draft itself has gone; `loaded` are the mails."""

    said: int
    kept: int
    lost_bytes: int
    loaded: int

    @property
    def sound(self) -> bool:
        return self.kept >= self.said


_ON_DISK = "/var/tmp" if Path("/var/tmp").is_dir() else None
"""Not in memory, where no save waits, and none lets the load go on."""


def cuts(points: int, seed: int, *, plant: bool = False) -> Iterator[Cut]:
    """A profile for each point, killed at a random save of those that mail was stored before."""
    rng = random.Random(seed)
    for _ in range(points):
        with tempfile.TemporaryDirectory(dir=_ON_DISK) as folder:
            yield _cut(Path(folder), rng, plant=plant)


def _cut(folder: Path, rng: random.Random, *, plant: bool) -> Cut:
    from tests.store.mails import opened

    profile, log = folder / "profile", folder / "log"
    with opened(profile):
        pass  # makes the account
    calls = "trace=pwrite64,fdatasync,fsync"
    tracing = ["strace", "-f", "-qq", "-y", "-s", "0", "-o", str(log), "-e", calls]
    watched = [f"--trace-path={profile / name}" for name in _FILES]
    child = [sys.executable, "-c", _CHILD, str(profile), "plant" if plant else "sound"]
    last = rng.randrange(1, MOST_SAVES)
    with subprocess.Popen([*tracing, *watched, *child], stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        draft_id = run.stdout.readline().strip()
        assert draft_id, "the child did not begin"
        said, beside = "", 0
        for said in run.stdout:
            beside += said.endswith(_BESIDE)
            if beside >= last:
                break
        subprocess.run(["pkill", "-KILL", "-P", str(run.pid)], check=False)
        said = [said, *(line for line in run.stdout if line.endswith("\n"))][-1]
    assert beside >= last, "the child ended by itself"
    last_said = int(said.partition(" ")[0])
    after = folder / "after"
    shutil.copytree(profile, after)
    lost = _drop(after, log.read_text())
    store = Store(after)
    try:
        loaded = store.messages.count()
        body = store.drafts.get(draft_id).content.body
    except NotFound:
        body = "words -1"
    finally:
        store.close()
    return Cut(last_said, 0 if body == "begun" else int(body.removeprefix("words ")), lost, loaded)


_BESIDE = " beside mail\n"
"""Ends the line of a save that was begun when the load had stored something."""
_FILES = ("mail.db", "mail.db-wal")
_WRITE = re.compile(r'^\d+ +pwrite64\(\d+<(?P<path>[^>]*)>, ""\.*, (?P<size>\d+), (?P<at>\d+)')
_SYNC = re.compile(r"^(?P<pid>\d+) +f(?:data)?sync\(\d+<(?P<path>[^>]*)>(?P<open> <unfinished)?")
_RESUMED = re.compile(r"^(?P<pid>\d+) +<\.\.\. f(?:data)?sync resumed")


def unsynced(log: str) -> dict[str, list[tuple[int, int]]]:
    """By file name, the places and sizes of what was written and not waited for: written after the
    beginning of the last sync of that file that ended."""
    written: dict[str, list[tuple[int, int]]] = {name: [] for name in _FILES}
    under_way: dict[str, tuple[str, int]] = {}
    for line in log.splitlines():
        if found := _WRITE.match(line):
            name = Path(found["path"]).name
            written[name].append((int(found["at"]), int(found["size"])))
        elif found := _SYNC.match(line):
            name = Path(found["path"]).name
            if found["open"]:
                under_way[found["pid"]] = (name, len(written[name]))
            else:
                written[name].clear()
        elif (found := _RESUMED.match(line)) and found["pid"] in under_way:
            name, count = under_way.pop(found["pid"])
            del written[name][:count]
    return written


def _drop(profile: Path, log: str) -> int:
    """Overwrite with zeros what did not reach the disk; how many bytes."""
    lost = 0
    for name, places in unsynced(log).items():
        path = profile / name
        with path.open("r+b") as file:
            length = file.seek(0, 2)
            for at, size in places:
                file.seek(at)
                lost += file.write(bytes(max(0, min(size, length - at))))
    return lost


def figures() -> Figures:
    """200 cuts."""
    found = list(cuts(200, 1))
    lost, loaded = sum(cut.lost_bytes for cut in found), sum(cut.loaded for cut in found)
    return Figures(
        f"{len(found)} cuts, {lost:,} bytes dropped, {loaded:,} mails loaded",
        sum(not cut.sound for cut in found),
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--points", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plant", action="store_true")
    given = parser.parse_args()
    found = list(cuts(given.points, given.seed, plant=given.plant))
    unsound = [cut for cut in found if not cut.sound]
    lost, loaded = sum(cut.lost_bytes for cut in found), sum(cut.loaded for cut in found)
    print(
        f"{len(found)} cuts, {lost:,} bytes dropped, {loaded:,} mails loaded,"
        f" {len(unsound)} lost what was said"
    )
    for cut in unsound[:20]:
        print(f"  said {cut.said}, kept {cut.kept}")
    sys.exit(bool(unsound))


if __name__ == "__main__":
    main()
