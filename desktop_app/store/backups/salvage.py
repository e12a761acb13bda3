"""Reading of a damaged mail.db: every row that SQLite still hands out as it was stored.

A page that can't be read ends a statement. Reading then goes on from the other end and by single
keys, so that what is lost is what lay in the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

import apsw
import msgspec
from zstandard import get_frame_parameters

from desktop_app.model.draft import Author, DraftContent, Source
from desktop_app.model.outbox import frozen_digest
from desktop_app.search.flags import system_labels
from desktop_app.store.backups.schema_copy import opened_by_copy
from desktop_app.store.backups.tables import OF_THIS_FILE, columns, kept_tables
from desktop_app.store.base.compressed import decompressed
from desktop_app.store.rows.message_record import content_digest

_UNREADABLE = (apsw.Error, UnicodeDecodeError, msgspec.MsgspecError)
_AUTHOR = msgspec.json.Decoder(Author).decode
_CONTENT = msgspec.json.Decoder(DraftContent).decode
_SOURCES = msgspec.json.Decoder(tuple[Source, ...]).decode
_RECIPIENTS = msgspec.json.Decoder(list[str]).decode
_JSON = msgspec.json.Decoder(Any).decode

_CHECKS: Mapping[str, Mapping[str, Callable[[Any], object]]] = MappingProxyType(
    {
        "account": {"identities": _JSON},
        "draft": {"author": _AUTHOR, "content": _CONTENT, "sources": _SOURCES},
        "draft_version": {"author": _AUTHOR, "content": _CONTENT},
        "draft_change": {"author": _AUTHOR, "base": _CONTENT, "content": _CONTENT},
        "outbox": {"recipients": _RECIPIENTS},
        "conversation": {"history": decompressed},
        "conversation_turn": {"events": decompressed},
        "sent_payload": {"body": decompressed},
    }
)
"""What a column must be decodable as, so that what was overwritten is not taken for a value."""


@dataclass(frozen=True, slots=True)
class ReadTable:
    """Rows of a table as dictionaries; `whole` where every page of it could be read. `checked`:
    what is among the rows makes sense, so that it was not taken from another page."""

    rows: list[dict[str, Any]]
    whole: bool
    checked: bool = False


@dataclass(frozen=True, slots=True)
class SalvagedMail:
    """A mail that is byte for byte what was stored. `source_id` and `labels` are None where they
    can't be read; the labels are `certain` where every page that says them is in order."""

    id: int
    account_id: str
    source_id: str | None
    raw: bytes
    labels: frozenset[str] | None
    certain: bool = True


class DamagedDatabase:
    """A damaged mail.db, opened for reading. Whatever can't be read is left out, never raised.

    `problem` has SQLite's words on the first damage in structure or index; it is empty where there
    is none.
    """

    def __init__(self, path: Path) -> None:
        self._connection = _opened(path)
        self.problem = "it can't be opened" if self._connection is None else self._look()
        if self.problem:
            self._read_what_is_there(path)

    def _read_what_is_there(self, path: Path) -> None:
        """SQLite reads a file that is shorter than it says, and one whose list of tables is damaged
        in part, where that list may be written. Where it can't be read, its copy is."""
        with suppress(apsw.Error):
            if self._connection is not None:
                self._connection.pragma("writable_schema", True)
        if self._has_every_table():
            return
        with suppress(apsw.Error):
            by_copy = opened_by_copy(path)
            if by_copy is not None:
                self.close()
                self._connection = by_copy

    def _has_every_table(self) -> bool:
        if self._connection is None:
            return False
        try:
            self._connection.execute("SELECT count(*) FROM sqlite_schema").get  # noqa: B018
            names = set(kept_tables(self._connection))
        except _UNREADABLE:
            return False
        return {"account", "draft", "meta"} - OF_THIS_FILE <= names

    def close(self) -> None:
        if self._connection is not None:
            with suppress(apsw.Error):
                # A log that is copied into a damaged file may damage more of it.
                self._connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
                self._connection.close(True)
                self._connection = None

    def _look(self) -> str:
        assert self._connection is not None
        try:
            self._connection.execute("SELECT count(*) FROM sqlite_schema").get  # noqa: B018
            words = str(self._connection.execute("PRAGMA quick_check(1)").get)
            if words == "ok":
                self._connection.execute("INSERT INTO fts (fts) VALUES ('integrity-check')")
        except _UNREADABLE as error:
            return str(error) or type(error).__name__
        return "" if words == "ok" else words

    def tables(self) -> list[str]:
        if self._connection is None:
            return []
        with suppress(*_UNREADABLE):
            return kept_tables(self._connection)
        return []

    def read(self, table: str) -> ReadTable:
        """Every row of a table that can be read and decoded."""
        if self._connection is None:
            return ReadTable([], whole=False)
        try:
            names = columns(self._connection, table)
        except _UNREADABLE:
            return ReadTable([], whole=False)
        if not names:
            return ReadTable([], whole=False)
        listed = ", ".join(names)
        order = self._key(table)
        found: dict[tuple[Any, ...], dict[str, Any]] = {}
        whole = self._structure_is_sound(table)
        for direction in ("", "DESC"):
            by = ", ".join(f"{column} {direction}" for column in order)
            rows = self._rows(f"SELECT {', '.join(order)}, {listed} FROM {table} ORDER BY {by}")
            for row in rows:
                if row is None:
                    whole = False
                    continue
                key, values = row[: len(order)], dict(zip(names, row[len(order) :], strict=True))
                if _sound(table, values):
                    found[key] = values
                else:
                    whole = False
            if whole:
                break
        rows_in_order = [found[key] for key in sorted(found, key=_in_order)]
        return ReadTable(rows_in_order, whole, table in _CHECKS)

    def _structure_is_sound(self, table: str) -> bool:
        """Whether the pages are those of this table, each once and in order."""
        assert self._connection is not None
        try:
            return str(self._connection.execute(f"PRAGMA quick_check({table})").get) == "ok"
        except _UNREADABLE:
            return False

    def _key(self, table: str) -> list[str]:
        """Columns in whose order the table itself lies: no index is needed to read it so."""
        assert self._connection is not None
        row = self._connection.execute(
            "SELECT wr FROM pragma_table_list WHERE name = ?", (table,)
        ).fetchone()
        if row is None or not row[0]:
            return ["rowid"]
        rows = self._connection.execute(
            "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", (table,)
        )
        return [name for (name,) in rows]

    def _rows(self, sql: str, values: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...] | None]:
        """The rows up to the first that can't be read, for which None comes."""
        assert self._connection is not None
        try:
            yield from self._connection.execute(sql, values)
        except _UNREADABLE:
            yield None

    def mail_ids(self) -> tuple[list[int], bool]:
        """Ids of the mails there were, as far as any of three tables still says so, and whether
        one of these could be read whole."""
        found: set[int] = set()
        whole = False
        if self._connection is not None:
            for table in ("state", "message", "raw"):
                for direction in ("", "DESC"):
                    rows = self._rows(f"SELECT id FROM {table} ORDER BY id {direction}")
                    ids = [None if row is None else row[0] for row in rows]
                    found.update(id_ for id_ in ids if isinstance(id_, int))
                    if None not in ids:
                        whole = True
                        break
        return sorted(found), whole

    def accounts(self) -> dict[int, str]:
        """Account ids by their number."""
        return {row["key"]: row["id"] for row in self.read("account").rows}

    def mail(self, id_: int, accounts: Mapping[int, str]) -> SalvagedMail | None:
        """One mail, if its bytes are those that were stored."""
        packed = self._one("SELECT data FROM raw WHERE id = ?", id_)
        head = self._one("SELECT digest, source_id FROM message WHERE id = ?", id_)
        state = self._one("SELECT account, flags FROM state WHERE id = ?", id_)
        if packed is None or (head is None and state is None):
            return None
        with suppress(*_UNREADABLE, TypeError, ValueError):
            raw = decompressed(packed[0])
            if head is None and not get_frame_parameters(packed[0]).has_checksum:
                return None
            possible = accounts.values() if state is None else [accounts.get(state[0], "")]
            account_id = next((a for a in possible if a and _is_of(a, raw, head)), "")
            if account_id:
                labels = None if state is None else self._labels(id_, state[1])
                source = head[1] if head else None
                return SalvagedMail(id_, account_id, source, raw, labels, self._labels_certain)
        return None

    @cached_property
    def _labels_certain(self) -> bool:
        return all(map(self._structure_is_sound, ("state", "label", "message_user_label")))

    def _labels(self, id_: int, flags: int) -> frozenset[str] | None:
        rows = self._rows(
            "SELECT l.id FROM message_user_label m JOIN label l ON l.key = m.label"
            " WHERE m.message = ?",
            (id_,),
        )
        found = list(rows)
        if None in found:
            return None
        return system_labels(flags) | {row[0] for row in found if row is not None}

    def _one(self, sql: str, id_: int) -> tuple[Any, ...] | None:
        return next(self._rows(sql, (id_,)), None)


def _opened(path: Path) -> apsw.Connection | None:
    with suppress(apsw.Error):
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
        connection.set_busy_timeout(5_000)
        return connection
    return None


def _in_order(key: tuple[Any, ...]) -> list[tuple[str, Any]]:
    """Keys of a damaged page can be of any type."""
    return [(type(value).__name__, value) for value in key]


def _is_of(account_id: str, raw: bytes, head: tuple[Any, ...] | None) -> bool:
    """Whether the bytes are those that the account has under the digest, where that is known."""
    return head is None or content_digest(account_id, raw) == head[0]


def _sound(table: str, values: Mapping[str, Any]) -> bool:
    try:
        for column, decode in _CHECKS.get(table, {}).items():
            decode(values[column])
        return table != "outbox" or _is_frozen(values)
    except (*_UNREADABLE, TypeError, KeyError, AttributeError):
        return False


def _is_frozen(entry: Mapping[str, Any]) -> bool:
    """Whether a mail of the outbox is what was approved; older ones have no digest, filed ones no
    bytes."""
    if not entry.get("frozen") or not entry["mime"]:
        return True
    recipients = _RECIPIENTS(entry["recipients"])
    account, message_id = entry["account_id"], entry["rfc822_message_id"]
    return bool(frozen_digest(account, message_id, recipients, entry["mime"]) == entry["frozen"])
