"""OpenAI-compatible servers as they are: refusals in words of their own, streams and calls with
oddities."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from desktop_app.assistant.transcript import Ended, Notice, ToolStarted, Trouble
from tests.assistant.quirky_chatting import DONE, HELLO, a_server, quirky_chat
from tests.assistant.talking import Talk
from tests.assistant.test_small_models import said
from tests.assistant.threads import long_thread
from tests.depths import one_in
from tests.fakes.house import TestHouse, mail
from tests.fakes.quirky_server import Answer, QuirkyServer, call, event, words


@pytest.fixture
def server() -> Iterator[QuirkyServer]:
    with a_server() as one:
        yield one


STREAMS: dict[str, str] = {
    "no usage": words(HELLO),
    "usage in a last event without choices": words(
        HELLO,
        end=event(None, usage={"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3}),
    ),
    "no end mark": words(HELLO, end=""),
    "no finish": event({"content": HELLO}) + DONE,
    "empty choices first": event(None) + words(HELLO),
    "choices that are null": 'data: {"id":"c","choices":null}\n\n' + words(HELLO),
    "a delta that is null": event(None, choices=[{"index": 0, "delta": None}]) + words(HELLO),
    "content that is null": event({"role": "assistant", "content": None}) + words(HELLO),
    "comments": ": OPENROUTER PROCESSING\n\n" + words(HELLO),
    "line ends with returns": words(HELLO).replace("\n", "\r\n"),
    "no id and no model": (
        f"data: {json.dumps({'choices': [{'delta': {'content': HELLO}}]})}\n\n{DONE}"
    ),
    "a role in each event": words(HELLO),
    "reasoning in its own field": event({"reasoning_content": "Hm."}) + words(HELLO),
    "reasoning in another field": event({"reasoning": "Hm."}) + words(HELLO),
    "reasoning in tags": words(f"<think>\nHm.\n</think>\n\n{HELLO}"),
    "reasoning in tags of Mistral": words(f"[THINK]Hm.[/THINK]{HELLO}"),
    "reasoning without its first tag": words(f"Hm.\n</think>\n\n{HELLO}"),
    "channels of gpt-oss": words(
        f"<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>{HELLO}"
    ),
    "the end of a turn in the text": words(f"{HELLO}<|im_end|>"),
    "all in one event": event({"role": "assistant", "content": HELLO}, "stop") + DONE,
    "unknown fields": event({"content": HELLO, "x": 1}, system_fingerprint=None, x={"y": 1}) + DONE,
}


@pytest.mark.parametrize("name", STREAMS)
def test_oddities_of_a_stream_are_no_matter(
    house: TestHouse, server: QuirkyServer, name: str
) -> None:
    server.chats = [STREAMS[name]]
    one = quirky_chat(house, server)
    assert one.ask() == Ended()
    assert said(Talk(house, None, one.agent, one.events)) == HELLO  # type: ignore[arg-type]


CALLS: dict[str, str] = {
    "whole": call("search_messages", {"query": "budget"}),
    "no id": call("search_messages", {"query": "budget"}, id=None),
    "an empty id": call("search_messages", {"query": "budget"}, id=""),
    "no type": call("search_messages", {"query": "budget"}, type=None),
    "the finish of words": call("search_messages", {"query": "budget"}).replace(
        'tool_calls"}', 'stop"}'
    ),
    "in pieces": event(
        {
            "tool_calls": [
                {"index": 0, "id": "a", "function": {"name": "search_messages", "arguments": ""}}
            ]
        }
    )
    + event({"tool_calls": [{"index": 0, "function": {"arguments": '{"query": '}}]})
    + event({"tool_calls": [{"index": 0, "function": {"arguments": '"budget"}'}}]})
    + event({}, "tool_calls")
    + DONE,
    "after words": event({"content": "I look."}) + call("search_messages", {"query": "budget"}),
}


@pytest.mark.parametrize("name", CALLS)
def test_calls_of_tools_arrive_in_any_shape(
    house: TestHouse, server: QuirkyServer, name: str
) -> None:
    house.add(mail())
    server.chats = [CALLS[name], words("Found it.")]
    one = quirky_chat(house, server)
    assert one.ask("Find the budget") == Ended()
    assert one.said.endswith("Found it.")
    assert [e.title for e in one.events if isinstance(e, ToolStarted)] == ["Searched mail: budget"]


def refusal(message: str, **more: Any) -> tuple[int, Any]:
    return 400, {"error": {"message": message, **more}}


OVERFLOWS: dict[str, tuple[Answer, int]] = {
    "vLLM": (
        (
            400,
            {
                "object": "error",
                "message": "This model's maximum context length is 4096 tokens. However, you "
                "requested 9000 tokens (8000 in the messages, 1000 in the completion). Please "
                "reduce the length of the messages or completion.",
                "type": "BadRequestError",
                "code": 400,
            },
        ),
        4_096,
    ),
    "llama.cpp": (
        refusal(
            "the request exceeds the available context size, try increasing it",
            type="exceed_context_size_error",
            n_prompt_tokens=9000,
            n_ctx=4096,
        ),
        4_096,
    ),
    "llama.cpp by its words alone": (
        refusal("the request exceeds the available context size"),
        0,
    ),
    "an older llama.cpp": (
        (500, {"error": {"message": "context shift is disabled", "type": "server_error"}}),
        0,
    ),
    "LM Studio": (
        refusal(
            "Trying to keep the first 9000 tokens when context the overflows. However, the model "
            "is loaded with context length of only 4096 tokens, which is not enough."
        ),
        4_096,
    ),
    "LM Studio in a text": (
        (
            400,
            {
                "error": "The number of tokens to keep from the initial prompt is greater than the "
                "context length."
            },
        ),
        0,
    ),
    "Ollama": ((400, {"error": "prompt too long; exceeded max context length by 512 tokens"}), 0),
    "OpenAI": (
        refusal(
            "This model's maximum context length is 8,192 tokens. However, your messages resulted "
            "in 9000 tokens.",
            type="invalid_request_error",
            code="context_length_exceeded",
        ),
        8_192,
    ),
    "OpenAI's newer words": (
        refusal("Your input exceeds the context window of this model. Please adjust your input."),
        0,
    ),
    "OpenRouter": (
        refusal(
            "This endpoint's maximum context length is 8192 tokens. However, you requested about "
            "9000 tokens (9000 of text input).",
            code=400,
        ),
        8_192,
    ),
    "a provider behind OpenRouter": (
        refusal(
            "Provider returned error",
            metadata={
                "raw": '{"error":{"message":"prompt is too long: 210000 tokens > 200000 maximum"}}'
            },
        ),
        200_000,
    ),
    "Groq": (
        (
            413,
            {
                "error": {
                    "message": "Request too large for model `m` on tokens per minute (TPM): Limit "
                    "6000, Requested 9000, please reduce your message size and try again.",
                    "type": "tokens",
                    "code": "rate_limit_exceeded",
                }
            },
        ),
        6_000,
    ),
    "Mistral": (
        refusal(
            "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 "
            "maximum context length"
        ),
        32_768,
    ),
    "text-generation-inference": (
        (
            422,
            {
                "error": "Input validation error: `inputs` tokens + `max_new_tokens` must be <= "
                "4096. Given: 9000 `inputs` tokens",
                "error_type": "validation",
            },
        ),
        4_096,
    ),
    "Gemini's interface": (
        refusal(
            "The input token count (9000) exceeds the maximum number of tokens allowed (8192).",
            status="INVALID_ARGUMENT",
        ),
        8_192,
    ),
    "in the stream": (
        'data: {"error": {"message": "maximum context length is 4096 tokens", "code": 400}}\n\n',
        4_096,
    ),
}


@one_in(5)
@pytest.mark.parametrize("name", OVERFLOWS)
def test_too_much_for_the_window_is_told_as_that(
    house: TestHouse, server: QuirkyServer, name: str
) -> None:
    answer, window = OVERFLOWS[name]
    server.chats = [answer]
    one = quirky_chat(house, server)
    ended = one.ask("Hello")
    holds = f", which holds {window:,} tokens at once" if window else ""
    assert ended.error == f"This conversation has become too long for m{holds}."
    assert ended.trouble is Trouble.MODEL
    raw = answer if isinstance(answer, str) else json.dumps(answer)
    assert ended.details
    assert ended.details[:40] in raw.replace('\\"', '"')


@one_in(5)
@pytest.mark.parametrize("name", OVERFLOWS)
def test_what_is_too_much_is_shortened_and_asked_again(
    house: TestHouse, server: QuirkyServer, name: str
) -> None:
    thread = long_thread(house, 20)
    read = call("get_thread", {"message_id": str(thread.messages[0].id)})
    server.chats = [
        read, words("Read."), call("search_messages", {"query": "oak"}), words("Found."),
        OVERFLOWS[name][0], words("It is said."),
    ]  # fmt: skip
    one = quirky_chat(house, server)
    for prompt in ("Read it", "Find it"):
        assert one.ask(prompt) == Ended()
    assert one.ask("Tell me") == Ended()
    assert one.said == "It is said."
    assert any(isinstance(e, Notice) for e in one.events)
    before, after = (len(json.dumps(body)) for _, body in server.asked[-2:])
    assert after < before


REFUSALS: dict[str, tuple[Answer, str, str]] = {
    "vLLM without a parser": (
        refusal('"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser'),
        "m can't use tools there, and the assistant needs them.",
        "--enable-auto-tool-choice",
    ),
    "Ollama's model without tools": (
        refusal("registry.ollama.ai/library/m does not support tools"),
        "m can't use tools there, and the assistant needs them.",
        "does not support tools",
    ),
    "OpenRouter without tools": (
        (404, {"error": {"message": "No endpoints found that support tool use.", "code": 404}}),
        "m can't use tools there, and the assistant needs them.",
        "No endpoints found",
    ),
    "a page instead of an answer": (
        (502, "<html><body>Bad gateway</body></html>"),
        "The server of m has a problem of its own.",
        "Bad gateway",
    ),
    "a key in its words": (
        (401, {"error": {"message": "Incorrect API key provided: sk-abcdefghijklmnopqrstuvwx12"}}),
        "m did not accept the key.",
        "Incorrect API key",
    ),
    "a detail": (
        (422, {"detail": [{"loc": ["body"], "msg": "Field required"}]}),
        "m refused the request (422).",
        "Field required",
    ),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_refusals_keep_the_servers_own_words(
    house: TestHouse, server: QuirkyServer, name: str
) -> None:
    answer, sentence, says = REFUSALS[name]
    server.chats = [answer]
    ended = quirky_chat(house, server).ask("Hello")
    assert ended.error == sentence
    assert says in ended.details
    assert "sk-abcdef" not in ended.details
