"""Known words: those that the mail has, as the index spells them."""

from __future__ import annotations

from desktop_app.search.fold import words
from desktop_app.search.nearest import allowed, nearest
from desktop_app.store.base.db import Database


class KnownWords:
    """Words of every account. Whoever searches for one finds it in what they may see alone."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def of(self, text: str) -> tuple[str, ...]:
        """The words of a text, each once."""
        return tuple(dict.fromkeys(words(text)))

    def near(self, word: str) -> tuple[str, ...]:
        """The word, and those of the mail that it may be with a typo."""
        typos = allowed(word)
        if not typos:
            return (word,)
        rows = self._db.rows(
            "SELECT term FROM term WHERE length(term) BETWEEN ? AND ? ORDER BY messages DESC",
            (len(word) - typos, len(word) + typos),
        )
        return tuple(dict.fromkeys((word, *nearest(word, (term for (term,) in rows)))))
