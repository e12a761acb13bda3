"""Makes sample.mbox out of the sources beside it: `python resources/sample/build.py`.

Threads are readable text (threads/*.txt, people.txt), designed mails are html/*.html, the odd
ones are in odd.py. The same sources always give the same bytes.
"""

# ruff: noqa: INP001 - a script, no package
from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[1])]

from files import FILES  # noqa: E402 - beside this script, not installed
from odd import odd_mails  # noqa: E402

from desktop_app.mail.wire.mbox import MboxMail, mbox  # noqa: E402

DAY_ZERO = datetime(2026, 11, 20, tzinfo=UTC)
"""The day the sources call 0; readers shift it to today."""

MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
POLICY = SMTP.clone(linesep="\n", cte_type="8bit")
CHARSETS = {"latin1": "windows-1252"}
PLACES = {
    "trash": ("Trash",),
    "spam": ("Spam",),
    "promotions": ("Inbox", "Category promotions"),
    "updates": ("Inbox", "Category updates"),
    "social": ("Inbox", "Category social"),
    "forums": ("Inbox", "Category forums"),
}
STRANGERS = {
    "winner": "Shed Lottery <winner@shed-lottery.example>",
    "seo": "SEO Experts <offer@first-page.example>",
}
NEIGHBOURS = (
    "Ada Byrne,Bo Lindgren,Carla Mendes,Dev Shah,Ella Novak,Finn Archer,Gita Rao,Hugo Laurent,"
    "Ines Duarte,Jack Turner,Kaya Demir,Lars Holm,Mia Costa,Ned Farrow,Olga Sidorova,Paul Petrov,"
    "Quinn Avery,Rosa Blanco,Sven Aalto,Tara Quigley,Uma Patel,Vito Russo,Wanda Kral,Xavier Roche,"
    "Yara Saleh,Zack Ellis,Amy Winters,Bruno Keller"
).split(",")


@dataclass
class Mail:
    thread: str
    number: int
    options: dict[str, str]
    labels: list[str]
    subject: str
    lines: list[str] = field(default_factory=list)

    @property
    def when(self) -> datetime:
        hour, minute = map(int, self.options["at"].split(":"))
        return DAY_ZERO + timedelta(days=int(self.options["day"]), hours=hour, minutes=minute)

    @property
    def flags(self) -> list[str]:
        return [f for f in self.options.get("flags", "").split(",") if f]

    @property
    def text(self) -> str:
        return "\n".join(self.lines).strip("\n") + "\n"


def people() -> dict[str, str]:
    lines = (HERE / "people.txt").read_text("utf-8").splitlines()
    pairs = (line.split(" = ", 1) for line in lines if line and not line.startswith("#"))
    return dict(pairs) | STRANGERS


def read_mails(lines: Iterable[str]) -> Iterator[Mail]:
    """The mails of one thread file: `@thread`, `@labels`, `@subject`, then `@mail` and its text."""
    thread, labels, subject = "", [], ""
    mail: Mail | None = None
    number = 0
    for line in lines:
        name, _, rest = line.partition(" ")
        if name in {"@thread", "@mail"} and mail is not None:
            yield mail
            mail = None
        if name == "@thread":
            thread, labels, number = rest, [], 0
        elif name == "@labels":
            labels = rest.split(",")
        elif name == "@subject":
            subject = rest
        elif name == "@mail":
            number += 1
            options = _options(rest)
            mail = Mail(thread, number, options, labels, options.pop("subject", subject))
        elif mail is not None:
            mail.lines.append(line)
    if mail is not None:
        yield mail


def _options(text: str) -> dict[str, str]:
    day, at, *rest = text.split(" ")
    found = {"day": day, "at": at}
    last = ""
    for word in rest:
        name, equals, value = word.partition("=")
        if equals or word in {"re", "list", "rtl"}:
            found[name] = value or "yes"
            last = name
        else:  # a subject with spaces in it
            found[last] += f" {word}"
    return found


class Builder:
    """Turns mails into messages; remembers what a reply has to quote and refer to."""

    def __init__(self) -> None:
        self._people = people()
        self._seen: dict[str, list[tuple[Mail, str]]] = {}

    def build(self, mail: Mail) -> MboxMail:
        before = self._seen.setdefault(mail.thread, [])
        message_id = (
            f"<{mail.thread}.{mail.number}@{self._email(mail.options['from']).split('@')[1]}>"
        )
        message = EmailMessage(policy=POLICY)
        answers = "re" in mail.options and before
        message["X-Gmail-Labels"] = ",".join(self._labels(mail))
        message["From"] = self._addresses(mail.options["from"])
        message["To"] = self._addresses(mail.options["to"])
        if "cc" in mail.options:
            message["Cc"] = self._addresses(mail.options["cc"])
        message["Subject"] = f"Re: {mail.subject}" if answers else mail.subject
        message["Date"] = format_datetime(mail.when)
        message["Message-ID"] = message_id
        if answers:
            message["In-Reply-To"] = before[-1][1]
            message["References"] = " ".join(i for _, i in before)
        if "list" in mail.options:
            message["List-Id"] = "Joiners' Forum <joiners.joiners-forum.example>"
            message["List-Unsubscribe"] = "<mailto:list-leave@joiners-forum.example>"
        self._fill(message, mail, before[-1][0] if answers else None)
        before.append((mail, message_id))
        return MboxMail(
            message.as_bytes(), self._email(mail.options["from"]), mail.when.timestamp()
        )

    def _fill(self, message: EmailMessage, mail: Mail, answered: Mail | None) -> None:
        text = mail.text + (self._quote(answered) if answered is not None else "")
        charset = mail.options.get("enc", "utf-8")
        message.set_content(
            text, charset=CHARSETS.get(charset, charset), cte=_encoding(charset, text)
        )
        if "attach" in mail.options:
            name = mail.options["attach"]
            kind, make = FILES[name]
            maintype, subtype = kind.split("/", 1)
            message.add_attachment(make(), maintype=maintype, subtype=subtype, filename=name)
            message.set_boundary(f"=_{mail.thread}-{mail.number}")

    def _quote(self, mail: Mail) -> str:
        when, name = mail.when, parseaddr(self._people[mail.options["from"]])[0]
        day = f"{when.day} {MONTHS[when.month - 1]} {when.year} at {when:%H:%M}"
        lines = [f"> {line}".rstrip() for line in mail.text.rstrip("\n").split("\n")]
        return "\n".join(["", f"On {day}, {name} wrote:", *lines, ""])

    def _labels(self, mail: Mail) -> list[str]:
        if mail.options["from"] == "alex":
            found = ["Sent"]
        else:
            found = next((list(PLACES[f]) for f in mail.flags if f in PLACES), ["Inbox"])
        found.append("Unread" if "unread" in mail.flags else "Opened")
        found += [
            f.capitalize() + "red" * (f == "star") for f in mail.flags if f in {"star", "important"}
        ]
        return [*found, *mail.labels]

    def _addresses(self, keys: str) -> list[Address]:
        found = []
        for key in keys.split(","):
            if key == "neighbours":
                found += [_neighbour(name) for name in NEIGHBOURS]
                found += [*self._addresses("alex"), *self._addresses("nina")]
            else:
                name, email = parseaddr(self._people[key])
                found.append(Address(name, addr_spec=email))
        return found

    def _email(self, key: str) -> str:
        return parseaddr(self._people[key])[1]


def _neighbour(name: str) -> Address:
    first, last = name.lower().split()
    return Address(name, addr_spec=f"{first}.{last}@postbox.example")


def _encoding(charset: str, text: str) -> str:
    if charset == "utf-8":
        return "7bit" if text.isascii() else "8bit"
    return {"latin1": "quoted-printable", "iso-2022-jp": "7bit"}.get(charset, "base64")


def all_mails() -> list[MboxMail]:
    builder = Builder()
    found = []
    for path in sorted((HERE / "threads").glob("*.txt")):
        lines = path.read_text("utf-8").splitlines()
        found += [builder.build(mail) for mail in read_mails(lines)]
    found += odd_mails(HERE / "html", DAY_ZERO)
    return sorted(found, key=lambda mail: mail.date)


if __name__ == "__main__":
    (HERE / "sample.mbox").write_bytes(mbox(all_mails()))
