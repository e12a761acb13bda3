"""The mailbox that everyday requests to the starter assistant are made over, and what they do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from threading import Event
from typing import Any

from desktop_app.assistant.starter.starter import StarterAssistant
from desktop_app.assistant.transcript import AgentEvent, Ask, Asked, TextDelta
from desktop_app.model.draft import Draft, DraftState, Origin
from desktop_app.model.message import Message
from desktop_app.tools.calls.base import Tool
from tests.fakes.house import TestHouse, mail

HERE = Path(__file__).parent / "everyday"
TODAY = date(2026, 9, 14)
"""The day after whose mails the requests are made."""


def seeded(house: TestHouse) -> dict[str, Message]:
    """The mailbox of mailbox.txt, in the house."""
    house.now = 1_789_400_000.0
    made: dict[str, Message] = {}
    text = (HERE / "mailbox.txt").read_text("utf-8")
    for block in re.split(r"^= ", text, flags=re.M)[1:]:
        key, _, rest = block.partition("\n")
        lines = rest.strip().split("\n")
        fields = dict(line.split(": ", 1) for line in lines[:-1])
        more = f"List-Id: {fields['List-Id']}\r\n" if "List-Id" in fields else ""
        if "Re" in fields:
            more += f"In-Reply-To: <{fields['Re']}@mail.example>\r\n"
        raw = mail(
            fields["Subject"],
            lines[-1],
            from_=fields["From"],
            to=fields.get("To", "Alex Morgan <alex@fernhill.example>"),
            message_id=f"{key}@mail.example",
            date=fields["Date"],
            more=more,
        )
        made[key] = house.add(raw, frozenset({"SENT" if "Sent" in fields else "INBOX"}))
    house.store.triage.judge(len(made))
    return made


@dataclass
class Told:
    """What came of a request."""

    events: list[AgentEvent]
    tools: list[str]
    drafts: list[Draft]

    @property
    def text(self) -> str:
        said = "".join(e.text for e in self.events if isinstance(e, TextDelta))
        return said + "".join(e.sentence for e in self.events if isinstance(e, Asked))


def played(house: TestHouse, box: dict[str, Message], opened: str, asks: Sequence[str]) -> Told:
    """Every turn of a conversation about the mail that is open (`-`: none)."""
    runner = house.runner(Origin.ASSISTANT, "Starter assistant")
    agent, tools, call = StarterAssistant(runner, lambda: TODAY), list[str](), runner.call

    def recorded(tool: Tool[Any, Any], params: Any, **more: Any) -> Any:
        tools.append(tool.name)
        return call(tool, params, **more)

    runner.call = recorded  # type: ignore[method-assign]
    thread = str(box[opened].thread_id) if opened != "-" else ""
    events: list[AgentEvent] = []
    for ask in asks:
        events.clear()
        agent.run(Ask(ask, thread_id=thread), events.append, Event())
    return Told(events, tools, house.store.drafts.in_state(list(DraftState)))
