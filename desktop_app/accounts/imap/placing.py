"""Placing: labels that were added and removed, as flags, moves and copies on the server.

What leaves a folder for good is expunged by its UID alone (UID EXPUNGE, RFC 4315). Where a server
has no UIDPLUS it goes to the trash instead: a plain EXPUNGE would take what others have marked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from imapclient.exceptions import IMAPClientAbortError, IMAPClientError

from desktop_app.accounts.imap.client import BoundedClient
from desktop_app.accounts.imap.folders import Folder, Role, folder_of, path_of
from desktop_app.accounts.imap.namespaces import namespaces_of
from desktop_app.accounts.imap.session import ImapSession
from desktop_app.model.coming_back import keyword_of
from desktop_app.model.errors import BadInput
from desktop_app.model.folder import Place
from desktop_app.model.message import SystemLabel

_SEEN, _FLAGGED, _DELETED = "\\Seen", "\\Flagged", "\\Deleted"
_AWAY = (str(SystemLabel.TRASH), str(SystemLabel.SPAM))
ARCHIVE = "Archive"


@dataclass(frozen=True, slots=True)
class Change:
    add: frozenset[str]
    remove: frozenset[str]


class Placing:
    """Placing on one connection. Every folder that changed is in `touched` afterwards."""

    def __init__(
        self, session: ImapSession, client: BoundedClient, folders: Sequence[Folder]
    ) -> None:
        self._session, self._client, self._folders = session, client, folders
        self.touched: set[str] = set()

    def flag(self, places: Iterable[Place], change: Change) -> None:
        """Read, starred, and what stands in keywords, on every copy."""
        for label, flag, when_added in (
            (SystemLabel.UNREAD, _SEEN, False),
            (SystemLabel.STARRED, _FLAGGED, True),
        ):
            if label not in change.add | change.remove:
                continue
            setting = (label in change.add) is when_added
            for folder, uids in by_folder(places).items():
                change_flags = self._client.add_flags if setting else self._client.remove_flags
                self._write(folder, partial(change_flags, uids, [flag], silent=True))
        for setting, labels in ((True, change.add), (False, change.remove)):
            keywords = sorted(filter(None, map(keyword_of, labels)))
            for folder, uids in by_folder(places).items() if keywords else ():
                self._set_keywords(folder, uids, keywords, setting)

    def _set_keywords(
        self, folder: str, uids: list[int], keywords: Sequence[str], setting: bool
    ) -> None:
        """Only those that the folder keeps: others are known on this computer alone."""
        self._session.opened(self._client, folder, write=True)
        kept = [keyword for keyword in keywords if self._session.keeps_keyword(keyword)]
        if kept:
            change_flags = self._client.add_flags if setting else self._client.remove_flags
            self._write(folder, partial(change_flags, uids, kept, silent=True))

    def put_all(self, messages: Iterable[tuple[Place, ...]], change: Change) -> None:
        """`put` for many: those that leave one folder for one other go together."""
        together: dict[tuple[str, str], list[int]] = {}
        for places in messages:
            wanted = self._wanted(places, change)
            if len(places) == 1 and len(wanted) == 1:
                if wanted[0] != places[0].folder:
                    together.setdefault((places[0].folder, wanted[0]), []).append(places[0].uid)
            else:
                self.put(places, change)
        for (source, target), uids in together.items():
            self._move(source, uids, target)

    def put(self, places: tuple[Place, ...], change: Change) -> None:
        """Let one message have copies in the folders its labels name from now on, and in no
        other; in the archive where they name none."""
        wanted = self._wanted(places, change)
        here = {place.folder: place for place in places}
        missing = [name for name in wanted if name not in here]
        surplus = [place for place in places if place.folder not in wanted]
        source = surplus[0] if surplus else places[0]
        for number, name in enumerate(missing):
            last = number == len(missing) - 1
            if last and source in surplus:
                self._move(source.folder, [source.uid], name)
                surplus.remove(source)
            else:
                self._copy(source.folder, [source.uid], name)
        for place in surplus:
            self.remove(place)

    def remove_all(self, places: Iterable[Place]) -> None:
        """Take copies away and no other."""
        for place in places:
            self.remove(place)

    def delete_folder(self, folder: str, label: str) -> None:
        """Delete a folder of the person's own; its mail goes to the archive."""
        self._session.select(self._client, folder, write=True)
        places = [Place(folder, uid, 0, frozenset({label})) for uid in self._client.search(["ALL"])]
        self.put_all([(place,) for place in places], Change(frozenset(), frozenset({label})))
        self._session.select(self._client, "INBOX")  # a folder that is open can't be deleted
        self._client.delete_folder(folder)
        self.touched.discard(folder)

    def remove(self, place: Place) -> None:
        """Take one copy away for good, or to the trash where the server can't do that safely."""
        trash = self.folder(Role.TRASH)
        if self._session.has(self._client, "UIDPLUS"):
            self._write(place.folder, lambda: self._expunge([place.uid]))
        elif place.folder != trash:
            self._move(place.folder, [place.uid], trash)
        else:
            self._write(place.folder, lambda: self._mark_deleted([place.uid]))

    def folder(self, role: Role) -> str:
        """The folder with a role, made where the server has none."""
        found = next((f.name for f in self._folders if f.role is role), "")
        if not found:
            title = {Role.ARCHIVE: ARCHIVE, Role.TRASH: "Trash", Role.SPAM: "Junk"}.get(role, "")
            if not title:
                raise BadInput("The account has no folder for this.")
            found = path_of(title, self._folders, namespaces_of(self._client))
            if not self._client.folder_exists(found):
                self._client.create_folder(found)
        return found

    def _wanted(self, places: tuple[Place, ...], change: Change) -> list[str]:
        by_label = {f.label: f.name for f in self._folders if f.label}
        labels = frozenset[str]().union(*(place.labels for place in places))
        after = (labels | change.add) - change.remove
        for label, role in zip(_AWAY, (Role.TRASH, Role.SPAM), strict=True):
            if label in change.add:
                return [self.folder(role)]
        names = [by_label[label] for label in sorted(after) if label in by_label]
        names += [n for n in map(folder_of, sorted(after)) if n and n not in names]
        kept = [n for n in names if n not in self._away() or not change.add] or names
        return list(dict.fromkeys(kept)) or [self.folder(Role.ARCHIVE)]

    def _away(self) -> frozenset[str]:
        return frozenset(f.name for f in self._folders if f.role in {Role.TRASH, Role.SPAM})

    def _move(self, source: str, uids: list[int], target: str) -> None:
        if self._session.has(self._client, "MOVE") and self._moved(source, uids, target):
            return
        self._copy(source, uids, target)
        self._write(source, lambda: self._leave(uids))

    def _moved(self, source: str, uids: list[int], target: str) -> bool:
        """Whether the server moved them; one that refuses what it offers may still copy."""
        self.touched.add(target)
        self._session.opened(self._client, source, write=True)
        try:
            self._write(source, lambda: self._client.move(uids, target))
        except IMAPClientAbortError:
            raise
        except IMAPClientError:
            return False
        return True

    def _leave(self, uids: list[int]) -> None:
        """Take what was copied out of the open folder. Where the server does not expunge, it stays
        there as deleted, as all programs show it."""
        self._mark_deleted(uids)
        if self._session.has(self._client, "UIDPLUS"):
            try:
                self._client.uid_expunge(uids)
            except IMAPClientAbortError:
                raise
            except IMAPClientError:
                return

    def _copy(self, source: str, uids: list[int], target: str) -> None:
        self._write(source, lambda: self._client.copy(uids, target))
        self.touched.add(target)

    def _expunge(self, uids: list[int]) -> None:
        self._mark_deleted(uids)
        self._client.uid_expunge(uids)

    def _mark_deleted(self, uids: list[int]) -> None:
        self._client.add_flags(uids, [_DELETED], silent=True)

    def _write(self, folder: str, work: Callable[[], object]) -> None:
        self._session.opened(self._client, folder, write=True)
        self.touched.add(folder)
        work()


def by_folder(places: Iterable[Place]) -> dict[str, list[int]]:
    """The UIDs of places, by folder."""
    found: dict[str, list[int]] = {}
    for place in places:
        found.setdefault(place.folder, []).append(place.uid)
    return found
