"""Labels and their counts inside one transaction.

A missing label is created when a message first carries it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

import apsw

from desktop_app.model.message import SystemLabel
from desktop_app.search.flags import FLAG


class LabelBook:
    """The labels of one account (its number in `account`)."""

    def __init__(self, connection: apsw.Connection, account: int) -> None:
        self._connection = connection
        self._account = account
        self._total: Counter[int] = Counter()
        self._unread: Counter[int] = Counter()
        self._keys: dict[str, int] = dict(
            connection.execute("SELECT id, key FROM label WHERE account = ?", (account,))
        )

    def key(self, label_id: str) -> int:
        """The label's number; creates a missing label."""
        key = self._keys.get(label_id)
        if key is None:
            key = self._keys[label_id] = self._make(label_id)
        return key

    def _make(self, label_id: str) -> int:
        flag = FLAG.get(label_id, 0)
        self._connection.execute(
            "INSERT INTO label (account, id, flag) VALUES (?, ?, ?)",
            (self._account, label_id, flag),
        )
        return self._connection.last_insert_rowid()

    def count(self, labels: Collection[str], sign: int) -> None:
        """Adds a message with these labels to the counts (+1) or subtracts it (-1)."""
        unread = SystemLabel.UNREAD in labels
        for label in labels:
            key = self.key(label)
            self._total[key] += sign
            if unread:
                self._unread[key] += sign

    def flush(self) -> None:
        changed = self._total.keys() | self._unread.keys()
        self._connection.executemany(
            "UPDATE label SET total = total + ?, unread = unread + ? WHERE key = ?",
            [(self._total[key], self._unread[key], key) for key in changed],
        )
        self._total.clear()
        self._unread.clear()
