"""Short list of tools for a model with a small window: six verbs and their main arguments.

A call may give every other argument too; the tools are the same ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from desktop_app.tools.calls.base import AnyTool
from desktop_app.tools.listing import input_schema

SMALL_WINDOW = 32_768 * 3
"""Characters of a window up to which the list is short: 32,768 tokens."""


SHORT_TOOLS: Mapping[str, tuple[str, tuple[str, ...]]] = MappingProxyType(
    {
        "search_messages": (
            "Find mail: words, from: to: subject: is:unread newer_than:7d has:attachment.",
            ("query",),
        ),
        "get_thread": (
            "Read a conversation by a message_id of it; page: older mails; offset: a mail on.",
            ("message_id", "page", "offset"),
        ),
        "draft_reply": ("Draft an answer to a mail.", ("message_id", "body", "reply_all")),
        "draft_forward": (
            "Draft forwarding a mail with its attachments.",
            ("message_id", "to", "body"),
        ),
        "create_draft": ("Draft a new mail.", ("to", "subject", "body")),
        "update_draft": (
            "Change a draft you proposed; give its newest revision.",
            ("draft_id", "base_revision", "body"),
        ),
    }
)
"""Name to description and arguments."""

NEEDED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "search_messages": ("query",),
        "get_thread": ("message_id",),
        "draft_reply": ("message_id", "body"),
        "draft_forward": ("message_id", "to"),
        "create_draft": ("to", "subject", "body"),
        "update_draft": ("draft_id", "base_revision", "body"),
    }
)
"""Arguments without which a call of the short list has no meaning. The tools take more ways."""


def short_form(tool: AnyTool) -> tuple[str, dict[str, Any]]:
    """Description and schema of a tool of the short list."""
    description, wanted = SHORT_TOOLS[tool.name]
    schema = schema_of(_whole_schema(tool), wanted)
    return description, {**schema, "required": list(NEEDED[tool.name])}


def _whole_schema(tool: AnyTool) -> dict[str, Any]:
    """Schema of a tool with what is not listed."""
    return input_schema(replace(tool, unlisted=frozenset()))


def schema_of(schema: dict[str, Any], wanted: Sequence[str]) -> dict[str, Any]:
    """Object schema with the wanted properties alone, open to others."""
    properties = {name: schema["properties"][name] for name in wanted}
    required = [name for name in schema.get("required", ()) if name in wanted]
    short = {"type": "object", "properties": properties}
    return {**short, "required": required} if required else short
