"""Interrupts the program at every write, sync, truncation, deletion and renaming in its profile.

`python -m tests.reliability.interrupts [--every N] [--only NAME]`: each operation is done once on a
disk that writes its calls down (disk.py). Each moment is made again, as a kill and as a power cut
would leave it, and opened as the next start does. Then the operation is done again for each call,
which fails: once with EIO, and, for a disk that is full, from it on with ENOSPC.
"""

from __future__ import annotations

import argparse
import logging
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from desktop_app.model.errors import KnownError
from desktop_app.store.base.db import Database
from desktop_app.workers import removals
from tests.reliability.desk import Operation, at, scratch
from tests.reliability.disk import Fault, contents, laid_out, moments, said, watched, watching
from tests.reliability.figures import Figures
from tests.reliability.operations_drafts import DRAFTS
from tests.reliability.operations_mail import MAIL
from tests.reliability.operations_migration import MIGRATIONS
from tests.reliability.operations_sending import SENDING

OPERATIONS = (*DRAFTS, *SENDING, *MAIL, *MIGRATIONS)


@dataclass
class Outcome:
    """Of one operation: how many moments and faults, and what was not so, with where."""

    operation: str
    kills: int = 0
    power_cuts: int = 0
    faults: int = 0
    problems: list[str] = field(default_factory=list)
    first: bool = False

    @property
    def over(self) -> bool:
        return self.first and bool(self.problems)

    @property
    def points(self) -> int:
        return self.kills + self.power_cuts + self.faults


def interrupted(
    operation: Operation, *, every: int = 1, offset: int = 0, first: bool = False
) -> Outcome:
    """The operation at each `every`-th point, from `offset` on; with `first`, until something is
    not so."""
    outcome = Outcome(operation.name, first=first)
    with tempfile.TemporaryDirectory(dir=scratch()) as name, _quick():
        folder = Path(name)
        (folder / "mails").mkdir()
        template = folder / "template"
        with at(template) as desk:
            desk.mails = folder / "mails"
            operation.prepare(desk)
        _cut_off(operation, template, folder, outcome, every, offset)
        _failing(operation, template, folder, outcome, every, offset)
    return outcome


def _cut_off(
    operation: Operation, template: Path, folder: Path, outcome: Outcome, every: int, offset: int
) -> None:
    before = contents(template)
    work = folder / "work"
    shutil.copytree(template, work)
    with watched(work) as disk, at(work) as desk:
        desk.mails = folder / "mails"
        operation.act(desk, disk.said)
    met: Counter[str] = Counter()
    for moment in moments(before, disk.journal):
        met[moment.view] += 1
        if (met[moment.view] - 1) % every != offset % every:
            continue
        if moment.view == "kill":
            outcome.kills += 1
        else:
            outcome.power_cuts += 1
        after = laid_out(moment.files, folder / "after")
        where = f"{moment.view} after {moment.steps} steps"
        outcome.problems += _looked(operation, after, moment.said, "", where)
        shutil.rmtree(after)
        if outcome.over:
            break
    shutil.rmtree(work)


def _failing(
    operation: Operation, template: Path, folder: Path, outcome: Outcome, every: int, offset: int
) -> None:
    for lasting in (False, True):
        call = 1 + offset % every
        while not outcome.over and _fails(
            operation, template, folder, outcome, Fault(call, lasting=lasting)
        ):
            call += every


def _fails(
    operation: Operation, template: Path, folder: Path, outcome: Outcome, fault: Fault
) -> bool:
    """Whether the fault was met."""
    work, refused = folder / "work", ""
    shutil.copytree(template, work)
    where = f"{'ENOSPC from' if fault.lasting else 'EIO at'} call {fault.call}"
    with watched(work, fault) as disk:
        try:
            with at(work) as desk:
                desk.mails = folder / "mails"
                try:
                    operation.act(desk, disk.said)
                finally:
                    disk.fault = None
                    operation.go_on(desk)
        except KnownError as error:
            refused = error.sentence
        except Exception as error:  # whatever it is, it is no sentence for a person
            outcome.problems.append(f"{where}: {type(error).__name__}: {error}")
    if disk.failed:
        outcome.faults += 1
        outcome.problems += _looked(
            operation, work, said(disk.journal), refused, f"{where} ({disk.failed[0]})"
        )
    shutil.rmtree(work)
    return bool(disk.failed)


def _looked(
    operation: Operation, profile: Path, said: tuple[str, ...], refused: str, where: str
) -> list[str]:
    """What is not so at the next start."""
    try:
        with at(profile) as desk:
            desk.mails = profile.parent / "mails"
            return [f"{where}: {words}" for words in operation.check(desk, said, refused)]
    except Exception as error:  # whatever it is, the profile is not well
        return [f"{where}: {type(error).__name__}: {error}"]


@contextmanager
def _quick() -> Iterator[None]:
    """No pauses, nothing logged; a checkpoint that is asked for tells the disk so."""
    checkpoint, pause = Database.checkpoint, removals._SWEEP_SECONDS

    def asked_for(db: Database) -> bool:
        disks = watching()
        for disk in disks:
            disk.explicit = True
        try:
            return checkpoint(db)
        finally:
            for disk in disks:
                disk.explicit = False

    logging.disable(logging.CRITICAL)
    removals._SWEEP_SECONDS = 0.0
    Database.checkpoint = asked_for  # type: ignore[method-assign,assignment]
    try:
        yield
    finally:
        Database.checkpoint = checkpoint  # type: ignore[method-assign]
        removals._SWEEP_SECONDS = pause
        logging.disable(logging.NOTSET)


def table(outcomes: Iterable[Outcome]) -> str:
    """One line an operation."""
    lines = [
        "| operation | kills | power cuts | EIO and ENOSPC | not so |",
        "|---|---:|---:|---:|---:|",
    ]
    total = Outcome("all")
    for one in outcomes:
        lines.append(_row(one))
        total.kills += one.kills
        total.power_cuts += one.power_cuts
        total.faults += one.faults
        total.problems += one.problems
    return "\n".join([*lines, _row(total)])


def _row(one: Outcome) -> str:
    counts = (one.kills, one.power_cuts, one.faults, len(one.problems))
    return f"| {one.operation} | " + " | ".join(f"{count:,}" for count in counts) + " |"


def figures() -> Figures:
    """Every operation at every point."""
    outcomes = _each(OPERATIONS, every=1)
    print(table(outcomes), file=sys.stderr)
    kills = sum(one.kills for one in outcomes)
    cuts = sum(one.power_cuts for one in outcomes)
    faults = sum(one.faults for one in outcomes)
    return Figures(
        f"{len(outcomes)} operations: {kills:,} kills, {cuts:,} power cuts, {faults:,} errors",
        sum(len(one.problems) for one in outcomes),
    )


def _each(operations: Iterable[Operation], *, every: int) -> list[Outcome]:
    outcomes = []
    for operation in operations:
        begun = time.monotonic()
        outcome = interrupted(operation, every=every)
        outcomes.append(outcome)
        seconds = time.monotonic() - begun
        print(f"{operation.name}: {outcome.points} points, {seconds:.0f} s", file=sys.stderr)
        for problem in outcome.problems[:10]:
            print(f"  {problem}", file=sys.stderr)
    return outcomes


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.reliability.interrupts")
    parser.add_argument("--every", type=int, default=1, help="each n-th point alone")
    parser.add_argument("--only", default="", help="operations whose name begins so")
    given = parser.parse_args()
    outcomes = _each((o for o in OPERATIONS if o.name.startswith(given.only)), every=given.every)
    print(table(outcomes))
    return int(any(outcome.problems for outcome in outcomes))


if __name__ == "__main__":
    sys.exit(main())
