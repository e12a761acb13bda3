"""Term table: every word of the index with the number of messages that contain it.

FTS5's own prefix search reads every posting of every matching word. With this table the prefix is
looked up first, and the index is asked for the most frequent words alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import apsw

from desktop_app.search.fold import PLAIN_LETTERS

_SHORT = {1: "term_1", 2: "term_2"}


def _plain(column: str) -> str:
    """SQL of a word in plain letters, as the index `term_plain` has it."""
    for letter, plain in PLAIN_LETTERS.items():
        column = f"replace({column}, '{letter}', '{plain}')"
    return column


_FORMER = (
    "term INDEXED BY term_plain WHERE length(CAST(term AS BLOB)) <> length(term)"
    f" AND term GLOB '*[{''.join(PLAIN_LETTERS)}]*' AND {_plain('term')}"
)
"""Words of mail that was indexed before letters with a stroke were plain ones there."""


def add_counts(connection: apsw.Connection, counts: Counter[str]) -> None:
    """Adds (or subtracts) messages per word; a word without messages is deleted."""
    connection.executemany(
        "INSERT INTO term (term, messages) VALUES (?, ?)"
        " ON CONFLICT (term) DO UPDATE SET messages = messages + excluded.messages",
        sorted(counts.items()),
    )
    gone = [(term,) for term, count in counts.items() if count < 0]
    connection.executemany("DELETE FROM term WHERE term = ? AND messages <= 0", gone)


# Boundaries of the pieces for counting again; one piece is one short transaction.
_CUTS = ("", *(chr(code) for code in (*range(ord("1"), ord("9") + 1), *range(97, 123))), "\x7f")
PIECES = tuple(zip(_CUTS, (*_CUTS[1:], "\U0010ffff"), strict=True))


def recount(connection: apsw.Connection, low: str, high: str) -> None:
    """Counts the words from `low` up to `high` again from the index; reads all of their
    postings."""
    connection.execute("DELETE FROM term WHERE term >= ? AND term < ?", (low, high))
    connection.execute(
        "INSERT INTO term (term, messages) SELECT term, doc FROM fts_vocabulary"
        " WHERE term >= ? AND term < ? ORDER BY term",
        (low, high),
    )


def spellings(connection: apsw.Connection, word: str) -> list[tuple[str, int]]:
    """The former spellings of a word that mail is indexed by, and their messages."""
    return list(connection.execute(f"SELECT term, messages FROM {_FORMER} = ?", (word,)))


def frequency(connection: apsw.Connection, word: str) -> int:
    """The number of messages with the word."""
    found = connection.execute("SELECT messages FROM term WHERE term = ?", (word,)).get
    return int(found or 0)


def expand(connection: apsw.Connection, prefix: str, most: int = 64) -> list[tuple[str, int]]:
    """The most frequent words that start with `prefix` and their messages, most first."""
    rows: list[Any] = connection.execute(
        f"SELECT term, messages FROM {_FORMER} BETWEEN ? AND ? ORDER BY messages DESC LIMIT ?",
        (prefix, prefix + "\U0010ffff", most),
    ).fetchall()
    found = _expand(connection, prefix, most)
    if not rows:
        return found
    return sorted((*found, *rows), key=lambda each: each[1], reverse=True)[:most]


def _expand(connection: apsw.Connection, prefix: str, most: int) -> list[tuple[str, int]]:
    length = len(prefix)
    if length in _SHORT:
        query = (
            f"SELECT term, messages FROM term INDEXED BY {_SHORT[length]}"
            f" WHERE substr(term, 1, {length}) = ?1 ORDER BY messages DESC LIMIT ?2"
        )
        return list(connection.execute(query, (prefix, most)))
    query = (
        "SELECT term, messages FROM term WHERE term >= ?1 AND term < ?2"
        " ORDER BY messages DESC LIMIT ?3"
    )
    return list(connection.execute(query, (prefix, prefix + "\U0010ffff", most)))


def count_words(messages: Iterable[Iterable[str]]) -> Counter[str]:
    """The number of messages for each word; every message gives its distinct words."""
    counts: Counter[str] = Counter()
    for words in messages:
        counts.update(words)
    return counts
