"""Search: messages, threads and counts for any query, newest first.

A query is compiled against the current mail. The walk over matches ends when the page is full or
the caller cancels.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from threading import Event
from typing import TYPE_CHECKING, Any, Literal

import apsw

from desktop_app.model.changes import Changes
from desktop_app.model.message import Message, MessageId, MessageSummary, ThreadId
from desktop_app.model.query import And, Node, Query, Term
from desktop_app.model.thread import ThreadSummary
from desktop_app.search.plan import LATEST, Plan
from desktop_app.search.sql import compile_query
from desktop_app.store.base.db import Database
from desktop_app.store.base.versioned_cache import VersionedCache
from desktop_app.store.mail.accounts import Accounts, names
from desktop_app.store.mail.envelopes import LISTED, read_messages, summaries_of
from desktop_app.store.mail.senders import SENT, SenderCount, counted_senders
from desktop_app.store.mail.statistics import Holdings, TermIndex, holdings, mailbox, total
from desktop_app.store.mail.threads import came_back, summaries
from desktop_app.store.rows.walk import FOUND, Shape, matches_in, walk

if TYPE_CHECKING:
    from desktop_app.model.file_state import FileHit
    from desktop_app.search.plan import Exact
    from desktop_app.search.widening import Wide

_STEPS_BETWEEN_LOOKS = 5_000
_HELD = Changes(messages=True, labels=True, accounts=True)
By = Literal["sender", "day", "label"]


@dataclass(frozen=True, slots=True)
class CloseMatches:
    """Conversations, the closest first, and the words of the query with what stands for them."""

    threads: tuple[ThreadSummary, ...] = ()
    words: tuple[Wide, ...] = ()


class Finder:
    """Search in the accounts `among`, or in all. Every call reads one snapshot.

    Labels and totals, which compiling needs, are cached until a commit changes them. A commit of
    another process counts once it is noticed (`VersionedCache`).
    """

    def __init__(
        self,
        db: Database,
        accounts: Accounts,
        among: frozenset[str] | None = None,
        *,
        columns: tuple[str, ...] = (),
        begins: bool = False,
    ) -> None:
        """`columns` and `begins` as in `search.plan`."""
        self._columns, self._begins = columns, begins
        self._db = db
        self._accounts = accounts
        self._among = among
        self._holdings = VersionedCache(db, _HELD, self._read_holdings)

    def messages(
        self,
        query: Query,
        *,
        limit: int,
        before: int | None = None,
        account_id: str = "",
        include_spam_trash: bool = False,
        cancelled: Event | None = None,
    ) -> list[Message]:
        """The newest `limit` matches, of those with an id below `before`.

        An account id of "" means all accounts. Raises Cancelled, NotFound (the account).
        """
        with self._searching(cancelled) as connection:
            plan = self._plan(connection, query, account_id, all_mail=include_spam_trash)
            return read_messages(connection, _newest(connection, plan, before, limit))

    def summaries(
        self,
        query: Query,
        *,
        limit: int,
        before: int | None = None,
        account_id: str = "",
        include_spam_trash: bool = False,
        cancelled: Event | None = None,
    ) -> list[MessageSummary]:
        """List summaries of the messages that `messages` finds. Raises as it does."""
        with self._searching(cancelled) as connection:
            plan = self._plan(connection, query, account_id, all_mail=include_spam_trash)
            found = _matches(connection, plan, before, LISTED)
            return summaries_of(connection, list(islice(found, limit)))

    def threads(
        self,
        query: Query,
        *,
        limit: int,
        before: int | None = None,
        account_id: str = "",
        include_spam_trash: bool = False,
        cancelled: Event | None = None,
    ) -> list[ThreadSummary]:
        """The threads of the newest matches, each once, at its newest match.

        `before` is the `place` of the last one of the page before. What came back to the inbox
        stands there by when it came back. Raises as `messages`.
        """
        with self._searching(cancelled) as connection:
            plan = self._plan(connection, query, account_id, all_mail=include_spam_trash)
            page: dict[ThreadId, MessageId] = {}
            raised = _raised(connection, query, plan)
            ahead = [(at, thread) for thread, (at, _) in raised.items() if at < (before or LATEST)]
            for id_, thread in _matches(connection, plan, before):
                while ahead and ahead[0][0] >= id_ and len(page) < limit:
                    _, first = ahead.pop(0)
                    page[first] = raised[first][1]
                if len(page) == limit:
                    break
                if thread in page or thread in raised:
                    continue
                if before and _shown(connection, plan, thread, before):
                    continue
                page[thread] = id_
                if len(page) == limit:
                    break
            for _, thread in ahead[: limit - len(page)]:
                page[thread] = raised[thread][1]
            return summaries(connection, page)

    def close(
        self,
        query: Query,
        *,
        besides: Collection[ThreadId],
        limit: int,
        account_id: str = "",
        include_spam_trash: bool = False,
        cancelled: Event | None = None,
    ) -> CloseMatches:
        """Conversations that are close to the query, but for those of its own matches (`besides`),
        and what was understood. Raises as `messages`."""
        from desktop_app.search.widening import widened
        from desktop_app.store.mail.close_matches import (
            MailVocabulary,
            ScopedVocabulary,
            close_threads,
        )

        with self._searching(cancelled) as connection:

            def compiled(wanted: Query) -> Plan:
                return self._plan(connection, wanted, account_id, all_mail=include_spam_trash)

            among = self._narrow(account_id)
            if among is None:
                known = MailVocabulary(connection, self._holdings.get().messages)
            else:
                mails = sum(total(connection, each) for each in among)
                known = ScopedVocabulary(connection, compiled, mails)
            wide = widened(query, known)
            if wide is None:
                return CloseMatches()
            found = close_threads(
                connection,
                wide,
                compiled,
                total=known.total,
                besides=frozenset(besides),
                limit=limit,
            )
            rows = summaries(connection, {each.thread: each.message for each in found})
            return CloseMatches(tuple(rows), wide.words)

    def files(
        self,
        query: Query,
        *,
        limit: int,
        account_id: str = "",
        include_spam_trash: bool = False,
        cancelled: Event | None = None,
    ) -> list[FileHit]:
        """Files that have the query's words, those of the newest mail first, of mails that its
        operators allow. None for a query without words. Raises as `messages`."""
        from desktop_app.search.in_files import asked_of_files
        from desktop_app.store.mail.file_hits import file_hits

        asked = asked_of_files(query)
        if asked is None:
            return []
        root = And(asked.rest) if asked.rest else None
        with self._searching(cancelled) as connection:
            mails = Query(query.text, root)
            plan = self._plan(connection, mails, account_id, all_mail=include_spam_trash)
            return file_hits(connection, plan, asked.expression, limit)

    def thread_ids(
        self,
        query: Query,
        *,
        account_id: str = "",
        include_spam_trash: bool = False,
        cancelled: Event | None = None,
    ) -> tuple[ThreadId, ...]:
        """All threads with a match, the newest match first. Raises as `messages`."""
        with self._searching(cancelled) as connection:
            plan = self._plan(connection, query, account_id, all_mail=include_spam_trash)
            return tuple(dict.fromkeys(thread for _, thread in _matches(connection, plan, None)))

    def ids(self, query: Query, *, account_id: str = "") -> list[MessageId]:
        """Every match, in spam and in the trash too, the newest first. Raises as `messages`."""
        with self._searching(None) as connection:
            plan = self._plan(connection, query, account_id, all_mail=True)
            return [id_ for id_, _ in _matches(connection, plan, None)]

    def count(
        self,
        query: Query,
        *,
        account_id: str = "",
        include_spam_trash: bool = False,
        cancelled: Event | None = None,
    ) -> int:
        """The number of matching messages. Raises as `messages`."""
        with self._searching(cancelled) as connection:
            plan = self._plan(connection, query, account_id, all_mail=include_spam_trash)
            return sum(1 for _ in _matches(connection, plan, None))

    def stats(
        self,
        query: Query,
        *,
        by: By,
        limit: int = 20,
        account_id: str = "",
        include_spam_trash: bool = False,
        cancelled: Event | None = None,
    ) -> tuple[int, list[tuple[str, int]]]:
        """The number of matches, and the `limit` commonest senders or labels, or the newest days
        (YYYY-MM-DD, local), with their counts. Raises as `messages`."""
        from desktop_app.store.mail.counted import KEYS, most_first

        with self._searching(cancelled) as connection:
            plan = self._plan(connection, query, account_id, all_mail=include_spam_trash)
            ids = [id_ for id_, _ in _matches(connection, plan, None)]
            counts: Counter[str] = Counter()
            for start in range(0, len(ids), 1000):
                for message in read_messages(connection, ids[start : start + 1000]):
                    counts.update(KEYS[by](message))
        if by == "day":
            return len(ids), sorted(counts.items(), reverse=True)[:limit]
        return len(ids), sorted(counts.items(), key=most_first)[:limit]

    def senders(
        self,
        query: Query,
        *,
        limit: int,
        account_id: str = "",
        cancelled: Event | None = None,
    ) -> tuple[SenderCount, ...]:
        """The `limit` senders with most matches, without the person's own addresses; a sender to
        two accounts is counted for each. Raises as `messages`."""
        own = self._own_keys(account_id)
        with self._searching(cancelled) as connection:
            plan = self._plan(connection, query, account_id, all_mail=False)
            found = _matches(connection, plan, None, SENT)
            return counted_senders(found, names(connection), own, limit)

    def _plan(
        self, connection: apsw.Connection, query: Query, account_id: str, *, all_mail: bool
    ) -> Plan:
        known = self._holdings.get()
        own = self._own_keys(account_id)
        state = mailbox(
            known,
            own=own,
            now=self._db.clock(),
            accounts=self._narrow(account_id),
            columns=self._columns,
        )
        index = TermIndex(connection, known.messages, begins=self._begins)
        return compile_query(query, state, index, include_spam_trash=all_mail)

    def _own_keys(self, account_id: str) -> frozenset[str]:
        """The own addresses of the accounts to search: whoever may see some of them learns by
        `from:me` of no other."""
        if account_id or self._among is None:
            return self._accounts.own_keys(account_id or None)
        seen = (account for account in self._accounts.list() if account.id in self._among)
        return frozenset(key for account in seen for key in account.own_keys)

    def _read_holdings(self) -> Holdings:
        with self._db.reading() as connection:
            return holdings(connection)

    def _narrow(self, account_id: str) -> frozenset[str] | None:
        """The accounts to search."""
        if not account_id:
            return self._among
        one = frozenset((account_id,))
        return one if self._among is None else one & self._among

    @contextmanager
    def _searching(self, cancelled: Event | None) -> Iterator[apsw.Connection]:
        """Context of one snapshot. SQLite checks `cancelled` every few thousand steps."""
        with self._db.snapshot() as connection:
            if cancelled is not None:
                connection.set_progress_handler(cancelled.is_set, _STEPS_BETWEEN_LOOKS)
            try:
                yield connection
            finally:
                connection.set_progress_handler(None)


def _matches(
    connection: apsw.Connection, plan: Plan, before: int | None, shape: Shape = FOUND
) -> Iterator[tuple[Any, ...]]:
    found = walk(connection, plan, before=before, shape=shape)
    if not plan.exact:
        return found
    return (row for row in found if _has_exactly(connection, row[0], plan.exact))


def _newest(
    connection: apsw.Connection, plan: Plan, before: int | None, limit: int
) -> list[MessageId]:
    return [id_ for id_, _ in islice(_matches(connection, plan, before), limit)]


def _shown(connection: apsw.Connection, plan: Plan, thread: ThreadId, before: int) -> bool:
    """Whether an earlier page showed the thread: it has a match at or after `before`."""
    newest = connection.execute("SELECT newest FROM thread WHERE id = ?", (thread,)).get
    if newest is None or newest < before:
        return False
    return _newest_match(connection, plan, thread) >= before


def _raised(
    connection: apsw.Connection, query: Query, plan: Plan
) -> dict[ThreadId, tuple[int, MessageId]]:
    """In a list of the inbox: what came back to it, the last one first, with its newest match."""
    if not _of_the_inbox(query.root):
        return {}
    found: dict[ThreadId, tuple[int, MessageId]] = {}
    for thread, at in came_back(connection).items():
        newest = _newest_match(connection, plan, thread)
        if newest:
            found[thread] = (at, newest)
    return found


def _newest_match(connection: apsw.Connection, plan: Plan, thread: ThreadId) -> MessageId:
    """The newest match in a conversation, 0 for none."""
    found = matches_in(connection, plan, thread)
    return next((i for i in found if not plan.exact or _has_exactly(connection, i, plan.exact)), 0)


def _of_the_inbox(node: Node | None) -> bool:
    if isinstance(node, And):
        return any(_of_the_inbox(child) for child in node.nodes)
    return (
        isinstance(node, Term)
        and (node.operator, node.value.lower()) == ("in", "inbox")
        and not node.prefix
    )


def _has_exactly(connection: apsw.Connection, id_: MessageId, wanted: tuple[Exact, ...]) -> bool:
    from desktop_app.store.mail.exact_accents import has_exactly

    return has_exactly(connection, id_, wanted)
