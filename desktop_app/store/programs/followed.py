"""What became of the drafts that assistants and programs proposed, for the activity record.

The drafts are in mail.db, the record is a file of its own: no transaction spans both. So the record
compares: it knows which drafts it follows and what it last said of each, and writes a row for each
that has changed. A crash between the two leaves the row to the next look. Of changes between two
looks it says the last one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import apsw

from desktop_app.store.programs.chain import PROPOSAL, append

PROPOSED, DELETED = "proposed", "deleted"
_ENDS = frozenset({"sent", DELETED})
TOOL = "proposal"
"""In the place of a tool's name in these rows."""

_FOLLOW = """
    INSERT INTO followed (draft, number, origin, client, state) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (draft) DO NOTHING
"""

States = Callable[[list[str]], Mapping[str, tuple[str, int]]]
"""State and revision of drafts by their ids; one that is not there is deleted."""


def follow(
    connection: apsw.Connection, draft: str, *, number: int, origin: str, client: str
) -> None:
    """From now on the record follows a draft, which came of the call of the row `number`."""
    connection.execute(_FOLLOW, (draft, number, origin, client, PROPOSED))


def followed(connection: apsw.Connection) -> list[str]:
    """The drafts that are followed."""
    rows: Any = connection.execute("SELECT draft FROM followed ORDER BY number").fetchall()
    return [draft for (draft,) in rows]


def note_changes(
    connection: apsw.Connection, states: Mapping[str, tuple[str, int]], asked: list[str], now: float
) -> int:
    """Writes down what became of the drafts that were asked about; how many rows."""
    rows: Any = connection.execute(
        "SELECT draft, number, origin, client, state FROM followed ORDER BY number"
    ).fetchall()
    about, noted = frozenset(asked), 0
    for draft, number, origin, client, before in rows:
        state, revision = states.get(draft, (DELETED, 0))
        if state == before or draft not in about:
            continue
        facts = {"draft": draft, "of": number, "revision": revision}
        append(
            connection,
            (now, origin, client, TOOL, "", "", state, ""),
            kind=PROPOSAL,
            facts=facts,
        )
        noted += 1
        if state in _ENDS:
            connection.execute("DELETE FROM followed WHERE draft = ?", (draft,))
        else:
            connection.execute("UPDATE followed SET state = ? WHERE draft = ?", (state, draft))
    return noted
