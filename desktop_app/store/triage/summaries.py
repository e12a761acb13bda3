"""Lines about conversations that language models wrote, kept until the conversation changes."""

from __future__ import annotations

from typing import Any

import apsw

from desktop_app.model.changes import Changes
from desktop_app.model.message import ThreadId
from desktop_app.model.thread_summary import ThreadSummary
from desktop_app.store.base.db import Database


class Summaries:
    def __init__(self, db: Database) -> None:
        self._db = db

    def get(self, thread: ThreadId) -> ThreadSummary | None:
        """The line that is kept of a conversation, whichever state of it that is about."""
        found = self._db.values(
            _kept,
            "SELECT thread, newest, mails, model, line FROM thread_summary WHERE thread = ?",
            (thread,),
        )
        return found[0] if found else None

    def keep(self, summary: ThreadSummary) -> None:
        """Keeps a line in the place of an earlier one; of a conversation that is gone, nothing."""
        values = (summary.thread, summary.newest, summary.mails, summary.model, summary.line)
        try:
            with self._db.write(Changes(), flushed=False) as connection:
                connection.execute(
                    "INSERT OR REPLACE INTO thread_summary (thread, newest, mails, model, line)"
                    " VALUES (?, ?, ?, ?, ?)",
                    values,
                )
        except apsw.ConstraintError:
            return


def _kept(row: Any) -> ThreadSummary:
    return ThreadSummary(*row)
