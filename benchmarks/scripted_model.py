"""A language model that follows a script, behind an address on loopback (`benchmarks.dialects`).

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

from benchmarks.dialects import Asked, Said, dialect

_ID = re.compile(r"message_id\W{1,6}?([\w-]{20,24})")
_DRAFT = re.compile(r"draft_id\W{1,6}([0-9a-f]{32})|of draft ([0-9a-f]{32})")
_REVISION = re.compile(r"revision\W{1,6}(\d+)")
COPY = "copy@lee.example"
STEPS = ("search_messages", "get_message", "draft_reply", "send_draft")


@dataclass
class Script:
    """What was asked so far, and what the host sent with it. `filled` are the arguments that were
    given though nothing was meant by them, `looked_for` the tools that the host had not listed."""

    step: int = 0
    listed: list[str] = field(default_factory=list)
    filled: set[str] = field(default_factory=set)
    looked_for: list[str] = field(default_factory=list)

    def answer(self, asked: Asked) -> Said:
        """What a model says to one request."""
        if self.step == len(STEPS) or not asked.tools:
            return self._end(asked.tools)
        name = STEPS[self.step]
        listed = next((each for each in asked.tools if each.endswith(name)), "")
        if not listed:
            return self._unlisted(name, asked)
        self.listed = sorted(set(self.listed) | set(asked.tools))
        arguments = self._arguments(name, asked.heard)
        parameters = asked.tools.get(listed, {})
        for key, schema in parameters.get("properties", {}).items():
            if key in parameters.get("required", ()) and key not in arguments:
                arguments[key] = empty(schema)
                self.filled.add(f"{name}.{key}")
        self.step += 1
        return Said(call=listed, arguments=arguments, number=self.step)

    def _end(self, tools: Mapping[str, Any]) -> Said:
        if "final_answer" in tools:  # how one framework ends a run
            return Said(call="final_answer", arguments={"answer": "Done."}, number=len(STEPS) + 1)
        return Said("Done.")

    def _unlisted(self, name: str, asked: Asked) -> Said:
        """Where a program lists the tools of others only once they were looked for by words: each
        is looked for once, then called by its name if the program has a tool for that."""
        finder = next((n for n in asked.tools if n.lower().replace("_", "") == "toolsearch"), "")
        if finder and name not in self.looked_for:
            self.looked_for.append(name)
            words = {"query": name.replace("_", " ")}
            return Said(call=finder, arguments=words, number=10 + len(self.looked_for))
        found = re.findall(rf"\w+__{name}\b", asked.heard)
        if not found or "tool_call" not in asked.tools:
            return Said("Done.")
        self.step += 1
        inner = {"name": found[-1], "arguments": self._arguments(name, asked.heard)}
        return Said(call="tool_call", arguments=inner, number=self.step)

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


@contextmanager
def scripted_model() -> Iterator[tuple[str, Script]]:
    """The address (without `/v1`) and the script while it is served."""
    script, lock = Script(), threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:  # as the library calls it
            size = int(self.headers.get("content-length") or 0)
            asked = json.loads(self.rfile.read(size) or b"{}")
            family = dialect(self.path)
            if family is None:  # counting of tokens, telemetry
                self._send(json.dumps({"totalTokens": 1, "input_tokens": 1}), "application/json")
                return
            with lock:
                reply = family.reply(script.answer(family.read(asked)))
            if not family.streams(self.path, asked):
                self._send(json.dumps(reply.body), "application/json")
                return
            lines = [
                f"event: {kind}\ndata: {json.dumps(data)}\n\n" if kind
                else f"data: {json.dumps(data)}\n\n"
                for kind, data in reply.events
            ]  # fmt: skip
            done = ["data: [DONE]\n\n"] if reply.ends_with_done else []
            self._send("".join((*lines, *done)), "text/event-stream")

        def do_GET(self) -> None:
            listed = [{"id": "scripted", "object": "model", "created": 0, "owned_by": "here"}]
            self._send(json.dumps({"object": "list", "data": listed}), "application/json")

        def do_HEAD(self) -> None:
            self._send("", "text/plain")

        def _send(self, text: str, kind: str) -> None:
            body = text.encode()
            self.send_response(200)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Nothing on stderr."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", script
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
