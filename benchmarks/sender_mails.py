"""Mails that `benchmarks.reading senders` judges: phishing and legitimate mail, and corpora.

Ours are blocks of `tests/data/senders`, each for several invented houses. A block is what its
sender wrote; the fields that delivery adds are filled in here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OURS = ROOT / "tests" / "data" / "senders"
SERVER = "fernhill.example"
"""The own server's domain, as it is learned from the results in these mails."""

LEGITIMATE_HOUSES = ("Bramble Bakery", "Northwind", "Calder & Sons", "Tidewater Bank")
POSED_AS = ("Streamly", "Tidewater Bank", "Northwind")
_ENDINGS = frozenset((".md", ".py", ".xml", ".out", ".zip", ".gif", ".png", ".jpg", ".json"))
_FILLED = (
    ("Date", "Tue, 10 Nov 2026 09:12:44 +0000"),
    ("To", "alex@fernhill.example"),
    ("Message-ID", "<{number}.{label}@mail.example>"),
    ("MIME-Version", "1.0"),
    ("Content-Type", "text/html; charset=utf-8"),
)
_RECEIVED = (
    "Received: from out{number}.mail.example (out{number}.mail.example [192.0.2.7])\n"
    "\tby mx.fernhill.example with ESMTPS id 4QqmXv for <alex@fernhill.example>;\n"
    "\tTue, 10 Nov 2026 09:12:45 +0000\n"
)


@dataclass(frozen=True, slots=True)
class Mail:
    """One mail and where it is from: the block or the file. `told` are words of the sentence that
    has to be said of it."""

    title: str
    raw: bytes
    told: str = ""


def ours(name: str, houses: Sequence[str]) -> list[Mail]:
    """Each block of the file `name` for each house."""
    text = (OURS / name).read_text(encoding="utf-8")
    blocks = text.split("\n=== ")[1:]
    return [_mail(block, house, number) for number, block in enumerate(blocks) for house in houses]


def _mail(block: str, house: str, number: int) -> Mail:
    title, _, text = block.partition("\n")
    label = "".join(c for c in house.lower() if c.isalnum())
    words = {
        "name": house,
        "label": label,
        "home": f"{label}.example",
        "number": str(number),
        "cyrillic": house.replace("e", "\u0435").replace("o", "\u043e"),
        "styled": "".join(
            chr(0x1D400 + ord(c) - 65) if "A" <= c <= "Z" else _bold(c) for c in house
        ),
        "invisible": house[:3] + "\u200b" + house[3:],
        "twin": f"{label.replace('a', chr(0x430), 1).replace('e', chr(0x435), 1)}.example",
    }
    head, _, body = _with(text, words).partition("\n\n")
    told = ""
    if head.startswith("Told: "):
        told, _, head = head.removeprefix("Told: ").partition("\n")
    there = {line.partition(":")[0].lower() for line in head.split("\n")}
    more = [f"{name}: {_with(v, words)}" for name, v in _FILLED if name.lower() not in there]
    received = _with(_RECEIVED, words)
    # The results stand above the server's own Received field, the rest is what the sender wrote.
    lines = head.split("\n")
    results = [line for line in lines if line.startswith("Authentication-Results")]
    rest = [line for line in lines if line not in results[:1]]
    raw = "\n".join([*results[:1], received + "\n".join([*rest, *more]), "", body])
    return Mail(title, raw.encode(), told)


def _bold(letter: str) -> str:
    return chr(0x1D41A + ord(letter) - 97) if "a" <= letter <= "z" else letter


def _with(text: str, words: dict[str, str]) -> str:
    for word, value in words.items():
        text = text.replace(f"{{{word}}}", value)
    return text


def corpora(folder: Path) -> Iterator[Mail]:
    """Every message file below `folder`, and every message of its mboxes."""
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or path.suffix.lower() in _ENDINGS or "html-vectors" in path.parts:
            continue
        raw = path.read_bytes()
        if path.suffix == ".mbox":
            parts = re.split(rb"(?m)^From .*\n", raw.replace(b"\r\n", b"\n"))
            yield from (
                Mail(f"{path.name} {n}", part) for n, part in enumerate(parts) if part.strip()
            )
        elif _looks_like_mail(raw):
            yield Mail(path.name, raw)


def _looks_like_mail(raw: bytes) -> bool:
    head = raw[:20_000].lower()
    return any(b"\n" + name in b"\n" + head for name in (b"from:", b"received:", b"subject:"))
