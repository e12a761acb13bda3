"""Facts of the mail that compiling a query needs: words' frequencies, labels, totals."""

from __future__ import annotations

from dataclasses import dataclass

import apsw

from desktop_app.search.plan import IndexedLabel, MailFacts
from desktop_app.store.mail.accounts import names
from desktop_app.store.rows import terms
from desktop_app.store.rows.message_record import key_of

_NAMES = """
    SELECT w.word, sum(p.received + p.written) + 1 AS mails
    FROM person_word w JOIN person p ON p.id = w.person
    WHERE w.word >= ?1 AND w.word < ?2 AND w.word NOT LIKE '%@%'
    GROUP BY w.word ORDER BY mails DESC LIMIT ?3
"""
_MOST_NAMES = 64


def expand_names(connection: apsw.Connection, prefix: str) -> list[tuple[str, int]]:
    """The commonest words of names and addresses that start with `prefix`."""
    return list(connection.execute(_NAMES, (prefix, prefix + "\U0010ffff", _MOST_NAMES)))


class TermIndex:
    """The term table as search.plan.Index; each word is looked up once."""

    def __init__(self, connection: apsw.Connection, total: int, *, begins: bool = False) -> None:
        self.begins = begins
        self._connection = connection
        self._frequencies: dict[str, int] = {}
        self._spellings: dict[str, tuple[str, ...]] = {}
        self.total = total

    def expand(self, prefix: str, *, people: bool = False) -> list[tuple[str, int]]:
        if people:
            return expand_names(self._connection, prefix)
        found = terms.expand(self._connection, prefix)
        self._frequencies.update(found)
        return found

    def frequency(self, word: str) -> int:
        if word not in self._frequencies:
            former = terms.spellings(self._connection, word)
            own = terms.frequency(self._connection, word)
            self._frequencies[word] = own + sum(count for _, count in former)
            self._spellings[word] = (word, *(term for term, _ in former))
        return self._frequencies[word]

    def spellings(self, word: str) -> tuple[str, ...]:
        if word not in self._spellings:
            former = terms.spellings(self._connection, word)
            self._spellings[word] = (word, *(term for term, _ in former))
        return self._spellings[word]


@dataclass(frozen=True, slots=True)
class Holdings:
    """The state of the whole mail: labels, account ids by number, number of messages, and
    `max_bump` of `search.plan.MailFacts`."""

    labels: tuple[IndexedLabel, ...]
    accounts: tuple[tuple[int, str], ...]
    messages: int
    max_bump: int


def holdings(connection: apsw.Connection) -> Holdings:
    """Reads the holdings from the tables. They change with messages, labels and accounts alone."""
    labels = connection.execute("SELECT key, id, flag, account, total FROM label")
    return Holdings(
        labels=tuple(IndexedLabel(*row) for row in labels),
        accounts=tuple(names(connection).items()),
        messages=total(connection),
        max_bump=_max_bump(connection),
    )


def mailbox(
    known: Holdings,
    *,
    own: frozenset[str],
    now: float,
    accounts: frozenset[str] | None = None,
    columns: tuple[str, ...] = (),
) -> MailFacts:
    """The mailbox for one compilation, with the accounts of these ids or with all."""
    return MailFacts(
        labels=known.labels,
        own=tuple(sorted(own)),
        now=now,
        messages=known.messages,
        max_bump=known.max_bump,
        message_keys=lambda text: tuple(key_of(id_, "id", text) for _, id_ in known.accounts),
        accounts=None
        if accounts is None
        else tuple(key for key, id_ in known.accounts if id_ in accounts),
        columns=columns,
    )


def total(connection: apsw.Connection, account_id: str = "") -> int:
    """The stored number of messages, in one account or in all."""
    query = "SELECT coalesce(sum(messages), 0) FROM account WHERE ? IN ('', id)"
    return int(connection.execute(query, (account_id,)).get)


def _max_bump(connection: apsw.Connection) -> int:
    found = connection.execute("SELECT value FROM meta WHERE name = 'max_bump'").get
    if not isinstance(found, int):
        raise apsw.CorruptError("the table meta has lost a row")
    return found
