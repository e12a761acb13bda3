"""Whether all assistants and programs are stopped: kept, so that a start changes nothing."""

from __future__ import annotations

from desktop_app.model.changes import Changes
from desktop_app.store.base.db import Database
from desktop_app.store.base.versioned_cache import VersionedCache

_CHANGED = Changes(bridge=True)
_KEY = "all_stopped"


class Stopping:
    def __init__(self, db: Database) -> None:
        self._db = db
        self._kept = VersionedCache(db, _CHANGED, self._read)

    @property
    def on(self) -> bool:
        """Whether it is. Read for every call."""
        return self._kept.get()

    def put(self, *, on: bool) -> None:
        """Stops, or lets go on."""
        with self._db.write(_CHANGED) as connection:
            connection.execute("UPDATE meta SET value = ? WHERE name = ?", (int(on), _KEY))

    def _read(self) -> bool:
        return self._db.rows("SELECT value FROM meta WHERE name = ?", (_KEY,)) != [(0,)]
