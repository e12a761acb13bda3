"""Known words: those that the mail has, as the index spells them."""

from __future__ import annotations

from itertools import islice

from desktop_app.search.fold import words
from desktop_app.search.nearest import MOST, allowed, nearest
from desktop_app.store.base.db import Database
from desktop_app.store.mail.accounts import names

_OF_LENGTH = "SELECT term FROM term WHERE length(term) BETWEEN ? AND ? ORDER BY "
_IN_A_MAIL = (
    "SELECT 1 FROM fts JOIN state AS s ON s.id = fts.rowid"
    " WHERE fts MATCH ? AND s.account IN ({accounts}) LIMIT 1"
)


class KnownWords:
    """Words of the mail in the accounts `among`, or in all."""

    def __init__(self, db: Database, among: frozenset[str] | None = None) -> None:
        self._db = db
        self._among = among

    def of(self, text: str) -> tuple[str, ...]:
        """The words of a text, each once."""
        return tuple(dict.fromkeys(words(text)))

    def near(self, word: str) -> tuple[str, ...]:
        """The word, and those of the mail that it may be with a typo: of equally near ones the
        commonest first. Where not all accounts count, they are in the order of the alphabet: how
        common a word is would tell of the others."""
        typos = allowed(word)
        if not typos:
            return (word,)
        among_all = self._among is None
        order = "messages DESC" if among_all else "term"
        rows = self._db.rows(_OF_LENGTH + order, (len(word) - typos, len(word) + typos))
        near = nearest(word, (term for (term,) in rows), MOST if among_all else None)
        return tuple(dict.fromkeys((word, *(near if among_all else self._seen(near)))))

    def _seen(self, near: tuple[str, ...]) -> tuple[str, ...]:
        """Those of the words that a mail of the accounts has."""
        with self._db.reading() as connection:
            keys = [
                str(key) for key, id_ in names(connection).items() if id_ in (self._among or ())
            ]
            query = _IN_A_MAIL.format(accounts=", ".join(keys))
            seen = (each for each in near if connection.execute(query, (f'"{each}"',)).get)
            return tuple(islice(seen, MOST))
