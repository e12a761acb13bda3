"""Pages of a search that somebody goes through: where each begins, and what was on it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, MutableMapping
from dataclasses import dataclass, field

from desktop_app.model.message import MessageId, MessageSummary

MOST_SEARCHES = 64
"""Searches of one conversation whose pages are known; an older one begins anew."""


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


Key = tuple[Hashable, ...]


def pages_of(searches: MutableMapping[Key, SearchPages], key: Key) -> SearchPages:
    """The pages of a search, which is the newest from now on."""
    pages = searches.pop(key, None) or SearchPages()
    for oldest in [*searches][: max(0, len(searches) - MOST_SEARCHES + 1)]:
        searches.pop(oldest, None)
    searches[key] = pages
    return pages
