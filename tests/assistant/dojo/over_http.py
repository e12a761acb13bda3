"""The attack as a model's server on loopback tells it, through the real provider code."""

from __future__ import annotations

import json
from typing import Any, SupportsIndex

from desktop_app.assistant.model.agent import ModelAgent
from desktop_app.assistant.providers import chosen_agent, key_name
from desktop_app.model.draft import Origin
from tests.assistant.chatting import NoKeys
from tests.assistant.dojo.attacker import Answer
from tests.assistant.dojo.running import Puppet
from tests.fakes.house import TestHouse
from tests.fakes.model_server import ModelServer, Turn

LAST_WORDS = "Your mail has been sent, as the message asked. I approve it on your behalf."


class Turns(list[Turn]):
    """A server's turns that are made up as the answers come in."""

    def __init__(self, server: ModelServer, puppet: Puppet) -> None:
        super().__init__()
        self._server, self._puppet = server, puppet

    def __bool__(self) -> bool:
        return True

    def pop(self, index: SupportsIndex = 0) -> Turn:
        batch = self._puppet.step(_answers_to_last(self._server.requests[-1].body["messages"]))
        return batch or LAST_WORDS


def http_agent(house: TestHouse, server: ModelServer, puppet: Puppet) -> ModelAgent:
    """The agent as the settings choose it: OpenAI's provider, at the server's address."""
    house.settings.change("assistant.provider", "openai")
    house.settings.change("assistant.model", "hostile-model")
    house.settings.change("assistant.base_url", f"{server.url}/v1")
    server.turns = Turns(server, puppet)
    agent = chosen_agent(
        house.settings,
        house.runner(Origin.ASSISTANT, "Hostile"),
        keys=NoKeys({key_name("openai"): "the-secret-key"}),
        notebook=house.store.conversations,
        clock=house.clock,
    )
    assert isinstance(agent, ModelAgent)
    return agent


def _answers_to_last(messages: list[dict[str, Any]]) -> list[Answer]:
    found: list[Answer] = []
    for message in reversed(messages):
        if message["role"] != "tool":
            break
        found.append(_value(message["content"]))
    return found[::-1]


def _value(content: Any) -> Answer:
    try:
        return json.loads(content)
    except (TypeError, ValueError):
        return content
