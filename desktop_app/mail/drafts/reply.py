"""Fields that a reply or a forward takes from its mail: subject, people, chain, quote."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TypeVar

from desktop_app.mail.drafts.answering import Answering
from desktop_app.mail.drafts.link_targets import text_with_targets
from desktop_app.mail.reader.quote import is_forward
from desktop_app.mail.wire.addresses import plainly_named
from desktop_app.mail.wire.headers import clean
from desktop_app.mail.wire.threading import (
    FORWARD_PREFIX,
    PLAIN_FORWARD,
    PLAIN_REPLY,
    REPLY_PREFIX,
    without,
)
from desktop_app.mail.words.language import guess_language
from desktop_app.model.address import Address, is_among, unique
from desktop_app.model.calendar_names import MONTHS
from desktop_app.model.clock import as_datetime
from desktop_app.model.message import Body, Message

_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
MOST_REFERENCES = 500
LONGEST_TAIL = 17
"""Lines of a signature, with the one that parts it."""


def reply_subject(subject: str, *, answers: bool = True) -> str:
    """The subject with one `Re:`, whatever prefix in whatever language it had. A word with a colon
    is a prefix only where the mail `answers` one itself; `Re:` and `Fwd:` always are."""
    return f"Re: {without(REPLY_PREFIX if answers else PLAIN_REPLY, clean(subject))}".strip()


def forward_subject(subject: str, *, answers: bool = True) -> str:
    """The subject with one `Fwd:`; a `Re:` behind it stays. `answers` as for `reply_subject`."""
    return f"Fwd: {without(FORWARD_PREFIX if answers else PLAIN_FORWARD, clean(subject))}".strip()


def goes_on(message: Message, body: Body) -> bool:
    """Whether a mail answers or passes on another: it names one, or quotes one."""
    lines = body.text.split("\n")
    return bool(message.references) or body.quoted_from >= 0 or any(map(is_forward, lines))


def reply_recipients(
    message: Message,
    own_keys: Collection[str],
    reply_all: bool,
    answers: Answering | None = None,
) -> tuple[tuple[Address, ...], tuple[Address, ...]]:
    """To and Cc of a reply (RFC 5322 section 3.6.3).

    It goes where the mail says, then away from oneself: Reply-To, as far as it is somebody else;
    of one's own mail the people it went to; else From. To everyone on a list it goes as
    Mail-Followup-To says, where the mail has that, and to the sender alone as Mail-Reply-To does:
    a list may have put itself into Reply-To. No name of a recipient has an @.
    """
    own = {key.lower() for key in own_keys}
    said = answers or Answering()
    followup = _others(said.followup, own) if reply_all and said.of_a_list else ()
    if followup:
        return _named(followup), ()
    mine = any(is_among(a.key, own) for a in message.from_)
    author = _others(said.author, own) if said.of_a_list and not mine else ()
    to = author or _others(message.reply_to, own) or (() if mine else unique(message.from_))
    if not to:
        to = _others(message.to, own) or _others(message.cc, own) or unique(message.from_)
    if not reply_all:
        return _named(to), ()
    reached = {a.key for a in to}
    copied = _others(message.to + message.cc, own)
    return _named(to), _named(tuple(a for a in copied if a.key not in reached))


def list_recipients(answers: Answering, own_keys: Collection[str]) -> tuple[Address, ...]:
    """Where the list of a mail takes answers: as Mail-Followup-To says, where the mail has that,
    else as List-Post does; nobody where it says neither. mutt's list-reply does the same
    (https://gitlab.com/muttmua/mutt/-/blob/master/send.c)."""
    followup = _others(answers.followup, {key.lower() for key in own_keys})
    if followup and answers.list_post is not None:
        return _named(followup)
    return (answers.list_post,) if answers.list_post is not None else ()


def _named(addresses: tuple[Address, ...]) -> tuple[Address, ...]:
    return tuple(map(plainly_named, addresses))


def _others(addresses: tuple[Address, ...], own: Collection[str]) -> tuple[Address, ...]:
    return unique(a for a in addresses if a.email and not is_among(a.key, own))


def reply_references(message: Message) -> tuple[str, ...]:
    """The whole chain and the message itself, oldest first (RFC 5322 section 3.6.4)."""
    chain = dict.fromkeys((*message.references, message.rfc822_message_id))
    chain.pop("", None)
    ids = tuple(chain)
    if message.rfc822_message_id:  # the parent stands last even where a chain names it earlier
        ids = (*(i for i in ids if i != message.rfc822_message_id), message.rfc822_message_id)
    return ids[:1] + ids[1:][-(MOST_REFERENCES - 1) :]


def quote_for_reply(message: Message, body: Body) -> str:
    """`On 12 Nov 2026 at 14:02, Dana Lee wrote:` in the language of the mail, and its text without
    the signature, each line marked as quoted, the targets of its links included."""
    lines = text_with_targets(body).strip("\n").split("\n")
    return quote_text(message, "\n".join(without_tail(lines, str)))


def quote_text(message: Message, text: str) -> str:
    """As `quote_for_reply`, of some of its words."""
    lines = text.strip("\n").split("\n")
    quoted = "\n".join(f">{_after_mark(line)}" for line in lines)
    return f"{quote_head(message, text)}\n{quoted}"


def quote_head(message: Message, text: str) -> str:
    """The line above a quote of `text`, in its language where we know how that says it. The time is
    that of this computer's time zone."""
    moment, who = as_datetime(message.date).astimezone(), clean(message.sender.label)
    at = f"{moment.hour:02d}:{moment.minute:02d}"
    language = guess_language(text)
    month = MONTHS[language][moment.month - 1] if language in MONTHS else ""
    match language:
        case "de":
            return f"Am {moment.day}. {month.capitalize()} {moment.year} um {at} schrieb {who}:"
        case "fr":
            return f"Le {moment.day} {month} {moment.year} à {at}, {who} a écrit :"
        case "es":
            return f"El {moment.day} de {month} de {moment.year} a las {at}, {who} escribió:"
        case _:
            return f"On {_when(message.date)}, {who} wrote:"


Line = TypeVar("Line")


def without_tail(lines: Sequence[Line], text: Callable[[Line], str]) -> list[Line]:
    """Lines of a mail without the signature that a line `--` parts from it (RFC 3676 section 4.3),
    as far as nothing quoted follows. A mail that is nothing else keeps it."""
    parts = (n for n, line in enumerate(lines) if text(line).strip(" \u00a0") == "--")
    begin = next(parts, len(lines))
    end = begin
    while end < len(lines) and not text(lines[end]).startswith(">"):
        end += 1
    if end - begin > LONGEST_TAIL or not any(text(line).strip() for line in lines[:begin]):
        return list(lines)
    kept = [*lines[:begin], *lines[end:]]
    while begin == len(kept) and kept and not text(kept[-1]).strip():
        kept.pop()
        begin -= 1
    return kept


def _after_mark(line: str) -> str:
    line = line.rstrip()
    return line if not line or line.startswith(">") else f" {line}"


def forward_text(message: Message, body: Body) -> str:
    """The mail below a line that says it is forwarded, with sender, date and subject."""
    return "\n".join([*forward_head(message), text_with_targets(body).strip("\n")])


def forward_head(message: Message) -> list[str]:
    """The lines above a mail that is passed on, an empty one last."""
    head = [
        "---------- Forwarded message ---------",
        f"From: {_people(message.from_)}",
        f"Date: {_when(message.date)}",
        f"Subject: {clean(message.subject)}",
        f"To: {_people(message.to)}",
    ]
    if message.cc:
        head.append(f"Cc: {_people(message.cc)}")
    return [*head, ""]


def _people(addresses: tuple[Address, ...]) -> str:
    return ", ".join(clean(str(a)) for a in addresses)


def _when(seconds: int) -> str:
    """Day and time in this computer's time zone."""
    moment = as_datetime(seconds).astimezone()
    return (
        f"{moment.day} {_MONTHS[moment.month - 1]} {moment.year}"
        f" at {moment.hour:02d}:{moment.minute:02d}"
    )
