"""Seen mail: what an address was a sender or recipient of, and so may be told again.

Being on one mail of a conversation does not make its other mails seen where that mail is the
stranger's own: anybody can write into a conversation whose subject they know.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from desktop_app.mail.message.body import read_body
from desktop_app.model.address import Address, unique
from desktop_app.model.errors import KnownError
from desktop_app.model.message import Message, MessageId, ThreadId
from desktop_app.model.query import Or, Query, Term
from desktop_app.tools.calls.context import Context

MOST_EARLIER = 60
"""Mails with one address, the newest, that are looked at."""

MOST_OF_THREAD = 60
LONGEST = 20_000


def people_of(messages: Iterable[Message]) -> tuple[Address, ...]:
    """Everybody who wrote or got one of the mails."""
    return unique(a for m in messages for a in (*m.from_, *m.to, *m.cc, *m.bcc))


def got(message: Message, key: str) -> bool:
    """Whether an address wrote the mail or was sent it."""
    return any(a.key == key for a in (*message.from_, *message.to, *message.cc, *message.bcc))


def took_part(thread: tuple[Message, ...], key: str) -> bool:
    """Whether the address is of the conversation: it began it, or was written to by another."""
    if thread and any(a.key == key for a in thread[0].from_):
        return True
    return any(got(m, key) and all(a.key != key for a in m.from_) for m in thread)


class SeenMail:
    """Mail that recipients have seen, read once for each draft that is looked at."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._texts: dict[MessageId, str] = {}
        self._threads: dict[ThreadId, tuple[Message, ...]] = {}

    def thread(self, thread_id: ThreadId) -> tuple[Message, ...]:
        """The mails of a conversation, oldest first; none where it is gone."""
        if thread_id not in self._threads:
            try:
                found = self._context.store.threads.get(thread_id).messages if thread_id else ()
            except KnownError:
                found = ()
            self._threads[thread_id] = found
        return self._threads[thread_id]

    def of_thread(self, thread_id: ThreadId, key: str) -> dict[MessageId, Message]:
        """The mails of a conversation that the address has seen: all where it takes part."""
        thread = self.thread(thread_id)
        seen = thread if took_part(thread, key) else tuple(m for m in thread if got(m, key))
        return {m.id: m for m in seen[-MOST_OF_THREAD:]}

    def earlier(self, key: str) -> dict[MessageId, Message]:
        """The newest mails that the address wrote or got, wherever they are."""
        fields = ("from", "to", "cc", "bcc")
        query = Query("", Or(tuple(Term(field, key, phrase=True) for field in fields)))
        found = self._context.store.finder.messages(
            query, limit=MOST_EARLIER, cancelled=self._context.cancelled
        )
        return {m.id: m for m in found if got(m, key)}

    def texts(self, messages: Mapping[MessageId, Message]) -> list[str]:
        """Subject and text of each mail, quoted history included."""
        return [f"{m.subject}\n{self._text(m.id)}" for m in messages.values()]

    def _text(self, message_id: MessageId) -> str:
        if message_id not in self._texts:
            try:
                text = read_body(self._context.store.messages.raw(message_id)).text[:LONGEST]
            except KnownError:
                text = ""
            self._texts[message_id] = text
        return self._texts[message_id]
