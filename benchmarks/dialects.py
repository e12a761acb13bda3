"""How four families of model are asked and answer: OpenAI's Chat Completions and Responses,
Anthropic's Messages, Google's generateContent; each whole or as server-sent events.

Sources: platform.openai.com/docs/api-reference (chat, responses), docs.anthropic.com/en/api
(messages, messages-streaming), ai.google.dev/api/generate-content.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Asked:
    """One request: the tools a model may call (name → JSON schema of its arguments) and
    what was said so far, as text."""

    tools: Mapping[str, Mapping[str, Any]]
    heard: str


@dataclass(frozen=True)
class Said:
    """What the model says: a text, or one call."""

    text: str = ""
    call: str = ""
    arguments: Mapping[str, Any] | None = None
    number: int = 0

    @property
    def call_id(self) -> str:
        return f"call_{self.number}"

    @property
    def arguments_text(self) -> str:
        return json.dumps(self.arguments or {})


@dataclass(frozen=True)
class Reply:
    """What goes over the wire; `events` where the program asked for a stream."""

    body: Mapping[str, Any]
    events: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    ends_with_done: bool = False


class Dialect:
    """One family: where it is asked, how a request is read and an answer written."""

    path = ""

    def streams(self, path: str, asked: Mapping[str, Any]) -> bool:
        """Whether the answer is wanted as events."""
        return "streamGenerateContent" in path or bool(asked.get("stream"))

    def tools(self, asked: Mapping[str, Any]) -> Iterable[tuple[str, Mapping[str, Any]]]:
        raise NotImplementedError

    def talk(self, asked: Mapping[str, Any]) -> Any:
        raise NotImplementedError

    def reply(self, said: Said) -> Reply:
        raise NotImplementedError

    def read(self, asked: Mapping[str, Any]) -> Asked:
        heard = json.dumps(self.talk(asked)).replace('\\\\"', '"').replace('\\"', '"')
        return Asked(dict(self.tools(asked)), heard)


class ChatCompletions(Dialect):
    path = "/chat/completions"

    def tools(self, asked: Mapping[str, Any]) -> Iterable[tuple[str, Mapping[str, Any]]]:
        for tool in asked.get("tools") or ():
            yield tool["function"]["name"], tool["function"].get("parameters") or {}

    def talk(self, asked: Mapping[str, Any]) -> Any:
        return asked["messages"]

    def reply(self, said: Said) -> Reply:
        message: dict[str, Any] = {"role": "assistant", "content": said.text or None}
        if said.call:
            call = {"name": said.call, "arguments": said.arguments_text}
            message["tool_calls"] = [{"id": said.call_id, "type": "function", "function": call}]
        reason = "tool_calls" if said.call else "stop"
        head = {"id": "scripted", "created": 0, "model": "scripted"}
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        whole = {"index": 0, "message": message, "finish_reason": reason}
        pieces = [{"index": i, **c} for i, c in enumerate(message.get("tool_calls", ()))]
        delta = {**message, **({"tool_calls": pieces} if pieces else {})}
        part = {**head, "object": "chat.completion.chunk"}
        return Reply(
            {**head, "object": "chat.completion", "choices": [whole], "usage": usage},
            (
                ("", {**part, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}),
                ("", {**part, "choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}),
                ("", {**part, "choices": [], "usage": usage}),
            ),
            ends_with_done=True,
        )


class Responses(Dialect):
    path = "/responses"

    def tools(self, asked: Mapping[str, Any]) -> Iterable[tuple[str, Mapping[str, Any]]]:
        for tool in asked.get("tools") or ():
            if tool.get("type") == "function":
                yield tool["name"], tool.get("parameters") or {}
            for inner in tool.get("tools") or ():  # a namespace of them
                yield f"{tool['name']}/{inner['name']}", inner.get("parameters") or {}

    def talk(self, asked: Mapping[str, Any]) -> Any:
        return asked["input"]

    def reply(self, said: Said) -> Reply:
        item: dict[str, Any]
        if said.call:
            space, _, name = said.call.rpartition("/")
            item = {
                "type": "function_call", "id": f"fc_{said.number}", "call_id": said.call_id,
                "name": name, "arguments": said.arguments_text, "status": "completed",
                **({"namespace": space} if space else {}),
            }  # fmt: skip
        else:
            text = {"type": "output_text", "text": said.text, "annotations": []}
            item = {
                "type": "message", "id": "msg_1", "role": "assistant", "status": "completed",
                "content": [text],
            }  # fmt: skip
        usage = {
            "input_tokens": 1, "output_tokens": 1, "total_tokens": 2,
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens_details": {"reasoning_tokens": 0},
        }  # fmt: skip
        head = {"id": "resp_1", "object": "response", "created_at": 0, "model": "scripted"}
        begun = {**head, "status": "in_progress", "output": []}
        done = {**head, "status": "completed", "output": [item], "usage": usage}
        kinds: tuple[tuple[str, dict[str, Any]], ...] = (
            ("response.created", {"response": begun}),
            ("response.output_item.added", {"output_index": 0, "item": item}),
            ("response.output_item.done", {"output_index": 0, "item": item}),
            ("response.completed", {"response": done}),
        )
        return Reply(
            done,
            tuple((k, {"type": k, "sequence_number": i, **v}) for i, (k, v) in enumerate(kinds)),
        )


class Messages(Dialect):
    path = "/messages"

    def tools(self, asked: Mapping[str, Any]) -> Iterable[tuple[str, Mapping[str, Any]]]:
        for tool in asked.get("tools") or ():
            yield tool["name"], tool.get("input_schema") or {}

    def talk(self, asked: Mapping[str, Any]) -> Any:
        return asked["messages"]

    def reply(self, said: Said) -> Reply:
        head = {"id": "msg_1", "type": "message", "role": "assistant", "model": "scripted"}
        usage = {"input_tokens": 1, "output_tokens": 1}
        reason = "tool_use" if said.call else "end_turn"
        block: dict[str, Any] = {"type": "text", "text": said.text}
        empty: dict[str, Any] = {"type": "text", "text": ""}
        delta: dict[str, Any] = {"type": "text_delta", "text": said.text}
        if said.call:
            empty = {"type": "tool_use", "id": said.call_id, "name": said.call, "input": {}}
            block = {**empty, "input": dict(said.arguments or {})}
            delta = {"type": "input_json_delta", "partial_json": said.arguments_text}
        stop = {"stop_reason": reason, "stop_sequence": None}
        kinds: tuple[tuple[str, dict[str, Any]], ...] = (
            ("message_start", {"message": {**head, "content": [], "usage": usage}}),
            ("content_block_start", {"index": 0, "content_block": empty}),
            ("content_block_delta", {"index": 0, "delta": delta}),
            ("content_block_stop", {"index": 0}),
            ("message_delta", {"delta": stop, "usage": usage}),
            ("message_stop", {}),
        )
        return Reply(
            {**head, "content": [block], **stop, "usage": usage},
            tuple((kind, {"type": kind, **more}) for kind, more in kinds),
        )


class GenerateContent(Dialect):
    path = "enerateContent"  # both `:generateContent` and `:streamGenerateContent`

    def tools(self, asked: Mapping[str, Any]) -> Iterable[tuple[str, Mapping[str, Any]]]:
        for group in asked.get("tools") or ():
            for each in group.get("functionDeclarations") or ():
                schema = each.get("parametersJsonSchema") or each.get("parameters") or {}
                yield each["name"], schema

    def talk(self, asked: Mapping[str, Any]) -> Any:
        return asked["contents"]

    def reply(self, said: Said) -> Reply:
        part: dict[str, Any] = {"text": said.text}
        if said.call:
            part = {"functionCall": {"name": said.call, "args": dict(said.arguments or {})}}
        candidate = {
            "index": 0,
            "content": {"role": "model", "parts": [part]},
            "finishReason": "STOP",
        }
        usage = {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}
        body = {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "scripted"}
        return Reply(body, (("", body),))


DIALECTS = (ChatCompletions(), Responses(), Messages(), GenerateContent())


def dialect(path: str) -> Dialect | None:
    """Whose request came to this path."""
    plain = path.partition("?")[0]
    return next((each for each in DIALECTS if plain.endswith(each.path)), None)
