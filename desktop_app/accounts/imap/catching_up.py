"""Catching up: bring the ledger to what the server's folders have now, for as little as they allow.

The inbox comes first. A folder whose STATUS is as it was is not opened (RFC 7162 makes that true of
flags too). Of one that changed, new messages are read from the last known UID on, flags since the
last MODSEQ, and UIDs only where the counts differ. Each step is kept at once: what was read is not
read again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
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
from desktop_app.model.folder import FolderCopy, FolderCursor, FoundCopy

AT_ONCE = 500
_ITEMS = ("UIDVALIDITY", "UIDNEXT", "HIGHESTMODSEQ", "MESSAGES")
RECENT, ALL_SECONDS = 500, 6 * 3600.0
"""Where a server does not count changes, the flags of so many messages of a folder, the newest, and
of those in sight are read each time; those of all after so many seconds, or when the person asks
for a sync."""
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
        now: float,
    ) -> None:
        self._session, self._client, self._ledger, self._stop = session, client, ledger, stop
        self._now = now
        self._told: dict[str, FolderCursor] | None = None
        self._read_just_now: set[str] = set()
        self._gmail = is_gmail(client)
        self._folders = folders
        self._own = frozenset(folder.name for folder in folders if folder.role is Role.NONE)
        self._doubts = Doubts(session, client, ledger)
        client.normalise_times = False  # dates keep their zone

    def inbox(self) -> str:
        """Mirror the inbox alone, and number what came or changed there; its name where anything
        did. A mail that went from it may be in a folder that is not looked at yet: `run` tells of
        it."""
        wanted = mirrored(self._folders, self._gmail)
        inbox = next((folder for folder in wanted if folder.role is Role.INBOX), None)
        known = self._ledger.folders().get(inbox.name) if inbox is not None else None
        if inbox is None or known is None:
            return ""
        if self._session.has(self._client, "CONDSTORE"):
            in_one_turn = self._session.has(self._client, "LIST-STATUS")
            told = self._states(wanted if in_one_turn else [inbox])
            self._told = told if in_one_turn else None
            if told.get(inbox.name) == known:
                return ""
        newest = self._ledger.newest()
        with suppress(*_OF_ONE_FOLDER), imap_errors(self._session.host):  # `run` names it
            self.read(inbox)
            self._read_just_now.add(inbox.name)
        self._ledger.settle(gone=False)
        return inbox.name if self._ledger.newest() != newest else ""

    def run(self, *, seen: str = "") -> None:
        """Mirror all folders, and number what changed. A folder that can't be opened is left out,
        with what is known of it; where none can, that is the error. The flags of `seen` were read a
        moment ago."""
        before = self._ledger.folders()
        wanted = mirrored(self._folders, self._gmail)
        for name in before.keys() - {folder.name for folder in wanted}:
            self._ledger.drop_folder(name)
        now = self._told if self._told is not None else self._states(wanted)
        refused: dict[str, KnownError] = {}
        for folder in wanted:
            self._stop()
            try:
                with imap_errors(self._session.host):
                    known = before.get(folder.name)
                    if folder.name in self._read_just_now:
                        continue
                    if known is None or now.get(folder.name) != known:
                        self.read(folder, unless=known if folder.name == seen else None)
            except _OF_ONE_FOLDER as error:
                refused[folder.title] = error
        self._ledger.leave_out({title: error.sentence for title, error in refused.items()})
        if refused and len(refused) == len(wanted):
            raise next(iter(refused.values()))
        self._ledger.settle()

    def read(self, folder: Folder, *, unless: FolderCursor | None = None) -> None:
        """Read what changed in a folder; nothing where it is in the state `unless`."""
        told = self._session.select(self._client, folder.name)
        cursor = _cursor(folder.name, told)
        if cursor == unless:
            return
        before = self._ledger.folders().get(folder.name, FolderCursor(folder.name))
        if before.uidvalidity != cursor.uidvalidity:
            self._ledger.drop_folder(folder.name)
            before = FolderCursor(folder.name, cursor.uidvalidity, total=_UNREAD)
            self._ledger.keep(before)  # whose UIDs they are, should this be cut short
        known = self._ledger.copies(folder.name)
        self._read_flags(folder, before, cursor, known)
        above = max(known, default=0)
        if cursor.total:  # some refuse to search where there is nothing (Proton Bridge)
            found = self._client.search(["UID", f"{above + 1}:*"])
            self._add(folder, cursor, [uid for uid in found if uid > above])  # `n:*` names the last
        if self._compare(folder, cursor):
            self._ledger.keep(cursor)
            if not known:
                self._ledger.note_flags(folder.name, self._now)

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

    def _states(self, folders: Sequence[Folder]) -> dict[str, FolderCursor]:
        """The state of folders, as far as the server tells it: without CONDSTORE flags may have
        changed with no sign of it."""
        if not self._session.has(self._client, "CONDSTORE"):
            return {}
        if not self._client.noop():  # else STATUS tells of an open folder as it was
            self._session.select(self._client, "INBOX")
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
        self,
        folder: Folder,
        before: FolderCursor,
        now: FolderCursor,
        held: Mapping[int, FolderCopy],
    ) -> None:
        """Read the flags that may have changed since: few where the server counts changes. Where it
        begins to count them, what changed until then is not among those it counts."""
        if not held or (before.modseq and before.modseq == now.modseq):
            return
        if before.modseq and now.modseq:
            self._relabel(folder, held, self._changed_since(before.modseq, held))
            return
        if now.modseq or self._all_due(folder.name):
            self._relabel(folder, held, sorted(held))
            self._ledger.note_flags(folder.name, self._now)
            return
        newest = sorted(held)[-RECENT:]
        seen = held.keys() & self._ledger.in_sight(folder.name)
        self._relabel(folder, held, sorted(seen.union(newest)))

    def _changed_since(self, modseq: int, held: Mapping[int, FolderCopy]) -> list[int]:
        """The UIDs whose flags changed; all where a server counts changes and can't search so."""
        try:
            found = self._client.search(["MODSEQ", str(modseq + 1)])
        except IMAPClientAbortError:
            raise
        except IMAPClientError:
            return sorted(held)
        return sorted(held.keys() & set(found))

    def _all_due(self, folder: str) -> bool:
        """Whether the flags of all of a folder are to be read; also when the clock was set back."""
        return not 0 <= self._now - self._ledger.flags_at(folder) < ALL_SECONDS

    def _relabel(self, folder: Folder, held: Mapping[int, FolderCopy], uids: Sequence[int]) -> None:
        for some in _chunks(uids, AT_ONCE):
            self._stop()
            data = self._client.fetch(some, flag_items(self._gmail))
            labels = {uid: labels_of(told, folder, self._own) for uid, told in data.items()}
            changed = {
                uid: new for uid, new in labels.items() if uid in held and held[uid].labels != new
            }
            if changed:
                self._ledger.relabel(folder.name, changed)


def _cursor(name: str, told: dict[bytes, Any]) -> FolderCursor:
    def number(item: bytes) -> int:
        value = told.get(item)
        return value if isinstance(value, int) else 0

    numbers = map(number, (b"UIDVALIDITY", b"UIDNEXT", b"HIGHESTMODSEQ", b"EXISTS"))
    return FolderCursor(name, *numbers)


def _chunks(uids: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    for start in range(0, len(uids), size):
        yield uids[start : start + size]
