"""Change sets announced after a commit; each pane answers by reading again."""

from __future__ import annotations

from dataclasses import dataclass, field, fields


@dataclass(frozen=True, slots=True)
class Changes:
    """Kinds of things that a transaction changed, one boolean each. Announced after the commit
    only."""

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
    triage: bool = False
    files: bool = False
    people: bool = False
    later: bool = False
    kinds: tuple[str, ...] = field(init=False, repr=False, compare=False)
    """The names of those that are true; asked for with every commit and every call."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "kinds", tuple(n for n in _KINDS if getattr(self, n)))

    def __or__(self, other: Changes) -> Changes:
        """Union. Returns `self` where `other` adds nothing, which is the usual case."""
        if not self.kinds:
            return other
        if self._has(other):
            return self
        if other._has(self):
            return other
        return Changes(**dict.fromkeys((*self.kinds, *other.kinds), True))

    def _has(self, other: Changes) -> bool:
        return all(kind in self.kinds for kind in other.kinds)

    def __bool__(self) -> bool:
        return bool(self.kinds)


_KINDS = tuple(kind.name for kind in fields(Changes) if kind.init)
