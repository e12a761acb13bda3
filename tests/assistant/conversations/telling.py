"""How a conversation is written down: the mailbox, what the person asked, what a model called and
said, and what has to be in the store afterwards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from desktop_app.model.calendar_event import CalendarEvent
from desktop_app.model.cloud_file import CloudFile
from tests.assistant.talking import Call, Seen, Step
from tests.fakes.house import mail

ME = "Alex Morgan <alex@fernhill.example>"
SENT = frozenset({"SENT"})
INBOX = frozenset({"INBOX", "UNREAD"})


@dataclass(frozen=True)
class Letter:
    """A mail in the mailbox, known by the first part of its Message-ID."""

    key: str
    raw: bytes
    labels: frozenset[str] = INBOX

    @property
    def message_id(self) -> str:
        return f"{self.key}@mail.example"


@dataclass(frozen=True)
class Turn:
    """What the person said, then what the model called and at last said. `opens` names the letter
    that is open in the window."""

    asks: str
    steps: tuple[Step, ...]
    opens: str = ""


@dataclass(frozen=True)
class Drafted:
    """A draft as it has to be in the end. `answers` and `references` name letters; `reads` are
    the letters that are its sources, `other` how many sources of another kind than mails and
    requests there are; `requests` how many of the person's own. `language` is that of its body,
    `has` are words in it. `blocked`: a press on Send is refused until something is filled in."""

    to: tuple[str, ...]
    subject: str
    cc: tuple[str, ...] = ()
    answers: str = ""
    references: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()
    other: int = 0
    requests: int = 1
    revision: int = 1
    language: str = "en"
    has: tuple[str, ...] = ()
    attachments: tuple[str, ...] = ()
    asks_to_send: bool = False
    blocked: bool = False


@dataclass(frozen=True)
class Conversation:
    """`choices` is how many options the person was given, `asked` how often something was asked
    of them, `untouched`: not a single draft and nothing changed."""

    name: str
    mailbox: tuple[Letter, ...]
    turns: tuple[Turn, ...]
    drafts: tuple[Drafted, ...] = ()
    choices: int = 0
    asked: int = 0
    errors: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    """Words the model was given by tools, in the order of the results."""

    events: tuple[CalendarEvent, ...] = ()
    files: dict[str, tuple[CloudFile, str]] = field(default_factory=dict)


def letter(key: str, subject: str, body: str, *, from_: str, **more: Any) -> Letter:
    """A mail to Alex. `after` names the letters before it in the thread, oldest first."""
    labels = more.pop("labels", INBOX)
    after = more.pop("after", ())
    headers = more.pop("more", "")
    if after:
        chain = " ".join(f"<{each}@mail.example>" for each in after)
        headers += f"In-Reply-To: <{after[-1]}@mail.example>\r\nReferences: {chain}\r\n"
    more.setdefault("to", ME)
    raw = mail(subject, body, from_=from_, message_id=f"{key}@mail.example", more=headers, **more)
    return Letter(key, raw, labels)


def with_file(key: str, subject: str, body: str, *, from_: str, name: str, text: str) -> Letter:
    """A mail with a text file attached."""
    head = (
        f"From: {from_}\r\nTo: {ME}\r\nSubject: {subject}\r\nMessage-ID: <{key}@mail.example>\r\n"
        "Date: Mon, 14 Sep 2026 11:00:00 +0000\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/mixed; boundary="b"\r\n\r\n'
    )
    parts = (
        f"--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{body}\r\n"
        f'--b\r\nContent-Type: text/plain; charset=utf-8; name="{name}"\r\n'
        f'Content-Disposition: attachment; filename="{name}"\r\n\r\n{text}\r\n--b--\r\n'
    )
    return Letter(key, (head + parts).encode())


def search(query: str) -> Call:
    return Call("search_messages", {"query": query})


def read(number: int = 1) -> Call:
    return Call("get_message", {"number": number})


def reply(body: str, number: int = 1, **more: Any) -> Call:
    return Call("draft_reply", {"number": number, "body": body, **more})


def write(to: str, subject: str, body: str, **more: Any) -> Call:
    return Call("create_draft", {"to": [to], "subject": subject, "body": body, **more})


def last_draft(seen: Seen) -> tuple[str, int]:
    """Id and newest revision of the draft that was saved last."""
    saved = [r for r in seen.results if isinstance(r, dict) and "revision" in r]
    return saved[-1]["draft_id"], saved[-1]["revision"]


def revise(**fields: Any) -> Callable[[Seen], Call]:
    """Change the last draft in place, as the instructions say."""

    def step(seen: Seen) -> Call:
        draft_id, revision = last_draft(seen)
        return Call("update_draft", {"draft_id": draft_id, "base_revision": revision, **fields})

    return step


def send(seen: Seen) -> Call:
    """Ask for the last draft to be sent."""
    draft_id, revision = last_draft(seen)
    return Call("send_draft", {"draft_id": draft_id, "revision": revision})


def ask_person(question: str, *options: str) -> Call:
    return Call("ask_person", {"questions": [{"question": question, "answers": list(options)}]})


STOP_WORDS: dict[str, frozenset[str]] = {
    "en": frozenset(
        "the and you to of for is it we i will with on that this thank have can".split()
    ),
    "de": frozenset(
        "und der die das ich sie wir ist nicht zu für mit den ein dank auf haben".split()
    ),
    "fr": frozenset("le la les et je vous nous est pour de un une avec merci que dans ce".split()),
    "es": frozenset("el la los y que de para con por una un es gracias en su nos muy".split()),
    "it": frozenset("il la e che di per con una un grazie sono non ci lo le alla mi".split()),
    "nl": frozenset("de het en ik je u een van voor met dank niet is dat we zijn op".split()),
    "pt": frozenset("o a os e que de para com uma um obrigado não por em é no da".split()),
    "pl": frozenset("i w na z do że się nie to dziękuję za jest o po pan pani dla".split()),
}


def language_of(text: str) -> str:
    """The language whose commonest words are most of this text's; ties are lost."""
    words = [word.strip(".,;:!?()[]\"'").lower() for word in text.split()]
    counts = {name: sum(w in stops for w in words) for name, stops in STOP_WORDS.items()}
    best = max(counts, key=lambda name: counts[name])
    tied = [name for name, count in counts.items() if count == counts[best]]
    return best if len(tied) == 1 and counts[best] > 1 else ""
