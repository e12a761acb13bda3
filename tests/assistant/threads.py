"""A long conversation by mail, each mail quoting the one before it, as mail programs do."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.model.message import Message
from tests.fakes.house import TestHouse, mail

DANA, ALEX = "Dana Lee <dana@lee.example>", "Alex Morgan <alex@fernhill.example>"
SENTENCES = (
    "The delivery of the oak boards moves to Thursday because the truck needs a new axle.",
    "Could you have somebody at the yard from eight in the morning, please?",
    "We plane all four sides and stack them under the roof, so that rain does no harm.",
    "The invoice follows by post and is due within thirty days of the delivery.",
    "If the gate is locked, call the number on the sign and wait for Kim.",
    "That makes 42 boards at 3.20 metres, as we said on the telephone.",
)


@dataclass(frozen=True)
class LongThread:
    messages: tuple[Message, ...]
    words: int
    """Characters of what the mails themselves say, quotes left out."""


def long_thread(house: TestHouse, mails: int = 20) -> LongThread:
    """Mails of some 450 characters each, by turns from Dana and from Alex."""
    found, words, quote = [], 0, ""
    for number in range(mails):
        said = " ".join(SENTENCES[(number + n) % len(SENTENCES)] for n in range(6))
        writer, reader = (DANA, ALEX) if number % 2 == 0 else (ALEX, DANA)
        text = f"Hi {reader.split()[0]},\n\n{said}\n\nBest,\n{writer.split()[0]}"
        words += len(text)
        chain = " ".join(f"<{n}@lee.example>" for n in range(number))
        more = f"In-Reply-To: <{number - 1}@lee.example>\r\nReferences: {chain}\r\n"
        found.append(
            house.add(
                mail(
                    "Re: Oak boards" if number else "Oak boards",
                    (text + quote).replace("\n", "\r\n"),
                    from_=writer,
                    to=reader,
                    message_id=f"{number}@lee.example",
                    date=f"{number + 1} Sep 2026 10:00:00 +0000",
                    more=more if number else "",
                )
            )
        )
        lines = "\n".join(f"> {line}" for line in f"{text}{quote}".splitlines())
        quote = f"\n\nOn Tue, 1 Sep 2026 at 10:00, {writer} wrote:\n{lines}"
    return LongThread(tuple(found), words)
