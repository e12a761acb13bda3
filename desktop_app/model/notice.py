"""Notices: what the desktop is asked to show outside of the window, and what may be pressed there.

A notice offers nothing that sends, allows or deletes.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Press(StrEnum):
    """What can be pressed on a notice. The value is the action's key in the desktop's service."""

    OPEN = "default"
    REVIEW = "review"
    REPLY = "reply"
    ARCHIVE = "archive"
    SNOOZE = "snooze"


@dataclass(frozen=True, slots=True)
class Notice:
    """One notice. `key` names what it is about: another one of the same key takes its place.
    `title` is one line, `body` some; both are plain text, cleaned and bounded. `category` is one of
    the desktop's (Desktop Notifications Specification 1.2, Categories), empty for none. `presses`
    have the words of their buttons; a press on the notice itself is always `OPEN`."""

    key: str
    title: str
    body: str = ""
    category: str = ""
    presses: tuple[tuple[Press, str], ...] = ()
