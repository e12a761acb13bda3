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
    """The fields a result can have and their types, no deeper: every model carries it in its
    context. A tool that only asks the person has none but what it says and was decided."""
    properties: dict[str, Any] = {"display": {"type": "string"}}
    if tool.effect is not Effect.SEND:
        properties |= {name: {"type": kind} for name, kind in _fields(tool).items()}
    if tool.picks:
        properties["candidates"] = {"type": "array"}
    if tool.effect is not Effect.READ:
        properties["decision"] = {"type": "string"}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _fields(tool: AnyTool) -> dict[str, str]:
    """The fields of the tool's result with their JSON types."""
    (_,), components = msgspec.json.schema_components([tool.result], ref_template="{name}")
    fields = components[tool.result.__name__]["properties"]
    return {
        name: components.get(field.get("$ref"), field)["type"] for name, field in fields.items()
    }


def _annotations(tool: AnyTool) -> ToolAnnotations:
    if tool.effect is Effect.READ:
        return ToolAnnotations(read_only_hint=True)
    return ToolAnnotations(destructive_hint=tool.effect is Effect.DESTROY)


def result(found: ToolResult[Any]) -> CallToolResult:
    """The text to show, and the same as data."""
    if found.decision is not Decision.ALLOW:
        if found.decision is Decision.DENY:
            return _refusal(found.reason)
        data = {"display": found.reason, "decision": found.decision.value}
        return CallToolResult(content=_text(found.reason), structured_content=data)
    data = msgspec.to_builtins(found.value)
    if not isinstance(found.value, Candidates):
        data.setdefault("display", "")
    return CallToolResult(content=_text(data["display"]), structured_content=data)


def failure(error: KnownError) -> CallToolResult:
    """An error in words a model can act on."""
    return _refusal(" ".join(part for part in (error.sentence, error.next_step) if part))


def _refusal(words: str) -> CallToolResult:
    return CallToolResult(content=_text(words), is_error=True)


def _text(words: str) -> list[ContentBlock]:
    return [TextContent(type="text", text=words)]
