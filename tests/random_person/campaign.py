"""Campaign: runs of the random person, each from a seed of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, Phase, Verbosity, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.random_person.machine import RandomPerson

TRIES = 3
"""Hypothesis begins with the simplest steps there are, twice; the third try is the seed's."""


class Campaign:
    """`fault` is planted in every run; `opening` is where every run begins."""

    def __init__(
        self,
        *,
        steps: int = 40,
        shrink: bool = False,
        without: frozenset[str] = frozenset(),
        kinds: frozenset[str] = frozenset(),
        fault: Callable[[], Any] | None = None,
        opening: str = "",
    ) -> None:
        self.figures: Counter[str] = Counter()
        self.failures: dict[int, str] = {}
        self.seen: list[str] = []
        members = {
            "without": without,
            "kinds": kinds,
            "fault": staticmethod(fault) if fault is not None else None,
            "opening": opening,
            "figures": self.figures,
            "seen": self.seen,
        }
        self._members = members
        phases = [Phase.generate, *([Phase.shrink] if shrink else [])]
        self._settings = settings(
            max_examples=TRIES,
            stateful_step_count=steps,
            deadline=None,
            database=None,
            phases=phases,
            derandomize=False,
            report_multiple_bugs=False,
            verbosity=Verbosity.normal,
            suppress_health_check=list(HealthCheck),
        )

    def run(self, number: int) -> str | None:
        """One run; what went wrong, with the steps that lead there."""
        self.seen.clear()
        self.figures["runs"] += 1
        machine = seed(number)(type("Person", (RandomPerson,), dict(self._members)))
        try:
            run_state_machine_as_test(machine, settings=self._settings)
        except Exception as error:
            notes = "\n".join(getattr(error, "__notes__", ()))
            seen = self.seen[0] if self.seen else str(error)
            failure = f"seed {number}: {seen}\n{notes}"
            self.failures[number] = failure
            return failure
        return None

    def summary(self) -> str:
        counted = dict(self.figures)
        head = ", ".join(f"{counted.pop(name, 0)} {name}" for name in ("runs", "steps"))
        approvals = counted.pop("approvals", 0)
        by_kind = ", ".join(f"{kind} {count}" for kind, count in sorted(counted.items()))
        return f"{head}, {approvals} approvals, {len(self.failures)} failed runs\n{by_kind}"
