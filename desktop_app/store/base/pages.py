"""Check of a database's pages. Source: https://sqlite.org/pragma.html#pragma_quick_check"""

from __future__ import annotations

import apsw


def page_problem(connection: apsw.Connection) -> str:
    """SQLite's words on the first page that is not in order; empty where all are. Reads every
    page."""
    try:
        words = str(connection.execute("PRAGMA quick_check(1)").get)
    except (apsw.CorruptError, apsw.NotADBError) as error:
        return str(error)
    return "" if words == "ok" else words
