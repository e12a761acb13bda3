"""What the activity record says of a call."""

from __future__ import annotations

from desktop_app.tools.calls.base import Params


def summary(params: Params) -> str:
    """Arguments for the audit trail: ids, counts and choices, no written text."""
    shown: list[str] = []
    for name in params.__struct_fields__:
        value = getattr(params, name)
        if not value or name in _WRITTEN:
            continue
        text = f"{len(value)} {name}" if isinstance(value, tuple) else f"{name} {value}"
        shown.append(text[:80])
    return ", ".join(shown)


_WRITTEN = frozenset(
    {
        *("body", "subject", "text", "content", "attachments", "request_key"),
        *("to", "cc", "bcc", "words", "key", "password", "event"),
    }
)
