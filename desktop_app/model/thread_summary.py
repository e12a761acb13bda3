"""Thread summary: one line about a conversation, by a language model, and of what state of it."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.model.message import MessageId, ThreadId


@dataclass(frozen=True, slots=True)
class ThreadSummary:
    """`line` is the model's words, `model` its name. They are about the conversation as long as its
    newest mail is `newest` and it has `mails` of them."""

    thread: ThreadId
    newest: MessageId
    mails: int
    model: str
    line: str
