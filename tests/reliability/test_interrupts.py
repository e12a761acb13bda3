"""A slice of `python -m tests.reliability.interrupts`, and the disk against strace."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.depths import in_depth, one_in
from tests.reliability.desk import Operation
from tests.reliability.disk import Step, cut, moments
from tests.reliability.interrupts import OPERATIONS, interrupted

SLICES = {"remove an account": 41, "load a batch": 17, "send": 7, "import": 9}
"""Each n-th point alone; a fifth of the others, and less of the many migrations."""

IN_EVERY_RUN = [
    *(o for o in OPERATIONS if not o.name.startswith("migrate") and o.name not in SLICES),
    *(o for o in OPERATIONS if o.name in {"send", "import"}),
    OPERATIONS[-1],
]
"""The newest migration alone of those."""


@one_in(3)
@pytest.mark.parametrize(
    "operation", in_depth(OPERATIONS, IN_EVERY_RUN), ids=[o.name for o in OPERATIONS]
)
def test_wherever_it_is_cut_off_what_was_told_is_so(operation: Operation) -> None:
    usual = 31 if operation.name.startswith("migrate") else 5
    outcome = interrupted(operation, every=SLICES.get(operation.name, usual))
    assert outcome.problems == []
    assert outcome.kills
    assert outcome.power_cuts
    assert outcome.faults


JOURNAL = [
    Step("create", "a"),
    Step("write", "a", b"one", 0),
    Step("said", data=b"early"),
    Step("sync", "a"),
    Step("write", "a", b"two", 3),
    Step("said", data=b"late"),
]


def test_a_power_cut_keeps_what_was_waited_for_alone() -> None:
    assert cut({}, JOURNAL, 6, "kill")[0] == {"a": b"onetwo"}
    assert cut({}, JOURNAL, 6, "power")[0] == {"a": b"one"}
    assert cut({}, JOURNAL, 3, "power") == ({"a": b""}, (("early",), ("late",)))
    power = [(m.files, m.said) for m in moments({}, JOURNAL) if m.view == "power"]
    assert ({"a": b""}, ("early",)) in power
    assert power[-1] == ({"a": b"one"}, ("early", "late"))


CHILD = """
import sys
from collections import Counter
from pathlib import Path
from tests.reliability.desk import at, no_tell
from tests.reliability.disk import watched
from tests.reliability.operations_drafts import DRAFTS

save = DRAFTS[0]
with at(Path(sys.argv[1])) as desk:
    save.prepare(desk)
print("begin", flush=True)
Path(sys.argv[1], "begin").touch()
with watched(Path(sys.argv[1])) as disk, at(Path(sys.argv[1])) as desk:
    save.act(desk, no_tell)
kinds = Counter((step.kind, step.path) for step in disk.journal)
for (kind, path), count in kinds.items():
    if ".db" in path and kind != "create":
        print(kind, path, count)
"""
CALL = re.compile(
    r"(?P<call>pwrite64|fdatasync|fsync|ftruncate|unlink)\("
    r'(?:\d+<(?P<file>[^>]*)>|"(?P<name>[^"]*)").*= \d+$'
)
KINDS = {"pwrite64": "write", "fdatasync": "sync", "fsync": "sync", "ftruncate": "truncate"}


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not here")
def test_the_disk_sees_what_strace_sees(tmp_path: Path) -> None:
    log = tmp_path / "log"
    tracing = ["strace", "-f", "-qq", "-y", "-s", "0", "-o", str(log)]
    calls = "trace=pwrite64,fdatasync,fsync,ftruncate,unlink,openat"
    child = [sys.executable, "-c", CHILD, str(tmp_path / "profile")]
    done = subprocess.run(
        [*tracing, "-e", calls, *child], capture_output=True, text=True, check=True
    )
    seen: Counter[tuple[str, str]] = Counter()
    lines = log.read_text().splitlines()
    begin = next(i for i, line in enumerate(lines) if "profile/begin" in line)
    for line in lines[begin:]:
        found = CALL.search(line)
        path = Path((found["file"] or found["name"]) if found else "")
        if found and ".db" in path.name and not path.name.endswith("-shm"):
            seen[KINDS.get(found["call"], "unlink"), path.name] += 1
    told = Counter(
        {(kind, path): int(n) for kind, path, n in map(str.split, done.stdout.splitlines()[1:])}
    )
    assert told == seen
    assert told["sync", "mail.db-wal"] >= 1
