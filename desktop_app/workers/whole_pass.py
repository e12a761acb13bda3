"""Whole pass over an account: its mail, its identities, its drafts, each when it is time."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event

from desktop_app.accounts.base import Connector
from desktop_app.model.account import Account
from desktop_app.model.clock import Clock
from desktop_app.model.errors import Cancelled, KnownError
from desktop_app.model.progress import Progress
from desktop_app.model.sync import SyncOutcome
from desktop_app.store.store import Store
from desktop_app.workers.sync_aliases import take_aliases
from desktop_app.workers.sync_drafts import DraftSync
from desktop_app.workers.sync_due import Due, Topic
from desktop_app.workers.sync_pass import SyncPass

_log = logging.getLogger(__name__)


class WholePass:
    """Over any account; it remembers when each of them was asked for what seldom changes."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._due = Due(clock)

    def run(
        self,
        account: Account,
        connector: Connector,
        cancelled: Event,
        progress: Callable[[Progress], None],
        paused: Event,
    ) -> SyncOutcome:
        """In this thread. While `paused` no older mail is downloaded. Raises `KnownError`."""
        mailbox = connector.mailbox(account.id, cancelled)
        labels = self._due.now(account.id, Topic.LABELS)
        done = SyncPass(
            self._store,
            account.id,
            mailbox,
            clock=self._clock,
            cancelled=cancelled,
            thread_key=connector.thread_key,
            progress=progress,
            paused=paused,
            labels=labels,
        ).run()
        if labels:
            self._due.asked(account.id, Topic.LABELS)
        if done.drafts_moved or not mailbox.metered:
            self._due.again(account.id, Topic.DRAFTS)
        self._identities(account, connector, cancelled)
        return SyncOutcome(
            account.id,
            fetched=done.fetched,
            matched=done.matched,
            changed=done.changed,
            deleted=done.deleted,
            pushed=done.pushed,
            refused=done.refused,
            drafts=self._drafts(account, connector, cancelled),
        )

    def _identities(self, account: Account, connector: Connector, cancelled: Event) -> None:
        """Update the identities, at most once an hour. Errors are logged only: mail does not
        wait for identities."""
        if not self._due.now(account.id, Topic.IDENTITIES):
            return
        self._due.asked(account.id, Topic.IDENTITIES)
        try:
            take_aliases(self._store, account, connector.aliases(account.id, cancelled))
        except Cancelled:
            raise
        except KnownError as error:
            _log.warning("The identities of an account can't be read: %s", error)

    def _drafts(self, account: Account, connector: Connector, cancelled: Event) -> int:
        box = connector.draft_box(account.id, cancelled)
        if box is None or not box.available():
            return 0
        look = self._due.now(account.id, Topic.DRAFTS)
        moved = DraftSync(self._store, account, box, clock=self._clock).run(look=look)
        if look:
            self._due.asked(account.id, Topic.DRAFTS)
        return moved.pushed + moved.pulled + moved.kept_both + moved.deleted
