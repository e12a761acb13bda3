"""Conversations whose triage is to be judged again. Whoever writes mail marks them, in the same
transaction."""

from __future__ import annotations

from collections.abc import Iterable

import apsw

from desktop_app.model.message import SystemLabel, ThreadId
from desktop_app.search.flags import FLAG
from desktop_app.store.base.binding import integers

LEFT_OUT = FLAG[SystemLabel.DRAFT] | FLAG[SystemLabel.SPAM] | FLAG[SystemLabel.TRASH]
"""Labels of mail that triage does not look at."""

JUDGED_BY = LEFT_OUT | FLAG[SystemLabel.SENT]
"""Labels whose change may change a verdict. Whether a mail is unread or in the inbox is looked at
when a list is read (search/conditions.py)."""

_MARK = (
    "INSERT INTO triage_due (thread, newest) SELECT id, newest FROM thread WHERE {which}"
    " ON CONFLICT (thread) DO UPDATE SET newest = excluded.newest, mark = mark + 1"
)


def mark_due(connection: apsw.Connection, threads: Iterable[ThreadId]) -> None:
    """Marks those of the threads that exist; their rows are written already."""
    connection.execute(
        _MARK.format(which="id IN (SELECT value FROM carray(?))"), (integers(threads),)
    )


def mark_account(connection: apsw.Connection, account: int) -> None:
    """Marks every conversation of an account: the person's own addresses have changed."""
    connection.execute(_MARK.format(which="account = ?"), (account,))


def forget(connection: apsw.Connection, threads: Iterable[ThreadId]) -> None:
    """Deletes the verdicts of threads that are gone."""
    keys = [(thread,) for thread in threads]
    connection.executemany("DELETE FROM triage WHERE thread = ?", keys)
    connection.executemany("DELETE FROM triage_due WHERE thread = ?", keys)
