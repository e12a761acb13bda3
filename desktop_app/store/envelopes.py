"""Reading stored messages back into the model's values."""

from __future__ import annotations

from collections.abc import Iterable

import apsw

from desktop_app.model.message import Message, MessageId
from desktop_app.search.flags import HAS_USER_LABEL, system_labels
from desktop_app.store.accounts import names
from desktop_app.store.binding import integers
from desktop_app.store.label_changes import user_labels
from desktop_app.store.rows import envelope_decoder, message_of

_QUERY = """
    SELECT s.id, s.thread, s.account, s.date, s.size, s.flags, m.source_id, m.envelope
    FROM state s JOIN message m USING (id)
    WHERE s.id IN (SELECT value FROM carray(?))
"""
_Row = tuple[int, int, int, int, int, int, str, bytes]


def read_messages(connection: apsw.Connection, ids: Iterable[MessageId]) -> list[Message]:
    """The messages in the order of `ids`; one that is not there any more is left out."""
    wanted = list(ids)
    rows: list[_Row] = list(connection.execute(_QUERY, (integers(set(wanted)),)))
    labelled = integers(row[0] for row in rows if row[5] & HAS_USER_LABEL)
    user = user_labels(connection, labelled)
    accounts = names(connection)
    found = {row[0]: _message(row, accounts[row[2]], user) for row in rows}
    return [found[id_] for id_ in wanted if id_ in found]


def _message(row: _Row, account_id: str, user: dict[MessageId, frozenset[str]]) -> Message:
    id_, thread, _, date, size, flags, source_id, packed = row
    labels = system_labels(flags)
    if id_ in user:
        labels |= user[id_]
    return message_of(
        envelope_decoder.decode(packed),
        id=id_,
        thread_id=thread,
        account_id=account_id,
        date=date,
        size=size,
        labels=labels,
        source_id=source_id,
    )
