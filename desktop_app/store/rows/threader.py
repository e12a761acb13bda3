"""Assignment of messages to threads as they arrive, in any order.

Jamie Zawinski's rule applied incrementally: a message and everything its References name are one
conversation. Ids that are only referred to are stored too. A parent that arrives late then joins
its children, and two threads that turn out to be one are merged. A server's thread id, where
there is one, decides alone. Subjects never join threads. Source: https://www.jwz.org/doc/threading.html
"""

from __future__ import annotations

from collections.abc import Iterable

import apsw

from desktop_app.model.message import ThreadId
from desktop_app.store.base.binding import integers
from desktop_app.store.rows.message_record import MessageRecord


class Threader:
    """Resolves the threads of one batch; `flush` writes the results."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._known: dict[int, ThreadId] = {}
        self._fresh: dict[int, ThreadId] = {}
        self._into: dict[ThreadId, ThreadId] = {}
        found = connection.execute("SELECT value FROM meta WHERE name = 'last_thread'").get
        self._last = int(found)

    def look_up(self, batch: Iterable[MessageRecord]) -> None:
        """Reads the stored threads of every id in the batch, in one statement."""
        keys = {key for mail in batch for key in mail.thread_keys}
        keys.update(mail.server_key for mail in batch if mail.server_key)
        rows = self._connection.execute(
            "SELECT key, thread FROM threading WHERE key IN (SELECT value FROM carray(?))",
            (integers(keys),),
        )
        self._known.update(rows)

    def resolve(self, mail: MessageRecord) -> ThreadId:
        """The thread of a message; may merge threads, see `merged`."""
        if mail.server_key:
            return self._by_server(mail)
        found = {self._root(t) for key in mail.thread_keys if (t := self._known.get(key))}
        thread = min(found) if found else self._new()
        for other in found - {thread}:
            self._into[other] = thread
        for key in mail.thread_keys:
            self._remember(key, thread)
        return thread

    def _by_server(self, mail: MessageRecord) -> ThreadId:
        known = self._known.get(mail.server_key)
        thread = self._root(known) if known else self._new()
        self._remember(mail.server_key, thread)
        if mail.rfc822_key:
            self._remember(mail.rfc822_key, thread)
        return thread

    def _remember(self, key: int, thread: ThreadId) -> None:
        if self._known.get(key) != thread:
            self._known[key] = self._fresh[key] = thread

    def _new(self) -> ThreadId:
        self._last += 1
        return self._last

    def _root(self, thread: ThreadId) -> ThreadId:
        while thread in self._into:
            thread = self._into[thread]
        return thread

    def final(self, thread: ThreadId) -> ThreadId:
        """The thread that a resolved one became after later merges."""
        return self._root(thread)

    def merged(self) -> dict[ThreadId, ThreadId]:
        """Every merged thread with the one it went into."""
        return {loser: self._root(loser) for loser in self._into}

    def flush(self) -> None:
        """Writes the ids' threads; the caller writes the threads' own rows."""
        self._connection.execute(
            "UPDATE meta SET value = ? WHERE name = 'last_thread'", (self._last,)
        )
        self._connection.executemany(
            "UPDATE threading SET thread = ?2 WHERE thread = ?1", self.merged().items()
        )
        self._connection.executemany(
            "INSERT OR REPLACE INTO threading (key, thread) VALUES (?, ?)",
            sorted((key, self._root(thread)) for key, thread in self._fresh.items()),
        )
