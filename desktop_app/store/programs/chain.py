"""Chain of the activity record: each row names the hash of the row before.

A hash is SHA-256, in hexadecimal digits, over the canonical form of what is hashed: JSON in UTF-8,
keys in their order, no spaces, numbers as Python writes them (docs/record.md). A row's hash is over
all of it but its words. Those are sealed: the row has the hash of the words with a salt that is
drawn for it, so that words can be forgotten later, with their salt, and nobody can find them by
trying.

The rows without a hash are always the last ones: what is chained is chained in order.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import apsw

from desktop_app.store.base.days import DAY_SECONDS

BEGINNING = "0" * 64
"""What the first row of all names as the hash before."""

CALL, OLDER, PROPOSAL = "call", "older", "proposal"
FORGOTTEN, CUT = "forgotten", "cut"
PORTION = 1000
"""Rows chained in one transaction, of those that an older version left."""

_encoded = json.JSONEncoder(
    ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=repr
).encode
_FIELDS = (
    *("number", "kind", "at", "origin", "client", "tool", "effect", "decision", "outcome"),
    *("undo", "facts", "seal", "previous"),
)
COLUMNS = "id, kind, at, origin, client, tool, effect, decision, outcome, undo, facts"
_LINE_COLUMNS = f"{COLUMNS}, seal, previous, hash, salt, summary, kept"
_ADD = f"INSERT INTO audit ({_LINE_COLUMNS}) VALUES ({', '.join('?' * 17)})"
_LAST = "SELECT id, at, hash FROM audit ORDER BY id DESC LIMIT 1"


@dataclass(frozen=True, slots=True)
class Head:
    """The last row of a day that has ended, `day` in days since the epoch, UTC."""

    day: int
    number: int
    hash: str


def canonical(value: object) -> str:
    """The one form in which a value is hashed."""
    return _encoded(value)


def hash_of(value: object) -> str:
    """SHA-256 of the canonical form, in hexadecimal digits."""
    # A file that somebody else wrote can have half a surrogate pair in a text.
    return sha256(canonical(value).encode("utf-8", "surrogatepass")).hexdigest()


def sealed(salt: str, summary: str, kept: str = "") -> dict[str, object]:
    """The words of a row as they are sealed. `kept` is a JSON object of further ones, or empty."""
    more: object = {}
    with suppress(ValueError, RecursionError):  # no row was written so, and its seal says it
        more = json.loads(kept) if kept else {}
    return {
        **(more if isinstance(more, dict) else {"kept": kept}),
        "salt": salt,
        "summary": summary,
    }


def new_salt() -> str:
    """A salt that is drawn for one row."""
    return os.urandom(16).hex()


Row = tuple[float, str, str, str, str, str, str, str]
"""At, origin, client, tool, effect, decision, outcome, undo."""


def append(
    connection: apsw.Connection,
    row: Row,
    summary: str = "",
    *,
    kind: str = CALL,
    facts: Mapping[str, object] | None = None,
    salt: str = "",
    kept: str = "",
) -> int:
    """Puts a row behind the last one, in the transaction that is open; returns its number. `salt`
    is one that was drawn for it already, `kept` as in `sealed`."""
    last = _last(connection)
    if last and not last[0][2]:
        for _ in _chained(connection):
            pass
        last = _last(connection)
    [(before, at_before, previous)] = last or [(0, row[0], BEGINNING)]
    day = _day(at_before)
    if last and day != _day(row[0]):
        connection.execute(
            "INSERT OR REPLACE INTO day_head (day, number, hash) VALUES (?, ?, ?)",
            (day, before, previous),
        )
    salt = salt or new_salt()
    fields = (
        *(before + 1, kind, float(row[0]), *row[1:], facts or {}),
        *(hash_of(sealed(salt, summary, kept)), previous),
    )
    named = dict(zip(_FIELDS, fields, strict=True))
    stored = (*fields[:10], canonical(fields[10]), *fields[11:])
    connection.execute(_ADD, (*stored, hash_of(named), salt, summary, kept))
    return int(before) + 1


def chain_portion(connection: apsw.Connection, start: int) -> int:
    """Chains the next rows behind the row `start` that have no hash, in the transaction that is
    open; the number of the last, 0 when there was none."""
    return next(_chained(connection, start), 0)


def _chained(connection: apsw.Connection, start: int = 0) -> Iterator[int]:
    """Chains rows that an older version wrote, a portion each time; gives the last number."""
    query = (
        f"SELECT {COLUMNS}, summary FROM audit WHERE id > ? AND hash = '' ORDER BY id"
        f" LIMIT {PORTION}"
    )
    rows: list[Any]
    while rows := connection.execute(query, (start,)).fetchall():
        before: Any = connection.execute(
            "SELECT hash FROM audit WHERE id < ? ORDER BY id DESC LIMIT 1", (rows[0][0],)
        ).fetchall()
        previous = before[0][0] if before else BEGINNING
        for *row, words in rows:
            number, summary = int(str(row[0])), str(words)
            salt = new_salt()
            seal = hash_of(sealed(salt, summary))
            named = _named((*row, seal, previous))
            found = hash_of(named)
            connection.execute(
                "UPDATE audit SET salt = ?, seal = ?, previous = ?, hash = ? WHERE id = ?",
                (salt, seal, previous, found, number),
            )
            start, previous = number, found
        yield start


def unchained(connection: apsw.Connection) -> bool:
    """Whether there are rows without a hash."""
    last = _last(connection)
    return bool(last) and not last[0][2]


def _last(connection: apsw.Connection) -> list[Any]:
    """Number, time and hash of the last row, if there is one."""
    found: list[Any] = connection.execute(_LAST).fetchall()
    return found


def _day(at: float) -> int:
    return int(at // DAY_SECONDS)


def head_before(connection: apsw.Connection, now: float) -> Head | None:
    """The head of the last day with rows that has ended at `now`."""
    today = _day(now)
    last = _last(connection)
    if last and last[0][2] and _day(last[0][1]) < today:
        number, at, found = last[0]
        return Head(_day(at), number, found)
    rows: list[Any] = connection.execute(
        "SELECT day, number, hash FROM day_head WHERE day < ? ORDER BY number DESC LIMIT 1",
        (today,),
    ).fetchall()
    return Head(*rows[0]) if rows else None


def cut(connection: apsw.Connection, before: float, now: float) -> int:
    """Removes the rows at the start that were written before a moment (seconds since the epoch), in
    the transaction that is open, and puts a row behind the last that says how many until when, and
    the hash of the last of them. The rows from the first later one on stay, whatever a clock said
    then, and the last row stays. Returns how many were removed."""
    if unchained(connection):
        for _ in _chained(connection):
            pass
    kept: Any = connection.execute(
        "SELECT coalesce((SELECT id FROM audit WHERE at >= ? ORDER BY id LIMIT 1),"
        " (SELECT max(id) FROM audit))",
        (before,),
    ).get
    removed: Any = connection.execute(
        "SELECT id, at, hash FROM audit WHERE id < ? ORDER BY id DESC LIMIT 1", (kept,)
    ).fetchall()
    some = "SELECT count(*) FROM audit WHERE id < ? AND kind <> ?"
    if not removed or not connection.execute(some, (kept, CUT)).get:
        return 0  # a row that says what was removed is no reason for another
    [(through, at, last_hash)] = removed
    connection.execute("DELETE FROM day_head WHERE number <= ?", (through,))
    connection.execute("DELETE FROM audit WHERE id <= ?", (through,))
    count = connection.changes()
    facts = {"hash": last_hash, "removed": count, "through": through, "until": at}
    append(connection, (now, "", "", "", "", "", "", ""), kind=CUT, facts=facts)
    return count


def heads(connection: apsw.Connection) -> list[Head]:
    """The heads that are kept, the oldest first."""
    rows: Iterable[Any] = connection.execute(
        "SELECT day, number, hash FROM day_head ORDER BY number"
    )
    return [Head(*row) for row in rows]


def lines(connection: apsw.Connection) -> Iterator[str]:
    """The record as an export has it, each line without its end. Read it in one transaction."""
    rows = int(connection.execute("SELECT count(*) FROM audit").get)
    last = _last(connection)
    head = last[0][2] if last else BEGINNING
    yield canonical(header(rows, head))
    found: Iterable[Any] = connection.execute(f"SELECT {_LINE_COLUMNS} FROM audit ORDER BY id")
    for *row, row_hash, salt, summary, kept in found:
        words = sealed(salt, summary, kept) if salt or summary or kept else None
        yield canonical(_named(tuple(row)) | {"hash": row_hash, "words": words})
    yield canonical({"head": head, "rows": rows})


def header(rows: int, head: str) -> dict[str, object]:
    """The first line of an export."""
    return {
        "canonical": "JSON in UTF-8, keys in order, no spaces; SHA-256",
        "format": FORMAT,
        "head": head,
        "rows": rows,
        "version": VERSION,
    }


FORMAT, VERSION = "draftdesk-record", 1


def _named(row: tuple[Any, ...]) -> dict[str, Any]:
    named = dict(zip(_FIELDS, row, strict=True))
    # What is no JSON stays what it is: no row was written so, and its hash says it.
    with suppress(TypeError, ValueError, RecursionError):
        named["facts"] = json.loads(named["facts"])
    return named
