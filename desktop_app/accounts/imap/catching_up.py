"""Catching up: bring the ledger to what the server's folders have now, for as little as they allow.

A folder whose STATUS is as it was is not opened (RFC 7162 makes that true of flags too). Of one
that changed, new messages are read from the last known UID on, flags since the last MODSEQ, and
UIDs only where the counts differ. Each step is kept at once: what was read is not read again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from imapclient.exceptions import IMAPClientAbortError, IMAPClientError

from desktop_app.accounts.folder_ledger import FolderLedger
from desktop_app.accounts.imap.client import BoundedClient
from desktop_app.accounts.imap.doubts import Doubts
from desktop_app.accounts.imap.errors import NO_ANSWER, imap_errors
from desktop_app.accounts.imap.folders import Folder, Role, folders_of
from desktop_app.accounts.imap.metadata import (
    flag_items,
    found_copy,
    items,
    labels_of,
    unread_copy,
)
from desktop_app.accounts.imap.namespaces import namespaces_of
from desktop_app.accounts.imap.session import ImapSession
from desktop_app.model.errors import BadInput, Conflict, Declined, KnownError, NotFound
from desktop_app.model.folder import FolderCursor, FoundCopy

AT_ONCE = 500
_ITEMS = ("UIDVALIDITY", "UIDNEXT", "HIGHESTMODSEQ", "MESSAGES")
RECENT, ALL_SECONDS = 500, 3600.0
"""Where a server does not count changes, the flags of so many messages of a folder are read each
time, those of all so often."""
_UNREAD = -1
"""Total of a folder that was never read to its end."""
_OF_ONE_FOLDER = (BadInput, Conflict, Declined, NotFound)
"""What a server says of one folder that it does not open: no right, a damaged index, a name that
nobody can write."""
_GMAIL_HOMES = frozenset({Role.ALL, Role.TRASH, Role.SPAM})
"""Where every mail of a Gmail account is; its other folders are labels."""
_LEFT_OUT = frozenset({Role.DRAFTS, Role.ALL, Role.FLAGGED})
"""Drafts go both ways elsewhere; the others show mail of other folders again."""


def is_gmail(client: BoundedClient) -> bool:
    return bool(client.has_capability("X-GM-EXT-1"))


def read_folders(client: BoundedClient) -> tuple[Folder, ...]:
    """The folders of the account. Gmail names the use of each, and a label can have any name."""
    return folders_of(client.list_folders(), namespaces_of(client), by_name=not is_gmail(client))


def mirrored(folders: Sequence[Folder], gmail: bool) -> tuple[Folder, ...]:
    """The folders whose mail is the account's. Raises `BadInput` where Gmail hides them."""
    if gmail:
        homes = tuple(f for f in folders if f.selectable and f.role in _GMAIL_HOMES)
        if not any(folder.role is Role.ALL for folder in homes):
            raise hidden("All Mail")
        return homes
    return tuple(f for f in folders if f.selectable and f.role not in _LEFT_OUT)


def hidden(name: str) -> BadInput:
    """A folder of Gmail's that the person's settings keep from mail programs."""
    return BadInput(
        f"Gmail hides {name} from mail programs.",
        next_step=f"In Gmail's settings, under Labels, switch on “Show in IMAP” for {name}.",
    )


class CatchingUp:
    """Catching up on one connection; `stop` raises `Cancelled` when it was called off."""

    def __init__(
        self,
        session: ImapSession,
        client: BoundedClient,
        ledger: FolderLedger,
        stop: Callable[[], None],
        folders: Sequence[Folder],
    ) -> None:
        self._session, self._client, self._ledger, self._stop = session, client, ledger, stop
        self._gmail = is_gmail(client)
        self._folders = folders
        self._own = frozenset(folder.name for folder in folders if folder.role is Role.NONE)
        self._doubts = Doubts(session, client, ledger)
        client.normalise_times = False  # dates keep their zone

    def run(self) -> None:
        """Mirror all folders, and number what changed. A folder that can't be opened is left out,
        with what is known of it; where none can, that is the error."""
        self._client.noop()  # else STATUS tells of an open folder as it was
        before = self._ledger.folders()
        wanted = mirrored(self._folders, self._gmail)
        for name in before.keys() - {folder.name for folder in wanted}:
            self._ledger.drop_folder(name)
        now = self._statuses(wanted)
        refused: dict[str, KnownError] = {}
        for folder in wanted:
            self._stop()
            try:
                with imap_errors(self._session.host):
                    known = before.get(folder.name)
                    if known is None or now.get(folder.name) != known:
                        self.read(folder)
            except _OF_ONE_FOLDER as error:
                refused[folder.title] = error
        self._ledger.leave_out({title: error.sentence for title, error in refused.items()})
        if refused and len(refused) == len(wanted):
            raise next(iter(refused.values()))
        self._ledger.settle()

    def read(self, folder: Folder) -> None:
        """Read what changed in a folder."""
        told = self._session.select(self._client, folder.name)
        cursor = _cursor(folder.name, told)
        before = self._ledger.folders().get(folder.name, FolderCursor(folder.name))
        if before.uidvalidity != cursor.uidvalidity:
            self._ledger.drop_folder(folder.name)
            before = FolderCursor(folder.name, cursor.uidvalidity, total=_UNREAD)
            self._ledger.keep(before)  # whose UIDs they are, should this be cut short
        known = self._ledger.copies(folder.name)
        self._read_flags(folder, before, cursor, [*known])
        above = max(known, default=0)
        if cursor.total:  # some refuse to search where there is nothing (Proton Bridge)
            found = self._client.search(["UID", f"{above + 1}:*"])
            self._add(folder, cursor, [uid for uid in found if uid > above])  # `n:*` names the last
        if self._compare(folder, cursor):
            self._ledger.keep(cursor)

    def _compare(self, folder: Folder, cursor: FolderCursor) -> bool:
        """Where the number of copies is not what the server told, find out which came and which
        went; False where it contradicts itself, and then nothing is taken for gone."""
        held = self._ledger.copies(folder.name)
        if len(held) == cursor.total:
            return True
        there = set(self._client.search(["ALL"])) if cursor.total else set()
        if missing := there - held.keys():
            self._add(folder, cursor, missing)
        if len(there) != cursor.total:
            return False
        self._ledger.drop(folder.name, held.keys() - there)
        return True

    def _statuses(self, folders: Sequence[Folder]) -> dict[str, FolderCursor]:
        """The state of folders, as far as the server tells it: without CONDSTORE flags may have
        changed with no sign of it."""
        if not self._session.has(self._client, "CONDSTORE"):
            return {}
        told = self._client.statuses([folder.name for folder in folders], _ITEMS)
        return {
            name: FolderCursor(name, *(int(items[item.encode()]) for item in _ITEMS))
            for name, items in told.items()
            if all(isinstance(items.get(item.encode()), int) for item in _ITEMS)  # or NIL
        }

    def _add(self, folder: Folder, cursor: FolderCursor, uids: Iterable[int]) -> None:
        """Messages that are new, the lowest UID first: the highest one known is where it goes
        on."""
        for some in _chunks(sorted(uids), AT_ONCE):
            self._stop()
            copies = self._described(folder, cursor, some)
            if not self._gmail:
                copies = self._doubts.settled(folder.name, copies)
            self._ledger.add(folder.name, copies)

    def _described(
        self, folder: Folder, cursor: FolderCursor, uids: Sequence[int]
    ) -> list[FoundCopy]:
        """What the server tells of messages; one of which it can tell nothing is found by
        halves."""
        try:
            data = self._client.fetch(uids, items(self._gmail))
        except IMAPClientAbortError:
            raise
        except (IMAPClientError, *NO_ANSWER):
            if len(uids) == 1:
                return [unread_copy(uids[0], folder, cursor.uidvalidity)]
            half = len(uids) // 2
            first = self._described(folder, cursor, uids[:half])
            return first + self._described(folder, cursor, uids[half:])
        return [
            found_copy(uid, data[uid], folder, self._own)
            or unread_copy(uid, folder, cursor.uidvalidity)
            for uid in uids
            if uid in data
        ]

    def _read_flags(
        self, folder: Folder, before: FolderCursor, now: FolderCursor, known: Sequence[int]
    ) -> None:
        if not known or (before.modseq and before.modseq == now.modseq):
            return
        for some in _chunks(self._maybe_changed(before, now, known), AT_ONCE):
            self._stop()
            data = self._client.fetch(some, flag_items(self._gmail))
            labels = {uid: labels_of(told, folder, self._own) for uid, told in data.items()}
            held = self._ledger.copies(folder.name)
            changed = {
                uid: new for uid, new in labels.items() if uid in held and held[uid].labels != new
            }
            self._ledger.relabel(folder.name, changed)

    def _maybe_changed(
        self, before: FolderCursor, now: FolderCursor, known: Sequence[int]
    ) -> Sequence[int]:
        """The UIDs whose flags may have changed since: few where the server counts changes."""
        if not (before.modseq and now.modseq):
            newest = sorted(known)
            all_due = self._session.due(f"flags {now.name}", ALL_SECONDS)
            return newest if all_due else newest[-RECENT:]
        found = self._client.search(["MODSEQ", str(before.modseq + 1)])
        return sorted(set(found) & set(known))


def _cursor(name: str, told: dict[bytes, Any]) -> FolderCursor:
    def number(item: bytes) -> int:
        value = told.get(item)
        return value if isinstance(value, int) else 0

    numbers = map(number, (b"UIDVALIDITY", b"UIDNEXT", b"HIGHESTMODSEQ", b"EXISTS"))
    return FolderCursor(name, *numbers)


def _chunks(uids: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    for start in range(0, len(uids), size):
        yield uids[start : start + size]
