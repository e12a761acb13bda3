"""Search on the server, for messages that are not downloaded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from desktop_app.accounts.base import Mailbox
from desktop_app.mime.parse import parse
from desktop_app.model.errors import KnownError, NotFound
from desktop_app.model.message import MessageId
from desktop_app.model.remote import RemoteMessage, RemoteRef, RemoteSummary
from desktop_app.store.message_record import Preparer
from desktop_app.store.store import Store
from desktop_app.workers.sync_labels import LabelNames


class ServerSearch:
    """Search in one account. `thread_key` as for `sync_pass.SyncPass`."""

    def __init__(
        self, store: Store, account_id: str, mailbox: Mailbox, thread_key: Callable[[str], str]
    ) -> None:
        self._store = store
        self._account_id = account_id
        self._mailbox = mailbox
        self._thread_key = thread_key

    def missing(self, query: str, *, limit: int) -> tuple[RemoteRef, ...]:
        """Newest matches that are not here. Raises `KnownError`."""
        known = self._store.remote_mail.known(self._account_id)
        doomed = self._store.pending.doomed(self._account_id)
        found = self._mailbox.list(query, everywhere=False).refs
        return tuple(r for r in found if r.id not in known and r.id not in doomed)[:limit]

    def search(self, query: str, *, limit: int) -> tuple[RemoteSummary, ...]:
        """Summaries of the newest matches that are not here. Raises `KnownError`."""
        return self._mailbox.peek(self.missing(query, limit=limit))

    def bring(self, refs: Sequence[RemoteRef]) -> tuple[MessageId, ...]:
        """Fetch messages into the store; deleted ones are left out. Raises `KnownError`."""
        names = LabelNames(self._store, self._account_id, self._mailbox)
        answers = self._fetched([ref.id for ref in refs])
        mails = [a for a in answers.values() if isinstance(a, RemoteMessage)]
        names.learn(label for mail in mails for label in mail.labels)
        preparer = Preparer(self._account_id)
        batch = []
        for mail in mails:
            parsed = parse(mail.raw)
            parsed = replace(
                parsed,
                server_thread=self._thread_key(mail.thread_id),
                date=parsed.date or mail.date,
            )
            batch.append(preparer.prepare(parsed, names.ours(mail.labels), mail.id))
        for error in answers.values():
            if isinstance(error, KnownError) and not isinstance(error, NotFound):
                raise error
        return self._store.remote_mail.store(self._account_id, batch, list(answers))

    def _fetched(self, ids: Sequence[str]) -> dict[str, RemoteMessage | KnownError]:
        answers: dict[str, RemoteMessage | KnownError] = {}
        left = list(ids)
        while left and (some := self._mailbox.fetch(left)):
            answers |= some
            left = [id_ for id_ in left if id_ not in answers]
        return answers
