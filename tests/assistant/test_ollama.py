"""Ollama's window: asked for with every request, shown, and told before it is too small."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.assistant.providers.ollama_native import Translation, native_request
from desktop_app.assistant.providers.ollama_window import BY_ITSELF, UNKNOWN
from desktop_app.assistant.transcript import Ended, ModelInUse
from tests.assistant.chatting import Chat, chat
from tests.fakes.house import TestHouse, mail
from tests.fakes.model_server import SHOWN, ModelServer, model_server


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server() as one:
        yield one


def windows(server: ModelServer) -> list[int]:
    return [request.body["options"]["num_ctx"] for request in server.requests]


def in_use(one: Chat) -> ModelInUse:
    [told] = [event for event in one.events if isinstance(event, ModelInUse)]
    return told


def made_for(tokens: int) -> dict[str, Any]:
    return {**SHOWN, "model_info": {"qwen3.context_length": tokens, "qwen3.block_count": 36}}


def test_the_window_is_asked_for_and_set_on_every_request(
    house: TestHouse, server: ModelServer
) -> None:
    house.add(mail())
    server.turns = [("search_messages", {"query": "budget"}), "Found it."]
    one = chat(house, server, "ollama")
    assert one.ask("Find the budget") == Ended()
    assert one.said == "Found it."
    assert server.lookups == ["/api/show", "/api/ps"]
    assert [request.path for request in server.requests] == ["/api/chat", "/api/chat"]
    assert windows(server) == [BY_ITSELF, BY_ITSELF]
    assert in_use(one) == ModelInUse(BY_ITSELF, short_tools=True)


@pytest.mark.parametrize(
    ("most", "wanted", "expected"),
    [
        (131_072, 0, BY_ITSELF),
        (8_192, 0, 8_192),
        (131_072, 65_536, 65_536),
        (40_960, 65_536, 40_960),
    ],
)
def test_no_more_is_asked_for_than_the_model_holds_or_the_person_wants(
    house: TestHouse, server: ModelServer, most: int, wanted: int, expected: int
) -> None:
    house.settings.change("assistant.window_tokens", wanted)
    server.shown = made_for(most)
    one = chat(house, server, "ollama")
    assert one.ask() == Ended()
    assert windows(server) == [expected]


def test_a_model_that_is_loaded_with_more_is_not_loaded_anew(
    house: TestHouse, server: ModelServer
) -> None:
    row = {"name": "some-model:latest", "context_length": 32_768}
    server.running = {"models": [{"name": "other:latest", "context_length": 65_536}, row]}
    one = chat(house, server, "ollama")
    one.ask()
    assert windows(server) == [32_768]


def test_the_window_that_a_model_was_given_in_ollama_is_kept(
    house: TestHouse, server: ModelServer
) -> None:
    server.shown = {**made_for(131_072), "parameters": 'stop   "<|x|>"\nnum_ctx   24576\n'}
    one = chat(house, server, "ollama")
    one.ask()
    assert windows(server) == [24_576]


@pytest.mark.parametrize(
    "shown",
    [{}, {"model_info": None}, {"model_info": {"a.context_length": "many"}}, {"capabilities": 5}],
)
def test_a_server_that_says_nothing_of_a_model_is_asked_for_little(
    house: TestHouse, server: ModelServer, shown: dict[str, Any]
) -> None:
    server.shown, server.running = shown, {"models": [None, {"name": 5, "context_length": "x"}]}
    one = chat(house, server, "ollama")
    assert one.ask() == Ended()
    assert windows(server) == [UNKNOWN]


def test_a_small_window_gets_the_short_list_of_tools_and_that_is_told(
    house: TestHouse, server: ModelServer
) -> None:
    server.shown = made_for(8_192)
    one = chat(house, server, "ollama")
    one.ask()
    assert in_use(one) == ModelInUse(8_192, short_tools=True)
    assert len(server.tools_given) == 6
    server.shown = made_for(131_072)
    house.settings.change("assistant.window_tokens", 32_768)
    one.ask()
    assert in_use(one) == ModelInUse(32_768, short_tools=True)
    house.settings.change("assistant.window_tokens", 40_960)
    one.ask()
    assert in_use(one) == ModelInUse(40_960)
    assert len(server.tools_given) > 15


def test_a_window_that_is_too_small_is_told_before_anything_is_sent(
    house: TestHouse, server: ModelServer
) -> None:
    server.shown = made_for(2_048)
    one = chat(house, server, "ollama")
    ended = one.ask()
    assert ended.error.startswith("This model holds about 1,024 words at once, and the assistant")
    assert server.requests == []
    assert house.store.conversations.payloads(one.agent.conversation_id) == []


def test_a_model_without_tools_is_told_before_anything_is_sent(
    house: TestHouse, server: ModelServer
) -> None:
    server.shown = {**SHOWN, "capabilities": ["completion", "vision"]}
    one = chat(house, server, "ollama")
    assert one.ask().error == "some-model can't use tools, and the assistant needs them."
    assert server.requests == []


def test_a_long_conversation_stays_within_the_window_that_was_set(
    house: TestHouse, server: ModelServer
) -> None:
    house.add(mail(body="\r\n".join(f"Sentence {n} of a long mail." for n in range(600))))
    server.shown = made_for(6_144)
    call = ("get_thread", {"from_": "dana"})
    server.turns = [each for _ in range(5) for each in (call, "Read. " * 100)]
    one = chat(house, server, "ollama")
    for number in range(5):
        assert one.ask(f"Read it, {number}") == Ended()
    assert len(server.requests) == 10
    assert max(len(request.raw) for request in server.requests) < 3 * 6_144 * 1.1


def test_calls_and_results_are_in_ollamas_own_form(house: TestHouse, server: ModelServer) -> None:
    house.add(mail())
    server.turns = [("search_messages", {"query": "budget"}), "Found it."]
    one = chat(house, server, "ollama")
    one.ask("Find the budget")
    system, person, call, result = server.requests[1].body["messages"]
    assert (system["role"], person["role"]) == ("system", "user")
    [given] = call["tool_calls"]
    assert given == {"function": {"name": "search_messages", "arguments": {"query": "budget"}}}
    assert (result["role"], result["tool_name"]) == ("tool", "search_messages")
    assert json.loads(result["content"])["found"] == "1 found"


def test_several_calls_at_once_are_told_apart(house: TestHouse, server: ModelServer) -> None:
    house.add(mail())
    server.turns = [
        [("search_messages", {"query": "budget"}), ("search_messages", {"query": "nothing"})],
        "Found it.",
    ]
    one = chat(house, server, "ollama")
    assert one.ask("Find the budget") == Ended()
    results = [m["content"] for m in server.requests[1].body["messages"] if m["role"] == "tool"]
    assert [json.loads(each)["found"] for each in results] == ["1 found", "0 found"]


def test_an_error_in_the_middle_is_an_event_that_says_so() -> None:
    translation = Translation("m")
    [event] = translation.events('{"error": "out of memory"}')
    assert json.loads(event)["error"]["message"] == "out of memory"
    assert translation.done


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    ["message", "content", "tool_calls", "function", "arguments", "done", "error"]
                )
                | st.text(max_size=3),
                inner,
                max_size=4,
            )
        ),
        max_leaves=12,
    )
)
def test_whatever_a_server_says_a_line_becomes_events_or_an_error_of_the_connection(
    said: Any,
) -> None:
    try:
        events = list(Translation("m").events(json.dumps(said)))
    except httpx2.RemoteProtocolError:
        return
    assert all(event == "[DONE]" or isinstance(json.loads(event), dict) for event in events)


def test_parts_of_a_prompt_become_one_text() -> None:
    parts = [{"type": "text", "text": "One"}, {"type": "text", "text": "Two"}]
    body = native_request({"model": "m", "messages": [{"role": "user", "content": parts}]}, 4_096)
    assert body["messages"] == [{"role": "user", "content": "One\nTwo"}]
    assert body["options"] == {"num_ctx": 4_096}
    assert "tools" not in body
