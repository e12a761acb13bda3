"""A conversation with a model behind a server with a quirk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from desktop_app.assistant.model.agent import ModelAgent
from desktop_app.assistant.providers import chosen_agent
from desktop_app.assistant.transcript import ModelInUse
from desktop_app.model.draft import Origin
from tests.assistant.chatting import Chat, NoKeys
from tests.fakes.house import TestHouse
from tests.fakes.quirky_server import QuirkyServer, quirky_server

DONE = "data: [DONE]\n\n"
HELLO = "Hello there."


@contextmanager
def a_server() -> Iterator[QuirkyServer]:
    """A server whose list of models says the window, as vLLM's does."""
    with quirky_server() as one:
        one.pages = {"/v1/models": (200, {"data": [{"id": "m", "max_model_len": 131_072}]})}
        yield one


def quirky_chat(house: TestHouse, server: QuirkyServer, address: str = "") -> Chat:
    house.settings.change("assistant.provider", "openai_compatible")
    house.settings.change("assistant.model", "m")
    house.settings.change("assistant.base_url", address or f"{server.url}/v1")
    agent = chosen_agent(
        house.settings,
        house.runner(Origin.ASSISTANT, "Model"),
        keys=NoKeys(),
        notebook=house.store.conversations,
        clock=house.clock,
    )
    assert isinstance(agent, ModelAgent)
    return Chat(house, agent)


def window_of(one: Chat) -> int:
    [told] = [e for e in one.events if isinstance(e, ModelInUse)]
    return 0 if told.in_chars else told.window
