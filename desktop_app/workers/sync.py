"""Sync: one thread for each account with a server, and a pass whenever it is time or a change
waits.

A failed pass is repeated: soon after a short failure, later and later while the network is gone, at
the time a rate limit names, and after an action of the person where a sign-in is missing.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from threading import Event, Lock, Thread

from desktop_app.accounts.base import Connector, Health
from desktop_app.model.account import Account
from desktop_app.model.changes import Changes
from desktop_app.model.clock import Clock
from desktop_app.model.errors import Cancelled, KnownError, NotFound, SlowDown, Unavailable
from desktop_app.model.message import MessageId
from desktop_app.model.progress import Progress
from desktop_app.model.remote import RemoteRef, RemoteSummary, ServerMatches
from desktop_app.model.sync import SyncOutcome, SyncPhase, SyncStatus
from desktop_app.settings import Settings
from desktop_app.store.store import Store
from desktop_app.workers.account_thread import AccountThread
from desktop_app.workers.draft_push import QUIET_SECONDS
from desktop_app.workers.idle_watch import IdleWatch
from desktop_app.workers.left_aside import left_aside
from desktop_app.workers.pauses import FIRST, growing
from desktop_app.workers.sync_search import ServerSearch
from desktop_app.workers.whole_pass import WholePass

_log = logging.getLogger(__name__)
_SETTLE_SECONDS = 1.0
"""Changes made within a second of each other go out together."""
_END_SECONDS, _LAST_SECONDS = 0.9, 5.0
"""What the ends of all passes, or all watches, may take together, and those of passes after their
connections were closed: no server holds up the program's end."""


class Sync:
    """Implements the tools' `MailSync`. `connector` returns the connector of an account's kind,
    None for an account that does not sync."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        *,
        clock: Clock,
        connector: Callable[[Account], Connector | None],
    ) -> None:
        self._store = store
        self._settings = settings
        self._clock = clock
        self._connector = connector
        self._lock = Lock()
        self._lines: dict[str, AccountThread] = {}
        self._pass = WholePass(store, clock)
        self._passed_over: dict[str, set[str]] = {}
        self._stop = Event()
        self._paused = Event()
        self._started = False
        self._unsubscribe: Callable[[], None] = lambda: None

    # For the process that has the window

    def start(self) -> None:
        """Start one thread per account, for present and future accounts."""
        self._started = True
        self._unsubscribe = self._store.subscribe(self._on_changes)
        self._open_lines()

    def shutdown(self) -> None:
        self._stop.set()
        self._unsubscribe()
        with self._lock:
            lines = list(self._lines.values())
        for line in lines:
            line.stop()
        self._end(lines)
        end = time.monotonic() + _END_SECONDS
        for line in lines:
            if line.watch is not None:
                line.watch.join(max(end - time.monotonic(), 0.0))

    def _end(self, lines: Sequence[AccountThread]) -> None:
        """Wait for the passes; one that waits for a silent server loses its connection, and one
        that does not even notice that is left to itself."""
        end = time.monotonic() + _END_SECONDS
        late = [line for line in lines if not line.ended(max(end - time.monotonic(), 0.0))]
        for line in late:
            with suppress(KnownError):
                self._reach(self._store.accounts.get(line.account_id)).forget(line.account_id)
        end = time.monotonic() + _LAST_SECONDS
        for line in late:
            line.ended(max(end - time.monotonic(), 0.0))

    def _on_changes(self, changes: Changes) -> None:
        if changes.accounts:
            Thread(target=self._open_lines, name="sync lines", daemon=True).start()
        if changes.messages or changes.drafts:
            with self._lock:
                for line in self._lines.values():
                    line.touched.set()
                    line.wake.set()

    def _open_lines(self) -> None:
        with suppress(KnownError):
            accounts = {a.id for a in self._synced()}
            with self._lock:
                if self._stop.is_set():
                    return
                for id_ in self._lines.keys() - accounts:
                    self._lines.pop(id_).stop()
                for id_ in accounts:
                    line = self._lines.setdefault(id_, AccountThread(id_))
                    if line.thread is None and self._started:
                        line.open(self._loop, self._watch(line))

    def _watch(self, line: AccountThread) -> IdleWatch:
        """Watch that asks for a pass when something came; while the download is paused, the next
        check brings it."""
        id_ = line.account_id
        return IdleWatch(
            lambda: self._reach(self._store.accounts.get(id_)).waiter(id_),
            lambda: None if self.paused else line.want(),
            name=f"idle {id_}",
        )

    def wake(self, account_id: str = "") -> None:
        """Check for mail now, in one account or all; also after a sign-in."""
        with self._lock:
            for line in self._lines.values():
                if account_id in {"", line.account_id}:
                    line.want()

    def pause(self, paused: bool) -> None:
        """Pause the download of older mail; changes still go both ways."""
        if paused:
            self._paused.set()
        else:
            self._paused.clear()
            self.wake()
        self._announce()

    @property
    def paused(self) -> bool:
        return self._paused.is_set()

    def status(self) -> tuple[SyncStatus, ...]:
        """Status of each account that syncs, in their order."""
        return tuple(self._status(account) for account in self._synced())

    def _synced(self) -> list[Account]:
        return [a for a in self._store.accounts.list() if self._connector(a) is not None]

    def _status(self, account: Account) -> SyncStatus:
        with self._lock:
            line = self._lines.get(account.id)
            told = line.status if line is not None else SyncStatus(account.id)
        if self.paused and told.phase in {SyncPhase.IDLE, SyncPhase.WORKING}:
            told = replace(told, phase=SyncPhase.PAUSED)
        return replace(
            told,
            **left_aside(self._store, account.id),
            synced=self._store.sync_state.get(account.id).synced,
            pending=self._store.pending.count(account.id),
        )

    def health(self, account: Account, connection: Health) -> Health:
        """Health of the account: its connection, else what stops its sync."""
        status = self._status(account)
        if connection.next_step or (not status.sentence and status.whole):
            return connection
        aside = (status.refused_words, status.left_out_words, status.set_aside_words)
        step = f"{status.sentence} {status.next_step}".strip() or " ".join(filter(None, aside))
        return replace(connection, next_step=step)

    # One pass

    def run_once(
        self,
        account_id: str,
        *,
        cancelled: Event,
        progress: Callable[[Progress], None] = lambda _: None,
    ) -> SyncOutcome:
        """Run one whole pass in this thread. Raises `KnownError`, `NotFound` for the account."""
        account = self._store.accounts.get(account_id)
        connector = self._reach(account)
        with self.busy(account_id):
            return self._pass.run(account, connector, cancelled, progress, Event())

    def _reach(self, account: Account) -> Connector:
        connector = self._connector(account)
        if connector is None:
            raise NotFound(f"{account.name} is on this computer; there is nothing to sync with.")
        return connector

    def busy(self, account_id: str) -> Lock:
        """Held by a pass over the account, and by who must not meet one."""
        with self._lock:
            return self._lines.setdefault(account_id, AccountThread(account_id)).busy

    # What only the server has

    def search(
        self, account_id: str, query: str, *, limit: int, cancelled: Event
    ) -> tuple[RemoteSummary, ...]:
        """Summaries of messages that the server finds and that are not downloaded. Raises
        `KnownError`."""
        return self._server(account_id, cancelled).search(query, limit=limit)

    def find(
        self,
        account_id: str,
        query: str,
        *,
        labels: Sequence[str] = (),
        everywhere: bool = False,
        enough: int,
        cancelled: Event,
    ) -> ServerMatches:
        """Ids of what the server finds. Raises `KnownError`."""
        server = self._server(account_id, cancelled)
        return server.find(query, labels=labels, everywhere=everywhere, enough=enough)

    def conversation(
        self, account_id: str, message: RemoteRef, known: Sequence[str], *, cancelled: Event
    ) -> tuple[RemoteRef, ...]:
        """The mails of a conversation that are not downloaded. Raises `KnownError`."""
        return self._server(account_id, cancelled).conversation(message, known)

    def bring(
        self, account_id: str, refs: Sequence[RemoteRef], *, cancelled: Event
    ) -> tuple[MessageId, ...]:
        """Fetch messages into the store. Raises `KnownError`."""
        return self._server(account_id, cancelled).bring(refs)

    def _server(self, account_id: str, cancelled: Event) -> ServerSearch:
        connector = self._reach(self._store.accounts.get(account_id))
        mailbox = connector.mailbox(account_id, cancelled, urgent=True)
        passed_over = self._passed_over.setdefault(account_id, set())
        return ServerSearch(self._store, account_id, mailbox, connector.thread_key, passed_over)

    # The threads

    def _loop(self, line: AccountThread) -> None:
        failures = 0
        while not self._stop.is_set() and not line.cancelled.is_set():
            self._tell(line, SyncPhase.WORKING)
            pause: float | None = self._settings.number("mail.check_seconds")
            try:
                with line.busy:
                    account = self._store.accounts.get(line.account_id)
                    told = line.note(self._announce)
                    connector = self._reach(account)
                    self._pass.run(account, connector, line.cancelled, told, self._paused)
                failures = 0
                self._tell(line, SyncPhase.IDLE)
                if not self.paused:
                    line.reached()
            except Cancelled:
                return
            except KnownError as error:
                failures += 1
                pause = self._after(line, error, failures)
            except Exception:  # noqa: BLE001 - a bug of one pass must not end the sync
                _log.exception("A pass over an account failed")
                failures += 1
                pause = self._after(line, Unavailable("Checking for mail failed."), failures)
            self._sleep(line, pause, failed=failures > 0)

    def _after(self, line: AccountThread, error: KnownError, failures: int) -> float | None:
        """Seconds to wait after a failure; None: until the person has acted."""
        if isinstance(error, SlowDown):
            pause: float | None = max(error.resumes_at - self._clock(), FIRST)
        elif error.retryable:
            pause = growing(failures)
        else:
            pause = None
        phase = SyncPhase.STOPPED if pause is None else SyncPhase.WAITING
        at = self._clock() + pause if pause is not None else 0.0
        self._tell(line, phase, error=error, next_try=at)
        return pause

    def _sleep(self, line: AccountThread, pause: float | None, *, failed: bool) -> None:
        """Wait until the next pass is due or wanted, or a local change waits."""
        end = None if pause is None else self._clock() + pause
        while not self._stop.is_set() and not line.cancelled.is_set():
            left = None if end is None else end - self._clock()
            if (left is not None and left <= 0) or line.wanted.is_set():
                break
            line.wake.wait(left)
            line.wake.clear()
            touched = line.touched.is_set()
            line.touched.clear()
            if touched and not failed and (settle := self._settling(line)):
                self._stop.wait(settle)
                break
        line.wanted.clear()

    def _settling(self, line: AccountThread) -> float:
        """Seconds to wait for further local changes; 0 when none waits."""
        with suppress(KnownError):
            if self._store.draft_links(line.account_id).waiting():
                return QUIET_SECONDS + _SETTLE_SECONDS
            if self._store.pending.count(line.account_id) > 0:
                return _SETTLE_SECONDS
        return 0.0

    def _tell(
        self,
        line: AccountThread,
        phase: SyncPhase,
        *,
        error: KnownError | None = None,
        next_try: float = 0.0,
    ) -> None:
        line.status = SyncStatus(
            line.account_id,
            phase,
            next_try=next_try,
            sentence=error.sentence if error is not None else "",
            next_step=error.next_step if error is not None else "",
        )
        self._announce()

    def _announce(self) -> None:
        self._store.db.announce(Changes(sync=True))
