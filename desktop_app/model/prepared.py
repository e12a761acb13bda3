"""Answers that are prepared before anybody asks: the mails that want one."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.model.message import MessageId, ThreadId


@dataclass(frozen=True, slots=True)
class WantsAnswer:
    """A mail that needs a reply and has neither a draft nor been prepared for."""

    message: MessageId
    thread: ThreadId
    account_id: str


@dataclass(frozen=True, slots=True)
class PreparedRound:
    """What one round did: drafts that wait now, mails that need none as the model says, and those
    that are left to be tried later. `trouble` is a sentence on why it ended early, empty
    otherwise."""

    drafts: int = 0
    without: int = 0
    left: int = 0
    trouble: str = ""
