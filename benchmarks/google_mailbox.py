"""The seeded mailbox of benchmarks/corpus.py, put into the Google emulator."""

from __future__ import annotations

import random
import re
import zlib

from benchmarks.corpus import Corpus
from tests.fakes.google.emulator import Emulator, Mail

_REFERENCES = re.compile(rb"(?im)^References:\s*<([^>]+)>")
_MESSAGE_ID = re.compile(rb"(?im)^Message-ID:\s*<([^>]+)>")
_LABELS = ("Work", "Travel", "Receipts")


def fill(emulator: Emulator, messages: int) -> list[str]:
    """Puts `messages` mails in, in Gmail's threads, with labels; returns their ids."""
    dice = random.Random(7)
    own = [emulator.label(name) for name in _LABELS]
    mails = []
    for mail in Corpus(messages):
        labels = {"INBOX"} if dice.random() < 0.4 else set()
        if not mail.seen:
            labels.add("UNREAD")
        if dice.random() < 0.05:
            labels.add("STARRED")
        if dice.random() < 0.2:
            labels.add(dice.choice(own))
        mails.append(Mail(mail.raw, tuple(sorted(labels)), _thread(mail.raw), mail.date * 1000))
    return emulator.fill(mails)


def _thread(raw: bytes) -> str:
    """A thread id like Gmail's, of the mail that began the conversation."""
    head = raw.replace(b"\r\n", b"\n").partition(b"\n\n")[0].replace(b"\n ", b" ")
    first = _REFERENCES.search(head) or _MESSAGE_ID.search(head)
    return f"18{zlib.crc32(first[1]) if first else 0:014x}"
