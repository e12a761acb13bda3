"""Verbs that organise mail: the labels they change, and sentences made of what has changed.

Pure. Whether a verb did anything is told by the labels before and after, never by the call.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from desktop_app.model.message import SystemLabel
from desktop_app.tools.calls.results import Result

Action = Literal[
    "",
    "read",
    "unread",
    "archive",
    "inbox",
    "star",
    "unstar",
    "spam",
    "trash",
    "untrash",
    "mute",
    "unmute",
    "snooze",
]
_NONE: frozenset[str] = frozenset()
INBOX = frozenset({str(SystemLabel.INBOX)})
UNREAD = frozenset({str(SystemLabel.UNREAD)})
STARRED = frozenset({str(SystemLabel.STARRED)})
SPAM, TRASH = frozenset({str(SystemLabel.SPAM)}), frozenset({str(SystemLabel.TRASH)})
SNOOZED = frozenset({str(SystemLabel.LATER_SNOOZED)})
MUTED = frozenset({str(SystemLabel.LATER_MUTED)})


class MailVerb(Result, frozen=True):
    """`asked` and `told` say it before and after; `so_already` is what is said of one that it does
    not change, `so_before` of several."""

    add: frozenset[str]
    remove: frozenset[str]
    asked: str
    told: str
    so_already: str
    so_before: str


def _verb(
    add: frozenset[str], remove: frozenset[str], asked: str, told: str, so: tuple[str, str]
) -> MailVerb:
    return MailVerb(add, remove, asked, told, f"{so[0]} {so[1]}", f"{_SEVERAL[so[0]]} {so[1]}")


_SEVERAL: Mapping[str, str] = MappingProxyType({"is": "are", "has": "have"})

VERBS: Mapping[str, MailVerb] = MappingProxyType(
    {
        "": _verb(_NONE, _NONE, "Change labels", "Labels changed", ("has", "these labels already")),
        "read": _verb(_NONE, UNREAD, "Mark as read", "Marked as read", ("is", "read already")),
        "unread": _verb(
            UNREAD, _NONE, "Mark as unread", "Marked as unread", ("is", "unread already")
        ),
        "archive": _verb(_NONE, INBOX, "Archive", "Archived", ("is", "not in the inbox")),
        "inbox": _verb(
            INBOX,
            SPAM | TRASH | SNOOZED | MUTED,
            "Move to the inbox",
            "Moved to the inbox",
            ("is", "in the inbox already"),
        ),
        "star": _verb(STARRED, _NONE, "Star", "Starred", ("is", "starred already")),
        "unstar": _verb(_NONE, STARRED, "Remove the star", "Star removed", ("has", "no star")),
        "spam": _verb(
            SPAM,
            INBOX | TRASH | SNOOZED,
            "Mark as spam",
            "Marked as spam",
            ("is", "in spam already"),
        ),
        "trash": _verb(
            TRASH,
            INBOX | SPAM | SNOOZED,
            "Move to trash",
            "Moved to trash",
            ("is", "in the trash already"),
        ),
        "untrash": _verb(
            INBOX, TRASH, "Take out of trash", "Taken out of trash", ("is", "not in the trash")
        ),
        "mute": _verb(MUTED, INBOX | SNOOZED, "Mute", "Muted", ("is", "muted already")),
        "snooze": _verb(SNOOZED, INBOX, "Snooze", "Snoozed", ("is", "not in the inbox")),
        "unmute": _verb(_NONE, MUTED, "Follow again", "Followed again", ("is", "not muted")),
    }
)
"""Each action by its name."""


def changes(action: str, labels: frozenset[str]) -> bool:
    """Whether the action changes a mail that has these labels."""
    verb = VERBS[action]
    if action == "snooze" and not labels & (INBOX | SNOOZED):
        return False  # it comes back to where it was: to the inbox
    return (labels - verb.remove) | verb.add != labels


def done_words(action: str, changed: int, left: int, noun: str = "mail") -> str:
    """`Archived: 3 mails. 2 are not in the inbox.`; `left` are those that it did not change."""
    verb = VERBS[action]
    if not changed:
        return f"Nothing was changed: {_subject(left, noun)} {_so(verb, left)}."
    rest = f" {left:,} {_so(verb, left)}." if left else ""
    return f"{verb.told}: {counted(changed, noun)}.{rest}"


def counted(count: int, noun: str) -> str:
    """`1 mail`, `2,314 mails`."""
    return f"1 {noun}" if count == 1 else f"{count:,} {noun}s"


def _subject(count: int, noun: str) -> str:
    if not count:
        return f"no {noun}"
    return f"the {noun}" if count == 1 else counted(count, noun)


def _so(verb: MailVerb, count: int) -> str:
    return verb.so_already if count == 1 else verb.so_before
