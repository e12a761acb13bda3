"""A language model that follows a script, behind an OpenAI-compatible address on loopback.

It searches, reads, answers with a copy to somebody, and asks to send, one call a turn. It gives
every argument that the schema it was sent requires, as models do that must: null where that may be,
the choice of nothing or the first, the smallest number, the empty text or list. What it needs of
an answer it takes from what the host hands on, text or data.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

_ID = re.compile(r"message_id\W{1,6}([\w-]{20,24})")
_DRAFT = re.compile(r"draft_id\W{1,6}([0-9a-f]{32})|of draft ([0-9a-f]{32})")
_REVISION = re.compile(r"revision\W{1,6}(\d+)")
COPY = "copy@lee.example"
STEPS = ("search_messages", "get_message", "draft_reply", "send_draft")


@dataclass
class Script:
    """What was asked so far, and what the host sent with it. `filled` are the arguments that were
    given though nothing was meant by them."""

    step: int = 0
    listed: list[str] = field(default_factory=list)
    filled: set[str] = field(default_factory=set)

    def answer(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """The message of a model for one request."""
        tools = {t["function"]["name"]: t["function"] for t in asked.get("tools", ())}
        self.listed = self.listed or sorted(tools)
        heard = json.dumps(asked["messages"]).replace('\\\\"', '"').replace('\\"', '"')
        if self.step == len(STEPS) or not tools:
            return self._end(tools)
        name = STEPS[self.step]
        listed = next((each for each in tools if each.endswith(name)), name)
        arguments = self._arguments(name, heard)
        parameters = tools.get(listed, {}).get("parameters", {})
        for key, schema in parameters.get("properties", {}).items():
            if key in parameters.get("required", ()) and key not in arguments:
                arguments[key] = empty(schema)
                self.filled.add(f"{name}.{key}")
        self.step += 1
        return _calling(listed, arguments, self.step)

    def _end(self, tools: Mapping[str, Any]) -> dict[str, Any]:
        if "final_answer" in tools:  # how one framework ends a run
            return _calling("final_answer", {"answer": "Done."}, len(STEPS) + 1)
        return {"role": "assistant", "content": "Done."}

    @staticmethod
    def _arguments(name: str, heard: str) -> dict[str, Any]:
        ids, drafts = _ID.findall(heard), [a or b for a, b in _DRAFT.findall(heard)]
        newest = ids[0] if ids else "none"
        if name == "search_messages":
            return {"query": "subject:budget"}
        if name == "get_message":
            return {"message_id": newest}
        if name == "draft_reply":
            return {"message_id": newest, "body": "I will.", "cc": [COPY]}
        revision = _REVISION.findall(heard)
        draft = drafts[-1] if drafts else "none"
        return {"draft_id": draft, "revision": int(revision[-1]) if revision else 1}


def empty(schema: Mapping[str, Any]) -> Any:
    """What a model fills in for a property that it means nothing by."""
    kinds = schema.get("type", "")
    alternatives = schema.get("anyOf", ())
    if schema.get("nullable") or "null" in kinds or {"type": "null"} in alternatives:
        return None
    if alternatives:
        return empty(alternatives[0])
    if choices := schema.get("enum"):
        return "" if "" in choices else choices[0]
    kind = kinds if isinstance(kinds, str) else next(iter(kinds), "")
    if kind.lower() == "object":
        return {name: empty(part) for name, part in schema.get("properties", {}).items()}
    plain: dict[str, Any] = {"integer": schema.get("minimum", 0), "boolean": False, "array": []}
    return plain.get(kind.lower(), "")


def _calling(name: str, arguments: Mapping[str, Any], number: int) -> dict[str, Any]:
    call = {"name": name, "arguments": json.dumps(arguments)}
    made = {"id": f"call_{number}", "type": "function", "function": call}
    return {"role": "assistant", "content": None, "tool_calls": [made]}


@contextmanager
def scripted_model() -> Iterator[tuple[str, Script]]:
    """The address (`…/v1`) and the script while it is served."""
    script = Script()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:  # as the library calls it
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
            message = script.answer(asked)
            reason = "tool_calls" if message.get("tool_calls") else "stop"
            body = json.dumps(
                {
                    "id": "scripted",
                    "object": "chat.completion",
                    "created": 0,
                    "model": "scripted",
                    "choices": [{"index": 0, "message": message, "finish_reason": reason}],
                    "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
                }
            ).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Nothing on stderr."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1", script
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
