"""Threads: the row in the list, and the whole conversation."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.model.address import Address
from desktop_app.model.message import Message, MessageId, SystemLabel, ThreadId
from desktop_app.model.triage import Verdict


@dataclass(frozen=True, slots=True)
class ThreadSummary:
    """Row of the conversation list. `newest_id` is the newest matching message, `date` and
    `snippet` are its own; `people` are the senders in order of appearance, each once; `labels`
    is the union over the messages; `drafts` counts drafts in this thread; `recipients` are those
    of the newest matching message; `verdict` is what it wants of the person, None for nothing;
    `back` is when it came back (model/coming_back.py), in seconds since the epoch, 0 where it did
    not."""

    id: ThreadId
    account_id: str
    newest_id: MessageId
    date: int
    subject: str
    snippet: str
    people: tuple[Address, ...]
    message_count: int
    unread_count: int
    labels: frozenset[str]
    has_attachments: bool
    drafts: int = 0
    recipients: tuple[Address, ...] = ()
    verdict: Verdict | None = None
    back: int = 0

    @property
    def place(self) -> int:
        """Where it stands among others: lists are in falling order of it."""
        return max(self.newest_id, self.back)

    @property
    def unread(self) -> bool:
        return self.unread_count > 0

    @property
    def starred(self) -> bool:
        return SystemLabel.STARRED in self.labels


@dataclass(frozen=True, slots=True)
class Thread:
    """Conversation: every message's envelope, oldest first."""

    id: ThreadId
    account_id: str
    subject: str
    messages: tuple[Message, ...]
