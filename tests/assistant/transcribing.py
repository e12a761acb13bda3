"""What a person heard in a conversation, added up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from desktop_app.assistant.transcript import AgentEvent, Asked, Choice, Questions


@dataclass
class Heard:
    """`choices`: options and answers given; `asked`: how often something was asked of the person;
    `errors`: the codes a model was answered with, in order."""

    choices: int = 0
    asked: int = 0
    errors: list[str] = field(default_factory=list)

    def listen(self, events: Sequence[AgentEvent]) -> None:
        """The events of one turn."""
        self.choices += sum(len(e.options) for e in events if isinstance(e, Choice))
        for asked in (e for e in events if isinstance(e, Questions)):
            self.choices += sum(len(question.answers) for question in asked.questions)
        self.asked += sum(isinstance(e, Asked) for e in events)

    def answers(self, results: Sequence[Any]) -> None:
        """All that tools answered in the conversation."""
        self.errors += [r["error"] for r in results if isinstance(r, dict) and "error" in r]
