"""Check of an activity record: which row is the first that is not as it was written.

What it reads may come from anywhere: a line is bounded, and nothing in it is believed before its
hash was compared. No chain can tell that its end was cut off, unless something else kept a hash
from there: `heads`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from desktop_app.model.errors import BadInput
from desktop_app.store.programs.chain import (
    BEGINNING,
    CUT,
    FORGOTTEN,
    FORMAT,
    OLDER,
    VERSION,
    canonical,
    hash_of,
    header,
)

MOST_LINE = 1_000_000
"""Bytes of the longest line that is read."""

_KEYS = frozenset(
    {
        *("number", "kind", "at", "origin", "client", "tool", "effect", "decision", "outcome"),
        *("undo", "facts", "seal", "previous", "hash", "words"),
    }
)


@dataclass(frozen=True, slots=True)
class KeptHead:
    """Hash of a row that something outside of the record has kept; `words` say what. `number` is
    that of the row, 0 where it is not known."""

    hash: str
    words: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class Fault:
    """The first row that is not as it was written: its number, when it was written (seconds since
    the epoch; None where that is not known, or is of no row) and what became of it: changed,
    removed, put in or moved. `number` is 0 where it is no row but the first or the last line, or a
    hash that was kept elsewhere."""

    number: int
    at: float | None
    words: str


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found: the number of rows that were read, the hash of the last one, how many were
    written by versions without a chain, whether words were forgotten, how many rows were removed at
    the start as the settings say. `fault` is None for a record that is whole."""

    rows: int
    head: str
    older: int
    forgotten: bool
    removed: int
    fault: Fault | None


class RecordCheck:
    """Takes the lines of a record one after the other; `end` tells what was found."""

    def __init__(self, heads: Iterable[KeptHead] = ()) -> None:
        """`heads` are hashes that the record has to have."""
        self._missing = {head.hash: head for head in heads}
        self._header: dict[str, Any] | None = None
        self._trailer: dict[str, Any] | None = None
        self._first: dict[str, Any] | None = None
        self._last: dict[str, Any] | None = None
        self._cut: dict[str, Any] | None = None
        self._blank: dict[str, Any] | None = None
        self._rows = self._older = 0
        self._forgotten = False
        self._sought: int | None = None
        self._fault: Fault | None = None

    def take(self, line: bytes) -> None:
        """The next line, with its end. Raises `BadInput` when the first is not of a record."""
        value = _read(line)
        if self._header is None:
            self._header = _header_of(value, line)
        elif self._sought is not None:
            if isinstance(value, dict) and value.get("number") == self._sought:
                self._moved()
        elif self._fault is None:
            self._take(value)

    def _take(self, value: object) -> None:
        expected = self._last["number"] + 1 if self._last else 1
        if self._trailer is not None:
            self._break(expected, None, "Something follows the last line.")
        elif isinstance(value, dict) and value.keys() == {"head", "rows"}:
            self._trailer = value
        elif (row := _row_of(value)) is None:
            self._break(expected, None, f"Row {expected} was changed: it can't be read.")
        else:
            self._row(row, expected)

    def _row(self, row: dict[str, Any], expected: int) -> None:
        number, at = row["number"], row["at"]
        named = {key: row[key] for key in _KEYS - {"hash", "words"}}
        words = row["words"]
        if hash_of(named) != row["hash"]:
            self._break(number, at, f"Row {number} was changed.")
        elif words is not None and hash_of(words) != row["seal"]:
            self._break(number, at, f"The words of row {number} were changed.")
        elif self._last is not None and not self._follows(row, expected):
            return
        else:
            self._note(row)

    def _follows(self, row: dict[str, Any], expected: int) -> bool:
        last = self._last or {}
        number = row["number"]
        if row["previous"] == last["hash"] and number > last["number"]:
            return True
        if number > expected:
            self._break(expected, last["at"], f"Row {expected} was removed.")
            self._sought = expected
        elif number == expected:
            before = last["number"]
            self._break(
                before, last["at"], f"Row {before} was changed or put in, with a hash of its own."
            )
        else:
            self._break(number, row["at"], f"A row {number} was put in behind row {expected - 1}.")
        return False

    def _moved(self) -> None:
        if self._fault is not None:
            number = self._fault.number
            self._fault = Fault(number, self._fault.at, f"Row {number} was moved.")
        self._sought = None

    def _note(self, row: dict[str, Any]) -> None:
        self._first = self._first or row
        self._last = row
        self._rows += 1
        self._older += row["kind"] == OLDER
        self._missing.pop(row["hash"], None)
        if row["kind"] == CUT:
            self._cut = row
            self._missing.pop(str(row["facts"].get("hash")), None)
        elif row["kind"] == FORGOTTEN:
            self._forgotten, self._blank = True, None
        if row["words"] is None:
            self._blank = self._blank or row

    def _break(self, number: int, at: object, words: str) -> None:
        known = at if isinstance(at, (int, float)) else None
        self._fault = self._fault or Fault(number, known, words)

    def end(self) -> Checked:
        """What was found in all lines. Raises `BadInput` when there was none."""
        if self._header is None:
            raise BadInput(_NONE, next_step=_NEXT)
        if self._fault is None:
            self._look_at_the_start()
            self._look_at_the_words()
            self._look_at_the_end()
        facts = self._cut["facts"] if self._cut else {}
        return Checked(
            rows=self._rows,
            head=self._last["hash"] if self._last else BEGINNING,
            older=self._older,
            forgotten=self._forgotten,
            removed=int(facts.get("through", 0)),
            fault=self._fault,
        )

    def _look_at_the_start(self) -> None:
        if self._first is None:
            return
        number, at = self._first["number"], self._first["at"]
        facts: dict[str, Any] = {"hash": BEGINNING, "through": 0}
        if self._cut is not None:
            facts = self._cut["facts"]
        if self._first["previous"] == facts.get("hash") and number == facts["through"] + 1:
            return
        if number > facts["through"] + 1:
            gone = facts["through"] + 1
            self._break(gone, None, f"Row {gone} was removed; the record begins with row {number}.")
        else:
            self._break(number, at, f"Row {number} was put in: it was removed by the settings.")

    def _look_at_the_words(self) -> None:
        if (blank := self._blank) is not None:
            number = blank["number"]
            self._break(number, blank["at"], f"The words of row {number} were taken out.")

    def _look_at_the_end(self) -> None:
        last, at = (self._last["number"], self._last["at"]) if self._last else (0, None)
        head = self._last["hash"] if self._last else BEGINNING
        # By their canonical forms: 1 and 1.0 and true are equal, and not the same.
        if canonical(self._trailer) != canonical({"head": head, "rows": self._rows}):
            if self._trailer is None or canonical(self._header) == canonical(
                header(**self._trailer)
            ):
                self._break(last + 1, at, f"Row {last + 1} was removed, and all after it.")
            else:
                self._break(0, None, "The last line was changed.")
        elif canonical(self._header) != canonical(header(self._rows, head)):
            self._break(0, None, "The first line was changed.")
        removed = self._cut["facts"]["through"] if self._cut else 0
        for head in self._missing.values():
            if not 0 < head.number <= removed:
                which = f"Row {head.number}" if head.number else "The row"
                words = f"{which} that {head.words} names by its hash is not there: {_GONE}"
                self._break(head.number, None, words)


_GONE = "it was removed or changed, or this is another record."
_NONE = "This is no exported activity record."
_NEXT = "Choose a file that Draftdesk exported."


def check(found: Iterable[bytes], heads: Iterable[KeptHead] = ()) -> Checked:
    """Looks through all lines of a record. Raises `BadInput` when it is none."""
    looking = RecordCheck(heads)
    for line in found:
        looking.take(line)
    return looking.end()


def _read(line: bytes) -> object:
    """The value of a line; None for one that is not written in the canonical form."""
    if len(line) > MOST_LINE or not line.endswith(b"\n"):
        return None
    try:
        value = json.loads(line)
        again = canonical(value).encode() + b"\n"
    except (ValueError, RecursionError):
        return None
    return value if again == line else None


def _header_of(value: object, line: bytes) -> dict[str, Any]:
    if isinstance(value, dict) and value.get("format") == FORMAT:
        if value.get("version") != VERSION:
            raise BadInput(
                "This record is of another version.", next_step="Use the newest Draftdesk."
            )
        return value
    if FORMAT.encode() in line[:MOST_LINE]:
        return {}  # the first line was changed
    raise BadInput(_NONE, next_step=_NEXT)


def _row_of(value: object) -> dict[str, Any] | None:
    """The value, if it has the form of a row."""
    if not isinstance(value, dict) or value.keys() != _KEYS:
        return None
    facts, number = value["facts"], value["number"]
    if type(number) is not int or not isinstance(facts, dict) or not isinstance(value["hash"], str):
        return None
    right = value["kind"] != CUT or type(facts.get("through")) is int
    return value if right else None
