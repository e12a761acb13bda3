"""Answers that the library reads too strictly, or as something that they are not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from imapclient.response_parser import parse_fetch_response

Record = bytes | tuple[bytes, bytes]
_NUMBERS = re.compile(rb"\d+")
_OF_A_FOLDER = ("EXISTS", "RECENT", "UIDNEXT", "UIDVALIDITY", "HIGHESTMODSEQ")
_BODY = b"BODY[]"


def fetched(
    data: Iterable[Record | None], asked: Iterable[int], normalise_times: bool
) -> dict[int, dict[bytes, Any]]:
    """What FETCH answers tell, by UID, of the messages that were asked for. One that names no UID
    is about whatever has that number now (RFC 3501 section 7.4.2): it is nothing that was asked
    for, and its number is not taken for a UID."""
    wanted, found = set(asked), dict[int, dict[bytes, Any]]()
    for record in _records(data):
        for told in parse_fetch_response(record, normalise_times, False).values():
            uid = told.pop(b"UID", None)
            if isinstance(uid, int) and uid in wanted:
                found.setdefault(uid, {}).update(told)
    return found


def _records(data: Iterable[Record | None]) -> Iterator[list[Record]]:
    """The answers, each with its literals: a line ends one, unless a literal follows it."""
    record: list[Record] = []
    for piece in data:
        if piece is None:
            continue
        record.append(piece)
        if isinstance(piece, bytes):
            yield record
            record = []


def body_of(data: Mapping[bytes, Any]) -> bytes | None:
    """The whole of a message; some say where in it their answer begins (`BODY[]<0>`)."""
    found = next((data[key] for key in data if key.startswith(_BODY)), None)
    return found if isinstance(found, bytes) else None


def uids_of(lines: Sequence[bytes | None]) -> list[bytes]:
    """The numbers of a SEARCH as one line, each once. It may come in several lines, with the same
    number twice, and with the count of changes alone where nothing is found (RFC 7162 section
    3.1.5)."""
    numbers: dict[bytes, None] = {}
    for line in lines:
        plain = (line or b"").partition(b"(")[0]
        numbers |= dict.fromkeys(_NUMBERS.findall(plain))
    return [b" ".join(numbers)]


def plain_numbers(untagged: Mapping[str, Sequence[Any]]) -> dict[str, Sequence[Any]]:
    """What was told of a folder that is opened: of each number the last that is one."""
    made = dict(untagged)
    for name in _OF_A_FOLDER:
        told = [bytes(n) for n in made.pop(name, ()) if n is not None and _NUMBERS.fullmatch(n)]
        if told:
            made[name] = told[-1:]
    return made
