"""Mailbox of an IMAP account: listings and history from the ledger, mail from the server.

The history is what the ledger counted: asking for it looks at the server first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from threading import Event
from typing import TypeVar

from desktop_app.accounts.folder_ledger import FolderLedger
from desktop_app.accounts.imap.catching_up import CatchingUp, is_gmail, mirrored, read_folders
from desktop_app.accounts.imap.client import BoundedClient
from desktop_app.accounts.imap.fetching import Fetching, by_folder, union
from desktop_app.accounts.imap.folders import (
    Folder,
    Role,
    folder_of,
    own_label,
    path_of,
    remote_labels,
)
from desktop_app.accounts.imap.gmail import placing_on
from desktop_app.accounts.imap.metadata import header_of
from desktop_app.accounts.imap.namespaces import namespaces_of
from desktop_app.accounts.imap.placing import Change
from desktop_app.accounts.imap.reading import Reading
from desktop_app.accounts.imap.searching import Searching
from desktop_app.accounts.imap.session import ImapSession
from desktop_app.mail.message.access import header_fields
from desktop_app.mail.wire.addresses import addresses
from desktop_app.mail.wire.headers import clean, decode_words
from desktop_app.model.address import Address
from desktop_app.model.clock import Clock
from desktop_app.model.coming_back import keyword_of
from desktop_app.model.errors import (
    BadInput,
    Cancelled,
    Conflict,
    KnownError,
    NotFound,
    Unavailable,
)
from desktop_app.model.folder import Place
from desktop_app.model.message import SystemLabel
from desktop_app.model.remote import (
    RemoteHistory,
    RemoteLabel,
    RemoteMessage,
    RemotePage,
    RemoteProfile,
    RemoteRef,
    RemoteSummary,
)

T = TypeVar("T")
PAGE = 500
AT_ONCE = 500
_SINCE = re.compile(r"after:(\d{1,15})")
_FIELDS = "BODY.PEEK[HEADER.FIELDS (FROM SUBJECT)]"
_ATTEMPTS = 3
_FLAGS = frozenset({str(SystemLabel.UNREAD), str(SystemLabel.STARRED)})


class ImapMailbox:
    """Mailbox of one account. `cancelled` ends what is under way between two commands."""

    def __init__(
        self,
        session: ImapSession,
        ledger: FolderLedger,
        account_id: str,
        cancelled: Event,
        *,
        clock: Clock,
    ) -> None:
        self._session, self._ledger = session, ledger
        self._account_id, self._cancelled, self._clock = account_id, cancelled, clock
        self._reading = Reading(session, ledger, cancelled)
        self._fetching = Fetching(self._reading, ledger, self._look)

    @property
    def at_once(self) -> int:
        return AT_ONCE

    @property
    def metered(self) -> bool:
        return False

    @property
    def ahead(self) -> bool:
        return True

    # The mailbox as a whole

    def profile(self) -> RemoteProfile:
        self._look()
        return RemoteProfile("", self._ledger.newest(), self._ledger.total())

    def history(self, start: str) -> RemoteHistory:
        self._look()
        return self._ledger.history(start)

    def changes(self, start: str) -> Iterator[RemoteHistory]:
        """The inbox is looked at first; what came there is told before another folder is opened."""

        def inbox_or_all(client: BoundedClient) -> str:
            catching_up = self._catching_up(client, read_folders(client))
            if inbox := catching_up.inbox():
                return inbox
            catching_up.run()
            return ""

        if inbox := self._read(inbox_or_all):
            first = self._ledger.history(start)
            yield first
            start = first.history_id
            self._read(lambda c: self._catching_up(c, read_folders(c)).run(seen=inbox))
        yield self._ledger.history(start)

    def list(
        self,
        query: str = "",
        *,
        token: str = "",
        label: str = "",
        labels: Sequence[str] = (),
        everywhere: bool = True,
        drafts: bool = True,
    ) -> RemotePage:
        """One page: of everything or of the time since, as the ledger has it; of a query, what
        the server finds. Drafts are not told apart."""
        del drafts
        since = _SINCE.fullmatch(query)
        if labels or not everywhere or (query and since is None):
            return self._read(
                lambda c: self._searching(c).page(query, labels, everywhere=everywhere)
            )
        start = int(since.group(1)) if since is not None else 0
        return self._ledger.page(since=start, label=label, token=token, limit=PAGE)

    def thread(self, message: RemoteRef, known: Sequence[str]) -> tuple[RemoteRef, ...]:
        return self._read(lambda c: self._searching(c).thread(message, known))

    # Labels

    def labels(self) -> tuple[RemoteLabel, ...]:
        def work(client: BoundedClient) -> tuple[RemoteLabel, ...]:
            folders = read_folders(client)
            if is_gmail(client):
                return remote_labels([f for f in folders if f.role is Role.NONE])
            return remote_labels(folders, keywords=self._session.keeps_any_keyword(client))

        return self._read(work)

    @property
    def many_labels(self) -> bool:
        return self._read(is_gmail)

    def create_label(self, name: str) -> RemoteLabel:
        def work(client: BoundedClient) -> RemoteLabel:
            folders = read_folders(client)
            if any(folder.title == name for folder in folders):
                raise Conflict(f"A folder named {name} is there already.")
            made = path_of(name, folders, namespaces_of(client))
            client.create_folder(made)
            return RemoteLabel(own_label(made), name)

        return self._write(work)

    def rename_label(self, label_id: str, name: str) -> None:
        old = _folder_named(label_id)

        def work(client: BoundedClient) -> None:
            new = path_of(name, read_folders(client), namespaces_of(client))
            client.rename_folder(old, new)

        self._write(work)

    def delete_label(self, label_id: str) -> None:
        """Delete the folder; its mail goes to the archive. A label of Gmail's goes alone."""
        old = _folder_named(label_id)

        def work(client: BoundedClient) -> None:
            placing = placing_on(self._session, client)
            placing.delete_folder(old, label_id)
            self._catch_up(client, placing.touched)

        self._write(work)

    # Messages

    def fetch(self, ids: Sequence[str]) -> Iterator[tuple[str, RemoteMessage | KnownError]]:
        """Whole messages, or what became of each; fewer than asked for where they are large: the
        others are to be asked for again."""
        yield from self._fetching.fetched(ids).items()

    def minimal(self, ids: Sequence[str]) -> dict[str, frozenset[str] | KnownError]:
        places = self._ledger.places(ids)
        gone = NotFound("The mail is not there any more.")
        return {id_: union(places[id_]) if id_ in places else gone for id_ in ids}

    def peek(self, refs: Sequence[RemoteRef]) -> tuple[RemoteSummary, ...]:
        places = self._ledger.places([ref.id for ref in refs])
        known = self._ledger.dates([ref.id for ref in refs])
        here = {id_: found[0] for id_, found in places.items()}
        fields: dict[str, bytes] = {}
        for folder, wanted in by_folder(here).items():
            uids = [place.uid for place in wanted.values()]
            told = self._reading.items(folder, uids, _FIELDS)
            for id_, place in wanted.items():
                fields[id_] = header_of(told.get(place.uid, {})) or b""
        return tuple(
            _summary(self._account_id, ref, known[ref.id][0], union(places[ref.id]), fields[ref.id])
            for ref in refs
            if ref.id in fields and ref.id in known
        )

    def modify(self, ids: Sequence[str], *, add: frozenset[str], remove: frozenset[str]) -> None:
        """What another program moves meanwhile is looked for, and changed where it is then."""
        change = Change(add, remove)

        def work(client: BoundedClient) -> None:
            places = self._places_now(client, ids)
            if any(id_ not in places for id_ in ids):  # moved away, as a change before this one saw
                self._look_on(client)
                places = self._places_now(client, ids)
            if not places:
                raise NotFound("The mail is not there any more.")
            for _ in range(_ATTEMPTS):
                self._change(client, places, change)
                now = self._ledger.places([*places])
                moved = [
                    id_ for id_, old in places.items() if _missed(old, now.get(id_, ()), change)
                ]
                if not moved:
                    self._ledger.not_taken(self._otherwise(ids, change))
                    return
                self._look_on(client)
                places = self._ledger.places(moved)
            if places:
                raise Unavailable("Another mail program is changing this mail.")

        self._write(work)

    def _otherwise(
        self, ids: Sequence[str], change: Change
    ) -> dict[str, tuple[frozenset[str], frozenset[str]]]:
        """What messages were to get and have not, and to lose and have: spam has no other label. A
        keyword that a folder does not keep stays on this computer."""
        now = {id_: union(found) for id_, found in self._ledger.places(ids).items()}
        asked = frozenset(label for label in change.add if not keyword_of(label))
        told = {id_: (asked - has, change.remove & has) for id_, has in now.items()}
        return {id_: found for id_, found in told.items() if any(found)}

    def _change(
        self, client: BoundedClient, places: Mapping[str, tuple[Place, ...]], change: Change
    ) -> None:
        placing = placing_on(self._session, client)
        try:
            placing.flag([p for found in places.values() for p in found], change)
            if any(not keyword_of(label) for label in (change.add | change.remove) - _FLAGS):
                placing.put_all(places.values(), change)
        finally:
            self._catch_up(client, placing.touched)

    def delete(self, ids: Sequence[str]) -> None:
        def work(client: BoundedClient) -> None:
            self._look_on(client)
            placing = placing_on(self._session, client)
            places = self._ledger.places(ids)
            try:
                placing.remove_all([place for found in places.values() for place in found])
            finally:
                self._catch_up(client, placing.touched)
            self._ledger.still_there([*self._ledger.places(ids)])  # in the trash, without UIDPLUS

        self._write(work)

    # On the connection

    def _look(self) -> None:
        self._read(self._look_on)

    def _look_on(self, client: BoundedClient) -> None:
        self._catching_up(client, read_folders(client)).run()

    def _places_now(
        self, client: BoundedClient, ids: Sequence[str]
    ) -> dict[str, tuple[Place, ...]]:
        """Where messages are, by UIDs that are valid: under another UIDVALIDITY they are other
        messages' (RFC 3501 section 2.3.1.1). At Gmail a change that was cut short has moved them,
        and a look at its three folders costs little."""
        if is_gmail(client):
            self._catching_up(client, read_folders(client)).run()
            return self._ledger.places(ids)
        places, cursors = self._ledger.places(ids), self._ledger.folders()
        names = {place.folder for found in places.values() for place in found}
        stale = {
            name
            for name in names
            if name not in cursors
            or self._session.opened(client, name) != cursors[name].uidvalidity
        }
        if stale:
            self._catch_up(client, stale)
            places = self._ledger.places(ids)
        return places

    def _catch_up(self, client: BoundedClient, names: set[str]) -> None:
        """Read the folders that a change of ours touched, so that the next finds its mail."""
        folders = read_folders(client)
        catching_up = self._catching_up(client, folders)
        for folder in mirrored(folders, is_gmail(client)):
            if folder.name in names:
                catching_up.read(folder)

    def _catching_up(self, client: BoundedClient, folders: Sequence[Folder]) -> CatchingUp:
        now = self._clock()
        return CatchingUp(self._session, client, self._ledger, self._stop, folders, now)

    def _searching(self, client: BoundedClient) -> Searching:
        return Searching(self._session, client, self._ledger, self._clock(), self._stop)

    def _stop(self) -> None:
        if self._cancelled.is_set():
            raise Cancelled("Stopped.")

    def _read(self, work: Callable[[BoundedClient], T]) -> T:
        return self._session.run(work, self._cancelled, again=True)

    def _write(self, work: Callable[[BoundedClient], T]) -> T:
        return self._session.run(work, self._cancelled)


def _missed(old: Sequence[Place], now: Sequence[Place], change: Change) -> bool:
    """Whether a change did not reach a message because it had been moved: a server says nothing
    of a UID that is no longer there (RFC 3501 section 6.4.8)."""
    here = {(place.folder, place.uid) for place in now}
    labels = union(now)
    took = bool(now) and change.add <= labels and not change.remove & labels
    return not took and any((place.folder, place.uid) not in here for place in old)


def _folder_named(label_id: str) -> str:
    name = folder_of(label_id)
    if not name:
        raise BadInput("This label is no folder.")
    return name


def _summary(
    account_id: str, ref: RemoteRef, date: int, labels: frozenset[str], raw: bytes
) -> RemoteSummary:
    fields = {name.lower(): value for name, value in header_fields(raw)}
    senders = addresses(fields.get("from", ""))
    return RemoteSummary(
        account_id=account_id,
        id=ref.id,
        thread_id=ref.thread_id,
        date=date,
        from_=senders[0] if senders else Address("", ""),
        subject=clean(decode_words(fields.get("subject", ""))),
        snippet="",
        unread=SystemLabel.UNREAD in labels,
        starred=SystemLabel.STARRED in labels,
    )
