"""The tool layer in the protocol's words: tools with their schemas, and what a call came to.

Constant: nothing of a mail, a profile or a person enters names, descriptions or schemas.
"""

from __future__ import annotations

from typing import Any

import msgspec
from mcp_types import CallToolResult, ContentBlock, TextContent, Tool, ToolAnnotations

from desktop_app.model.draft import Origin
from desktop_app.model.errors import KnownError
from desktop_app.tools.base import AnyTool, Decision, Effect, ToolResult
from desktop_app.tools.catalogue import listed
from desktop_app.tools.listing import input_schema
from desktop_app.tools.results import Candidates

_NOT_MAIL = ("decision", "reason")


def tools(without: frozenset[str]) -> list[Tool]:
    """What a program gets to see; groups that are off are not among them."""
    return [
        Tool(
            name=tool.name,
            title=tool.title,
            description=tool.description,
            input_schema=input_schema(tool),
            output_schema=output_schema(tool),
            annotations=_annotations(tool),
        )
        for tool in listed(Origin.MCP, without)
    ]


def output_schema(tool: AnyTool) -> dict[str, Any]:
    """The fields a result can have. Kept lean: every model carries it in its context."""
    names = (
        [field.encode_name for field in msgspec.structs.fields(tool.result)]
        if (issubclass(tool.result, msgspec.Struct))
        else list(tool.result.__dataclass_fields__)
    )
    more = [*(("candidates",) if tool.picks else ())]
    more += [] if tool.effect is Effect.READ else list(_NOT_MAIL)
    properties: dict[str, Any] = {name: {} for name in (*names, *more) if name != "display"}
    return {
        "type": "object",
        "properties": {"display": {"type": "string"}, **properties},
        "additionalProperties": False,
    }


def _annotations(tool: AnyTool) -> ToolAnnotations:
    if tool.effect is Effect.READ:
        return ToolAnnotations(read_only_hint=True)
    return ToolAnnotations(read_only_hint=False, destructive_hint=tool.effect is Effect.DESTROY)


def result(found: ToolResult[Any]) -> CallToolResult:
    """The text to show, and the same as data."""
    if found.decision is not Decision.ALLOW:
        data = {
            "display": found.reason,
            "decision": found.decision.value,
            "reason": found.reason,
        }
        return _as_result(data, is_error=found.decision is Decision.DENY)
    data = msgspec.to_builtins(found.value)
    if not isinstance(found.value, Candidates):
        data.setdefault("display", "")
    return _as_result(data)


def failure(error: KnownError) -> CallToolResult:
    """An error in words a model can act on."""
    text = " ".join(part for part in (error.sentence, error.next_step) if part)
    return CallToolResult(content=[TextContent(type="text", text=text)], is_error=True)


def _as_result(data: dict[str, Any], *, is_error: bool = False) -> CallToolResult:
    content: list[ContentBlock] = [TextContent(type="text", text=str(data["display"]))]
    if is_error:
        return CallToolResult(content=content, is_error=True)
    return CallToolResult(content=content, structured_content=data)
