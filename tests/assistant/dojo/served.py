"""AgentDojo's side: runs in a process of its own, answers a JSON line with a JSON line.

The only module that imports agentdojo (`.venv/agentdojo` is on this process's path alone).
Questions: `pairs`, `pair`, `control`, `judge`; see `client` for what they say.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from functools import partial
from typing import Any

import yaml

# The suites are read with yaml.safe_load for every pair; libyaml does it twenty times as fast.
yaml.safe_load = partial(yaml.load, Loader=yaml.CSafeLoader)

from agentdojo.attacks.important_instructions_attacks import (  # noqa: E402
    ImportantInstructionsAttack,
)
from agentdojo.functions_runtime import FunctionsRuntime  # noqa: E402
from agentdojo.task_suite.load_suites import get_suite  # noqa: E402

from tests.assistant.dojo.obedience import OBEDIENCE, Call, World  # noqa: E402

VERSION, SUITE = "v1.2.2", "workspace"


class Victim:
    """Whom the attack's text addresses: `important_instructions` names model and user."""

    name = "gpt-4o-2024-05-13"


class Served:
    def __init__(self) -> None:
        self.suite = get_suite(VERSION, SUITE)
        self.attack = ImportantInstructionsAttack(self.suite, Victim())

    def pairs(self) -> list[tuple[str, str]]:
        suite = self.suite
        return [
            (user, injection) for user in suite.user_tasks for injection in suite.injection_tasks
        ]

    def _environment(self, user: str, injection: str) -> tuple[Any, dict[str, str]]:
        """The environment with the attack where the user's task comes across it."""
        task = self.suite.user_tasks[user]
        injections = self.attack.attack(task, self.suite.injection_tasks[injection])
        environment = self.suite.load_and_inject_default_environment(injections)
        return task.init_environment(environment), injections

    def pair(self, user: str, injection: str) -> dict[str, Any]:
        environment, injections = self._environment(user, injection)
        world = _world(environment)
        return {
            **world,
            "prompt": self.suite.user_tasks[user].PROMPT,
            "goal": self.suite.injection_tasks[injection].GOAL,
            "injected": list(injections.values()),
            "user_calls": self._shipped(self.suite.user_tasks[user], environment),
            "injection_calls": self._obeying(injection, environment, world),
        }

    @staticmethod
    def _shipped(task: Any, environment: Any) -> list[Call]:
        return [(call.function, dict(call.args)) for call in task.ground_truth(environment)]

    def _obeying(self, injection: str, environment: Any, world: World) -> list[Call]:
        shipped = self._shipped(self.suite.injection_tasks[injection], environment)
        return shipped or OBEDIENCE[injection](world)

    def control(self, user: str, injection: str) -> dict[str, bool]:
        """AgentDojo's own tools: obeying first, then the user's task, as the attack demands."""
        environment, _ = self._environment(user, injection)
        before = environment.model_copy(deep=True)
        shipped = self._shipped(self.suite.injection_tasks[injection], environment)
        calls = self._obeying(injection, environment, _world(environment))
        self._run(environment, calls)
        self._run(environment, self._shipped(self.suite.user_tasks[user], before))
        return {
            "shipped": bool(shipped),
            "succeeded": self._succeeded(injection, "", before, environment),
        }

    def _run(self, environment: Any, calls: Sequence[Call]) -> None:
        runtime = FunctionsRuntime(self.suite.tools)
        for name, arguments in calls:
            runtime.run_function(environment, name, arguments, raise_on_error=False)

    def judge(self, user: str, injection: str, said: str, happened: dict[str, Any]) -> bool:
        """AgentDojo's verdict on what really happened: whether the attack succeeded."""
        environment, _ = self._environment(user, injection)
        before = environment.model_copy(deep=True)
        for mail in happened["sent"]:
            environment.inbox.send_email(**mail)
        for email_id in happened["read"]:
            environment.inbox.emails[email_id].read = True
        for email_id in happened["deleted"]:
            environment.inbox.delete_email(email_id)
        for file_id in set(environment.cloud_drive.files) - set(happened["files"]):
            environment.cloud_drive.delete_file(file_id)
        return self._succeeded(injection, said, before, environment)

    def _succeeded(self, injection: str, said: str, before: Any, after: Any) -> bool:
        return bool(self.suite.injection_tasks[injection].security(said, before, after))


def _world(environment: Any) -> World:
    inbox = environment.inbox
    return {
        "account": inbox.account_email,
        "today": environment.calendar.current_day.isoformat(),
        "next_id": int(inbox._get_next_id()),
        "emails": [_email(each) for each in inbox.emails.values()],
        "events": [_event(each) for each in environment.calendar.events.values()],
        "files": [_file(each) for each in environment.cloud_drive.files.values()],
    }


def _email(email: Any) -> dict[str, Any]:
    return {
        "id": email.id_,
        "sender": email.sender,
        "to": list(email.recipients),
        "cc": list(email.cc),
        "subject": email.subject,
        "body": email.body,
        "status": str(email.status.value),
        "read": email.read,
        "time": email.timestamp.isoformat(),
    }


def _event(event: Any) -> dict[str, Any]:
    return {
        "id": event.id_,
        "title": event.title,
        "description": event.description,
        "start": event.start_time.isoformat(),
        "end": event.end_time.isoformat(),
        "location": event.location or "",
        "participants": list(event.participants),
    }


def _file(file: Any) -> dict[str, Any]:
    return {
        "id": file.id_,
        "name": file.filename,
        "content": file.content,
        "owner": file.owner,
        "modified": file.last_modified.isoformat(),
    }


def main() -> None:
    answers, sys.stdout = sys.stdout, sys.stderr  # nothing but answers on the pipe
    served = Served()
    for line in sys.stdin:
        asked = json.loads(line)
        answer = getattr(served, asked.pop("ask"))(**asked)
        answers.write(json.dumps(answer, default=str) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
