"""Fetching of messages into the store, a portion of bounded size at a time. Where the mailbox
allows it, the next messages are fetched and read while the last ones are stored.

One message that the server can't hand out is set aside, where the server hands out others; a server
in trouble is waited for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Event

from desktop_app.accounts.base import Mailbox
from desktop_app.model.clock import Clock
from desktop_app.model.errors import (
    BadInput,
    Cancelled,
    Conflict,
    Declined,
    KnownError,
    NotFound,
    Refused,
    SlowDown,
    Unavailable,
)
from desktop_app.model.message import MessageId, SystemLabel
from desktop_app.model.remote import RemoteMessage, RemoteRef
from desktop_app.store.rows.message_record import MessageRecord
from desktop_app.store.store import Store
from desktop_app.workers.ahead import Ahead
from desktop_app.workers.parsing import Raw, read_each
from desktop_app.workers.sync_labels import LabelNames

PORTION_BYTES = 4_000_000
"""As soon as that much mail is held in memory, it is stored."""
_BLOCK_BYTES = 500_000
"""Of mail that is read in one turn; of a larger mail one."""
_BESIDE_BYTES = 3 * PORTION_BYTES
"""Of mail that is stored while the next comes, at most: a larger one is alone in memory."""
_OF_ONE = (BadInput, Conflict, Refused, Unavailable)
"""Errors that may be about one message alone."""


@dataclass
class _Portion:
    """What has come and is not stored yet, and what became of the rest."""

    records: list[MessageRecord] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    size: int = 0


@dataclass
class Fetched:
    """Outcome of a fetch. `passed_over` are drafts and what is gone; `failed` are errors of
    messages by id, `unreadable` reasons of those that came and can't be read here."""

    ids: list[MessageId] = field(default_factory=list)
    answered: set[str] = field(default_factory=set)
    passed_over: set[str] = field(default_factory=set)
    failed: dict[str, KnownError] = field(default_factory=dict)
    unreadable: dict[str, str] = field(default_factory=dict)

    @property
    def came(self) -> bool:
        return len(self.answered) > len(self.failed)


@dataclass
class _Ready:
    """What was fetched and is not stored yet."""

    refs: Sequence[RemoteRef]
    done: Fetched
    portions: list[_Portion]

    @property
    def size(self) -> int:
        return sum(portion.size for portion in self.portions)


class Fetch:
    """Fetch of one account's messages, until `close`. `thread_key` as for `sync_pass.SyncPass`."""

    def __init__(
        self,
        store: Store,
        account_id: str,
        mailbox: Mailbox,
        names: LabelNames,
        *,
        thread_key: Callable[[str], str],
        cancelled: Event,
        clock: Clock,
    ) -> None:
        self._store, self._account_id, self._mailbox = store, account_id, mailbox
        self._names, self._thread_key = names, thread_key
        self._cancelled, self._clock = cancelled, clock
        self._ahead = Ahead[_Ready](f"fetch {account_id}")

    def fetch(self, refs: Sequence[RemoteRef], then: Sequence[RemoteRef] = ()) -> int:
        """Fetch and store; what one answer had no room for is asked for again. Returns how many
        came. Raises `KnownError` for what is not about one message: what came until then is
        stored. Those that the next call will ask for, `then`, may come ahead."""
        by_id = {ref.id: ref for ref in refs}
        left, came, first = list(by_id), 0, True
        while left:
            if self._cancelled.is_set():
                raise Cancelled("Stopped.")
            if self._mailbox.ahead:
                ready = self._came_ahead(by_id) if first else None
                ready = ready or self._ready([by_id[id_] for id_ in left])
                by_id |= {ref.id: ref for ref in ready.refs}
                self._begin(then if ready.size <= _BESIDE_BYTES else ())
                done = self._stored(ready.portions, ready.done)
                del ready
            else:
                done = self.bring(left)
            came += len(done.ids)
            self._settle(done, by_id)
            left = [id_ for id_ in left if id_ not in done.answered] if done.answered else []
            first = False
        return came

    def close(self) -> None:
        """Nothing is fetched ahead any more."""
        self._ahead.close()

    def bring(self, ids: Sequence[str]) -> Fetched:
        """Store what one call of the mailbox brings of these."""
        done = Fetched()
        return self._stored(self._portions(ids, done), done)

    def _stored(self, portions: Iterable[_Portion], done: Fetched) -> Fetched:
        for portion in portions:
            kept = self._store.remote_mail.store(self._account_id, portion.records, portion.done)
            done.ids += kept
        return done

    def _ready(self, refs: Sequence[RemoteRef]) -> _Ready:
        done = Fetched()
        return _Ready(refs, done, list(self._portions([ref.id for ref in refs], done)))

    def _begin(self, then: Sequence[RemoteRef]) -> None:
        if then and not self._ahead.under_way:
            self._ahead.begin(lambda: self._ready(then))

    def _came_ahead(self, wanted: Mapping[str, RemoteRef]) -> _Ready | None:
        """What came ahead, where it is of what is wanted now: another connection may have brought
        it meanwhile."""
        if not self._ahead.under_way:
            return None
        ready = self._ahead.take()
        return ready if any(ref.id in wanted for ref in ready.refs) else None

    def _portions(self, ids: Sequence[str], done: Fetched) -> Iterator[_Portion]:
        doomed = self._store.pending.doomed(self._account_id)
        portion = _Portion()
        unread: list[Raw] = []
        for id_, answer in self._mailbox.fetch(ids):
            done.answered.add(id_)
            if isinstance(answer, KnownError) and not isinstance(answer, NotFound):
                done.failed[id_] = answer
            elif isinstance(answer, NotFound) or SystemLabel.DRAFT in answer.labels:
                done.passed_over.add(id_)
                portion.done.append(id_)
            elif id_ in doomed:
                portion.done.append(id_)
            else:
                unread.append(self._raw(answer))
            del answer  # a large one is not kept while it is stored
            if sum(len(mail.raw) for mail in unread) >= _BLOCK_BYTES:
                self._read(unread, portion, done)
            if portion.size >= PORTION_BYTES:
                yield portion
                portion = _Portion()
        self._read(unread, portion, done)
        yield portion

    def _raw(self, mail: RemoteMessage) -> Raw:
        self._names.learn(mail.labels)
        labels = tuple(self._names.ours(mail.labels))
        thread = self._thread_key(mail.thread_id)
        return Raw(mail.raw, mail.date, labels, source_id=mail.id, thread=thread)

    def _read(self, unread: list[Raw], portion: _Portion, done: Fetched) -> None:
        """Read what came, and empty the list."""
        for mail, found in read_each(unread, self._account_id) if unread else ():
            if isinstance(found, str):
                done.unreadable[mail.source_id] = found
            else:
                portion.records.append(found)
                portion.done.append(mail.source_id)
                portion.size += len(mail.raw)
        unread.clear()

    # What the server can't hand out

    def _settle(self, done: Fetched, refs: dict[str, RemoteRef]) -> None:
        """Set the failed messages aside. Raises the error of one where the server, and not the
        message, is the cause."""
        if done.unreadable:
            unread = {refs[id_]: reason for id_, reason in done.unreadable.items()}
            self._store.set_aside.note(self._account_id, unread, self._clock())
        for error in done.failed.values():
            if isinstance(error, SlowDown) or not isinstance(error, _OF_ONE):
                raise error
        if not done.failed:
            return
        answered = all(isinstance(error, Declined) for error in done.failed.values())
        if not (done.came or answered or self._hands_out(len(done.failed))):
            raise next(iter(done.failed.values()))
        reasons = {refs[id_]: error.sentence for id_, error in done.failed.items()}
        self._store.set_aside.note(self._account_id, reasons, self._clock())

    def _hands_out(self, failed: int) -> bool:
        """Whether the server hands out other messages, asked of one that is here. Where none is
        here yet, a single message that fails is taken for the cause."""
        known = next(iter(self._store.remote_mail.known(self._account_id)), "")
        if not known:
            return failed == 1 and bool(self._mailbox.profile())
        answer = self._mailbox.minimal([known]).get(known)
        return not isinstance(answer, KnownError) or isinstance(answer, NotFound)
