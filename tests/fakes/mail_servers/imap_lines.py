"""Lines of IMAP as a server reads and writes them (RFC 3501 section 9)."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterable
from datetime import datetime

_LITERAL = re.compile(rb"\{(\d+)(\+?)\}$")
_WORD = re.compile(r'"((?:[^"\\]|\\.)*)"|(\()|(\))|((?:[^\s()"\[]|\[[^\]]*\])+)')
_PLAIN = re.compile(r"[A-Za-z0-9&+,./_-]+")
_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
Words = list["str | bytes | Words"]


class Reader:
    """Lines of a client, with the literals in them. `more` asks for a synchronising one."""

    def __init__(self, connection: socket.socket, more: Callable[[], None]) -> None:
        self._connection, self._more, self._kept = connection, more, b""

    @property
    def waiting(self) -> bool:
        return b"\n" in self._kept

    def line(self) -> bytes:
        while not self.waiting:
            self._read()
        line, self._kept = self._kept.split(b"\n", 1)
        return line.rstrip(b"\r")

    def command(self) -> tuple[bytes, list[bytes]]:
        """A whole command, a NUL for each of its literals."""
        text = b""
        literals: list[bytes] = []
        while True:
            line = self.line()
            told = _LITERAL.search(line)
            if told is None:
                return text + line, literals
            text += line[: told.start()] + b"\0"
            if not told.group(2):
                self._more()
            size = int(told.group(1))
            while len(self._kept) < size:
                self._read()
            literals.append(self._kept[:size])
            self._kept = self._kept[size:]

    def _read(self) -> None:
        if hasattr(socket, "TCP_QUICKACK"):  # else a line in two pieces waits for the first
            self._connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
        piece = self._connection.recv(1 << 16)
        if not piece:
            raise ConnectionError
        self._kept += piece


def words(text: str, literals: Iterable[bytes]) -> Words:
    """Arguments of a command; a list for each pair of parentheses."""
    left = iter(literals)
    stack: list[Words] = [[]]
    for quoted, opening, closing, atom in _WORD.findall(text):
        if opening:
            stack.append([])
        elif closing:
            done = stack.pop()
            stack[-1].append(done)
        elif atom == "\0":
            stack[-1].append(next(left))
        else:
            stack[-1].append(atom or re.sub(r"\\(.)", r"\1", quoted))
    return stack[0]


def astring(name: bytes) -> bytes:
    """An atom where it can be one, else quoted."""
    text = name.decode("ascii")
    if _PLAIN.fullmatch(text) and text.upper() != "NIL":
        return name
    return quoted(text)


def quoted(text: str) -> bytes:
    return b'"' + text.replace("\\", "\\\\").replace('"', '\\"').encode() + b'"'


def numbers(said: str, known: Iterable[int]) -> list[int]:
    """The known UIDs of a set (`3,7:*`)."""
    here = sorted(known)
    last = here[-1] if here else 0
    found: set[int] = set()
    for part in said.split(","):
        ends = [last if end == "*" else int(end) for end in part.split(":")]
        found |= {uid for uid in here if min(ends) <= uid <= max(ends)}
    return sorted(found)


def internal_date(moment: datetime) -> bytes:
    zone = moment.strftime("%z")
    day = f"{moment.day:02d}-{_MONTHS[moment.month - 1]}-{moment.year}"
    return f'"{day} {moment.strftime("%H:%M:%S")} {zone}"'.encode()


def moment_of(text: str) -> datetime:
    """The reverse, of an APPEND."""
    day, month, rest = text.strip().split("-", 2)
    number = _MONTHS.index(month) + 1
    return datetime.strptime(f"{int(day):02d}-{number:02d}-{rest}", "%d-%m-%Y %H:%M:%S %z")
