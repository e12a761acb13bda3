"""Compiled query: plain values, made by search/sql.py and run by the store."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

Binding = int | str
LATEST = 2**62
FILES_OF_A_MAIL = 256
"""Files of one mail that are told apart; the id of one is its mail's times this, and its number."""


@dataclass(frozen=True, slots=True)
class IndexedLabel:
    """A label in the tables: its number, id, flag (0 for a user label) and account."""

    key: int
    id: str
    flag: int
    account: int
    total: int


class Index(Protocol):
    """The index, as compiling reads it; `total` is the number of messages. `begins`: how many
    messages have a word is not told, and FTS5 itself looks for the words that begin like one."""

    total: int
    begins: bool

    def expand(self, prefix: str, *, people: bool = False) -> Sequence[tuple[str, int]]:
        """The most frequent words with this prefix and how many messages each is in; with
        `people` only words of names and addresses."""

    def frequency(self, word: str) -> int:
        """The number of messages with the word."""

    def spellings(self, word: str) -> Sequence[str]:
        """The word, and former spellings of it that mail is indexed by."""


@dataclass(frozen=True, slots=True)
class MailFacts:
    """Facts of the mail that compiling needs. `accounts` restricts to those with these numbers;
    `own` are the person's own addresses (`from:me`); `max_bump` is the largest difference in
    seconds between an id and its message's date; `message_keys` are the stored hashes of a
    Message-ID. `columns` are the columns of the index in which words may be found; empty: all."""

    labels: tuple[IndexedLabel, ...]
    own: tuple[str, ...]
    now: float
    messages: int
    max_bump: int
    message_keys: Callable[[str], tuple[int, ...]]
    accounts: tuple[int, ...] | None = None
    columns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Exact:
    """Words that must occur with exactly these accents; checked on the text itself, or with
    `in_files` on the texts of its files."""

    words: tuple[str, ...]
    in_files: bool = False


@dataclass(frozen=True, slots=True)
class Driver:
    """Labels whose messages are worth walking instead of the words' or all messages; or `source`,
    SQL of ids between :low and :high that an index has in order."""

    labels: tuple[int, ...]
    total: int
    source: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """How to find the messages of a query.

    `match` is an FTS5 expression or empty; `where` an SQL condition on the row `s` of `state`; ids
    are from `low` to `high`; `windowed`: `where` has subqueries bounded by :low and :high, which
    are best evaluated in pieces. `match_estimate` and `estimate` are the approximate numbers of
    messages that match the words, and everything; `total` is the number in the span of ids;
    `likelihood` that one of those matches, if the conditions are independent.
    """

    match: str
    where: str
    bindings: Mapping[str, Binding]
    low: int
    high: int
    windowed: bool
    drivers: tuple[Driver, ...]
    match_estimate: float
    estimate: float
    total: float
    likelihood: float
    exact: tuple[Exact, ...] = ()


@dataclass(slots=True)
class Bindings:
    """Allocates a name for each bound value."""

    values: dict[str, Binding] = field(default_factory=dict)

    def add(self, value: Binding) -> str:
        name = f"p{len(self.values)}"
        self.values[name] = value
        return f":{name}"
