"""Audit trail: who called which tool, what was decided, and the outcome.

Also the undo data: the labels that messages got and lost by a change. Neither holds message text.

The trail has a file of its own. A row is written without waiting for an import, and its commit
leaves the page caches of mail.db's connections valid.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from desktop_app.model.changes import Changes
from desktop_app.model.clock import Clock
from desktop_app.model.errors import Damaged, NotFound, StorageError
from desktop_app.model.label_difference import KeptChange, LabelDifference
from desktop_app.store.base import swap
from desktop_app.store.base.db import Database
from desktop_app.store.base.drawn_numbers import drawn_number
from desktop_app.store.base.sqlite_errors import Named, decoded

if TYPE_CHECKING:
    from desktop_app.store.programs.chain import Head
    from desktop_app.store.programs.exchange import Exchange
    from desktop_app.store.programs.followed import States

_log = logging.getLogger(__name__)

KEPT_UNDOS = 1000
_WRITTEN = Changes(audit=True)
_NAMED = Named(
    "activity record", "Close Draftdesk and open it again: the record begins anew.", Damaged
)
_AFTER_ALL = 2**63 - 1
_COLUMNS = "at, origin, client, tool, effect, decision, outcome, summary, undo"
_SHOWN = "kind IN ('call', 'older', 'proposal')"
_SEEN = "SELECT origin, client, at, kept FROM audit WHERE at >= ? AND at < ? AND kept <> ''"


def _mails(kept: str) -> list[int]:
    """Raises msgspec.MsgspecError."""
    found = msgspec.json.decode(kept, type=dict[str, list[int] | str]).get("mails", [])
    return found if isinstance(found, list) else []


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """`at` in seconds since the epoch; `outcome` is `done`, `asked`, `refused` or an error's
    code; `summary` is readable and holds ids and counts, not message text; `undo` is a key for
    `Undos.take`, empty where the change can't be taken back; `id` grows with every entry, 0 before
    it is written."""

    at: float
    origin: str
    client: str
    tool: str
    effect: str
    decision: str
    outcome: str
    summary: str
    undo: str = ""
    id: int = field(default=0, compare=False)


def open_trail(profile: Path, mail: Database) -> Database:
    """Opens `<profile>/audit.db` and takes over what older versions wrote into mail.db.
    Subscribers of `mail` hear its changes too. A damaged trail is set aside, and begins anew."""
    try:
        trail = _opened(profile, mail.clock)
    except Damaged:
        aside = swap.set_aside(profile, "audit.db", swap.stamp_of(mail.clock()))
        _log.warning("The activity record was damaged. It is in %s; it begins anew.", aside)
        trail = _opened(profile, mail.clock)
    try:
        _take_over(mail, trail)
        _chain_what_is_not(trail)
    except BaseException:
        trail.close()
        raise
    trail.subscribe(lambda _: mail.announce(_WRITTEN))
    return trail


def _opened(profile: Path, clock: Clock) -> Database:
    return Database(profile / "audit.db", clock=clock, schema="audit", named=_NAMED)


def _take_over(mail: Database, trail: Database) -> None:
    """Repeatable after a kill: a row keeps its number."""
    rows = mail.rows(f"SELECT id, {_COLUMNS} FROM audit_before")
    if rows:
        with trail.write(Changes()) as connection:
            [(last,)] = connection.execute("SELECT coalesce(max(id), 0) FROM audit").fetchall()
            connection.executemany(
                f"INSERT INTO audit (id, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [row for row in rows if row[0] > last],
            )
        with mail.write(Changes()) as connection:
            connection.execute("DELETE FROM audit_before")


def _chain_what_is_not(trail: Database) -> None:
    """Chains what older versions wrote, in portions. Another process may be doing the same."""
    from desktop_app.store.programs.chain import chain_portion, unchained

    with trail.reading() as reading:
        if not unchained(reading):
            return
    done = 0
    while True:
        with trail.write(Changes()) as connection:
            done = chain_portion(connection, done)
        if not done:
            return


class Audit:
    def __init__(self, trail: Callable[[], Database]) -> None:
        """`trail` opens it when it is first wanted, and returns it."""
        self._trail = trail

    def ready(self) -> None:
        """Raises StorageError when the trail can't be written."""
        self._trail()

    def note(self, entry: AuditEntry, exchange: Exchange | None = None) -> None:
        """As `add`, for an action that has happened already. A failure to record it is logged,
        not raised."""
        try:
            self.add(entry, exchange)
        except StorageError as error:
            _log.warning("%s was not written down: %s", entry.tool, error.sentence)

    def add(
        self, entry: AuditEntry, exchange: Exchange | None = None, *, flushed: bool = True
    ) -> None:
        """Puts an entry behind the last, and chains it. `flushed` as in `Database.write`."""
        from desktop_app.store.programs.chain import append, new_salt

        salt = new_salt()
        facts = exchange.facts(salt) if exchange else None
        kept = exchange.words() if exchange else ""
        row = (
            *(entry.at, entry.origin, entry.client, entry.tool, entry.effect),
            *(entry.decision, entry.outcome, entry.undo),
        )
        with self._trail().write(_WRITTEN, flushed=flushed) as connection:
            number = append(connection, row, entry.summary, facts=facts, salt=salt, kept=kept)
            if exchange and exchange.draft and entry.effect == "draft":
                from desktop_app.store.programs.followed import follow

                who = {"origin": entry.origin, "client": entry.client}
                follow(connection, exchange.draft, number=number, **who)

    def note_proposals(self, states: States) -> int:
        """Writes down what became of the drafts that the record follows; how many rows that took.
        `states` is asked before the record is locked."""
        from desktop_app.store.programs.followed import followed, note_changes

        trail = self._trail()
        with trail.reading() as reading:
            asked = followed(reading)
        if not asked:
            return 0
        known = states(asked)
        with trail.write(_WRITTEN) as connection:
            return note_changes(connection, known, asked, trail.clock())

    def newest(self, *, limit: int, before: int = 0, origin: str = "") -> list[AuditEntry]:
        """Entries in the order of writing, the last first; only those before an entry's id, or
        all (0)."""
        rows = self._trail().rows(
            f"SELECT {_COLUMNS}, id FROM audit"
            f" WHERE id < ?1 AND (?2 = '' OR origin = ?2) AND {_SHOWN} ORDER BY id DESC LIMIT ?3",
            (before or _AFTER_ALL, origin, limit),
        )
        return [AuditEntry(*row) for row in rows]

    def forget_words(self) -> None:
        """Blanks every summary and its salt, so that searches of a removed account do not outlive
        it here, and writes down that it was done. Then `sweep`, until it has succeeded."""
        from desktop_app.store.programs.chain import FORGOTTEN, append

        trail = self._trail()
        with trail.write(_WRITTEN) as connection:
            connection.execute(
                "UPDATE audit SET summary = '', salt = '', kept = ''"
                " WHERE salt <> '' AND kind <> 'forgotten'"
            )
            if connection.changes():
                nobody = (trail.clock(), "", "", "", "", "", "", "")
                append(connection, nobody, kind=FORGOTTEN)
        with trail.alone() as connection:
            connection.execute("VACUUM")

    def lines(self) -> Generator[str]:
        """The record as of this moment, as an export has it, each line without its end. Read in the
        thread that asks, to the end or not."""
        from desktop_app.store.programs.chain import lines

        with self._trail().reading() as connection:
            connection.execute("BEGIN").fetchall()
            try:
                yield from lines(connection)
            finally:
                connection.execute("ROLLBACK").fetchall()

    def cut(self, before: float) -> int:
        """Removes the rows at the start that are older than a moment (seconds since the epoch), and
        writes down that it was done. Returns how many."""
        from desktop_app.store.programs.chain import cut

        trail = self._trail()
        with trail.write(_WRITTEN) as connection:
            return cut(connection, before, trail.clock())

    def seen(self, since: float, until: float) -> dict[tuple[str, str], dict[int, float]]:
        """The mails that answers had in them between two moments (seconds since the epoch), by
        origin and client, each with when it was last given. Reads the whole record: for a thread
        that may take its time."""
        found: dict[tuple[str, str], dict[int, float]] = {}
        with self._trail().reading() as connection:
            for origin, client, at, kept in connection.execute(_SEEN, (since, until)):
                mails = found.setdefault((origin, client), {})
                for mail in decoded(_mails, str(kept)):
                    mails[mail] = max(at, mails.get(mail, at))
        return found

    def heads(self) -> list[Head]:
        """The last row of each day that has ended and that a later one followed."""
        from desktop_app.store.programs.chain import heads

        with self._trail().reading() as connection:
            return heads(connection)

    def head_before(self, now: float) -> Head | None:
        """The last row of the last day with rows that has ended at `now`."""
        from desktop_app.store.programs.chain import head_before

        with self._trail().reading() as connection:
            return head_before(connection, now)

    def sweep(self) -> bool:
        """Empties the trail's write-ahead log; False while somebody reads an older state of it."""
        return self._trail().checkpoint()


class Undos:
    def __init__(self, db: Database) -> None:
        self._db = db

    def keep(self, changes: Mapping[int, LabelDifference], *, now: float) -> str:
        """Stores what messages got and lost; `take` returns it for the key."""
        data = msgspec.json.encode({str(k): v for k, v in changes.items()}).decode()
        with self._db.write(Changes()) as connection:
            key = drawn_number(connection, "undo")
            connection.execute(
                "INSERT INTO undo (id, made, data) VALUES (?, ?, ?)", (key, now, data)
            )
            newest = connection.last_insert_rowid()
            connection.execute("DELETE FROM undo WHERE place <= ?", (newest - KEPT_UNDOS,))
        return str(key)

    def left(self, keys: Iterable[str]) -> set[str]:
        """Those of the keys that still undo something."""
        wanted = [int(key) for key in keys if key.isdecimal()]
        rows = self._db.rows(
            "SELECT id FROM undo WHERE id IN (SELECT value FROM json_each(?))",
            (msgspec.json.encode(wanted).decode(),),
        )
        return {str(id_) for (id_,) in rows}

    def take(self, key: str) -> dict[int, KeptChange]:
        """What is to be taken back, once for each key. Raises `NotFound` for a key that was used or
        is too old."""
        with self._db.write(Changes()) as connection:
            data = connection.execute("SELECT data FROM undo WHERE id = ?", (key,)).get
            if data is None:
                raise NotFound("That change can no longer be undone.")
            connection.execute("DELETE FROM undo WHERE id = ?", (key,))
        kept = msgspec.json.decode(data, type=dict[str, LabelDifference | frozenset[str]])
        return {int(k): v for k, v in kept.items()}
