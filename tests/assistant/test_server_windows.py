"""Windows and addresses of OpenAI-compatible servers, as servers tell and people type them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from desktop_app.assistant.providers import find_models
from desktop_app.assistant.providers.address import endpoint_of
from desktop_app.assistant.transcript import Ended
from desktop_app.model.reach import with_scheme
from tests.assistant.quirky_chatting import HELLO, a_server, quirky_chat, window_of
from tests.depths import one_in
from tests.fakes.house import TestHouse
from tests.fakes.quirky_server import Answer, QuirkyServer


@pytest.fixture
def server() -> Iterator[QuirkyServer]:
    with a_server() as one:
        yield one


ROW: dict[str, Any] = {"id": "m", "object": "model", "owned_by": "x"}
WINDOWS: dict[str, tuple[dict[str, Answer], int]] = {
    "vLLM": ({"/v1/models": (200, {"data": [{**ROW, "max_model_len": 40_960}]})}, 40_960),
    "SGLang of another name": (
        {"/v1/models": (200, {"data": [{**ROW, "id": "/srv/m", "max_model_len": 65_536}]})},
        65_536,
    ),
    "OpenRouter": (
        {"/v1/models": (200, {"data": [{"id": "other"}, {**ROW, "context_length": 131_072}]})},
        131_072,
    ),
    "OpenRouter's provider": (
        {"/v1/models": (200, {"data": [{**ROW, "top_provider": {"context_length": 50_000}}]})},
        50_000,
    ),
    "Groq": ({"/v1/models": (200, {"data": [{**ROW, "context_window": 131_072}]})}, 131_072),
    "a bare list": ({"/v1/models": (200, [{**ROW, "context_length": 40_000}])}, 40_000),
    "llama.cpp": (
        {
            "/v1/models": (200, {"data": [{**ROW, "meta": {"n_ctx_train": 131_072}}]}),
            "/props": (200, {"default_generation_settings": {"n_ctx": 8_192}}),
        },
        8_192,
    ),
    "an older llama.cpp": (
        {"/props": (200, {"default_generation_settings": {}, "n_ctx": 16_384})},
        16_384,
    ),
    "LM Studio": (
        {
            "/v1/models": (200, {"data": [ROW, {"id": "other"}]}),
            "/api/v0/models": (
                200,
                {
                    "data": [
                        {"id": "other", "loaded_context_length": 1_024},
                        {"id": "m", "max_context_length": 131_072, "loaded_context_length": 9_000},
                    ]
                },
            ),
        },
        9_000,
    ),
    "a newer LM Studio": (
        {
            "/api/v1/models": (
                200,
                {
                    "models": [
                        {"key": "m", "loaded_instances": [{"config": {"context_length": 7_000}}]}
                    ]
                },
            )
        },
        7_000,
    ),
    "KoboldCpp": ({"/api/v1/config/max_context_length": (200, {"value": 12_288})}, 12_288),
    "text-generation-inference": ({"/info": (200, {"max_total_tokens": 20_480})}, 20_480),
    "nothing said": ({"/v1/models": (200, {"data": [ROW]})}, 0),
    "no list of models": ({}, 0),
    "nonsense": (
        {
            "/v1/models": (200, {"data": [None, 5, {**ROW, "max_model_len": "many"}]}),
            "/props": (200, {"default_generation_settings": 7, "n_ctx": True}),
            "/api/v0/models": (200, "<html>"),
            "/api/v1/models": (200, {"models": {"m": 1}}),
            "/info": (200, {"max_total_tokens": 10**12}),
            "/api/version": (500, "oops"),
        },
        0,
    ),
}


@one_in(4)
@pytest.mark.parametrize("name", WINDOWS)
def test_the_window_is_asked_of_the_server(
    house: TestHouse, server: QuirkyServer, name: str
) -> None:
    server.pages, wanted = WINDOWS[name]
    one = quirky_chat(house, server)
    assert one.ask() == Ended()
    assert one.said == HELLO
    assert window_of(one) == wanted
    assert all("Hello" not in path for path in server.looked), "no look carries words"


def test_an_ollama_behind_the_address_is_spoken_to_as_one(
    house: TestHouse, server: QuirkyServer
) -> None:
    server.pages = {
        "/v1/models": (200, {"data": [{**ROW, "owned_by": "library"}]}),
        "/api/version": (200, {"version": "0.12.0"}),
        "/api/show": (200, {"model_info": {"llama.context_length": 131_072}}),
        "/api/ps": (200, {"models": [{"name": "m:latest", "context_length": 24_000}]}),
    }
    server.chat_path = "/api/chat"
    server.chats = [
        json.dumps({"message": {"content": HELLO}, "done": False}) + "\n"
        + json.dumps({"message": {"content": ""}, "done": True}) + "\n"
    ]  # fmt: skip
    one = quirky_chat(house, server)
    assert one.ask() == Ended()
    assert one.said == HELLO
    assert server.asked[0][1]["options"] == {"num_ctx": 24_000}
    assert window_of(one) == 24_000


def test_a_server_without_v1_is_found(house: TestHouse, server: QuirkyServer) -> None:
    server.pages = {"/models": (200, {"data": [{**ROW, "max_model_len": 40_960}]})}
    server.chat_path = "/chat/completions"
    one = quirky_chat(house, server, server.url)
    assert one.ask() == Ended()
    assert (one.said, window_of(one)) == (HELLO, 40_960)
    assert find_models("openai_compatible", server.url, "") == ("m",)


@pytest.mark.parametrize("end", ["", "/", "/v1", "/v1/", "/v1/chat/completions", "/v1/models"])
def test_addresses_are_understood_as_they_are_copied(
    house: TestHouse, server: QuirkyServer, end: str
) -> None:
    server.pages = {"/v1/models": (200, {"data": [ROW]})}
    address = server.url.removeprefix("http://") + end
    assert quirky_chat(house, server, address).ask() == Ended()
    assert find_models("openai_compatible", address, "") == ("m",)


@pytest.mark.parametrize(
    ("provider", "typed", "meant"),
    [
        ("openai_compatible", "localhost:1234", "http://localhost:1234/v1"),
        ("openai_compatible", " 192.168.1.5:8000/ ", "http://192.168.1.5:8000/v1"),
        ("openai_compatible", "0.0.0.0:8080", "http://127.0.0.1:8080/v1"),
        ("openai_compatible", "http://0.0.0.0:8080/v1", "http://127.0.0.1:8080/v1"),
        ("openai_compatible", "nas.local:8080/v1", "http://nas.local:8080/v1"),
        ("openai_compatible", "api.example.com", "https://api.example.com/v1"),
        ("openai_compatible", "https://x.example/api/v1", "https://x.example/api/v1"),
        ("openai_compatible", "https://x.example/openai/", "https://x.example/openai"),
        ("openai_compatible", "[::1]:1234", "http://[::1]:1234/v1"),
        ("openai", "https://proxy.example", "https://proxy.example/v1"),
        ("ollama", "localhost:11434/v1", "http://localhost:11434"),
        ("ollama", "http://127.0.0.1:11434/api/chat", "http://127.0.0.1:11434"),
        ("anthropic", "https://api.anthropic.com/v1/messages", "https://api.anthropic.com"),
        ("openai_compatible", "", ""),
    ],
)
def test_an_address_means_what_it_says(provider: str, typed: str, meant: str) -> None:
    assert endpoint_of(provider, typed) == meant
    assert endpoint_of(provider, meant) == meant


@pytest.mark.parametrize(
    "typed", ["javascript:alert(1)", "ftp://x", "http://models.example", "a b"]
)
def test_what_is_no_address_to_use_stays_what_it_is(house: TestHouse, typed: str) -> None:
    assert "://" not in with_scheme("a b")
    with pytest.raises(Exception, match="must be an https address"):
        house.settings.change("assistant.base_url", typed)
