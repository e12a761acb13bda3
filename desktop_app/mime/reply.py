"""Fields that a reply or a forward takes from its mail: subject, people, chain, quote."""

from __future__ import annotations

from collections.abc import Collection

from desktop_app.mime.headers import clean
from desktop_app.mime.marks import unmarked
from desktop_app.mime.threading import FORWARD_PREFIX, REPLY_PREFIX, without
from desktop_app.model.address import Address, unique
from desktop_app.model.clock import as_datetime
from desktop_app.model.message import Body, Message

_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
MOST_REFERENCES = 500


def reply_subject(subject: str) -> str:
    """The subject with one `Re:`, whatever prefix in whatever language it had."""
    return f"Re: {without(REPLY_PREFIX, clean(subject))}".strip()


def forward_subject(subject: str) -> str:
    """The subject with one `Fwd:`; a `Re:` behind it stays."""
    return f"Fwd: {without(FORWARD_PREFIX, clean(subject))}".strip()


def reply_recipients(
    message: Message, own_keys: Collection[str], reply_all: bool
) -> tuple[tuple[Address, ...], tuple[Address, ...]]:
    """To and Cc of a reply (RFC 5322 section 3.6.3).

    Reply-To takes precedence over From. Own addresses are left out. A reply to one's own mail goes
    to the people that mail went to.
    """
    own = {key.lower() for key in own_keys}
    answered = _others(message.reply_to, own) or message.from_
    if any(a.key in own for a in message.from_):
        answered = message.to or message.cc
        copied = message.cc if message.to else ()
    else:
        copied = message.to + message.cc
    to = _others(answered, own) or unique(answered)
    if not reply_all:
        return to, ()
    reached = {a.key for a in to}
    return to, tuple(a for a in _others(copied, own) if a.key not in reached)


def _others(addresses: tuple[Address, ...], own: Collection[str]) -> tuple[Address, ...]:
    return unique(a for a in addresses if a.email and a.key not in own)


def reply_references(message: Message) -> tuple[str, ...]:
    """The whole chain and the message itself, oldest first (RFC 5322 section 3.6.4)."""
    chain = dict.fromkeys((*message.references, message.rfc822_message_id))
    chain.pop("", None)
    ids = tuple(chain)
    if message.rfc822_message_id:  # the parent stands last even where a chain names it earlier
        ids = (*(i for i in ids if i != message.rfc822_message_id), message.rfc822_message_id)
    return ids[:1] + ids[1:][-(MOST_REFERENCES - 1) :]


def quote_for_reply(message: Message, body: Body) -> str:
    """`On 12 Nov 2026 at 14:02, Dana Lee wrote:` and the text, each line marked as quoted."""
    return quote_text(message, unmarked(body.text))


def quote_text(message: Message, text: str) -> str:
    """As `quote_for_reply`, of some of its words."""
    lines = text.strip("\n").split("\n")
    quoted = "\n".join(f">{_after_mark(line)}" for line in lines)
    return f"On {_when(message.date)}, {clean(message.sender.label)} wrote:\n{quoted}"


def _after_mark(line: str) -> str:
    line = line.rstrip()
    return line if not line or line.startswith(">") else f" {line}"


def forward_text(message: Message, body: Body) -> str:
    """The mail below a line that says it is forwarded, with sender, date and subject."""
    head = [
        "---------- Forwarded message ---------",
        f"From: {_people(message.from_)}",
        f"Date: {_when(message.date)}",
        f"Subject: {clean(message.subject)}",
        f"To: {_people(message.to)}",
    ]
    if message.cc:
        head.append(f"Cc: {_people(message.cc)}")
    return "\n".join([*head, "", unmarked(body.text).strip("\n")])


def _people(addresses: tuple[Address, ...]) -> str:
    return ", ".join(clean(str(a)) for a in addresses)


def _when(seconds: int) -> str:
    """Day and time in this computer's time zone."""
    moment = as_datetime(seconds).astimezone()
    return (
        f"{moment.day} {_MONTHS[moment.month - 1]} {moment.year}"
        f" at {moment.hour:02d}:{moment.minute:02d}"
    )
