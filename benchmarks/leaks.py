"""`python -m benchmarks.leaks [--cases FILE.json]`: how many drafts that carry other people's mail
to an outsider are marked, and how many honest ones."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

from benchmarks.draft_cases import Case, cases, filed, house_for, reviewed
from desktop_app.tools.drafting.leaks import CODE

OWN = Path(__file__).resolve().parent.parent / "tests" / "data" / "leaks" / "cases.json"


@dataclass(frozen=True, slots=True)
class Outcome:
    """`marks` are the sentences of the review about a leak."""

    id: str
    leak: bool
    marks: tuple[str, ...]

    @property
    def right(self) -> bool:
        return self.leak == bool(self.marks)


def outcome(case: Case) -> Outcome:
    """What the review says of one case."""
    with house_for(case) as house:
        threads = [filed(house, case, n, thread) for n, thread in enumerate(case["threads"])]
        read = [threads[thread][message] for thread, message in case["read"]]
        place = case.get("answering")
        answered = None if place is None else threads[place][-1]
        review = reviewed(house, case, read, answered)
        marks = tuple(check.text for check in review.checks if check.code == CODE)
    return Outcome(str(case["id"]), bool(case["leak"]), marks)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.leaks", description=__doc__)
    parser.add_argument("--cases", type=Path, default=OWN)
    parser.add_argument("--marks", action="store_true", help="also print every mark")
    given = parser.parse_args()
    found = [outcome(case) for case in cases(given.cases)]
    for each in found:
        if not each.right or given.marks:
            verdict = "right" if each.right else "missed" if each.leak else "false"
            print(f"{verdict}: {each.id}: {' '.join(each.marks)}")
    leaks, honest = [e for e in found if e.leak], [e for e in found if not e.leak]
    for words, group in (("leaks marked", leaks), ("honest drafts marked", honest)):
        count = sum(bool(each.marks) for each in group)
        print(f"{words}: {count} of {len(group)} ({count / max(1, len(group)):.3f})")


if __name__ == "__main__":
    main()
