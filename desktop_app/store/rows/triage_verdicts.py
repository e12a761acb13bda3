"""Stored verdicts of triage as values of the model."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import apsw

from desktop_app.model.message import ThreadId
from desktop_app.model.triage import Kind, Reason, Verdict
from desktop_app.store.base.binding import integers


def read_verdicts(
    connection: apsw.Connection, threads: Iterable[ThreadId]
) -> dict[ThreadId, Verdict]:
    """The verdicts of those of the threads that want something."""
    rows = connection.execute(
        "SELECT thread, kind, message, reason, said FROM triage"
        " WHERE thread IN (SELECT value FROM carray(?))",
        (integers(set(threads)),),
    )
    return {row[0]: verdict_of(row) for row in rows}


def verdict_of(row: Sequence[Any]) -> Verdict:
    """Of the columns thread, kind, message, reason, said."""
    _, kind, message, reason, said = row
    return Verdict(Kind(kind), Reason(reason), message, bool(said))
