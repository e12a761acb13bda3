"""Short list of tools for a model with a small window: six verbs and their main arguments.

A call may give every other argument too; the tools are the same ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from desktop_app.tools.calls.base import AnyTool
from desktop_app.tools.listing import input_schema

SMALL_WINDOW = 48_000
"""Characters of a window below which the list is short: some 12,000 tokens."""


SHORT_TOOLS: Mapping[str, tuple[str, tuple[str, ...]]] = MappingProxyType(
    {
        "search_messages": (
            "Find mail: words, from: to: subject: is:unread newer_than:7d has:attachment.",
            ("query",),
        ),
        "get_thread": ("Read a conversation by a message_id of it.", ("message_id",)),
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


def short_form(tool: AnyTool) -> tuple[str, dict[str, Any]]:
    """Description and schema of a tool of the short list."""
    description, wanted = SHORT_TOOLS[tool.name]
    return description, schema_of(input_schema(tool), wanted)


def schema_of(schema: dict[str, Any], wanted: Sequence[str]) -> dict[str, Any]:
    """Object schema with the wanted properties alone, open to others."""
    properties = {name: schema["properties"][name] for name in wanted}
    required = [name for name in schema.get("required", ()) if name in wanted]
    short = {"type": "object", "properties": properties}
    return {**short, "required": required} if required else short
