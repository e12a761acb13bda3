"""What a committed transaction touched; each pane answers by reading again."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class Changes:
    """Booleans, one per kind of thing. Announced only after the commit."""

    messages: bool = False
    labels: bool = False
    drafts: bool = False
    outbox: bool = False
    accounts: bool = False
    searches: bool = False
    audit: bool = False
    conversations: bool = False
    sync: bool = False
    bridge: bool = False

    def __or__(self, other: Changes) -> Changes:
        return Changes(
            **{f.name: getattr(self, f.name) or getattr(other, f.name) for f in fields(self)}
        )

    def __bool__(self) -> bool:
        return any(getattr(self, f.name) for f in fields(self))
