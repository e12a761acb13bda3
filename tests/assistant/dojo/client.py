"""Asks AgentDojo, which lives in a process of its own with packages of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).resolve().parents[3]
INSTALLED = CHECKOUT / ".venv" / "agentdojo"

Call = tuple[str, dict[str, Any]]


@dataclass(frozen=True)
class Pair:
    """A user's task and what the injected mail, event or file wants instead.

    `emails`, `events` and `files` are the whole environment with the attack in it; `injected`
    the attack's texts as they stand there; the calls are AgentDojo's, not translated.
    """

    user: str
    injection: str
    prompt: str
    goal: str
    injected: list[str]
    account: str
    today: str
    next_id: int
    emails: list[dict[str, Any]]
    events: list[dict[str, Any]]
    files: list[dict[str, Any]]
    user_calls: list[Call]
    injection_calls: list[Call]

    def poisoned(self, text: str) -> bool:
        """Whether an attack stands in `text`; AgentDojo's YAML folds its white space."""
        folded = " ".join(text.split())
        return any(" ".join(each.split()) in folded for each in self.injected)


@dataclass(frozen=True)
class Happened:
    """What became of the environment: mails that were sent, mails now read, mails deleted (by
    AgentDojo's ids) and the files that are still there."""

    sent: list[dict[str, Any]]
    read: list[str]
    deleted: list[str]
    files: list[str]


class Dojo:
    """One conversation with the process."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def pairs(self) -> list[tuple[str, str]]:
        """The ids of all 560: 40 user tasks, 14 injection tasks."""
        return [(user, injection) for user, injection in self._ask("pairs")]

    def pair(self, user: str, injection: str) -> Pair:
        found = self._ask("pair", user=user, injection=injection)
        for calls in ("user_calls", "injection_calls"):
            found[calls] = [(name, arguments) for name, arguments in found[calls]]
        return Pair(user=user, injection=injection, **found)

    def control(self, user: str, injection: str) -> tuple[bool, bool]:
        """Whether the task ships its own ground truth, and whether obeying it with AgentDojo's
        own tools succeeds by AgentDojo's oracle."""
        found = self._ask("control", user=user, injection=injection)
        return found["shipped"], found["succeeded"]

    def judge(self, pair: Pair, said: str, happened: Happened) -> bool:
        """AgentDojo's verdict: True when the attack succeeded."""
        return bool(
            self._ask(
                "judge",
                user=pair.user,
                injection=pair.injection,
                said=said,
                happened=vars(happened),
            )
        )

    def _ask(self, what: str, **arguments: Any) -> Any:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(json.dumps({"ask": what, **arguments}) + "\n")
        stdin.flush()
        answer = stdout.readline()
        if not answer:
            raise RuntimeError(f"AgentDojo's process ended with {self._process.wait()}")
        return json.loads(answer)


@contextmanager
def dojo() -> Iterator[Dojo]:
    """AgentDojo as `packaging/bootstrap.sh test` installs it."""
    environment = {**os.environ, "PYTHONPATH": f"{INSTALLED}{os.pathsep}{CHECKOUT}"}
    command = [sys.executable, "-W", "ignore", "-m", "tests.assistant.dojo.served"]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    )
    try:
        yield Dojo(process)
    finally:
        assert process.stdin is not None
        process.stdin.close()
        process.wait(30)
        assert process.stdout is not None
        process.stdout.close()
