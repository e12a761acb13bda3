"""Mail with the same people: the store as a run sees it that answers one mail unasked.

There is the mail's own conversation, and earlier mail that everybody got to whom the answer goes;
nothing else is found, counted or named.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from desktop_app.mail.drafts.reply import reply_recipients
from desktop_app.model.errors import NotFound
from desktop_app.model.message import Message, MessageId, MessageSummary, ThreadId
from desktop_app.model.query import And, Or, Query, Term
from desktop_app.model.thread import Thread
from desktop_app.model.triage import Verdict
from desktop_app.store.mail.finder import CloseMatches
from desktop_app.store.store import Store
from desktop_app.tools.drafting.seen import got

FIELDS = ("from", "to", "cc", "bcc")


def mail_with_people_of(store: Store, message_id: MessageId) -> Store:
    """A view of `store` for the answer to that mail. Raises `NotFound`."""
    answered = store.messages.get(message_id)
    to, _ = reply_recipients(answered, store.accounts.own_keys(), reply_all=False)
    return cast("Store", _NarrowStore(store, _Sight(answered.thread_id, tuple(a.key for a in to))))


class _Sight:
    """What may be seen: one conversation, and what all of `people` wrote or got."""

    def __init__(self, thread_id: ThreadId, people: tuple[str, ...]) -> None:
        self.thread_id, self.people = thread_id, people

    def holds(self, message: Message) -> bool:
        if message.thread_id == self.thread_id:
            return True
        return bool(self.people) and all(got(message, key) for key in self.people)

    def narrowed(self, query: Query) -> Query:
        """The query among mail with these people, before each mail is looked at."""
        terms = [Or(tuple(Term(f, key, phrase=True) for f in FIELDS)) for key in self.people]
        return Query(query.text, And((*terms, query.root) if query.root is not None else (*terms,)))


class _NarrowStore:
    """Everything else is the store's own."""

    def __init__(self, store: Store, sight: _Sight) -> None:
        self._store = store
        self.messages = _Messages(store, sight)
        self.threads = _Threads(store, sight)
        self.finder = _Finder(store, sight)
        self.triage = _Triage(store, sight)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


class _Part:
    def __init__(self, store: Store, sight: _Sight) -> None:
        self._store, self._sight = store, sight


class _Messages(_Part):
    def get(self, id: MessageId) -> Message:  # noqa: A002 - as the store's own
        found = self._store.messages.get(id)
        if not self._sight.holds(found):
            raise NotFound(
                "There is no such message.",
                next_step="An answer is being prepared: only mail with the same people is there.",
            )
        return found

    def get_many(self, ids: Iterable[MessageId]) -> list[Message]:
        return [m for m in self._store.messages.get_many(ids) if self._sight.holds(m)]

    def raw(self, id: MessageId) -> bytes:  # noqa: A002 - as the store's own
        return self._store.messages.raw(self.get(id).id)


class _Threads(_Part):
    def get(self, thread_id: ThreadId) -> Thread:
        """The conversation with those of its mails that may be seen."""
        found = self._store.threads.get(thread_id)
        mails = tuple(m for m in found.messages if self._sight.holds(m))
        if not mails:
            raise NotFound("There is no such conversation.")
        return Thread(found.id, found.account_id, mails[0].subject, mails)


class _Finder(_Part):
    def messages(self, query: Query, **more: Any) -> list[Message]:
        if not self._sight.people:
            return []
        found = self._store.finder.messages(self._sight.narrowed(query), **more)
        return [m for m in found if self._sight.holds(m)]

    def summaries(self, query: Query, **more: Any) -> list[MessageSummary]:
        if not self._sight.people:
            return []
        found = self._store.finder.summaries(self._sight.narrowed(query), **more)
        mails = self._store.messages.get_many(summary.id for summary in found)
        seen = {m.id for m in mails if self._sight.holds(m)}
        return [summary for summary in found if summary.id in seen]

    def close(self, query: Query, **more: Any) -> CloseMatches:
        """None: what stands for a word is worked out from all mail."""
        del query, more
        return CloseMatches()


class _Triage(_Part):
    def due(self) -> int:
        return 0

    def verdicts(self, ids: Iterable[MessageId]) -> dict[MessageId, Verdict]:
        found = self._store.messages.get_many(ids)
        return self._store.triage.verdicts(m.id for m in found if self._sight.holds(m))
