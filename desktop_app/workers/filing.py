"""Filing of sent mail: into Sent, and the conversation out of the inbox where that was wanted."""

from __future__ import annotations

import logging
from collections.abc import Callable

from desktop_app.accounts.base import Sender
from desktop_app.model.clock import Clock
from desktop_app.model.errors import KnownError
from desktop_app.model.message import SystemLabel
from desktop_app.model.outbox import OutboxEntry
from desktop_app.store.store import Store

_log = logging.getLogger(__name__)
_SENT = frozenset({str(SystemLabel.SENT)})
_INBOX = frozenset({str(SystemLabel.INBOX)})


class Filing:
    """Files what was sent. `sender` is that of an entry's account; `sent` is called with the id of
    an account whose server has a new mail in Sent that is not here yet."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Clock,
        sender: Callable[[OutboxEntry], Sender],
        sent: Callable[[str], object],
    ) -> None:
        self._store = store
        self._clock = clock
        self._sender = sender
        self._sent = sent

    def file_all(self) -> None:
        """Files every mail that is sent and not filed yet."""
        for entry in self._store.outbox.unfiled():
            self.file(entry)

    def file(self, entry: OutboxEntry) -> None:
        """Files a sent mail in Sent and marks it as filed; idempotent. What can't be filed now is
        filed by a later call, and the others go on."""
        try:
            self._file(entry)
        except KnownError as error:
            _log.warning("A sent mail can't be filed now: %s", error)

    def _file(self, entry: OutboxEntry) -> None:
        account = self._store.accounts.get(entry.account_id)
        there = self._sender(entry).file(entry)
        if entry.mime and not there:
            from desktop_app.mail.message.parse import parse

            parsed = parse(entry.mime, fallback_date=int(self._clock()))
            self._store.messages.add(account.id, [parsed], labels=[_SENT])
        if entry.then_archive:
            self._archive(entry)
        self._store.outbox.mark_filed(entry.id)
        if there:
            self._sent(account.id)

    def _archive(self, entry: OutboxEntry) -> None:
        draft = self._store.drafts.get(entry.draft_id)
        if draft.thread_id:
            ids = [m.id for m in self._store.threads.get(draft.thread_id).messages]
            self._store.messages.modify(ids, add=frozenset(), remove=_INBOX)
