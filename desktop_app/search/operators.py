"""Operators of the query language: one table, from which everything else is derived.

Parsing, compiling, suggestions and the documentation read this table. A new operator is one row
here and one row in its test table. Source: https://support.google.com/mail/answer/7190
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from desktop_app.model.message import SystemLabel
from desktop_app.model.triage import NAMES


class Takes(StrEnum):
    """Kind of value an operator takes."""

    PERSON = "person"
    TEXT = "text"
    LABEL = "label"
    PLACE = "place"
    STATE = "state"
    THING = "thing"
    CATEGORY = "category"
    DATE = "date"
    AGE = "age"
    SIZE = "size"
    MESSAGE_ID = "message id"


@dataclass(frozen=True, slots=True)
class Operator:
    """One operator. `columns` are those of the index in which a text value is searched;
    `compare` is the comparison of a date, age or size with the message's."""

    name: str
    takes: Takes
    help: str
    example: str
    aliases: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    compare: str = ""


OPERATORS: tuple[Operator, ...] = (
    Operator("from", Takes.PERSON, "the sender", "from:dana", columns=("sender",)),
    Operator(
        "to",
        Takes.PERSON,
        "a recipient, also in copy",
        "to:me",
        columns=("recipient", "cc", "bcc", "delivered"),
    ),
    Operator("cc", Takes.PERSON, "a recipient in copy", "cc:sam", columns=("cc",)),
    Operator("bcc", Takes.PERSON, "a recipient in blind copy", "bcc:sam", columns=("bcc",)),
    Operator("subject", Takes.TEXT, "words of the subject", "subject:budget", columns=("subject",)),
    Operator("has", Takes.THING, "what it has", "has:attachment"),
    Operator(
        "filename",
        Takes.TEXT,
        "an attachment's name or type",
        "filename:pdf",
        ("attachment", "file"),
        columns=("filename",),
    ),
    Operator("label", Takes.LABEL, "a label", "label:clients", ("l", "labels")),
    Operator("in", Takes.PLACE, "where it is; in:attachments: inside files", "in:inbox"),
    Operator("is", Takes.STATE, "its state", "is:unread"),
    Operator("category", Takes.CATEGORY, "Gmail's category", "category:updates"),
    Operator(
        "after",
        Takes.DATE,
        "on or after a day",
        "after:2026/01/31",
        ("newer", "since"),
        compare=">=",
    ),
    Operator(
        "before", Takes.DATE, "before a day", "before:2026/01/31", ("older", "until"), compare="<"
    ),
    Operator("newer_than", Takes.AGE, "not older than", "newer_than:7d", compare=">="),
    Operator("older_than", Takes.AGE, "older than", "older_than:1y", compare="<"),
    Operator(
        "larger", Takes.SIZE, "larger than", "larger:5M", ("size", "larger_than"), compare=">"
    ),
    Operator("smaller", Takes.SIZE, "smaller than", "smaller:20K", ("smaller_than",), compare="<"),
    Operator(
        "list", Takes.TEXT, "from a mailing list", "list:announce", ("listid",), columns=("list",)
    ),
    Operator(
        "deliveredto",
        Takes.PERSON,
        "the address it was delivered to",
        "deliveredto:alex@fernhill.example",
        columns=("delivered",),
    ),
    Operator(
        "rfc822msgid",
        Takes.MESSAGE_ID,
        "the mail with this Message-ID",
        "rfc822msgid:1234@mail.example",
        ("msgid", "messageid"),
    ),
)

BY_NAME: Mapping[str, Operator] = MappingProxyType(
    {name: operator for operator in OPERATORS for name in (operator.name, *operator.aliases)}
)

ANYWHERE = "anywhere"
ARCHIVE = "archive"
ATTACHMENTS = "attachments"
"""The place of words that stand inside files: search/in_files.py."""

PLACES: Mapping[str, str] = MappingProxyType(
    {
        "inbox": SystemLabel.INBOX.value,
        "sent": SystemLabel.SENT.value,
        "drafts": SystemLabel.DRAFT.value,
        "draft": SystemLabel.DRAFT.value,
        "trash": SystemLabel.TRASH.value,
        "bin": SystemLabel.TRASH.value,
        "spam": SystemLabel.SPAM.value,
        "junk": SystemLabel.SPAM.value,
        "starred": SystemLabel.STARRED.value,
        "important": SystemLabel.IMPORTANT.value,
        "unread": SystemLabel.UNREAD.value,
        "snoozed": SystemLabel.LATER_SNOOZED.value,
        "muted": SystemLabel.LATER_MUTED.value,
        ARCHIVE: ARCHIVE,
        ANYWHERE: ANYWHERE,
        "all": ANYWHERE,
        ATTACHMENTS: ATTACHMENTS,
    }
)
"""Values of `in:`; any other is a user label's name."""

STATES: Mapping[str, str] = MappingProxyType(
    {
        "unread": SystemLabel.UNREAD.value,
        "read": SystemLabel.UNREAD.value,
        "starred": SystemLabel.STARRED.value,
        "important": SystemLabel.IMPORTANT.value,
        "sent": SystemLabel.SENT.value,
        "draft": SystemLabel.DRAFT.value,
        "snoozed": SystemLabel.LATER_SNOOZED.value,
        "muted": SystemLabel.LATER_MUTED.value,
        "reminded": SystemLabel.LATER_REMINDED.value,
    }
)
"""Values of `is:` that are labels; `read` is the absence of its label. The others are the kinds of
conversations (model/triage.py)."""

LATER = "later"
"""Value of `is:` for what comes back later: snoozed, or with a reminder."""

THINGS: tuple[str, ...] = ("attachment", "userlabels", "nouserlabels")
"""Values of `has:`."""

CATEGORIES: Mapping[str, str] = MappingProxyType(
    {
        "primary": SystemLabel.CATEGORY_PERSONAL.value,
        "personal": SystemLabel.CATEGORY_PERSONAL.value,
        "social": SystemLabel.CATEGORY_SOCIAL.value,
        "promotions": SystemLabel.CATEGORY_PROMOTIONS.value,
        "updates": SystemLabel.CATEGORY_UPDATES.value,
        "forums": SystemLabel.CATEGORY_FORUMS.value,
    }
)

CHOICES: Mapping[Takes, tuple[str, ...]] = MappingProxyType(
    {
        Takes.STATE: (*STATES, LATER, *NAMES),
        Takes.THING: THINGS,
        Takes.CATEGORY: tuple(CATEGORIES),
    }
)
"""The values of operators that take nothing else."""

GMAIL_ONLY: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "has": frozenset(
            (
                *("drive", "document", "spreadsheet", "presentation", "youtube"),
                *("yellow-star", "orange-star", "red-star", "purple-star", "blue-star"),
                *("green-star", "red-bang", "yellow-bang", "orange-guillemet", "green-check"),
                *("blue-info", "purple-question"),
            )
        ),
        "in": frozenset(("chats", "scheduled")),
        "is": frozenset(("chat",)),
        "category": frozenset(("purchases", "reservations")),
    }
)
"""Values of which Gmail alone knows what they mean: nothing of a mail on this computer tells."""
