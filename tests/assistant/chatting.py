"""A conversation with a model behind real HTTP, on this computer."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from desktop_app.assistant.model.agent import ModelAgent
from desktop_app.assistant.providers import chosen_agent, key_name
from desktop_app.assistant.transcript import AgentEvent, Ask, Ended, TextDelta
from desktop_app.model.draft import Origin
from tests.fakes.house import TestHouse
from tests.fakes.model_server import ModelServer

SUFFIX = {"openai": "/v1", "openai_compatible": "/v1"}


class NoKeys(dict[str, str]):
    """A keyring in memory."""

    def set(self, name: str, value: str, *, session_only: bool = False) -> None:
        self[name] = value

    def delete(self, name: str) -> None:
        self.pop(name, None)

    def in_memory(self, name: str) -> bool:
        return False


@dataclass
class Chat:
    house: TestHouse
    agent: ModelAgent
    events: list[AgentEvent] = field(default_factory=list)
    cancelled: threading.Event = field(default_factory=threading.Event)

    def ask(self, prompt: str = "Hello") -> Ended:
        self.events = []
        self.agent.run(Ask(prompt), self.events.append, self.cancelled)
        ended = self.events[-1]
        assert isinstance(ended, Ended)
        return ended

    @property
    def said(self) -> str:
        return "".join(e.text for e in self.events if isinstance(e, TextDelta)).strip()


def chat(house: TestHouse, server: ModelServer, provider: str, keys: NoKeys | None = None) -> Chat:
    house.settings.change("assistant.provider", provider)
    house.settings.change("assistant.model", "some-model")
    house.settings.change("assistant.base_url", server.url + SUFFIX.get(provider, ""))
    agent = chosen_agent(
        house.settings,
        house.runner(Origin.ASSISTANT, "Model"),
        keys=NoKeys({key_name(provider): "the-secret-key"}) if keys is None else keys,
        notebook=house.store.conversations,
        clock=house.clock,
    )
    assert isinstance(agent, ModelAgent)
    return Chat(house, agent)
