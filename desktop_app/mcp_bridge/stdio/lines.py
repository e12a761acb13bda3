"""Lines of a program that talks to the pipe: messages, and what is wrong with those that are none.

Whatever a line is, the id in it is found where there is one, so that its sender gets an answer.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

LONGEST_LINE = 5_000_000
"""Bytes of a message: as much as the bridge takes."""

_END = 65_536
"""Bytes at both ends of a longer line, which are looked at for its id."""

PARSE_ERROR, INVALID_REQUEST = -32700, -32600
# A text that nothing closes goes to the end of what there is.
_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)|[{}\[\],:]|[^\s"{}\[\],:]++', re.DOTALL)
_LAST_ID = re.compile(
    rb'"id"\s*:\s*("[^"\\]{0,200}"|-?\d{1,18})\s*'
    rb'(?:,\s*"(?:jsonrpc|method)"\s*:\s*"[^"\\]{0,200}"\s*){0,2}\}\s*$'
)


@dataclass(frozen=True, slots=True)
class Line:
    """One line; `tail` is set where it was longer than a message may be, and `data` is its
    beginning then."""

    data: bytes
    tail: bytes | None = None


class NoMessage(Exception):  # no error of ours: what a line is instead
    """`answer` is the protocol's error for who sent it."""

    def __init__(self, code: int, words: str, id_: Any) -> None:
        super().__init__(words)
        error = {"code": code, "message": words}
        self.answer = {"jsonrpc": "2.0", "id": id_, "error": error}


def lines(descriptor: int) -> Iterator[Line]:
    """Lines of a file, as they come; blocking. The last one needs no line end. It is read past
    Python's buffers: a thread that waits in one would abort the process at its end."""
    held = bytearray()
    tail: bytearray | None = None
    while data := _read(descriptor):
        *ended, rest = data.split(b"\n")
        for piece in ended:
            tail = _keep(held, tail, piece)
            yield _line(held, tail)
            held, tail = bytearray(), None
        tail = _keep(held, tail, rest)
    if held.strip():
        yield _line(held, tail)


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, _END)
    except OSError:
        return b""


def _keep(held: bytearray, tail: bytearray | None, piece: bytes) -> bytearray | None:
    if tail is None:
        held += piece
        if len(held) <= LONGEST_LINE:
            return None
        tail = bytearray(held[-_END:])
        del held[_END:]
        return tail
    tail += piece
    del tail[:-_END]
    return tail


def _line(held: bytearray, tail: bytearray | None) -> Line:
    return Line(bytes(held), bytes(tail) if tail is not None else None)


def message_in(line: Line) -> dict[str, Any]:
    """The message. Raises `NoMessage`."""
    if line.tail is not None:
        words = f"A message may have {LONGEST_LINE // 1_000_000} MB."
        raise NoMessage(INVALID_REQUEST, words, _id_of_a_long_one(line))
    try:
        message = json.loads(line.data, parse_constant=_no_constant)
    except RecursionError as error:
        raise NoMessage(PARSE_ERROR, "It is nested too deep.", _id_in(line.data)) from error
    except ValueError as error:
        words = str(error) if isinstance(error, _NoConstant) else "No JSON."
        raise NoMessage(PARSE_ERROR, words, _id_in(line.data)) from error
    if not isinstance(message, dict):
        raise NoMessage(INVALID_REQUEST, "No message.", None)
    try:
        json.dumps(message, ensure_ascii=False).encode()
    except (UnicodeEncodeError, RecursionError) as error:
        words = "A text in it is no valid Unicode: half of a surrogate pair."
        if isinstance(error, RecursionError):
            words = "It is nested too deep."
        raise NoMessage(INVALID_REQUEST, words, _id_in(line.data)) from error
    return message


class _NoConstant(ValueError):
    """A number that JSON does not have."""


def _no_constant(name: str) -> NoReturn:
    raise _NoConstant(f"{name} is no JSON (RFC 8259, section 6).")


def _id_in(data: bytes) -> str | int | None:
    """The id at the top of a message that can't be read as a whole."""
    depth, key, colon, found = 0, b"", False, None
    for match in _TOKEN.finditer(data):
        token = match[0]
        if depth == 1 and colon and key == b'"id"' and token not in (b"{", b"["):
            found = token
        if token in (b"{", b"["):
            depth += 1
        elif token in (b"}", b"]"):
            depth -= 1
        colon, key = (True, key) if token == b":" else (False, token)
    return _id(found)


def _id_of_a_long_one(line: Line) -> str | int | None:
    at_end = _LAST_ID.search(line.tail or b"")
    return _id(at_end[1]) if at_end else _id_in(line.data)


def _id(token: bytes | None) -> str | int | None:
    try:
        found = json.loads(token or b"null")
    except ValueError:
        return None
    return found if isinstance(found, str | int) and not isinstance(found, bool) else None
