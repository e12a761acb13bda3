"""Catching up: bring the ledger to what the server's folders have now, for as little as they allow.

A folder whose STATUS is as it was is not opened (RFC 7162 makes that true of flags too). Of one
that changed, new messages are read from the last known UID on, flags since the last MODSEQ, and
UIDs only where the counts differ. Each step is kept at once: what was read is not read again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from desktop_app.accounts.folder_ledger import FolderLedger
from desktop_app.accounts.imap.folders import Folder, Role, folders_of
from desktop_app.accounts.imap.metadata import flag_items, found_copy, items, labels_of
from desktop_app.accounts.imap.session import BoundedClient, ImapSession
from desktop_app.model.errors import BadInput, NotFound
from desktop_app.model.folder import FolderCursor

AT_ONCE = 500
_UNREAD = -1
"""Total of a folder that was never read to its end."""
_GMAIL_HOMES = frozenset({Role.ALL, Role.TRASH, Role.SPAM})
"""Where every mail of a Gmail account is; its other folders are labels."""
_LEFT_OUT = frozenset({Role.DRAFTS, Role.ALL, Role.FLAGGED})
"""Drafts go both ways elsewhere; the others show mail of other folders again."""


def is_gmail(client: BoundedClient) -> bool:
    return bool(client.has_capability("X-GM-EXT-1"))


def read_folders(client: BoundedClient) -> tuple[Folder, ...]:
    """The folders of the account. Gmail names the use of each, and a label can have any name."""
    return folders_of(client.list_folders(), by_name=not is_gmail(client))


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
        client.normalise_times = False  # dates keep their zone

    def run(self) -> None:
        """Mirror all folders, and number what changed."""
        self._client.noop()  # else STATUS tells of an open folder as it was
        before = self._ledger.folders()
        wanted = mirrored(self._folders, self._gmail)
        for name in before.keys() - {folder.name for folder in wanted}:
            self._ledger.drop_folder(name)
        for folder in wanted:
            self._stop()
            try:
                status = self._status(folder)
                if status is None or status != before.get(folder.name):
                    self.read(folder)
            except NotFound:
                self._ledger.drop_folder(folder.name)
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
        found = self._client.search(["UID", f"{above + 1}:*"])
        self._add(folder, [uid for uid in found if uid > above])  # `n:*` names the last one always
        held = self._ledger.copies(folder.name)
        if len(held) != cursor.total:
            self._ledger.drop(folder.name, held.keys() - set(self._client.search(["ALL"])))
        self._ledger.keep(cursor)

    def _status(self, folder: Folder) -> FolderCursor | None:
        """The folder's state; None where flags may have changed without a sign of it."""
        if not self._session.has(self._client, "CONDSTORE"):
            return None
        what = ["MESSAGES", "UIDNEXT", "UIDVALIDITY", "HIGHESTMODSEQ"]
        told = self._client.folder_status(folder.name, what)
        return FolderCursor(
            folder.name,
            int(told.get(b"UIDVALIDITY", 0)),
            int(told.get(b"UIDNEXT", 0)),
            int(told.get(b"HIGHESTMODSEQ", 0)),
            int(told.get(b"MESSAGES", 0)),
        )

    def _add(self, folder: Folder, uids: Iterable[int]) -> None:
        """Messages that are new, the lowest UID first: the highest one known is where it goes
        on."""
        for some in _chunks(sorted(uids), AT_ONCE):
            self._stop()
            data = self._client.fetch(some, items(self._gmail))
            told = [(uid, data[uid]) for uid in some if uid in data]
            copies = [found_copy(uid, each, folder, self._own) for uid, each in told]
            self._ledger.add(folder.name, [copy for copy in copies if copy is not None])

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
            return sorted(known)
        found = self._client.search(["MODSEQ", str(before.modseq + 1)])
        return sorted(set(found) & set(known))


def _cursor(name: str, told: dict[bytes, Any]) -> FolderCursor:
    return FolderCursor(
        name,
        int(told.get(b"UIDVALIDITY", 0)),
        int(told.get(b"UIDNEXT", 0)),
        int(told.get(b"HIGHESTMODSEQ", 0)),
        int(told.get(b"EXISTS", 0)),
    )


def _chunks(uids: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    for start in range(0, len(uids), size):
        yield uids[start : start + size]
