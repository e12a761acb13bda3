"""Which tables a backup has: all but those that mail fills again."""

from __future__ import annotations

import apsw

from desktop_app.model.changes import Changes
from desktop_app.store.base.db import Database

MADE_FROM_MAIL = frozenset(
    {
        *("message", "state", "raw", "thread", "threading", "message_label", "message_user_label"),
        *("person", "person_word", "term"),
        *("triage", "triage_due", "thread_summary"),
        *("file_text", "file_body", "file_due"),
        *("folder", "folder_message", "folder_copy", "folder_change", "remote_todo"),
    }
)
"""Tables that the mail of a server or of a file fills again."""

OF_THIS_FILE = frozenset({"undo", "import_progress", "meta", "came_back", "later_news", "opened"})
"""Tables that speak of the mail as it lies in this file."""


EXPECTED, EXPECTED_BEFORE = "expected_message", "expected_before"
"""Table of the mail that a backup knows of; one made before there was that table has the other."""


def take_over_mail(db: Database) -> None:
    """Puts what a backup of an older version knows of mail where this version has it."""
    with db.write(Changes()) as connection:
        if not columns(connection, EXPECTED_BEFORE):
            return
        connection.execute(
            f"INSERT OR IGNORE INTO {EXPECTED} (id, digest, account_id, labels, source_id, raw)"
            f" SELECT id, digest, account_id, labels, source_id, raw FROM {EXPECTED_BEFORE}"
            " WHERE account_id IN (SELECT id FROM account)"
        )
        connection.execute(f"DROP TABLE {EXPECTED_BEFORE}")


def kept_tables(connection: apsw.Connection, schema: str = "main") -> list[str]:
    """Tables of what exists nowhere else: every table that is not named above, so that a new one
    is backed up without being named."""
    rows = connection.execute(
        f"SELECT name FROM {schema}.sqlite_schema WHERE type = 'table'"
        " AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'fts%' ORDER BY rowid"
    )
    left_out = MADE_FROM_MAIL | OF_THIS_FILE
    return [name for (name,) in rows if name not in left_out]


def columns(connection: apsw.Connection, table: str, schema: str = "main") -> list[str]:
    rows = connection.execute("SELECT name FROM pragma_table_info(?, ?)", (table, schema))
    return [str(name) for (name,) in rows]
