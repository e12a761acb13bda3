"""Ollama's own API behind the model library's OpenAI client: the only one that takes a window.

Requests of the library become POST /api/chat with `options.num_ctx`, and its lines become the
events that the library reads (docs.ollama.com/api/chat, docs.ollama.com/api/openai-compatibility).
"""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any

import httpx2

# WORKAROUND Ollama's OpenAI-compatible API takes no window, so requests are translated to its own;
# https://github.com/ollama/ollama/issues/16814; Ollama up to November 2026; remove when that API
# takes num_ctx.
ROUTE, NATIVE = "/v1/chat/completions", "/api/chat"


class NativeOllama(httpx2.AsyncBaseTransport):
    """Transport that translates between the two APIs; `num_ctx` is the window in tokens."""

    def __init__(self, inner: httpx2.AsyncBaseTransport, num_ctx: int) -> None:
        self._inner, self._num_ctx = inner, num_ctx

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        path = request.url.path
        if not path.endswith(ROUTE):
            return await self._inner.handle_async_request(request)
        asked = json.loads(await request.aread())
        body = json.dumps(native_request(asked, self._num_ctx), ensure_ascii=False).encode()
        headers = {
            name: value
            for name, value in request.headers.items()
            if name not in {"content-length", "transfer-encoding"}
        }
        url = request.url.copy_with(path=path.removesuffix(ROUTE) + NATIVE)
        native = httpx2.Request("POST", url, headers=headers, content=body)
        native.extensions = request.extensions
        response = await self._inner.handle_async_request(native)
        if response.status_code != httpx2.codes.OK:
            return response
        return httpx2.Response(
            response.status_code,
            headers={"content-type": "text/event-stream"},
            stream=_Events(response, asked.get("model", "")),
            extensions=response.extensions,
        )

    async def aclose(self) -> None:
        await self._inner.aclose()


class _Events(httpx2.AsyncByteStream):
    """Body of an answer as the library reads it."""

    def __init__(self, response: httpx2.Response, model: str) -> None:
        self._response, self._translation = response, Translation(model)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for line in self._response.aiter_lines():
            if line.strip():
                for event in self._translation.events(line):
                    yield f"data: {event}\n\n".encode()
        if not self._translation.done:
            raise httpx2.RemoteProtocolError("the answer ended before its end")

    async def aclose(self) -> None:
        await self._response.aclose()


class Translation:
    """Translation of one answer, a line at a time; `done` after its last."""

    def __init__(self, model: str) -> None:
        self._head = {
            "id": uuid.uuid4().hex,
            "object": "chat.completion.chunk",
            "created": int(time.time()),
            "model": model,
        }
        self._calls = 0
        self.done = False

    def events(self, line: str) -> Iterator[str]:
        """Events for a line. Raises `httpx2.RemoteProtocolError` for one that is no JSON object."""
        try:
            part = json.loads(line)
        except (ValueError, RecursionError):
            part = None
        if not isinstance(part, dict):
            raise httpx2.RemoteProtocolError("the answer has a line that is no JSON")
        if "error" in part:
            self.done = True
            yield json.dumps({"error": {"message": str(part["error"]), "type": "api_error"}})
            return
        message = part.get("message")
        if delta := self._delta(message if isinstance(message, dict) else {}):
            yield self._chunk(delta)
        if part.get("done"):
            self.done = True
            yield self._chunk({}, "tool_calls" if self._calls else _finish(part))
            yield self._chunk(None, usage=_usage(part))
            yield "[DONE]"

    def _delta(self, message: Mapping[str, Any]) -> dict[str, Any]:
        delta: dict[str, Any] = {}
        for name, ours in (("content", "content"), ("thinking", "reasoning")):
            if isinstance(message.get(name), str) and message[name]:
                delta[ours] = message[name]
        calls = message.get("tool_calls")
        if isinstance(calls, list) and calls:
            delta["tool_calls"] = [self._call(each) for each in calls]
        return {"role": "assistant", **delta} if delta else {}

    def _call(self, call: Any) -> dict[str, Any]:
        function = call.get("function") if isinstance(call, dict) else None
        given = function if isinstance(function, dict) else {}
        arguments = given.get("arguments", {})
        self._calls += 1
        return {
            "index": self._calls - 1,
            "id": f"call_{uuid.uuid4().hex[:12]}",
            "type": "function",
            "function": {
                "name": str(given.get("name", "")),
                "arguments": arguments if isinstance(arguments, str) else json.dumps(arguments),
            },
        }

    def _chunk(self, delta: dict[str, Any] | None, finish: str | None = None, **more: Any) -> str:
        choices = [{"index": 0, "delta": delta, "finish_reason": finish}]
        return json.dumps({**self._head, "choices": choices if delta is not None else [], **more})


def _finish(part: Mapping[str, Any]) -> str:
    return "length" if part.get("done_reason") == "length" else "stop"


def _usage(part: Mapping[str, Any]) -> dict[str, int]:
    read, written = (
        value if isinstance(value := part.get(name), int) else 0
        for name in ("prompt_eval_count", "eval_count")
    )
    return {
        "prompt_tokens": read,
        "completion_tokens": written,
        "total_tokens": read + written,
    }


def native_request(asked: Mapping[str, Any], num_ctx: int) -> dict[str, Any]:
    """Body of a chat completion as Ollama's own API has it."""
    names = {
        call["id"]: call["function"]["name"]
        for message in asked.get("messages", ())
        for call in message.get("tool_calls") or ()
    }
    body = {
        "model": asked.get("model", ""),
        "messages": [_message(each, names) for each in asked.get("messages", ())],
        "stream": bool(asked.get("stream")),
        "options": {"num_ctx": num_ctx},
    }
    return {**body, "tools": asked["tools"]} if asked.get("tools") else body


def _message(message: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    role = message["role"]
    native: dict[str, Any] = {
        "role": "system" if role == "developer" else role,
        "content": _text(message.get("content")),
    }
    if message.get("reasoning"):
        native["thinking"] = message["reasoning"]
    if message.get("tool_calls"):
        native["tool_calls"] = [
            {
                "function": {
                    "name": call["function"]["name"],
                    "arguments": _object(call["function"]["arguments"]),
                }
            }
            for call in message["tool_calls"]
        ]
    if role == "tool":
        native["tool_name"] = names.get(message.get("tool_call_id", ""), "")
    return native


def _text(content: Any) -> str:
    if isinstance(content, list):
        return "\n".join(str(each.get("text", "")) for each in content if isinstance(each, dict))
    return content or ""


def _object(arguments: Any) -> dict[str, Any]:
    """Arguments as an object, which is all this API takes."""
    found = json.loads(arguments) if isinstance(arguments, str) and arguments else arguments
    return found if isinstance(found, dict) else {}
