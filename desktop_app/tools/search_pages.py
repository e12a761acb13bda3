"""Pages of a search that somebody goes through: where each begins, and what was on it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from desktop_app.model.message import MessageId, MessageSummary


@dataclass(slots=True)
class SearchPages:
    """`starts` are the ids below which pages begin, 0 for the newest message: pages keep their
    place when new mail comes in. `matched` are mails here that Gmail says match."""

    starts: dict[int, MessageId] = field(default_factory=lambda: {1: 0})
    matched: frozenset[MessageId] = frozenset()
    _shown: dict[int, frozenset[MessageId]] = field(default_factory=dict)

    def note(self, page: int, end: MessageId, shown: Iterable[MessageSummary]) -> None:
        """What is on a page, and where it ends."""
        self._shown[page] = frozenset(m.id for m in shown)
        self.starts[page + 1] = end

    def before(self, page: int) -> frozenset[MessageId]:
        """All that earlier pages have shown."""
        earlier = (ids for number, ids in self._shown.items() if number < page)
        return frozenset().union(*earlier)
