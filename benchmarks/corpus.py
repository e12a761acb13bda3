"""A seeded mailbox of any size: Zipf words, threads, HTML, attachments, lists, some CJK.

The same seed and size always give the same bytes, so figures of two runs can be compared.
It writes a Maildir because that is the one format every measured program reads.
"""

from __future__ import annotations

import base64
import os
import random
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from email.header import Header
from email.utils import format_datetime
from itertools import accumulate
from pathlib import Path

from desktop_app.model.clock import as_datetime

NEWEST = 1_790_000_000
YEARS = 8
_CONSONANTS = "b c d f g h j k l m n p r s t v w z st tr ch sh th br gr pl".split()
_VOWELS = "a e i o u ai ea ou io".split()
_ENGLISH = (
    "the of and to a in is that for it on with as was be by this have from or had not are "
    "but at which you we they his her an meeting report project please thanks regards budget "
    "invoice contract schedule review update question attached document tomorrow week"
).split()
_CJK = "会議資料確認願致来週東京出張予定変更連絡日本語中文邮件项目计划报告北京上海한국어회의자료"


@dataclass(frozen=True, slots=True)
class Mail:
    """One generated message: its bytes, its date in seconds, whether it is read."""

    raw: bytes
    date: int
    seen: bool


class _Zipf:
    """Draws items with the frequencies of ranked words in a language."""

    def __init__(self, items: list[str], exponent: float = 1.05) -> None:
        self.items = items
        self._weights = list(accumulate(1 / (n + 2) ** exponent for n in range(len(items))))

    def draw(self, rng: random.Random, count: int) -> list[str]:
        return rng.choices(self.items, cum_weights=self._weights, k=count)


@dataclass(slots=True)
class _Sent:
    message_id: str
    references: list[str]
    subject: str
    sender: str
    lines: list[str]
    date: int


class Corpus:
    """`count` messages over eight years, oldest first."""

    def __init__(self, count: int, *, seed: int = 7) -> None:
        self.count = count
        self._seed = seed
        self._rng = random.Random(seed)
        self.words = _Zipf(_ENGLISH + self._invented(60_000))
        self.people = _Zipf([self._person(n) for n in range(max(50, min(4000, count // 25)))])
        self._attachment = self._rng.randbytes(400_000)
        self._open: list[_Sent] = []

    def _invented(self, count: int) -> list[str]:
        words: dict[str, None] = {}
        while len(words) < count:
            syllables = self._rng.choices((1, 2, 3, 4), (1, 5, 4, 2))[0]
            parts = (
                self._rng.choice(_CONSONANTS) + self._rng.choice(_VOWELS) for _ in range(syllables)
            )
            words["".join(parts) + self._rng.choice(("", "n", "r", "s", "t"))] = None
        return list(words)

    def _person(self, number: int) -> str:
        first, last = (w.capitalize() for w in self._rng.sample(self.words.items[50:5000], 2))
        host = f"{self._rng.choice(self.words.items[50:400])}.example"
        return f"{first} {last} <{first.lower()}.{last.lower()}{number}@{host}>"

    def __iter__(self) -> Iterator[Mail]:
        span = YEARS * 365 * 86400
        for number in range(self.count):
            date = NEWEST - span + int(span * (number + self._rng.random()) / self.count)
            yield self._mail(number, date)

    def message_ids(self) -> Iterator[str]:
        """The Message-IDs in order, found by making the messages once more."""
        for mail in Corpus(self.count, seed=self._seed):
            yield mail.raw.partition(b"Message-ID: <")[2].partition(b">")[0].decode()

    def _mail(self, number: int, date: int) -> Mail:
        rng = self._rng
        parent = rng.choice(self._open) if self._open and rng.random() < 0.55 else None
        sent = self._sent(number, date, parent)
        self._remember(sent)
        body = "\n".join(sent.lines)
        headers = self._headers(sent, rng)
        kind = rng.random()
        if kind < 0.10:
            raw = headers + self._with_attachment(body, rng)
        elif kind < 0.45:
            raw = headers + self._alternative(body, rng)
        else:
            raw = headers + _plain(body)
        return Mail(raw.encode(), date, seen=rng.random() < 0.9 or date < NEWEST - 90 * 86400)

    def _sent(self, number: int, date: int, parent: _Sent | None) -> _Sent:
        rng = self._rng
        message_id = f"{number}.{rng.getrandbits(48):x}@mail.{number % 97}.example"
        lines = self._paragraphs(rng)
        if rng.random() < 0.03:
            lines.append("".join(rng.choices(_CJK, k=rng.randint(20, 200))))
        sender = self.people.draw(rng, 1)[0]
        if parent is None:
            subject = " ".join(self.words.draw(rng, rng.randint(2, 8))).capitalize()
            return _Sent(message_id, [], subject, sender, lines, date)
        quoted = [f"> {line}" for line in parent.lines[:40]]
        lines += ["", f"On an earlier day, {parent.sender} wrote:", *quoted]
        references = [*parent.references[-12:], parent.message_id]
        subject = "Re: " + parent.subject.removeprefix("Re: ")
        return _Sent(message_id, references, subject, sender, lines, date)

    def _remember(self, sent: _Sent) -> None:
        self._open.append(sent)
        if len(self._open) > 400:
            self._open.pop(self._rng.randrange(200))

    def _paragraphs(self, rng: random.Random) -> list[str]:
        words = self.words.draw(rng, max(8, min(3000, int(rng.lognormvariate(4.9, 0.9)))))
        return [" ".join(words[at : at + 12]) + "." for at in range(0, len(words), 12)]

    def _headers(self, sent: _Sent, rng: random.Random) -> str:
        when = format_datetime(as_datetime(sent.date))
        to = self.people.draw(rng, min(30, 1 + int(rng.expovariate(0.9))))
        lines = ["Return-Path: <bounce@relay.example>", "Delivered-To: alex@fernhill.example"]
        lines += [_hop(hop, rng.getrandbits(40), when) for hop in range(rng.randint(2, 5))]
        lines.append(
            "DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=relay.example; s=s1;\n"
            f"\tb={base64.b64encode(rng.randbytes(180)).decode()}"
        )
        lines += [f"From: {sent.sender}", f"To: {', '.join(to)}"]
        if rng.random() < 0.2:
            lines.append(f"Cc: {', '.join(self.people.draw(rng, 2))}")
        lines += [f"Subject: {_subject(sent.subject, rng)}", f"Date: {when}"]
        lines.append(f"Message-ID: <{sent.message_id}>")
        if sent.references:
            lines.append(f"In-Reply-To: <{sent.references[-1]}>")
            lines.append("References: " + "\n ".join(f"<{r}>" for r in sent.references))
        if rng.random() < 0.25:
            lines.append(f"List-Id: <list{rng.randrange(30)}.lists.example>")
        return "\n".join([*lines, "MIME-Version: 1.0", ""])

    def _alternative(self, body: str, rng: random.Random) -> str:
        cells = '</td></tr>\n<tr><td style="padding:4px 8px;font-family:Arial">'.join(
            line.replace(">", "&gt;") for line in body.split("\n")
        )
        html = (
            "<html><head><style>td{color:#333} .x{margin:0}</style></head><body><table><tr><td>"
            f'{cells}</td></tr></table><p class=x><a href="https://shop.example/">more</a></p>'
            "</body></html>"
        )
        mark = f"=_{rng.getrandbits(64):x}"
        return (
            f'Content-Type: multipart/alternative; boundary="{mark}"\n\n--{mark}\n'
            f"{_plain(body)}\n--{mark}\n{_encoded('text/html', html)}\n--{mark}--\n"
        )

    def _with_attachment(self, body: str, rng: random.Random) -> str:
        size = min(len(self._attachment), int(rng.lognormvariate(10, 1.2)))
        start = rng.randrange(len(self._attachment) - size + 1)
        data = base64.encodebytes(self._attachment[start : start + size]).decode()
        name = (
            f"{self.words.draw(rng, 1)[0]}-{rng.randrange(99)}.{rng.choice(('pdf', 'docx', 'png'))}"
        )
        mark = f"=_{rng.getrandbits(64):x}"
        return (
            f'Content-Type: multipart/mixed; boundary="{mark}"\n\n--{mark}\n{_plain(body)}\n'
            f'--{mark}\nContent-Type: application/octet-stream; name="{name}"\n'
            f'Content-Disposition: attachment; filename="{name}"\n'
            f"Content-Transfer-Encoding: base64\n\n{data}\n--{mark}--\n"
        )


def _hop(hop: int, queue: int, when: str) -> str:
    return (
        f"Received: from mx{hop}.relay.example (mx{hop}.relay.example [192.0.2.{hop}])\n"
        f"\tby in{hop}.fernhill.example (Postfix) with ESMTPS id {queue:X}\n"
        f"\tfor <alex@fernhill.example>; {when}"
    )


def _subject(subject: str, rng: random.Random) -> str:
    if rng.random() < 0.05:
        return Header(subject + " – café", "utf-8", maxlinelen=200).encode()
    return subject


def _plain(body: str) -> str:
    return _encoded("text/plain", body)


def _encoded(content_type: str, text: str) -> str:
    head = f"Content-Type: {content_type}; charset=utf-8\nContent-Transfer-Encoding: "
    if text.isascii() and zlib.crc32(text.encode()) % 3:
        return f"{head}7bit\n\n{text}\n"
    return f"{head}base64\n\n{base64.encodebytes(text.encode()).decode()}"


def write_maildir(corpus: Corpus, folder: Path) -> int:
    """Writes the corpus as a Maildir unless it is already there; returns its bytes."""
    done = folder.with_suffix(".complete")
    if done.exists():
        return int(done.read_text())
    for name in ("cur", "new", "tmp"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    total = 0
    for number, mail in enumerate(corpus):
        flags = "S" if mail.seen else ""
        path = folder / "cur" / f"{mail.date}.{number}.host:2,{flags}"
        path.write_bytes(mail.raw)
        os.utime(path, (mail.date, mail.date))
        total += len(mail.raw)
    done.write_text(str(total))
    return total
