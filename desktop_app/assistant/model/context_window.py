"""Context window: a long conversation made to fit what a model holds at once.

Everything that is sent counts: instructions, tools, words, calls and results. Older results become
digests first, then older turns. Nothing is cut without a word that says so.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pydantic_ai import Tool
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)

from desktop_app.assistant.model.digest import SMALL, digest, is_digest, named
from desktop_app.model.errors import BadInput
from desktop_app.tools.answers.rows import one_line

KEPT_RESULTS = 2
"""Newest results, condensed last."""

PART = 40
"""Characters that a part of a message costs besides its text: its role, name and id."""

ANSWER_SHARE = 8
"""The eighth part of the window is kept for the answer."""

RESULT_SHARE = 3
"""No result takes more than the third part of the room."""

LEAST_ROOM = 4_000
"""Characters for words and results without which an assistant is of no use."""

CHARS_A_WORD = 6

LONGEST_RECALL, LONGEST_ARGUMENT = 300, 200
"""Characters of a line about an old turn, and of an argument."""

MOST_ARGUMENTS = 24

RECALL_SHARE = 6
"""The sixth part of the room is for lines about old turns."""

RECALL = "(Draftdesk adds: earlier turns were shortened to save room."


def size_of(messages: Sequence[ModelMessage]) -> int:
    """Characters of all messages given to a model."""
    return sum(_size(part) for message in messages for part in message.parts)


def fixed_size(instructions: str, tools: Sequence[Tool[Any]]) -> int:
    """Characters that each request carries: instructions, and the tools with their schemas."""
    return len(instructions) + sum(_tool_size(tool) for tool in tools)


def _tool_size(tool: Tool[Any]) -> int:
    schema = json.dumps(tool.function_schema.json_schema, separators=(",", ":"))
    return PART + len(tool.name) + len(tool.description or "") + len(schema)


def room_of(window: int, fixed: int) -> int:
    """Characters that a window of `window` characters has for messages; below `LEAST_ROOM` it is
    too small."""
    return window - fixed - window // ANSWER_SHARE


def too_small(window: int, fixed: int) -> BadInput:
    """Error for a model that cannot do an assistant's work; told before anything is sent."""
    needed = (fixed + LEAST_ROOM) * ANSWER_SHARE // (ANSWER_SHARE - 1)
    return BadInput(
        f"This model holds about {window // CHARS_A_WORD:,} words at once, and the assistant needs "
        f"at least {needed // CHARS_A_WORD:,}.",
        next_step="Choose a model with a larger window in Settings → Assistant.",
    )


def too_long() -> BadInput:
    """Error for a request that does not fit whatever is shortened."""
    return BadInput(
        "Your request and what it needs are longer than this model holds at once.",
        next_step="Ask for less at once, or choose a model with a larger window.",
    )


def condensed(messages: list[ModelMessage], room: int) -> list[ModelMessage]:
    """Messages with older results and turns shortened until they take at most `room` characters, or
    as few as can be. The same list is returned when it fits."""
    if size_of(messages) <= room:
        return messages
    found = _with_digests(messages, room, KEPT_RESULTS)
    while size_of(found) > room and (end := _end_of_oldest(found)):
        found = [_recall(found[:end], room // RECALL_SHARE), *found[end:]]
    found = _with_digests(found, room, 1)
    found = _with_digests(found, room, 1, bare=True)
    for newest in (2, 0):
        if size_of(found) > room:
            found = _with_short_arguments(found, newest)
    return found


def _with_digests(
    messages: list[ModelMessage], room: int, kept: int, *, bare: bool = False
) -> list[ModelMessage]:
    """Old results as digests, the oldest first, until the rest fits; the newest stay. Bare ones
    have no more than what was named later."""
    excess, found = size_of(messages) - room, list(messages)
    places = [
        (at, place)
        for at, message in enumerate(found)
        for place, part in enumerate(message.parts)
        if isinstance(part, ToolReturnPart)
    ]
    for at, place in places[: max(0, len(places) - kept)]:
        message, part = found[at], found[at].parts[place]
        if excess <= 0:
            break
        if not isinstance(message, ModelRequest) or not isinstance(part, ToolReturnPart):
            continue
        if _size(part) < SMALL or (is_digest(part.content) and not bare):
            continue
        used = digest(part.content, _said(found[at + 1 :]), bare=bare)
        short = ToolReturnPart(part.tool_name, used, part.tool_call_id)
        excess -= _size(part) - _size(short)
        parts = [short if n == place else each for n, each in enumerate(message.parts)]
        found[at] = replace(message, parts=parts)
    return found


def _end_of_oldest(messages: Sequence[ModelMessage]) -> int:
    """Place behind the oldest turn, with what was recalled before it; 0 when the newest turn is all
    there is."""
    turns = [at for at, message in enumerate(messages) if at > 0 and _prompts(message)]
    if messages and all(each.startswith(RECALL) for each in _prompts(messages[0])):
        del turns[:1]  # there is no turn yet between the recall and the first of these
    return turns[0] if turns else 0


def _prompts(message: ModelMessage) -> list[str]:
    """What the person says in a message."""
    return [
        part.content if isinstance(part.content, str) else ""
        for part in message.parts
        if isinstance(part, UserPromptPart)
    ]


def _recall(turn: Sequence[ModelMessage], most: int) -> ModelRequest:
    """A turn in a few lines, `most` characters together: what the person said, what was answered,
    which mails and drafts were named. No words of a stranger are among them."""
    lines: list[str] = []
    for at, message in enumerate(turn):
        for part in message.parts:
            if isinstance(part, UserPromptPart) and isinstance(part.content, str):
                lines += _recalled(part.content)
            elif isinstance(part, TextPart) and part.content.strip():
                lines.append(f"You answered: {one_line(part.content, LONGEST_RECALL)}")
            elif isinstance(part, ToolReturnPart):
                lines += named(part.content, _said(turn[at + 1 :]))
    while lines and sum(map(len, lines)) + len(lines) > most:
        del lines[0]
    words = "\n".join(lines)
    return ModelRequest([UserPromptPart(f"{RECALL}\n{words}\n)")])


def _recalled(prompt: str) -> list[str]:
    """What the person said, or the lines about turns before it."""
    if prompt.startswith(RECALL):
        return prompt.splitlines()[1:-1]
    return [f"The person said: {one_line(prompt, LONGEST_RECALL)}"]


def _said(messages: Sequence[ModelMessage]) -> str:
    """All that a model wrote: its words, and the arguments of its calls."""
    return "\n".join(
        part.content if isinstance(part, TextPart) else part.args_as_json_str()
        for message in messages
        if isinstance(message, ModelResponse)
        for part in message.parts
        if isinstance(part, TextPart | ToolCallPart)
    )


def _with_short_arguments(messages: list[ModelMessage], newest: int) -> list[ModelMessage]:
    """Calls with the beginning of long texts alone, but for the newest messages: each has been
    answered, and what it wrote is kept in drafts."""
    return [
        message
        if not isinstance(message, ModelResponse) or at >= len(messages) - newest
        else replace(message, parts=[_short_call(part) for part in message.parts])
        for at, message in enumerate(messages)
    ]


def _short_call(part: Any) -> Any:
    if not isinstance(part, ToolCallPart) or _size(part) < SMALL:
        return part
    given = list(part.args_as_dict().items())[:MOST_ARGUMENTS]
    return replace(part, args={_short(key): _short(each) for key, each in given})


def _short(value: Any) -> Any:
    """A text, or JSON of anything else that is long, cut with a word that says so."""
    text = value if isinstance(value, str) else json.dumps(value)
    if len(text) <= LONGEST_ARGUMENT:
        return value
    return f"{text[:LONGEST_ARGUMENT]} [{len(text) - LONGEST_ARGUMENT:,} more characters]"


def _size(part: object) -> int:
    if isinstance(part, ToolReturnPart):
        return PART + len(part.model_response_str())
    content = getattr(part, "content", None)
    if isinstance(content, str):
        return PART + len(content)
    args = getattr(part, "args", None)
    if args is None:
        return PART
    return PART + len(args if isinstance(args, str) else json.dumps(args))
