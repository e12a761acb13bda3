"""Placing at Gmail, where a folder is a label and every mail is in All Mail, Trash or Spam.

Labels are X-GM-LABELS, read and starred are flags. A mail goes into Trash and Spam by a move to
that folder, out of them by a move to All Mail or the inbox. What is deleted in Trash or Spam is
gone for good; deleted elsewhere it loses a label and stays.

Sources: https://developers.google.com/workspace/gmail/imap/imap-extensions and
https://support.google.com/mail/answer/77657 (actions over IMAP).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType

from desktop_app.accounts.imap.catching_up import hidden, is_gmail, read_folders
from desktop_app.accounts.imap.client import BoundedClient
from desktop_app.accounts.imap.folders import Folder, Role, folder_of
from desktop_app.accounts.imap.metadata import reserved
from desktop_app.accounts.imap.placing import Change, Placing, by_folder
from desktop_app.accounts.imap.session import ImapSession
from desktop_app.model.errors import BadInput
from desktop_app.model.folder import Place
from desktop_app.model.message import SystemLabel

AT_ONCE = 500
_LABELS: Mapping[str, str] = MappingProxyType(
    {str(SystemLabel.INBOX): "\\Inbox", str(SystemLabel.IMPORTANT): "\\Important"}
)
_OTHERWISE = frozenset(
    map(str, (SystemLabel.UNREAD, SystemLabel.STARRED, SystemLabel.TRASH, SystemLabel.SPAM))
)
"""Labels that are flags or folders, and not written as labels."""
_AWAY: Mapping[str, Role] = MappingProxyType(
    {str(SystemLabel.TRASH): Role.TRASH, str(SystemLabel.SPAM): Role.SPAM}
)


def placing_on(session: ImapSession, client: BoundedClient) -> Placing:
    """Placing as the server of this connection does it."""
    kind = GmailPlacing if is_gmail(client) else Placing
    return kind(session, client, read_folders(client))


class GmailPlacing(Placing):
    """Placing of mail by its labels. All Mail is in `touched` after every change."""

    def __init__(
        self, session: ImapSession, client: BoundedClient, folders: Sequence[Folder]
    ) -> None:
        super().__init__(session, client, folders)
        self.touched.add(self.folder(Role.ALL))

    def put_all(self, messages: Iterable[tuple[Place, ...]], change: Change) -> None:
        """Raises `BadInput` for labels that Gmail alone gives, before anything is changed."""
        add, remove = _names(change.add), _names(change.remove)
        into = [self.folder(role) for label, role in _AWAY.items() if label in change.add]
        roles = {role for label, role in _AWAY.items() if label in change.remove}
        left = {folder.name for folder in self._folders if folder.role in roles}
        back = "INBOX" if SystemLabel.INBOX in change.add else self.folder(Role.ALL)
        for folder, uids in by_folder(p for places in messages for p in places).items():
            for some in _chunks(uids):
                if into:
                    self._label(folder, some, add, remove)
                    if folder != into[0]:
                        self._move(folder, some, into[0])
                elif folder in left:
                    self._label(back, self._go(folder, some, back), add, remove)
                else:
                    self._label(folder, some, add, remove)

    def remove_all(self, places: Iterable[Place]) -> None:
        """Delete mail for good."""
        trash = self.folder(Role.TRASH)
        ends = {trash, *(f.name for f in self._folders if f.role is Role.SPAM)}
        for folder, uids in by_folder(places).items():
            for some in _chunks(uids):
                end = folder if folder in ends else trash
                gone = self._go(folder, some, end)
                if gone and self._session.has(self._client, "UIDPLUS"):
                    self._write(end, partial(self._expunge, gone))

    def remove(self, place: Place) -> None:
        self.remove_all([place])

    def delete_folder(self, folder: str, label: str) -> None:
        """Delete a label; its mail stays where it is."""
        del label
        self._session.select(self._client, "INBOX")
        self._client.delete_folder(folder)

    def folder(self, role: Role) -> str:
        found = next((f.name for f in self._folders if f.role is role and f.selectable), "")
        if not found:
            raise hidden({Role.ALL: "All Mail", Role.SPAM: "Spam"}.get(role, "Trash"))
        return found

    def _label(
        self, folder: str, uids: Sequence[int], add: Sequence[str], remove: Sequence[str]
    ) -> None:
        if uids and remove:
            names = partial(self._client.remove_gmail_labels, uids, remove, silent=True)
            self._write(folder, names)
        if uids and add:
            self._write(folder, partial(self._client.add_gmail_labels, uids, add, silent=True))

    def _go(self, source: str, uids: list[int], target: str) -> list[int]:
        """Move mail and find it again: its UIDs in the target."""
        if source == target:
            return uids
        self._session.opened(self._client, source)
        wanted = set(self._ids(uids))
        next_uid = self._client.folder_status(target, ["UIDNEXT"]).get(b"UIDNEXT", 1)
        self._move(source, uids, target)
        self._session.select(self._client, target, write=True)
        found = self._ids(self._client.search(["UID", f"{next_uid}:*"]))
        for id_ in wanted - found.keys():
            for uid in self._client.search(["X-GM-MSGID", str(id_)]):
                found[id_] = uid
        return [uid for id_, uid in found.items() if id_ in wanted]

    def _ids(self, uids: Sequence[int]) -> dict[int, int]:
        """UIDs in the open folder by Gmail's own ids."""
        told = self._client.fetch(uids, ["X-GM-MSGID"])
        return {data[b"X-GM-MSGID"]: uid for uid, data in told.items() if b"X-GM-MSGID" in data}


def _names(labels: Iterable[str]) -> list[str]:
    """Names in X-GM-LABELS. Raises `BadInput` for what can't be written there."""
    names = []
    for label in sorted(set(labels) - _OTHERWISE):
        name = _LABELS.get(label) or folder_of(label)
        if not name or (label not in _LABELS and reserved(name)):
            raise BadInput(f"Gmail does not let mail programs change the label {label}.")
        names.append(name)
    return names


def _chunks(uids: list[int]) -> Iterator[list[int]]:
    for start in range(0, len(uids), AT_ONCE):
        yield uids[start : start + AT_ONCE]
