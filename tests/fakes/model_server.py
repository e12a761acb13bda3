"""A language model's server on loopback: real HTTP in the shapes of OpenAI, Anthropic, Gemini,
Mistral and Ollama, streaming what a test wrote down, with the faults that servers have."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

Call = tuple[str, dict[str, Any]]
Turn = str | Call | list[Call]
"""Words, or a tool call: its name and arguments; several at once in OpenAI's shape alone."""
Player = Callable[[dict[str, Any]], Turn]
"""A model that reads: the body of a request -> its turn."""

Refusal = tuple[int, dict[str, str], dict[str, Any]]
"""Status, headers, body."""

ERRORS: dict[str, Refusal] = {
    "401": (401, {}, {"error": {"message": "bad key", "type": "authentication_error"}}),
    "429": (429, {"retry-after": "7"}, {"error": {"message": "slow", "type": "rate_limit_error"}}),
    "500": (500, {}, {"error": {"message": "broken", "type": "api_error"}}),
    "404": (404, {}, {"error": {"message": "no such model", "type": "not_found_error"}}),
}
QUOTA: Refusal = (
    429,
    {},
    {"error": {"message": "pay", "code": "insufficient_quota", "type": "insufficient_quota"}},
)
TOO_LONG: Refusal = (
    400,
    {},
    {"error": {"message": "maximum context length", "code": "context_length_exceeded"}},
)


@dataclass
class Recorded:
    path: str
    headers: dict[str, str]
    body: dict[str, Any]
    raw: bytes


@dataclass
class ModelServer:
    """`turns` are answered in order, one a request; then `player` plays. `fault` is what happens
    instead: a key of ERRORS, `quota`, `too_long`, `stall`, `cut`, `redirect` or `silent`."""

    turns: list[Turn] = field(default_factory=list)
    player: Player = lambda _: "Done."
    fault: str = ""
    requests: list[Recorded] = field(default_factory=list)
    looks: list[Recorded] = field(default_factory=list)
    """What was asked by GET: lists of models, and what a server may say of itself."""

    url: str = ""
    elsewhere: str = ""
    released: threading.Event = field(default_factory=threading.Event)
    asked: threading.Event = field(default_factory=threading.Event)
    """Set when a client waits in vain for an answer or its rest."""

    gone: threading.Event = field(default_factory=threading.Event)
    """Set when a client went away from an answer that stalls."""

    shown: dict[str, Any] = field(default_factory=lambda: dict(SHOWN))
    """Answer of Ollama to /api/show; `running` to /api/ps."""

    running: dict[str, Any] = field(default_factory=lambda: {"models": []})
    lookups: list[str] = field(default_factory=list)
    """Paths of Ollama that were asked about a model, apart from requests."""

    @property
    def tools_given(self) -> list[str]:
        """The tools of the last request, in OpenAI's shape."""
        return [tool["function"]["name"] for tool in self.requests[-1].body.get("tools", [])]


def openai(turn: Turn, number: int) -> Iterator[str]:
    """Chat completions as they stream: platform.openai.com/docs/api-reference/chat-streaming."""

    def chunk(delta: dict[str, Any], finish: str | None = None, **more: Any) -> str:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        whole = {
            "id": f"c{number}",
            "object": "chat.completion.chunk",
            "created": 1,
            "model": "m",
            "choices": [choice],
            **more,
        }
        return f"data: {json.dumps(whole)}\n\n"

    yield chunk({"role": "assistant", "content": ""})
    if isinstance(turn, str):
        for word in turn.split(" "):
            yield chunk({"content": f"{word} "})
        yield chunk({}, "stop")
    else:
        for place, (name, arguments) in enumerate([turn] if isinstance(turn, tuple) else turn):
            function = {"name": name, "arguments": json.dumps(arguments)}
            call_id = f"call{number}-{place}"
            call = {"index": place, "id": call_id, "type": "function", "function": function}
            yield chunk({"tool_calls": [call]})
        yield chunk({}, "tool_calls")
    usage = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
    yield chunk({}, None, usage=usage)
    yield "data: [DONE]\n\n"


def anthropic(turn: Turn, number: int) -> Iterator[str]:
    """Messages as they stream: docs.anthropic.com/en/api/messages-streaming."""

    def event(kind: str, **more: Any) -> str:
        return f"event: {kind}\ndata: {json.dumps({'type': kind, **more})}\n\n"

    message: dict[str, Any] = {
        "id": f"m{number}",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {"input_tokens": 11, "output_tokens": 1},
    }
    yield event("message_start", message=message)
    if isinstance(turn, str):
        yield event("content_block_start", index=0, content_block={"type": "text", "text": ""})
        for word in turn.split(" "):
            delta = {"type": "text_delta", "text": f"{word} "}
            yield event("content_block_delta", index=0, delta=delta)
        reason = "end_turn"
    else:
        assert isinstance(turn, tuple)
        name, arguments = turn
        block = {"type": "tool_use", "id": f"call{number}", "name": name, "input": {}}
        yield event("content_block_start", index=0, content_block=block)
        delta = {"type": "input_json_delta", "partial_json": json.dumps(arguments)}
        yield event("content_block_delta", index=0, delta=delta)
        reason = "tool_use"
    yield event("content_block_stop", index=0)
    stop = {"stop_reason": reason, "stop_sequence": None}
    yield event("message_delta", delta=stop, usage={"output_tokens": 7})
    yield event("message_stop")


def gemini(turn: Turn, number: int) -> Iterator[str]:
    """generateContent as it streams: ai.google.dev/api/generate-content."""

    def chunk(parts: list[dict[str, Any]], finish: str | None = None) -> str:
        candidate: dict[str, Any] = {"content": {"role": "model", "parts": parts}, "index": 0}
        if finish:
            candidate["finishReason"] = finish
        usage = {"promptTokenCount": 11, "candidatesTokenCount": 7, "totalTokenCount": 18}
        whole = {
            "candidates": [candidate],
            "usageMetadata": usage,
            "modelVersion": "m",
            "responseId": f"r{number}",
        }
        return f"data: {json.dumps(whole)}\r\n\r\n"

    if isinstance(turn, str):
        for word in turn.split(" "):
            yield chunk([{"text": f"{word} "}])
        yield chunk([{"text": ""}], "STOP")
    else:
        assert isinstance(turn, tuple)
        name, arguments = turn
        yield chunk([{"functionCall": {"name": name, "args": arguments}}], "STOP")


def ollama(turn: Turn, number: int) -> Iterator[str]:
    """Ollama's own chat as it streams: docs.ollama.com/api/chat."""

    def line(message: dict[str, Any], **more: Any) -> str:
        whole = {"model": "m", "created_at": "2026-09-14T10:00:00Z", "done": False, **more}
        return (
            json.dumps({**whole, "message": {"role": "assistant", "content": "", **message}}) + "\n"
        )

    if isinstance(turn, str):
        for word in turn.split(" "):
            yield line({"content": f"{word} "})
    else:
        calls = [turn] if isinstance(turn, tuple) else turn
        functions = [{"name": name, "arguments": given} for name, given in calls]
        yield line({"tool_calls": [{"function": each} for each in functions]})
    yield line({}, done=True, done_reason="stop", prompt_eval_count=11, eval_count=7)


def _shape(path: str) -> Callable[[Turn, int], Iterator[str]]:
    if path.endswith("/messages"):
        return anthropic
    if path.endswith("/api/chat"):
        return ollama
    return gemini if "streamGenerateContent" in path else openai


SHOWN: dict[str, Any] = {
    "capabilities": ["completion", "tools"],
    "model_info": {"general.architecture": "llama", "llama.context_length": 131_072},
}


LISTS: dict[str, dict[str, Any]] = {
    "/api/tags": {"models": [{"name": "llama3.2:3b"}, {"name": "qwen3:8b"}]},
    "/v1/models": {"data": [{"id": "b-model"}, {"id": "a-model"}]},
    "/v1beta/models": {
        "models": [
            {"name": "models/gemini-x", "supportedGenerationMethods": ["generateContent"]},
            {"name": "models/embedding", "supportedGenerationMethods": ["embedContent"]},
        ]
    },
}


class _Handler(BaseHTTPRequestHandler):
    model: ClassVar[ModelServer]
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        """Nothing on the test's output."""

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if path == "/api/ps":
            self._lookup(path, self.model.running)
            return
        self.model.looks.append(Recorded(self.path, dict(self.headers), {}, b""))
        found = LISTS.get(path)
        if self.model.fault in ERRORS:
            self._error(*ERRORS[self.model.fault])
        elif found is None:
            self._error(404, {}, {})
        else:
            self._error(200, {}, found)

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers["content-length"]))
        if self.path == "/api/show":
            self._lookup(self.path, self.model.shown)
            return
        self.model.requests.append(Recorded(self.path, dict(self.headers), json.loads(raw), raw))
        fault, self.model.fault = (
            self.model.fault,
            "" if self.model.fault == "too_long" else self.model.fault,
        )
        if fault in ERRORS:
            self._error(*ERRORS[fault])
        elif fault in {"quota", "too_long"}:
            self._error(*(QUOTA if fault == "quota" else TOO_LONG))
        elif fault == "redirect":
            self._error(307, {"location": f"{self.model.elsewhere}{self.path}"}, {})
        elif fault == "silent":
            self._wait()
        else:
            self._stream(fault)

    def _lookup(self, path: str, answer: dict[str, Any]) -> None:
        self.model.lookups.append(path)
        self._error(200 if answer else 404, {}, answer or {"error": "not found"})

    def _stream(self, fault: str) -> None:
        last = self.model.requests[-1].body
        turn = self.model.turns.pop(0) if self.model.turns else self.model.player(last)
        pieces = list(_shape(self.path)(turn, len(self.model.requests)))
        self.send_response(200)
        native = self.path.endswith("/api/chat")
        kind = "application/x-ndjson" if native else "text/event-stream"
        self.send_header("content-type", kind)
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        for place, piece in enumerate(pieces):
            if fault and place == len(pieces) // 2:
                if fault == "stall":
                    self._wait()
                self.close_connection = True
                return
            self._chunk(piece)
        self.wfile.write(b"0\r\n\r\n")

    def _wait(self) -> None:
        """Say nothing until the client goes away, or the test is over."""
        self.model.asked.set()
        self.connection.settimeout(0.05)
        while not self.model.released.is_set():
            try:
                if self.connection.recv(1) == b"":
                    self.model.gone.set()
                    break
            except TimeoutError:
                continue
            except OSError:
                self.model.gone.set()
                break
        self.close_connection = True

    def _chunk(self, piece: str) -> None:
        data = piece.encode()
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()

    def _error(self, status: int, headers: dict[str, str], body: dict[str, Any]) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)


@contextmanager
def model_server(*turns: Turn) -> Iterator[ModelServer]:
    """A server of its own on a port of the system's choosing."""
    server = ModelServer(list(turns))
    http = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"model": server}))
    http.daemon_threads = True
    server.url = f"http://127.0.0.1:{http.server_port}"
    thread = threading.Thread(target=http.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.released.set()
        http.shutdown()
        http.server_close()
        thread.join()
