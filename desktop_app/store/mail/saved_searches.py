"""Saved searches: a name and a query, in the order of saving."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.model.changes import Changes
from desktop_app.model.errors import BadInput
from desktop_app.store.base.db import Database


@dataclass(frozen=True, slots=True)
class SavedSearch:
    id: int
    name: str
    query: str


class SavedSearches:
    def __init__(self, db: Database) -> None:
        self._db = db

    def list(self) -> list[SavedSearch]:
        with self._db.reading() as connection:
            rows = connection.execute("SELECT id, name, query FROM saved_search ORDER BY id")
            return [SavedSearch(*row) for row in rows]

    def save(self, name: str, query: str) -> SavedSearch:
        """Saves a query under a name; the same name again replaces the query. Raises BadInput."""
        name = " ".join(name.split())
        if not name:
            raise BadInput("A saved search needs a name.")
        with self._db.write(Changes(searches=True)) as connection:
            id_ = connection.execute("SELECT id FROM saved_search WHERE name = ?", (name,)).get
            connection.execute(
                "INSERT OR REPLACE INTO saved_search (id, name, query) VALUES (?, ?, ?)",
                (id_, name, query),
            )
            id_ = connection.last_insert_rowid()
        return SavedSearch(id_, name, query)

    def delete(self, name: str) -> None:
        """Deletes a saved search; a missing one is no error."""
        with self._db.write(Changes(searches=True)) as connection:
            connection.execute("DELETE FROM saved_search WHERE name = ?", (name,))
