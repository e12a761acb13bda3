"""An OpenAI-compatible server on loopback with a quirk: what each path answers is written down by a
test, byte for byte."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

Answer = str | tuple[int, Any] | None
"""A stream of events as text, a status with JSON or text, or nothing: the connection is closed."""


def event(delta: dict[str, Any] | None, finish: str | None = None, **more: Any) -> str:
    """One event of a stream; no choices where `delta` is None."""
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    whole = {
        "id": "c1",
        "object": "chat.completion.chunk",
        "created": 1_790_000_000,
        "model": "m",
        "choices": [choice] if delta is not None else [],
        **more,
    }
    return f"data: {json.dumps(whole)}\n\n"


def words(text: str, *, end: str = "data: [DONE]\n\n") -> str:
    """A stream that says a text as servers do."""
    pieces = [text[n : n + 5] for n in range(0, len(text), 5)]
    said = "".join(event({"role": "assistant", "content": piece}) for piece in pieces)
    return said + event({}, "stop") + end


def call(name: str, arguments: dict[str, Any], **more: Any) -> str:
    """A stream that calls a tool."""
    function = {"name": name, "arguments": json.dumps(arguments)}
    made = {"index": 0, "id": "call_1", "type": "function", "function": function, **more}
    return (
        event({"role": "assistant", "tool_calls": [made]})
        + event({}, "tool_calls")
        + ("data: [DONE]\n\n")
    )


@dataclass
class QuirkyServer:
    """`pages` are answers to GET, and to POST at other paths than the chat's; `chats` those of the
    chat in order, the last one again and again. The chat stands at `chat_path` alone."""

    pages: dict[str, Answer] = field(default_factory=dict)
    chats: list[Answer] = field(default_factory=list)
    chat_path: str = "/v1/chat/completions"
    asked: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    """Bodies of the chat's requests."""

    looked: list[str] = field(default_factory=list)
    """Paths of the others."""

    url: str = ""


class _Handler(BaseHTTPRequestHandler):
    server_said: ClassVar[QuirkyServer]
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        """Nothing on the test's output."""

    def do_GET(self) -> None:
        self._page()

    def do_POST(self) -> None:
        said = self.server_said
        body = self.rfile.read(int(self.headers["content-length"]))
        if self.path != said.chat_path:
            self._page()
            return
        said.asked.append((self.path, json.loads(body)))
        self._answer(said.chats.pop(0) if len(said.chats) > 1 else said.chats[0])

    def _page(self) -> None:
        path = self.path.partition("?")[0]
        self.server_said.looked.append(path)
        self._answer(self.server_said.pages.get(path, (404, {"error": "no such page"})))

    def _answer(self, answer: Answer) -> None:
        if answer is None:
            self.close_connection = True
            return
        status, body = (200, answer) if isinstance(answer, str) else answer
        kind = "text/event-stream" if isinstance(answer, str) else "application/json"
        data = (body if isinstance(body, str) else json.dumps(body)).encode()
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@contextmanager
def quirky_server(*chats: Answer, **pages: Answer) -> Iterator[QuirkyServer]:
    """A server of its own; what `pages` answer can be written down later too."""
    said = QuirkyServer(dict(pages), list(chats) or [words("Hello there.")])
    http = ThreadingHTTPServer(
        ("127.0.0.1", 0), type("Handler", (_Handler,), {"server_said": said})
    )
    http.daemon_threads = True
    said.url = f"http://127.0.0.1:{http.server_port}"
    thread = threading.Thread(target=http.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield said
    finally:
        http.shutdown()
        http.server_close()
        thread.join()
