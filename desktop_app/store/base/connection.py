"""One connection to a database file, as every part of the store has it.

No cursor outlives the block in which its statement ran. One that is read in part keeps its
connection at the state of the file as of its first row, and what holds the cursor, an error's
traceback for one, would decide for how long.
"""

from __future__ import annotations

import time
from pathlib import Path
from weakref import ref

import apsw

_BUSY_SECONDS = 15.0
_LOOK_SECONDS = 0.005
"""How often a transaction looks whether that of another process has ended. SQLite's own wait looks
every tenth of a second in the end, and misses the gaps between the transactions of an import."""
_PAGE_BYTES = 8192
_PRAGMAS = """
    PRAGMA foreign_keys = ON;
    PRAGMA synchronous = FULL;
    PRAGMA secure_delete = ON;
"""


class OpenCursors:
    """Cursors made on one connection, closed when the outermost block ends. Of one thread at a
    time, as the connection."""

    __slots__ = ("_depth", "_made")

    def __init__(self) -> None:
        self._depth = 0
        self._made: list[ref[apsw.Cursor]] = []

    @property
    def open_blocks(self) -> int:
        """How many blocks have begun and not ended."""
        return self._depth

    def __call__(self, connection: apsw.Connection) -> apsw.Cursor:
        """A new cursor, as the connection's `cursor_factory`."""
        cursor = apsw.Cursor(connection)
        self._made.append(ref(cursor))
        return cursor

    def __enter__(self) -> None:
        """Begins a block; blocks may be nested."""
        self._depth += 1

    def __exit__(self, *_: object) -> None:
        """Ends a block; the outermost closes every cursor, read to its end or not."""
        self._depth -= 1
        if self._depth == 0:
            self.close()

    def close(self) -> None:
        """Closes the cursors made so far. A transaction does before its end: SQLite refuses to
        commit while a statement that writes is read in part."""
        made, self._made = self._made, []
        for known in made:
            if (cursor := known()) is not None:
                cursor.close(True)


class Connection(apsw.Connection):
    """A connection with its cursors, in WAL mode, that waits for other processes."""

    def __init__(self, path: Path) -> None:
        """Raises apsw.Error."""
        super().__init__(str(path))
        self.cursors = OpenCursors()
        self.cursor_factory = self.cursors
        try:
            self._prepare()
        except BaseException:
            self.close(True)
            raise

    def _prepare(self) -> None:
        self.set_busy_handler(wait_for_others)
        # Takes effect in a new file only. Mails of the usual size then need few overflow pages.
        self.pragma("page_size", _PAGE_BYTES)
        self.pragma("journal_mode", "wal")
        # Fetching the rows runs the statement to its end, not only to the first row.
        self.execute(_PRAGMAS).fetchall()


def wait_for_others(attempts: int) -> bool:
    """Busy handler: waits a little; False when it has waited for long enough."""
    if attempts * _LOOK_SECONDS >= _BUSY_SECONDS:
        return False
    time.sleep(_LOOK_SECONDS)
    return True
