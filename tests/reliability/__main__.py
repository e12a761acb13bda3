"""Runs the proofs of this folder, one after the other: `python -m tests.reliability [NAME …]`.

A proof is a function that says what it tried and how much of it did not hold. A new one is a line
in `PROOFS`. The minutes are those of a machine with two cores.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tests.reliability import (
    damage,
    faults,
    files,
    interrupts,
    kills,
    life_of_a_draft,
    power_cut,
    send_matrix,
    sync_faults,
)
from tests.reliability.figures import Figures


@dataclass(frozen=True)
class Proof:
    run: Callable[[], Figures]
    minutes: float
    what: str


PROOFS: Mapping[str, Proof] = MappingProxyType(
    {
        "interrupts": Proof(interrupts.figures, 4, "every call on the disk, cut off and failing"),
        "life_of_a_draft": Proof(life_of_a_draft.figures, 3, "two processes, a faulty server"),
        "power_cut": Proof(power_cut.figures, 4, "a killed import; unsynced bytes dropped"),
        "damage": Proof(damage.figures, 1, "overwritten pages, read, checked and restored"),
        "files": Proof(files.figures, 1, "damaged, shortened, swapped files; counts promised"),
        "send_matrix": Proof(
            send_matrix.figures, 1, "what happens, in which state, to which sender"
        ),
        "sync_faults": Proof(sync_faults.figures, 3, "every fault at every call of a Gmail pass"),
        "kills": Proof(kills.figures, 25, "the real application, killed under a hasty person"),
        "faults": Proof(faults.figures, 0.3, "each known fault planted again, and found"),
    }
)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.reliability", description=__doc__)
    parser.add_argument("names", nargs="*", help=f"of {', '.join(PROOFS)}; all of them by default")
    given = parser.parse_args()
    unknown = set(given.names) - set(PROOFS)
    if unknown:
        parser.error(f"there is no proof named {', '.join(sorted(unknown))}")
    rows = ["| proof | tried | did not hold | minutes |", "|---|---|---:|---:|"]
    broken = 0
    for name, proof in PROOFS.items():
        if given.names and name not in given.names:
            continue
        print(f"{name}: {proof.what}, about {proof.minutes:g} minutes …", file=sys.stderr)
        begun = time.monotonic()
        found = proof.run()
        minutes = (time.monotonic() - begun) / 60
        broken += found.broken
        rows.append(f"| {name} | {found.tried} | {found.broken} | {minutes:.1f} |")
    print("\n".join(rows))
    return int(broken > 0)


if __name__ == "__main__":
    sys.exit(main())
