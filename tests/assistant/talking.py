"""A language model whose every word a test decides, in the real agent loop."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from threading import Event
from typing import Any

from pydantic_ai.messages import ModelMessage, ModelRequest, ToolReturnPart
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, FunctionModel

from desktop_app.assistant.model.agent import ModelAgent
from desktop_app.assistant.model.model_run import Endpoint
from desktop_app.assistant.transcript import (
    AgentDescription,
    AgentEvent,
    AgentPlace,
    Ask,
    Ended,
    Proposal,
    Refine,
    RefineEvent,
    TextDelta,
)
from desktop_app.model.draft import Origin
from tests.fakes.house import TestHouse


@dataclass(frozen=True)
class Call:
    """A tool call of the model's; `arguments` may look at what the tools answered so far."""

    tool: str
    arguments: dict[str, Any] | Callable[[Seen], dict[str, Any]] | str
    """A text is sent as it is, JSON or not."""


@dataclass
class Seen:
    """What the model was given."""

    messages: list[ModelMessage]

    @property
    def results(self) -> list[Any]:
        """The answers of tools, oldest first, as JSON values."""
        return [
            _value(part.content)
            for message in self.messages
            if isinstance(message, ModelRequest)
            for part in message.parts
            if isinstance(part, ToolReturnPart)
        ]

    @property
    def last(self) -> Any:
        return self.results[-1]


def _size(messages: list[ModelMessage], info: AgentInfo) -> int:
    texts = [info.instructions or ""]
    for tool in info.function_tools:
        schema = json.dumps(tool.parameters_json_schema, separators=(",", ":"))
        texts += [tool.name, tool.description or "", schema]
    for message in messages:
        for part in message.parts:
            texts.append(_text(part))
    return sum(map(len, texts))


def _text(part: Any) -> str:
    if isinstance(part, ToolReturnPart):
        return part.model_response_str()
    given = part.content if hasattr(part, "content") else part.args_as_json_str()
    return given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)


def _value(content: Any) -> Any:
    if isinstance(content, str):
        try:
            return json.loads(content)
        except ValueError:
            return content
    return content


Step = str | Call | Sequence[Call] | Callable[[Seen], Any]


@dataclass
class Script:
    """One step a request: words, calls, or a function that returns either."""

    steps: list[Step]
    seen: list[Seen] = field(default_factory=list)
    tools: list[list[str]] = field(default_factory=list)
    instructions: list[str] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    """Characters of each request: instructions, tools with their schemas, and messages."""

    def model(self) -> FunctionModel:
        return FunctionModel(stream_function=self._answer)

    async def _answer(
        self, messages: list[ModelMessage], info: AgentInfo
    ) -> AsyncIterator[str | dict[int, DeltaToolCall]]:
        seen = Seen(list(messages))
        self.seen.append(seen)
        self.tools.append([tool.name for tool in info.function_tools])
        self.instructions.append(info.instructions or "")
        self.sizes.append(_size(messages, info))
        step: Any = self.steps.pop(0) if self.steps else "Done."
        if callable(step):
            step = step(seen)
        if isinstance(step, str):
            for word in step.split(" "):
                yield word + " "
            return
        calls = [step] if isinstance(step, Call) else step
        for place, call in enumerate(calls):
            given = call.arguments(seen) if callable(call.arguments) else call.arguments
            name = f"call-{len(self.seen)}-{place}"
            text = given if isinstance(given, str) else json.dumps(given)
            yield {place: DeltaToolCall(call.tool, text, tool_call_id=name)}


@dataclass
class Talk:
    """A conversation with a scripted model in a house."""

    house: TestHouse
    script: Script
    agent: ModelAgent
    events: list[AgentEvent] = field(default_factory=list)
    cancelled: Event = field(default_factory=Event)

    def ask(self, prompt: str, **context: Any) -> Ended:
        """Ask, and give back how it ended."""
        self.events = []
        self.agent.run(Ask(prompt, **context), self.events.append, self.cancelled)
        ended = self.events[-1]
        assert isinstance(ended, Ended)
        return ended

    def refine(self, text: str, instruction: str) -> list[RefineEvent]:
        found: list[RefineEvent] = []
        self.agent.refine(Refine("", text, instruction), found.append, self.cancelled)
        return found

    @property
    def said(self) -> str:
        return "".join(e.text for e in self.events if isinstance(e, TextDelta))

    def of(self, kind: type) -> list[Any]:
        return [e for e in self.events if isinstance(e, kind)]

    @property
    def proposals(self) -> list[Proposal]:
        return self.of(Proposal)


async def _nothing() -> None:
    """There is no connection to close."""


CLOUD = AgentDescription("Model", AgentPlace.CLOUD, "A test.", "All of it.")


def talk(house: TestHouse, *steps: Step) -> Talk:
    """A conversation in which the model takes these steps, one for each request it gets."""
    script = Script(list(steps))
    agent = ModelAgent(
        house.runner(Origin.ASSISTANT, "Model"),
        house.settings,
        CLOUD,
        connect=lambda _: Endpoint(script.model(), _nothing),
        notebook=house.store.conversations,
        clock=house.clock,
    )
    return Talk(house, script, agent)
