"""Records made for tests: their lines, and random edits of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from desktop_app.store.programs.audit import AuditEntry
from desktop_app.store.programs.chain import canonical, hash_of
from desktop_app.store.store import Store

Edit = Callable[[list[bytes], Random], None]


def entry(at: float, summary: str = "query budget", outcome: str = "done") -> AuditEntry:
    return AuditEntry(
        at, "mcp", "Claude “Ünï”\u2028", "search_messages", "read", "allow", outcome, summary
    )


def fill(store: Store, count: int, *, start: float = 1_000.0, step: float = 10.0) -> None:
    for number in range(count):
        store.audit.add(entry(start + step * number, f"query word{number}"), flushed=False)


def lines_of(store: Store) -> list[bytes]:
    """The export, each line with its end."""
    return [line.encode() + b"\n" for line in store.audit.lines()]


def with_field(line: bytes, key: str, value: object) -> bytes:
    """The line with another value, in its canonical form."""
    return canonical(json.loads(line) | {key: value}).encode() + b"\n"


def rehashed(line: bytes) -> bytes:
    """The line with the hash that it would have had."""
    row: dict[str, Any] = json.loads(line)
    named = {key: row[key] for key in row if key not in {"hash", "words"}}
    return with_field(line, "hash", hash_of(named))


def _row(lines: list[bytes], random: Random) -> int:
    return random.randrange(1, len(lines) - 1)


def change_a_byte(lines: list[bytes], random: Random) -> None:
    at = random.randrange(len(lines))
    line = bytearray(lines[at])
    place = random.randrange(len(line))
    line[place] = random.choice([b for b in range(256) if b != line[place]])
    lines[at : at + 1] = bytes(line).splitlines(keepends=True) if line else []


def put_in_bytes(lines: list[bytes], random: Random) -> None:
    at = random.randrange(len(lines))
    place = random.randrange(len(lines[at]))
    more = random.choice([b" ", b"0", b"\x00", b'"', b"\\u0061", b"\xff", b",", b"e0", b".0"])
    lines[at] = lines[at][:place] + more + lines[at][place:]


def change_a_field(lines: list[bytes], random: Random) -> None:
    at = _row(lines, random)
    row: dict[str, Any] = json.loads(lines[at])
    key = random.choice(sorted(row))
    others: list[object] = [None, "", "x", 0, 1, 1.0, True, -1, 1e300, [], {}, {"through": 1}]
    value = random.choice([each for each in others if canonical(each) != canonical(row[key])])
    lines[at] = with_field(lines[at], key, value)


def change_and_hash_anew(lines: list[bytes], random: Random) -> None:
    """All but the last row, whose change with a hash of its own only the end tells."""
    at = _row(lines, random)
    lines[at] = rehashed(with_field(lines[at], "outcome", "refused"))


def change_words(lines: list[bytes], random: Random) -> None:
    at = _row(lines, random)
    words: object = {"salt": "", "summary": "query other"} if random.random() < 0.5 else None
    lines[at] = with_field(lines[at], "words", words)


def remove(lines: list[bytes], random: Random) -> None:
    at = _row(lines, random)
    del lines[at : at + random.randint(1, 3)]


def put_in(lines: list[bytes], random: Random) -> None:
    lines.insert(_row(lines, random), lines[_row(lines, random)])


def put_in_a_made_one(lines: list[bytes], random: Random) -> None:
    at = _row(lines, random)
    lines.insert(at, rehashed(with_field(lines[at], "client", "Somebody")))


def move(lines: list[bytes], random: Random) -> None:
    at = _row(lines, random)
    line = lines.pop(at)
    to = random.choice([n for n in range(1, len(lines)) if n != at])
    lines.insert(to, line)


def change_the_frame(lines: list[bytes], random: Random) -> None:
    """Another value in the first line or the last, which may be equal and not the same."""
    at = random.choice([0, -1])
    frame: dict[str, Any] = json.loads(lines[at])
    key = random.choice(sorted(frame))
    value = frame[key]
    others: list[object] = [f"{value}x", float(value)] if isinstance(value, int) else [f"{value} "]
    lines[at] = with_field(lines[at], key, random.choice(others))


def cut_the_end(lines: list[bytes], random: Random) -> None:
    del lines[random.randrange(1, len(lines)) :]


def cut_within_rows(lines: list[bytes], random: Random) -> None:
    """The last line stays."""
    del lines[_row(lines, random) : -1]


EDITS: tuple[Edit, ...] = (
    *(change_a_byte, put_in_bytes, change_a_field, change_and_hash_anew, change_words),
    *(remove, put_in, put_in_a_made_one, move, change_the_frame),
    *(cut_the_end, cut_within_rows),
)


def edited(lines: list[bytes], random: Random) -> list[bytes]:
    """The lines after one edit that changed something."""
    while True:
        found = list(lines)
        random.choice(EDITS)(found, random)
        if b"".join(found) != b"".join(lines):
            return b"".join(found).splitlines(keepends=True)
