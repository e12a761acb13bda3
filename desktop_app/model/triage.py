"""Triage: what a conversation wants of the person, with the reason in words.

The rules are in mail/words/triage.py; the store keeps one verdict for each conversation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import IntEnum, StrEnum
from types import MappingProxyType

from desktop_app.model.clock import as_datetime
from desktop_app.model.local_forms import PLAIN
from desktop_app.model.message import MessageId


class Kind(IntEnum):
    """Kinds of conversations. The numbers are stored: never renumber, only append."""

    OTHER = 0
    NEEDS_REPLY = 1
    WAITING = 2
    NEWS = 3


class Reason(StrEnum):
    """Why a conversation is of its kind. The values are stored."""

    QUESTION = "question"
    REQUEST = "request"
    MEETING = "meeting"
    WROTE_LAST = "wrote_last"
    INVITED = "invited"
    UNSUBSCRIBE = "unsubscribe"
    LIST = "list"
    BULK = "bulk"
    AUTOMATIC = "automatic"
    NO_REPLY = "no_reply"
    OPT_OUT = "opt_out"
    OFFER = "offer"
    SAID = "said"
    SENDER = "sender"
    ANSWERED = "answered"
    TO_OTHERS = "to_others"
    SUSPICIOUS = "suspicious"
    NOTHING_ASKED = "nothing_asked"


@dataclass(frozen=True, slots=True)
class Verdict:
    """`message` is the mail that decides: the one that asks, the person's own last one, the newest
    of news. `said`: the person has decided, by a correction."""

    kind: Kind
    reason: Reason
    message: MessageId = 0
    said: bool = False


NAMES: Mapping[str, Kind] = MappingProxyType(
    {"needs-reply": Kind.NEEDS_REPLY, "waiting": Kind.WAITING, "news": Kind.NEWS}
)
"""Kinds by the values that `is:` takes."""

TITLES: Mapping[Kind, str] = MappingProxyType(
    {
        Kind.NEEDS_REPLY: "Needs reply",
        Kind.WAITING: "Waiting for others",
        Kind.NEWS: "News",
        Kind.OTHER: "",
    }
)

OPEN_DAYS = 60
"""Days after which a mail that asked, or waits, is in no list any more."""

_WORDS: Mapping[Reason, str] = MappingProxyType(
    {
        Reason.QUESTION: "Asks you a question",
        Reason.REQUEST: "Asks something of you",
        Reason.MEETING: "Invites you, and you have not answered",
        Reason.UNSUBSCRIBE: "A mailing list: unsubscribe header",
        Reason.LIST: "A mailing list: list header",
        Reason.BULK: "Sent to many: precedence header",
        Reason.AUTOMATIC: "Sent by a program: auto-submitted header",
        Reason.NO_REPLY: "Sent from an address that takes no reply",
        Reason.OPT_OUT: "Says how to unsubscribe, and you never wrote to the sender",
        Reason.OFFER: "Looks like advertising from somebody you never wrote to",
    }
)
_SAID: Mapping[Kind, str] = MappingProxyType(
    {
        Kind.NEEDS_REPLY: "You said that it needs a reply",
        Kind.NEWS: "You said that this is news",
        Kind.OTHER: "You said that it needs no reply",
        Kind.WAITING: "You said that it waits",
    }
)


def words(verdict: Verdict, date: float, now: float) -> str:
    """The reason as a person reads it, without a full stop; empty for `Kind.OTHER`. `date` is that
    of the deciding mail, in seconds since the epoch."""
    if verdict.said:
        return _SAID[verdict.kind] if verdict.kind is not Kind.OTHER else ""
    if verdict.kind is Kind.OTHER:
        return ""
    if verdict.reason is Reason.SENDER:
        return "You said that mail from this sender is news"
    if verdict.reason is Reason.WROTE_LAST:
        return f"You wrote last, {_when(date, now)}; nobody has answered"
    if verdict.reason is Reason.INVITED:
        return f"You sent an invitation {_when(date, now)}; nobody has answered"
    return _WORDS[verdict.reason]


def _when(date: float, now: float) -> str:
    """`today`, `yesterday`, `on Tuesday` of the last six days, else `on 3 March`."""
    then, today = as_datetime(date).astimezone(), as_datetime(now).astimezone()
    days = (today.date() - then.date()).days
    if days <= 0:
        return "today"
    if days == 1:
        return "yesterday"
    if days < 7:
        return f"on {PLAIN.weekday_name(then)}"
    year = f" {then.year}" if then.year != today.year else ""
    return f"on {then.day} {PLAIN.month_name(then)}{year}"


def working_days_ago(now: float, days: int) -> float:
    """The moment `days` working days (Monday to Friday, local time) before `now`, in seconds since
    the epoch: what is older has waited for longer."""
    moment = as_datetime(now).astimezone()
    while days > 0:
        moment -= timedelta(days=1)
        if moment.weekday() < 5:
            days -= 1
    return moment.timestamp()
