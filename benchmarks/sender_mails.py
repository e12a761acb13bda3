"""Mails that `benchmarks.reading senders` judges: phishing and legitimate mail, and corpora.

Ours are blocks of `tests/data/senders`, each for several invented houses. A block is what its
sender wrote; the fields that delivery adds are filled in here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OURS = ROOT / "tests" / "data" / "senders"
SERVER = "fernhill.example"
"""The own server's domain, as it is learned from the results in these mails."""
SERVER_ID = "mx.fernhill.example"

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


_HOPS = (
    "Received: from SA1PR{number}MB7064.namprd{number}.prod.outlook.com (::1) by\n"
    " MN0PR{number}MB6312.namprd{number}.prod.{inner} with HTTPS; Tue, 10 Nov 2026 09:12:47 +0000\n"
    "Received: from BN1NAM02FT021.eop-nam02.prod.protection.outlook.com (2603:10b6:408:139::19)\n"
    " by BN9PR03CA{number}.{edge} (2603:10b6:408:139::25) with Microsoft SMTP Server id 15.20;\n"
    " Tue, 10 Nov 2026 09:12:46 +0000\n"
    "Authentication-Results: {results}\n"
    "Received-SPF: None (protection.outlook.com: told above)\n"
    "Received: from out{number}.mail.example (192.0.2.7) by\n"
    " BN1NAM02FT021.mail.protection.outlook.com (10.13.2.73) with Microsoft SMTP Server id 15.20;\n"
    " Tue, 10 Nov 2026 09:12:45 +0000\n"
)
_INNER = ("outlook.com", "exchangelabs.com", "outlook.com")
_EDGE = ("outlook.office365.com", "outlook.office365.com", "mail.protection.outlook.com")

ADDED = (
    "List-Id: Friends <friends.lodger.example>",
    "List-Post: <mailto:friends@lodger.example>",
    "List-Unsubscribe: <https://lodger.example/u>, <mailto:u@lodger.example?subject=u>",
    "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
    "Precedence: bulk",
    "Precedence: list",
    "Auto-Submitted: auto-generated",
    "Feedback-ID: 1.eu1.z5:Mass",
    "X-Campaign: 7",
    "In-Reply-To: <a1@fernhill.example>",
    "References: <a0@fernhill.example> <a1@fernhill.example>",
    "Resent-From: Alex <alex@fernhill.example>",
    "X-Forwarded-To: alex@fernhill.example",
    "X-Forwarded-For: alex@oldschool.example alex@fernhill.example",
    "X-Loop: alex@fernhill.example",
    "Delivered-To: alex@fernhill.example",
    "Sender: {sender}",
    "Reply-To: {sender}",
    "Reply-To: desk@{domain}",
    "Cc: {answer}, {sender}",
    "To: {answer}",
    "Return-Path: <{sender}>",
    "Date: Mon, 04 Jan 1999 10:00:00 +0000",
    "Received: from a.example by b.example; Mon, 04 Jan 1999 10:00:00 +0000",
    "Received: from mx.fernhill.example by mx.fernhill.example; Tue, 10 Nov 2026 09:12:44 +0000",
    "DKIM-Signature: v=1; a=rsa-sha256; d={domain}; s=1; h=from; b=AAAA",
    "Received-SPF: pass (mx.fernhill.example: designates 192.0.2.7) client-ip=192.0.2.7",
    "Authentication-Results: mx.fernhill.example; dmarc=pass header.from={domain}",
    "Authentication-Results: dkim=pass header.d={domain};dmarc=pass header.from={domain}",
    "ARC-Authentication-Results: i=1; mx.fernhill.example; dmarc=pass header.from={domain}",
    "ARC-Seal: i=1; a=rsa-sha256; t=1; cv=none; d=fernhill.example; s=arc; b=AAAA",
    "X-MS-Exchange-Organization-AuthAs: Internal",
    "X-Spam-Status: No, score=-9.9",
    "Comments: sent via a mailing list",
)
"""Fields by which a sender may want to look harmless; `{answer}` is where answers go."""


@dataclass(frozen=True, slots=True)
class Mail:
    """One mail and where it is from: the block or the file. `told` are words of the sentence that
    has to be said of it, `sender_head` the fields that its sender wrote."""

    title: str
    raw: bytes
    told: str = ""
    sender_head: str = ""


Delivery = Callable[[str, dict[str, str]], str]
"""What the own server writes above a mail, of its results (empty for none) and the filled words."""


def by_one_server(results: str, words: dict[str, str]) -> str:
    """The results stand above the server's own Received field."""
    above = f"Authentication-Results: {SERVER_ID}; {results}\n" if results else ""
    return above + _with(_RECEIVED, words)


def by_microsoft(results: str, words: dict[str, str]) -> str:
    """The results stand between hops of several domains, and have no id."""
    turn = int(words["number"]) % len(_EDGE)
    told = results if "spf=" in results else f"spf=none; {results or 'dmarc=none'}"
    hops = {"results": told, "inner": _INNER[turn], "edge": _EDGE[turn]}
    return _with(_HOPS, words | hops)


def ours(name: str, houses: Sequence[str], delivery: Delivery = by_one_server) -> list[Mail]:
    """Each block of the file `name` for each house."""
    text = (OURS / name).read_text(encoding="utf-8")
    blocks = f"\n{text}".split("\n=== ")[1:]
    return [
        _mail(block, house, number, delivery)
        for number, block in enumerate(blocks)
        for house in houses
    ]


def added_to(mail: Mail, field: str, *, first: bool) -> Mail:
    """The mail with a field that its sender added, as the first of the sender's own or the last."""
    head, _, body = mail.raw.decode().partition("\n\n")
    sender, answer = (_address(head, name) for name in ("From", "Reply-To"))
    domain = sender.rpartition("@")[2]
    words = {"sender": sender, "domain": domain, "answer": answer or sender}
    line = _with(field, words)
    at = head.rindex(mail.sender_head) if first else len(head)
    parts = (head[:at].rstrip("\n"), line, head[at:].strip("\n"))
    raw = "\n".join(part for part in parts if part)
    return Mail(mail.title, f"{raw}\n\n{body}".encode(), mail.told, mail.sender_head)


def _address(head: str, name: str) -> str:
    """The last address of a field; empty where there is none."""
    found = re.search(rf"(?m)^{name}: .*$", head)
    return re.findall(r"[^\s<>\",]+@[^\s<>\",]+", found[0])[-1] if found and "@" in found[0] else ""


def _mail(block: str, house: str, number: int, delivery: Delivery) -> Mail:
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
    # The first results are the own server's word, the rest is what the sender wrote.
    lines = head.split("\n")
    results = [line for line in lines if line.startswith("Authentication-Results")][:1]
    rest = "\n".join([*(line for line in lines if line not in results), *more])
    own = delivery(results[0].partition("; ")[2] if results else "", words)
    return Mail(title, f"{own}{rest}\n\n{body}".encode(), told, rest)


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
