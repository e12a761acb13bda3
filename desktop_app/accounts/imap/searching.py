"""Search on a mail server: Gmail's language at Gmail (X-GM-RAW), else SEARCH by folder.

What is found is told by the ids of the ledger, newest first.

Source: https://developers.google.com/workspace/gmail/imap/imap-extensions
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from desktop_app.accounts.folder_ledger import FolderLedger
from desktop_app.accounts.imap.catching_up import is_gmail, mirrored, read_folders
from desktop_app.accounts.imap.client import BoundedClient
from desktop_app.accounts.imap.criteria import CannotAskError, criteria_of, thread_criteria
from desktop_app.accounts.imap.folders import Folder, Role
from desktop_app.accounts.imap.session import ImapSession
from desktop_app.model.remote import RemotePage, RemoteRef
from desktop_app.search.parser import parse
from desktop_app.search.sql import asks_for_all

_AWAY = frozenset({Role.TRASH, Role.SPAM})


class Searching:
    """Search on one connection. `now` is in seconds since the epoch; `stop` raises `Cancelled`."""

    def __init__(
        self,
        session: ImapSession,
        client: BoundedClient,
        ledger: FolderLedger,
        now: float,
        stop: Callable[[], None],
    ) -> None:
        self._session, self._client, self._ledger = session, client, ledger
        self._now, self._stop = now, stop
        self._gmail = is_gmail(client)

    def page(self, query: str, labels: Sequence[str], *, everywhere: bool) -> RemotePage:
        """All matches that have every one of `labels`. Raises `QueryError`."""
        text = "".join(c if c.isprintable() else " " for c in query).strip()
        root = parse(text).root
        folders = self._folders(everywhere=everywhere or asks_for_all(root))
        try:
            found = self._in(folders, lambda folder: self._asked(folder, text))
        except CannotAskError as error:
            return RemotePage((), refused=str(error))
        wanted = frozenset(labels)
        if wanted:
            places = self._ledger.places([ref.id for ref in found])
            held = {i: {label for p in there for label in p.labels} for i, there in places.items()}
            found = tuple(ref for ref in found if wanted <= held.get(ref.id, set()))
        return RemotePage(found, total=len(found), by_gmail=self._gmail)

    def thread(self, message: RemoteRef, references: Sequence[str]) -> tuple[RemoteRef, ...]:
        """The mails of a conversation: Gmail's thread, else by their references."""
        folders = self._folders(everywhere=False)
        if self._gmail:
            known = self._ledger.dates([message.id]).get(message.id, (0, ""))[1]
            thread = message.thread_id or known
            return self._in(folders, lambda _: ["X-GM-THRID", str(int(thread or "0", 16))])
        criteria = thread_criteria(references)
        return self._in(folders, lambda _: criteria) if criteria else ()

    def _folders(self, *, everywhere: bool) -> list[Folder]:
        folders = mirrored(read_folders(self._client), self._gmail)
        return [f for f in folders if everywhere or f.role not in _AWAY]

    def _asked(self, folder: Folder, text: str) -> Any:
        if not self._gmail:
            return criteria_of(text, self._now, folder)
        return ["X-GM-RAW", text] if text else ["ALL"]

    def _in(
        self, folders: Iterable[Folder], criteria: Callable[[Folder], Any]
    ) -> tuple[RemoteRef, ...]:
        refs: dict[str, RemoteRef] = {}
        for folder in folders:
            self._stop()
            asked = criteria(folder)
            self._session.opened(self._client, folder.name)
            plain = str(asked).isascii()
            uids = self._client.search(asked, None if plain else "UTF-8")
            refs |= {ref.id: ref for ref in self._ledger.refs(folder.name, uids)}
        dates = self._ledger.dates([*refs])
        return tuple(sorted(refs.values(), key=lambda ref: -dates.get(ref.id, (0, ""))[0]))
