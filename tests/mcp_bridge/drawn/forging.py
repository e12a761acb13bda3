"""Messages that no honest host sends to a card."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tests.mcp_bridge.drawn.drafts import HOSTILE

METHODS = (
    "ui/notifications/tool-result",
    "ui/notifications/tool-input",
    "ui/notifications/tool-cancelled",
    "ui/notifications/host-context-changed",
    "ui/notifications/sandbox-resource-ready",
    "tools/call",
    "ping",
    "constructor",
    "__proto__",
    "eval",
)
FIELDS = (
    "draft_id", "draftId", "request_id", "results", "free", "close", "draft", "standing", "phase",
    "untrusted_html", "untrusted_body", "untrusted_subject", "recipients", "checks", "theme",
    "message", "structuredContent", "isError", "__proto__", "has_more", "next_offset", "can_edit",
)  # fmt: skip


def forged_messages(draft_id: str, count: int, seed: int = 1) -> Iterator[dict[str, Any]]:
    """So many, the same for a seed, and the end."""
    chance = random.Random(seed)

    def value(depth: int = 0) -> Any:
        plain: list[Any] = [*HOSTILE, draft_id, "", 0, -1, 10**12, True, None, "dark"]
        if depth > 3 or chance.random() < 0.5:
            return chance.choice(plain)
        if chance.random() < 0.4:
            return [value(depth + 1) for _ in range(chance.randrange(4))]
        return {chance.choice(FIELDS): value(depth + 1) for _ in range(chance.randrange(6))}

    for _ in range(count):
        kind = chance.random()
        if kind < 0.15:  # answers to what was never asked, or to what was
            yield {"id": chance.randrange(40), "result": value()}
        elif kind < 0.25:
            yield {"id": chance.randrange(40), "error": {"code": -1, "message": value()}}
        else:
            message: dict[str, Any] = {"method": chance.choice(METHODS), "params": value()}
            if chance.random() < 0.5:
                message["params"] = {"structuredContent": value(), "isError": value()}
            if chance.random() < 0.3:
                message["id"] = chance.randrange(1000)
            yield message
    yield {"id": 1, "method": "ui/resource-teardown", "params": {}}
