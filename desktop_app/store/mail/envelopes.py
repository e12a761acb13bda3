"""Stored messages as values of the model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import apsw

from desktop_app.model.message import Message, MessageId, MessageSummary
from desktop_app.search.flags import HAS_USER_LABEL, system_labels
from desktop_app.store.base.binding import integers
from desktop_app.store.mail.accounts import names
from desktop_app.store.rows.label_changes import user_labels
from desktop_app.store.rows.rows import envelope_decoder, listed_decoder, message_of, summary_of
from desktop_app.store.rows.walk import Shape

_QUERY = """
    SELECT s.id, s.thread, s.account, s.date, s.size, s.flags, m.source_id, m.envelope
    FROM state s JOIN message m USING (id)
    WHERE s.id IN (SELECT value FROM carray(?))
"""
_Row = tuple[int, int, int, int, int, int, str, bytes]


def read_messages(connection: apsw.Connection, ids: Iterable[MessageId]) -> list[Message]:
    """The messages in the order of `ids`; missing ones are left out."""
    return [
        message_of(
            envelope_decoder.decode(packed),
            id=id_,
            thread_id=thread,
            account_id=account_id,
            date=date,
            size=size,
            labels=labels,
            source_id=source_id,
        )
        for (id_, thread, _, date, size, _, source_id, packed), account_id, labels in _stored(
            connection, ids
        )
    ]


LISTED = Shape(
    "s.id, s.thread, s.account, s.date, s.flags, m.source_id, m.envelope",
    "CROSS JOIN message m ON m.id = s.id",
)
"""Columns that `summaries_of` needs of each message."""


def summaries_of(
    connection: apsw.Connection, rows: Sequence[tuple[Any, ...]]
) -> list[MessageSummary]:
    """Summaries for lists, from rows of the shape `LISTED`."""
    labelled = [row[0] for row in rows if row[4] & HAS_USER_LABEL]
    user = user_labels(connection, integers(labelled)) if labelled else {}
    accounts, decode = names(connection), listed_decoder.decode
    return [
        summary_of(
            decode(packed),
            id_,
            thread,
            accounts[account],
            date,
            system_labels(flags) | user[id_] if id_ in user else system_labels(flags),
            source_id,
        )
        for id_, thread, account, date, flags, source_id, packed in rows
    ]


def _stored(
    connection: apsw.Connection, ids: Iterable[MessageId]
) -> Iterator[tuple[_Row, str, frozenset[str]]]:
    """For each message found: its stored row, its account's id, and its labels."""
    wanted = list(ids)
    rows: dict[int, _Row] = {
        row[0]: row for row in connection.execute(_QUERY, (integers(set(wanted)),))
    }
    labelled = [id_ for id_, row in rows.items() if row[5] & HAS_USER_LABEL]
    user = user_labels(connection, integers(labelled)) if labelled else {}
    accounts = names(connection)
    for id_ in wanted:
        row = rows.get(id_)
        if row is not None:
            labels = system_labels(row[5])
            yield row, accounts[row[2]], labels | user[id_] if id_ in user else labels
