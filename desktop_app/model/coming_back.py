"""What comes back later: the labels by which a mail says so, and what they mean. Pure.

A snoozed mail has `LATER_SNOOZED` and, unless it waits for an answer alone, one label with the
moment at which it comes back. A sent mail that the person is to be reminded of has `LATER_REMINDED`
and one with its moment. Mails of a muted conversation have `LATER_MUTED`. Being labels they are
undone, searched, backed up, removed with their account and taken to its server as every label is.
"""

from __future__ import annotations

import calendar
import re
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from desktop_app.model.clock import LAST
from desktop_app.model.message import OWN_LABELS, TIMED, SystemLabel

SNOOZED = str(SystemLabel.LATER_SNOOZED)
MUTED = str(SystemLabel.LATER_MUTED)
REMINDED = str(SystemLabel.LATER_REMINDED)
BACK, ASK = TIMED
"""How labels begin that say when a snoozed mail comes back, and when a sent one is reminded of."""

_MINUTE = 60
_FORM, _KEYWORD_FORM, _GMAIL_FORM = "%Y-%m-%dT%H:%MZ", "%Y%m%dt%H%Mz", "%Y-%m-%d %H.%M"
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\dZ", re.ASCII)
_KEYWORD = re.compile(r"\$draftdesk(at|ask)-(\d{8}t\d{4}z)", re.ASCII)
_AT_GMAIL = re.compile(r"Draftdesk/(At|Ask) (\d{4}-\d\d-\d\d \d\d\.\d\d) UTC", re.ASCII)
_KINDS = MappingProxyType({"at": BACK, "ask": ASK})
_SPELT = MappingProxyType({BACK: "At", ASK: "Ask"})

KEYWORDS: Mapping[str, str] = MappingProxyType(
    {SNOOZED: "$DraftdeskSnoozed", MUTED: "$Muted", REMINDED: "$DraftdeskReminded"}
)
"""Keywords of IMAP; `$Muted` is registered (RFC 9979), for the others there is no keyword there."""

GMAIL_NAMES: Mapping[str, str] = MappingProxyType(
    {SNOOZED: "Draftdesk/Snoozed", MUTED: "Draftdesk/Muted", REMINDED: "Draftdesk/Reminded"}
)
"""Labels at Gmail, whose own snooze and mute its API does not have."""

_OF_KEYWORD = MappingProxyType({name.lower(): label for label, name in KEYWORDS.items()})
_OF_GMAIL_NAME = MappingProxyType({name: label for label, name in GMAIL_NAMES.items()})


class Why(StrEnum):
    """Why a conversation came back. The values are stored."""

    SNOOZE = "snooze"
    REMINDER = "reminder"


@dataclass(frozen=True, slots=True)
class Returned:
    """A conversation that came back, `at` in seconds since the epoch."""

    at: int
    why: Why = Why.SNOOZE


@dataclass(frozen=True, slots=True)
class Standing:
    """What is to come of a conversation, by its labels. `until` and `ask` are seconds since the
    epoch, 0 for none: a snoozed one without a moment waits for an answer."""

    snoozed: bool = False
    until: int = 0
    reminded: bool = False
    ask: int = 0
    muted: bool = False


NOTHING = Standing()


def timed(kind: str, at: float) -> str:
    """The label of a moment, of the kind `BACK` or `ASK`, by the minute: never before `at`."""
    minute = -int(-min(max(at, 0), LAST - _MINUTE) // _MINUTE) * _MINUTE
    return kind + time.strftime(_FORM, time.gmtime(minute))


def moment_of(label: str, kind: str) -> int | None:
    """The moment of a label of a kind, None for any other label. Hostile input."""
    text = label.removeprefix(kind)
    return _seconds(text, _FORM) if text != label and _MOMENT.fullmatch(text) else None


def standing(labels: Iterable[str]) -> Standing:
    """By the labels of all mails of a conversation. One that lies in the inbox is not snoozed any
    more; of several moments the first counts."""
    having = frozenset(labels)
    if not having & OWN_LABELS:
        return NOTHING
    snoozed = SNOOZED in having and str(SystemLabel.INBOX) not in having
    reminded = REMINDED in having
    return Standing(
        snoozed,
        _first(having, BACK) if snoozed else 0,
        reminded,
        _first(having, ASK) if reminded else 0,
        MUTED in having,
    )


def _first(labels: Iterable[str], kind: str) -> int:
    return min((at for label in labels if (at := moment_of(label, kind)) is not None), default=0)


def without(labels: frozenset[str], kind: str) -> frozenset[str]:
    """The labels without those of moments of a kind."""
    return frozenset(label for label in labels if not label.startswith(kind))


# On servers


def keyword_of(label: str) -> str:
    """The keyword of IMAP that stands for a label, empty for one that has none."""
    kind, at = _read(label)
    if not kind:
        return KEYWORDS.get(label, "")
    return f"$Draftdesk{_SPELT[kind]}-{time.strftime(_KEYWORD_FORM, time.gmtime(at))}"


def label_of_keyword(keyword: str) -> str:
    """The label for which a keyword stands, empty for any other keyword. Hostile input."""
    lower = keyword.lower()
    found = _KEYWORD.fullmatch(lower)
    if found is None:
        return _OF_KEYWORD.get(lower, "")
    return _from(_KINDS[found.group(1)], found.group(2), _KEYWORD_FORM)


def gmail_name(label: str) -> str:
    """What a label is called at Gmail, empty for one that is no label of Draftdesk's own."""
    kind, at = _read(label)
    if not kind:
        return GMAIL_NAMES.get(label, "")
    return f"Draftdesk/{_SPELT[kind]} {time.strftime(_GMAIL_FORM, time.gmtime(at))} UTC"


def label_of_gmail_name(name: str) -> str:
    """The label that has a name at Gmail, empty for any other name. Hostile input."""
    found = _AT_GMAIL.fullmatch(name)
    if found is None:
        return _OF_GMAIL_NAME.get(name, "")
    return _from(_KINDS[found.group(1).lower()], found.group(2), _GMAIL_FORM)


def _read(label: str) -> tuple[str, int]:
    """Kind and moment of a label with one; an empty kind for any other."""
    for kind in TIMED:
        at = moment_of(label, kind)
        if at is not None:
            return kind, at
    return "", 0


def _from(kind: str, text: str, form: str) -> str:
    at = _seconds(text, form)
    return "" if at is None else timed(kind, at)


def _seconds(text: str, form: str) -> int | None:
    """None for what is no moment of the years 1970 to 9999."""
    try:
        at = calendar.timegm(time.strptime(text, form))
    except ValueError:
        return None
    return at if 0 <= at <= LAST else None
