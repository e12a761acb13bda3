"""The labels of an account's server: their ids there, their names here, colours, visibility."""

from __future__ import annotations

from collections.abc import Sequence

from desktop_app.model.changes import Changes
from desktop_app.model.remote import RemoteLabel
from desktop_app.search.flags import FLAG
from desktop_app.store.db import Database

_COLUMNS = "remote_id, name, background, foreground, in_list, in_messages"


class RemoteLabels:
    """A user label's id here is its name there; system labels have the same ids on both sides."""

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
        """What the server has now takes the place of what was kept."""
        if self.of_account(account_id) == tuple(sorted(labels, key=lambda label: label.id)):
            return
        with self._db.write(Changes(labels=True)) as connection:
            connection.execute("DELETE FROM remote_label WHERE account_id = ?", (account_id,))
            connection.executemany(
                f"INSERT INTO remote_label (account_id, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",
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

    def add(self, account_id: str, label: RemoteLabel) -> None:
        """One that was just made there."""
        known = [known for known in self.of_account(account_id) if known.id != label.id]
        self.replace(account_id, sorted([*known, label], key=lambda each: each.id))
