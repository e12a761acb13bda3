"""`python -m benchmarks.evidence [--cases FILE.json]`: how many wrong words of drafts are marked,
by the kind of fault, and how many honest drafts have any mark."""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.draft_cases import Case, cases, filed, house_for, reviewed
from desktop_app.tools.person.draft_review import Review

OWN = Path(__file__).resolve().parent.parent / "tests" / "data" / "evidence" / "cases.json"
HONEST = "honest"


@dataclass(frozen=True, slots=True)
class Outcome:
    """`marks` are all words that are marked; `touched`: one of them is of the wrong words."""

    id: str
    kind: str
    marks: tuple[str, ...]
    touched: bool

    @property
    def right(self) -> bool:
        return not self.marks if self.kind == HONEST else self.touched


def outcome(case: Case) -> Outcome:
    """What the review marks in one case."""
    with house_for(case) as house:
        thread = {"subject": case["draft"]["subject"].removeprefix("Re: "), **case}
        read = filed(house, case, 0, thread)
        review = reviewed(house, case, read, read[-1] if read else None)
        marks = tuple(_marks(review))
    body, wrong = case["draft"]["body"], case.get("wrong", "")
    text = f"{case['draft']['subject']}\n{body}"
    bad = _places(text, wrong)
    touched = any(s < e2 and s2 < e for m in marks for s, e in _places(text, m) for s2, e2 in bad)
    return Outcome(str(case["id"]), case["kind"], marks, touched)


def _marks(review: Review) -> Iterator[str]:
    for check in review.checks:
        if check.code == "no_source":
            yield from re.findall("“([^”]+)”", check.text)
        elif check.code == "contradicts":
            yield check.fix_value


def _places(text: str, words: str) -> list[tuple[int, int]]:
    return [m.span() for m in re.finditer(re.escape(words), text)] if words else []


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.evidence", description=__doc__)
    parser.add_argument("--cases", type=Path, default=OWN)
    parser.add_argument("--marks", action="store_true", help="also print every mark")
    given = parser.parse_args()
    found = [outcome(case) for case in cases(given.cases)]
    for each in found:
        if not each.right or given.marks:
            verdict = "right" if each.right else "false" if each.kind == HONEST else "missed"
            print(f"{verdict}: {each.kind}: {each.id}: {' | '.join(each.marks)}")
    wrong = [each for each in found if each.kind != HONEST]
    honest = [each for each in found if each.kind == HONEST]
    kinds, right = Counter(e.kind for e in wrong), Counter(e.kind for e in wrong if e.right)
    for kind, count in kinds.items():
        print(f"{kind}: {right[kind]} of {count} found")
    marked = sum(bool(each.marks) for each in honest)
    print(f"found: {right.total()} of {len(wrong)} ({right.total() / max(1, len(wrong)):.3f})")
    print(f"honest drafts marked: {marked} of {len(honest)} ({marked / max(1, len(honest)):.3f})")


if __name__ == "__main__":
    main()
