"""Reader of mbox files, in memory bounded by the largest message kept.

Reads forward only, from the offset of any message; knows no labels and parses nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from desktop_app.mail.wire.headers import date_seconds

LARGEST = 100_000_000
"""Bytes of one message beyond which it is passed over, not loaded."""

_CHUNK, _TWO_LINES = 1 << 20, 4_000
_SEPARATOR = re.compile(rb"From \S++.{0,200}?\d\d:\d\d.{0,60}\d{4}|From [^\s@]++@\S++[ \t]*+\r?$")
_FIELD = re.compile(rb"[!-9;-~]{1,76}:[ \t]")
_QUOTED = re.compile(rb"^>(>*From )", re.MULTILINE)
_ASCTIME = re.compile(
    r"[A-Za-z]{3},? +([A-Za-z]{3}) +(\d{1,2}) +(\d\d:\d\d(?::\d\d)?)(?: +([+-]\d{4}))? +(\d{4})\s*$"
)


@dataclass(frozen=True, slots=True)
class Span:
    """One message: its offset, the offset of the next one, and its bytes with the envelope line;
    None when it is larger than allowed."""

    start: int
    end: int
    raw: bytes | None


Until = Callable[[int], int]


def spans(
    file: BinaryIO, start: int = 0, *, largest: int = LARGEST, until: Until = lambda place: place
) -> Iterator[Span]:
    """Messages from byte `start` on, which is 0 or the `end` of an earlier span. A message that
    starts at a byte goes on at least `until` another: what looks like the beginning of one there is
    its text."""
    return _Scan(file, start, largest, until).run()


class _Scan:
    def __init__(self, file: BinaryIO, start: int, largest: int, until: Until) -> None:
        file.seek(start)
        self._file = file
        self._largest = largest
        self._buffer = bytearray()
        self._offset = start  # of the first byte of the buffer
        self._message = start  # offset at which the current message starts
        self._until, self._own = until, until(start)  # what is before `_own` belongs to it
        self._dropped = False  # whether its first bytes have been let go

    def run(self) -> Iterator[Span]:
        position = 0
        while chunk := self._file.read(_CHUNK):
            self._buffer += chunk
            # A separator may straddle the chunks: the last line waits for its end.
            # So does the one below it, which may tell that a message starts.
            limit = self._buffer.rfind(b"\n", 0, max(self._buffer.rfind(b"\n"), 0))
            while (found := self._separator(position, limit)) >= 0:
                yield self._span(found)
                position = found
            position = max(position, limit - 2, len(self._buffer) - _TWO_LINES)
            position -= self._let_go(position)
        while (found := self._separator(position, len(self._buffer))) >= 0:
            yield self._span(found)
            position = found
        if self._message < self._offset + len(self._buffer):
            yield self._span(len(self._buffer))

    def _separator(self, position: int, limit: int) -> int:
        """Index of the next line that starts a message: `From ` after an empty line, or before a
        header field (some programs leave nothing empty between messages)."""
        buffer = self._buffer
        position = max(position, self._own - 1 - self._offset)
        index = buffer.find(b"\nFrom ", position, limit)
        while index >= 0:
            before = bytes(buffer[max(index - 2, 0) : index])
            end = buffer.find(b"\n", index + 1)
            line = bytes(buffer[index + 1 : end if end >= 0 else None])
            after = before.endswith(b"\n") or before == b"\n\r"
            if _SEPARATOR.match(line) and (after or self._field_follows(end + 1)):
                return index + 1
            index = buffer.find(b"\nFrom ", index + 1, limit)
        return -1

    def _field_follows(self, place: int) -> bool:
        return place > 0 and _FIELD.match(self._buffer, place) is not None

    def _span(self, end: int) -> Span:
        start, stop = self._message, self._offset + end
        keep = not self._dropped and stop - start <= self._largest
        raw = bytes(self._buffer[start - self._offset : end]) if keep else None
        self._message, self._dropped = stop, False
        self._own = self._until(stop)
        return Span(start, stop, raw)

    def _let_go(self, position: int) -> int:
        """Drop the part of the buffer that is no longer needed; returns the number of bytes."""
        keep_from = self._message - self._offset
        if self._dropped or len(self._buffer) - keep_from > self._largest:
            self._dropped = True
            keep_from = position
        del self._buffer[:keep_from]
        self._offset += keep_from
        return keep_from


def unwrap(raw: bytes) -> tuple[bytes, int]:
    """Message in the bytes of a span, and the date of its envelope line in seconds (0: none).

    Removes the `From ` line, the empty line at the end, and one `>` of every quoted `>From ` (the
    mboxrd convention, which reads mboxo as well).
    """
    raw = raw.lstrip(b"\r\n")
    first, _, rest = raw.partition(b"\n") if raw.startswith(b"From ") else (b"", b"", raw)
    if rest.endswith(b"\r\n\r\n"):
        rest = rest[:-2]
    elif rest.endswith(b"\n\n"):
        rest = rest[:-1]
    if b">From " in rest:
        rest = _QUOTED.sub(rb"\1", rest)
    return rest, _envelope_date(first.decode("ascii", "replace"))


def _envelope_date(line: str) -> int:
    words = line.split(maxsplit=2)
    if len(words) < 3:
        return 0
    match = _ASCTIME.match(words[2])
    if match is None:
        return date_seconds(words[2]) or 0
    month, day, clock, zone, year = match.groups()
    return date_seconds(f"{day} {month} {year} {clock} {zone or '+0000'}") or 0
