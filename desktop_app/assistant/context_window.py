"""Context window: the oldest tool results of a long conversation are left out to fit it.

Requests, answers and the names of the tools called always stay. A result that is left out says so,
and can be read again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pydantic_ai.messages import ModelMessage, ModelRequest, ModelRequestPart, ToolReturnPart

KEPT_RESULTS = 2
"""Newest results, left out last."""

LEFT_OUT = "[left out to save room; call the tool again if it is needed]"


def size_of(messages: Sequence[ModelMessage]) -> int:
    """Characters of all messages given to a model."""
    return sum(_size(part) for message in messages for part in message.parts)


def condensed(messages: list[ModelMessage], room: int) -> list[ModelMessage]:
    """Messages with as many old results left out as `room` characters need, or with all that can
    be. The same list is returned when it fits."""
    excess = size_of(messages) - room
    if excess <= 0:
        return messages
    places = [
        (at, place)
        for at, message in enumerate(messages)
        for place, part in enumerate(message.parts)
        if isinstance(part, ToolReturnPart) and part.content != LEFT_OUT
    ]
    out: set[tuple[int, int]] = set()
    for at, place in places[: max(0, len(places) - KEPT_RESULTS)]:
        if excess <= 0:
            break
        excess -= _size(messages[at].parts[place]) - len(LEFT_OUT)
        out.add((at, place))
    if not out:
        return messages
    return [_without(m, {p for a, p in out if a == at}) for at, m in enumerate(messages)]


def _without(message: ModelMessage, places: set[int]) -> ModelMessage:
    if not places or not isinstance(message, ModelRequest):
        return message
    parts: list[ModelRequestPart] = [
        ToolReturnPart(part.tool_name, LEFT_OUT, part.tool_call_id)
        if place in places and isinstance(part, ToolReturnPart)
        else part
        for place, part in enumerate(message.parts)
    ]
    return replace(message, parts=parts)


def _size(part: object) -> int:
    if isinstance(part, ToolReturnPart):
        return len(part.model_response_str())
    content = getattr(part, "content", None)
    if isinstance(content, str):
        return len(content)
    args = getattr(part, "args", None)
    return len(str(args)) if args is not None else 0
