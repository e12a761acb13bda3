"""What a committed transaction touched; each pane answers by reading again."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache


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
        return Changes(**dict.fromkeys((*self.kinds, *other.kinds), True))

    def __bool__(self) -> bool:
        return bool(self.kinds)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of those that are true."""
        return _kinds(self)


@cache  # at most a thousand different ones; asked for at every commit
def _kinds(changes: Changes) -> tuple[str, ...]:
    return tuple(name for name in _KINDS if getattr(changes, name))


_KINDS = tuple(field.name for field in fields(Changes))
