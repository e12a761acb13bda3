"""A vocabulary in memory, as the mail's own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from desktop_app.search.nearest import allowed


@dataclass
class Known:
    """Words and the number of mails each is in."""

    counts: dict[str, int] = field(default_factory=dict)
    total: int = 1_000
    languages: Sequence[str] = ("en",)

    def frequency(self, word: str) -> int:
        return self.counts.get(word, 0)

    def begun(self, prefix: str) -> Iterable[tuple[str, int]]:
        return [row for row in self.counts.items() if row[0].startswith(prefix)]

    def like(self, word: str) -> Iterable[tuple[str, int]]:
        typos = allowed(word)
        return [
            (term, count)
            for term, count in self.counts.items()
            if typos and term[0] == word[0] and abs(len(term) - len(word)) <= typos
        ]
