"""Search on the server, for messages that are not downloaded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Event

from desktop_app.accounts.base import Mailbox
from desktop_app.model.errors import BadInput
from desktop_app.model.message import MessageId
from desktop_app.model.remote import RemoteRef, RemoteSummary, ServerMatches
from desktop_app.search.gmail_only import gmail_only
from desktop_app.search.parser import parse as parse_query
from desktop_app.store.store import Store
from desktop_app.workers.sync_fetch import Fetch
from desktop_app.workers.sync_labels import LabelNames

MOST_PAGES = 20
"""Pages of a listing that are looked through for mail that is not here."""


class ServerSearch:
    """Search in one account. `thread_key` as for `sync_pass.SyncPass`. `passed_over` are ids that
    turned out to be no mail to be fetched: drafts, and what is gone. It is added to."""

    def __init__(
        self,
        store: Store,
        account_id: str,
        mailbox: Mailbox,
        thread_key: Callable[[str], str],
        passed_over: set[str],
    ) -> None:
        self._store = store
        self._account_id = account_id
        self._mailbox = mailbox
        self._thread_key = thread_key
        self._passed_over = passed_over

    def find(
        self, query: str, *, labels: Sequence[str] = (), everywhere: bool = False, enough: int
    ) -> ServerMatches:
        """What the server finds, with all of `labels`. It is asked for further pages until more
        than `enough` messages are missing. Raises `KnownError`: `BadInput` where the server can't
        be asked for this."""
        ids = self._label_ids(labels)
        if ids is None:
            return ServerMatches()
        known = self._store.remote_mail.known(self._account_id)
        hidden = self._passed_over | self._store.pending.doomed(self._account_id)
        here: list[MessageId] = []
        missing: list[RemoteRef] = []
        token = ""
        for _ in range(MOST_PAGES):
            page = self._mailbox.list(query, token=token, labels=ids, everywhere=everywhere)
            if page.refused:
                raise BadInput(page.refused)
            listed = [ref for ref in page.refs if ref.id not in hidden]
            here += [known[ref.id] for ref in listed if ref.id in known]
            missing += [ref for ref in listed if ref.id not in known]
            token = page.token
            if not token or len(missing) > enough:
                break
        return ServerMatches(tuple(here), tuple(missing), bool(token), page.by_gmail)

    def _label_ids(self, labels: Sequence[str]) -> tuple[str, ...] | None:
        names = LabelNames(self._store, self._account_id, self._mailbox)
        known = names.known(labels)
        if known is None:
            names.pull()
            known = names.known(labels)
        return known

    def search(self, query: str, *, limit: int) -> tuple[RemoteSummary, ...]:
        """Summaries of the newest matches that are not here; of all matches where the mail that is
        here can't be searched for this. Raises `KnownError`."""
        if gmail_only(parse_query(query).root) is None:
            return self._mailbox.peek(self.find(query, enough=limit).missing[:limit])
        page = self._mailbox.list(query, everywhere=False)
        if page.refused:
            raise BadInput(page.refused)
        return self._mailbox.peek(page.refs[:limit])

    def conversation(self, message: RemoteRef, known: Sequence[str]) -> tuple[RemoteRef, ...]:
        """The mails of a conversation that are not here. Raises `KnownError`."""
        stored = self._store.remote_mail.known(self._account_id).keys() | self._passed_over
        return tuple(r for r in self._mailbox.thread(message, known) if r.id not in stored)

    def bring(self, refs: Sequence[RemoteRef]) -> tuple[MessageId, ...]:
        """Fetch messages into the store; drafts and deleted ones are left out. Raises
        `KnownError`; what came until then is kept."""
        names = LabelNames(self._store, self._account_id, self._mailbox)
        fetching = Fetch(
            self._store,
            self._account_id,
            self._mailbox,
            names,
            thread_key=self._thread_key,
            cancelled=Event(),
            clock=self._store.db.clock,
        )
        left, ids = [ref.id for ref in refs], list[MessageId]()
        while left:
            done = fetching.bring(left)
            ids += done.ids
            self._passed_over |= done.passed_over
            for error in done.failed.values():
                raise error
            left = [id_ for id_ in left if id_ not in done.answered] if done.answered else []
        return tuple(ids)
