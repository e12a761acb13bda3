"""The activity record as it can be shown: written into a file, and looked through for rows that are
not as they were written."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from desktop_app.model.errors import BadInput, Cancelled, NotFound, StorageError
from desktop_app.store.programs.record_check import MOST_LINE, Checked, KeptHead, RecordCheck
from desktop_app.tools.calls.base import Effect, NoParams, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Done, Result

_EACH = 1000
"""Rows between two looks at whether it was cancelled."""


class ExportRecord(Params, frozen=True, kw_only=True):
    path: str


class VerifyRecord(Params, frozen=True, kw_only=True):
    """Of this profile. `head` is the hash of a row that was kept elsewhere, empty for none."""

    head: str = ""


class RecordVerdict(Result, frozen=True):
    """`whole`: every row is as it was written. Else `number` is that of the first row that is not,
    0 where it is no row, and `when` its time in seconds since the epoch, 0 where it is not known.
    `head` is the hash of the last row of a whole record. `display` says all of it."""

    whole: bool
    rows: int
    head: str
    number: int
    when: float
    display: str


class RecordHead(Result, frozen=True):
    """Hash of the last row of the last day that has ended, and the moment at which it ended, in
    seconds since the epoch; empty and 0 without one."""

    hash: str = ""
    until: float = 0.0


def export_record(context: Context, params: ExportRecord) -> Done:
    """Write the record as of this moment into a file, all or nothing, with what became of
    proposals until now. Raises `StorageError`,
    `Cancelled`."""
    context.store.note_proposals()
    path = Path(params.path).expanduser()
    fresh = path.with_name(f".{path.name}.part")
    rows = -2  # the first line and the last are no rows
    try:
        with fresh.open("wb") as file, closing(context.store.audit.lines()) as lines:
            for line in lines:
                file.write(line.encode("utf-8", "replace") + b"\n")
                rows += 1
                _refuse_cancelled(context, rows)
        fresh.replace(path)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise StorageError(f"{path.name} can't be written: {error.strerror}.") from error
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    return Done(f"Saved {_counted(rows)}.", rows)


def verify_record(context: Context, params: VerifyRecord) -> RecordVerdict:
    """Look through this profile's record, against the heads that it and the backups have kept.
    Raises `BadInput` for a hash that can't be one, `StorageError`, `Cancelled`."""
    audit = context.store.audit
    heads = [*given_head(params.head), *_kept(context)]
    check = RecordCheck(heads)
    with closing(audit.lines()) as lines:
        for number, line in enumerate(lines):
            check.take(line.encode("utf-8", "replace") + b"\n")
            _refuse_cancelled(context, number)
    return verdict(check.end())


def record_head(context: Context, params: NoParams) -> RecordHead:
    """The head of the last day that has ended, by UTC."""
    del params
    head = context.store.audit.head_before(context.clock())
    return RecordHead(head.hash, (head.day + 1) * 86_400.0) if head else RecordHead()


def _kept(context: Context) -> Iterator[KeptHead]:
    for head in context.store.audit.heads():
        yield KeptHead(head.hash, f"the record of {_date(head.day * 86_400.0)}", head.number)
    for backup in context.store.backups.whole():
        if backup.record is not None:
            found, number = backup.record
            yield KeptHead(found, f"the backup of {_date(backup.made)}", number)


def given_head(head: str) -> list[KeptHead]:
    """The hash that a person gave. Raises `BadInput`."""
    small = head.strip().lower()
    if not small:
        return []
    if len(small) != 64 or set(small) - set("0123456789abcdef"):
        raise BadInput(
            "That is no hash of a row.", next_step="Give all 64 digits, as the record shows them."
        )
    return [KeptHead(small, "the hash you gave")]


def verified_file(path: Path, head: str = "") -> RecordVerdict:
    """Look through an exported record. Raises `BadInput` when it is none, `NotFound`,
    `StorageError`."""
    check = RecordCheck(given_head(head))
    try:
        with path.open("rb") as file:
            for line in _lines(iter(lambda: file.readline(MOST_LINE + 2), b"")):
                check.take(line)
    except FileNotFoundError:
        raise NotFound(f"{path.name} is not there.") from None
    except OSError as error:
        raise StorageError(f"{path.name} can't be read: {error.strerror}.") from error
    return verdict(check.end())


def _lines(found: Iterable[bytes]) -> Iterator[bytes]:
    """Lines; of one that is too long the first piece alone."""
    inside = False
    for piece in found:
        if not inside:
            yield piece
        inside = not piece.endswith(b"\n")


def verdict(found: Checked) -> RecordVerdict:
    """What was found, with the sentences that say it."""
    fault = found.fault
    if fault is None:
        words = [f"The record is whole: {_counted(found.rows)}.", f"Head: {found.head}"]
    else:
        when = f" ({_moment(fault.at)})" if fault.at is not None else ""
        words = [f"The record is not as it was written. {fault.words}{when}"]
    if fault is None and found.removed:
        rows = f"rows 1 to {found.removed}" if found.removed > 1 else "row 1"
        words.append(f"Its settings had {rows} removed.")
    if fault is None and found.forgotten:
        words.append("Words were forgotten when an account was removed.")
    if fault is None and found.older:
        words.append(f"Written before there was a chain: {_counted(found.older)}.")
    return RecordVerdict(
        whole=fault is None,
        rows=found.rows,
        head=found.head if fault is None else "",
        number=fault.number if fault else 0,
        when=float(fault.at or 0.0) if fault else 0.0,
        display="\n".join(words),
    )


def _counted(rows: int) -> str:
    return f"{rows:,} {'row' if rows == 1 else 'rows'}"


def _moment(at: float) -> str:
    try:
        return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M:%S} UTC"
    except (OverflowError, ValueError, OSError):
        return "at no time that there is"


def _date(at: float) -> str:
    return _moment(at)[:10] if math.isfinite(at) else "no day that there is"


def _refuse_cancelled(context: Context, number: int) -> None:
    if number % _EACH == 0 and context.cancelled.is_set():
        raise Cancelled("Stopped.")


EXPORT_RECORD = person_tool(export_record, Effect.READ, ExportRecord)
VERIFY_RECORD = person_tool(verify_record, Effect.READ, VerifyRecord)
RECORD_HEAD = person_tool(record_head, Effect.READ, NoParams)
TOOLS = (EXPORT_RECORD, VERIFY_RECORD, RECORD_HEAD)
