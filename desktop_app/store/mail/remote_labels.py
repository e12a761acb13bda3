"""Labels of an account's server: their ids there, their names here, colours, visibility."""

from __future__ import annotations

from collections.abc import Sequence

import apsw

from desktop_app.model.changes import Changes
from desktop_app.model.remote import RemoteLabel
from desktop_app.search.flags import FLAG
from desktop_app.store.base.db import Database

_COLUMNS = "remote_id, name, background, foreground, in_list, in_messages"


class RemoteLabels:
    """Labels of every account's server. A user label's id here is its name there; system labels
    have the same ids on both sides."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def of_account(self, account_id: str) -> tuple[RemoteLabel, ...]:
        rows = self._db.rows(
            f"SELECT {_COLUMNS} FROM remote_label WHERE account_id = ? ORDER BY remote_id",
            (account_id,),
        )
        return tuple(
            RemoteLabel(id_, name, id_ in FLAG, background, text, bool(listed), bool(shown))
            for id_, name, background, text, listed, shown in rows
        )

    def replace(self, account_id: str, labels: Sequence[RemoteLabel]) -> None:
        """Replaces the stored labels with the server's current ones."""
        if self.of_account(account_id) == tuple(sorted(labels, key=lambda label: label.id)):
            return
        with self._db.write(Changes(labels=True)) as connection:
            connection.execute(
                "DELETE FROM remote_label WHERE account_id = ? AND wanted = ''", (account_id,)
            )
            connection.executemany(
                f"INSERT OR IGNORE INTO remote_label (account_id, {_COLUMNS})"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                [
                    (
                        account_id,
                        label.id,
                        label.name,
                        label.background,
                        label.text,
                        int(label.in_list),
                        int(label.in_messages),
                    )
                    for label in labels
                ],
            )

    def wanted(self, account_id: str) -> list[tuple[str, str, str]]:
        """The person's label changes that the server has not made: (`create`, `rename` or
        `delete`, the server's id of the label, its name here)."""
        return self._db.rows(
            "SELECT wanted, remote_id, name FROM remote_label"
            " WHERE account_id = ? AND wanted <> ''",
            (account_id,),
        )

    def settled(self, account_id: str, remote_id: str) -> None:
        """Drops a change that the server has made or will never make; the server's state stands."""
        with self._db.write(Changes(labels=True)) as connection:
            key = (account_id, remote_id)
            connection.execute(
                "DELETE FROM remote_label WHERE account_id = ? AND remote_id = ?"
                " AND wanted IN ('create', 'delete')",
                key,
            )
            connection.execute(
                "UPDATE remote_label SET wanted = '' WHERE account_id = ? AND remote_id = ?", key
            )

    def add(self, account_id: str, label: RemoteLabel) -> None:
        """Stores a label that was just created on the server."""
        known = [known for known in self.of_account(account_id) if known.id != label.id]
        self.replace(account_id, sorted([*known, label], key=lambda each: each.id))


def queue_create(connection: apsw.Connection, account_id: str, name: str) -> None:
    """Queues a label the person created, where the account syncs."""
    connection.execute(
        f"INSERT OR IGNORE INTO remote_label (account_id, {_COLUMNS}, wanted)"
        " SELECT id, 'new/' || ?2, ?2, '', '', 1, 1, 'create' FROM account"
        " WHERE id = ?1 AND EXISTS (SELECT 1 FROM sync_state WHERE account_id = ?1)",
        (account_id, name),
    )


def queue_rename(
    connection: apsw.Connection, account_id: str, old: str, new: str, *, from_server: bool
) -> None:
    """Queues a rename. A label that was never on the server is created there under its new name;
    queued changes of messages follow the name."""
    wanted = "wanted" if from_server else "iif(wanted = 'create', 'create', 'rename')"
    connection.execute(
        f"UPDATE remote_label SET name = ?3, wanted = {wanted} WHERE account_id = ?1 AND name = ?2",
        (account_id, old, new),
    )
    connection.execute(
        "UPDATE OR REPLACE pending SET label = ?3 WHERE account_id = ?1 AND label = ?2",
        (account_id, old, new),
    )


def queue_delete(connection: apsw.Connection, account_id: str, name: str) -> None:
    """Queues the deletion of a label, and drops queued changes that carry it."""
    key = (account_id, name)
    connection.execute(
        "DELETE FROM remote_label WHERE account_id = ? AND name = ? AND wanted = 'create'", key
    )
    connection.execute(
        "UPDATE remote_label SET wanted = 'delete' WHERE account_id = ? AND name = ?", key
    )
    connection.execute("DELETE FROM pending WHERE account_id = ? AND label = ?", key)
