"""Threads: a conversation's row in the list, and the whole of it."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.model.address import Address
from desktop_app.model.message import Message, MessageId, SystemLabel, ThreadId


@dataclass(frozen=True, slots=True)
class ThreadSummary:
    """One row of the conversation list.

    `newest_id` is the newest message that matched what was asked, `date` and `snippet` are its;
    `people` are the senders in order of appearance, each once; `labels` is the union over the
    messages; `drafts` counts drafts that wait in this thread.
    """

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

    @property
    def unread(self) -> bool:
        return self.unread_count > 0

    @property
    def starred(self) -> bool:
        return SystemLabel.STARRED in self.labels


@dataclass(frozen=True, slots=True)
class Thread:
    """A conversation with every message's envelope, oldest first."""

    id: ThreadId
    account_id: str
    subject: str
    messages: tuple[Message, ...]
