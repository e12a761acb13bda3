"""Events about an answer that are no words of it: what it rests on, what is taken back, and a mail
that was written into it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PartRead:
    """An answer rests on `read` of `of` mails: there was no room for all of them. `unread` are ids
    of mails that were cut, of the conversation `thread_id` and of others."""

    read: int
    of: int
    thread_id: str = ""
    unread: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unsaid:
    """The words since the last tool row, or since the beginning, were none of the answer: a model's
    reasoning, told from words by its end alone."""


@dataclass(frozen=True, slots=True)
class MailWritten:
    """A model wrote a mail into its answer instead of making a draft: the person can make one of
    it. It answers the mail `message_id` where there is one."""

    subject: str
    body: str
    message_id: str = ""
