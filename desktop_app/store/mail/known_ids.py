"""Known ids: which stored mail, conversation or draft a server's own id stands for.

Nothing but ids is read, and nothing of an account outside `among` is found.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from desktop_app.model.message import MessageId, ThreadId
from desktop_app.store.base.db import Database
from desktop_app.store.mail.accounts import names
from desktop_app.store.rows.message_record import key_of

_MOST = 50
_MAIL = (
    "SELECT m.id FROM message m JOIN state s USING (id) JOIN account a ON a.key = s.account"
    " WHERE a.id = ?1 AND "
)
_COPIES = (
    "SELECT c.folder, m.id FROM folder_copy c JOIN message m ON m.source_id = c.message_id"
    " JOIN state s USING (id) JOIN account a ON a.key = s.account AND a.id = c.account_id"
    " WHERE c.account_id = ?1 AND c.uid = ?2 ORDER BY c.folder"
)
_UIDS = (
    "SELECT m.id, a.id, c.folder, c.uid FROM message m JOIN state s USING (id)"
    " JOIN account a ON a.key = s.account"
    " JOIN folder_copy c ON c.account_id = a.id AND c.message_id = m.source_id"
    " WHERE m.id IN (SELECT value FROM json_each(?)) AND m.source_id <> ''"
    " ORDER BY m.id, upper(c.folder) <> 'INBOX', c.folder, c.uid"
)
Copy = tuple[str, str, MessageId]
"""Copy of a mail on its server: the account's id, the folder, the mail."""


class ServerLabel(NamedTuple):
    """Label of an account's server: its id there, its name here, and where it is shown there."""

    account_id: str
    remote_id: str
    name: str
    in_list: int
    in_messages: int


class KnownIds:
    """Ids of the accounts `among`, or of all."""

    def __init__(self, db: Database, among: frozenset[str] | None = None) -> None:
        self._db = db
        self._among = among

    def by_source(self, source_id: str) -> list[MessageId]:
        """The mails that their server knows by this id."""
        where = _MAIL + "m.source_id = ?2 AND m.source_id <> ''"
        return [
            row[0] for id_ in self._accounts() for row in self._db.rows(where, (id_, source_id))
        ]

    def by_rfc822(self, rfc822_id: str) -> list[MessageId]:
        """The mails with this Message-ID (no angle brackets), oldest first."""
        where = _MAIL + "m.rfc822_key = ?2 ORDER BY m.id"
        return [
            row[0]
            for id_ in self._accounts()
            for row in self._db.rows(where, (id_, key_of(id_, "id", rfc822_id)))
        ]

    def by_gmail_thread(self, thread_id: str) -> list[ThreadId]:
        """The conversations that Gmail knows by this id, in hexadecimal."""
        try:
            decimal = str(int(thread_id, 16))
        except ValueError:
            return []
        find = "SELECT thread FROM threading WHERE key = ?"
        keys = (key_of(id_, "gmail", decimal) for id_ in self._accounts())
        return [row[0] for key in keys for row in self._db.rows(find, (key,))]

    def by_uid(self, uid: int, folder: str = "") -> list[Copy]:
        """The copies with this UID, in one folder or in any; the Inbox has no case."""
        found = [
            (id_, str(name), number)
            for id_ in self._accounts()
            for name, number in self._db.rows(_COPIES, (id_, uid))
        ]
        return [copy for copy in found if _same_folder(folder, copy[1])][:_MOST]

    def uids(self, messages: Iterable[MessageId]) -> dict[MessageId, tuple[str, int]]:
        """Folder and UID of each of these mails that has a copy on a mail server: of the copy in
        the Inbox where there is one, else in the first folder by name."""
        rows = self._db.rows(_UIDS, (json.dumps([*messages]),))
        allowed = set(self._accounts())
        found: dict[MessageId, tuple[str, int]] = {}
        for id_, account, folder, uid in rows:
            if account in allowed:
                found.setdefault(id_, (str(folder), int(uid)))
        return found

    def drafts(self, remote_id: str) -> list[str]:
        """The drafts that their server knows by this id, or whose mail there it is."""
        rows = self._db.rows(
            "SELECT draft_id, account_id FROM draft_link WHERE remote_id = ?1 OR message_id = ?1",
            (remote_id,),
        )
        allowed = set(self._accounts())
        return [draft for draft, account in rows if account in allowed]

    def drafts_with_uid(self, uid: int) -> list[str]:
        """The drafts whose copy on their mail server has this UID."""
        rows = self._db.rows("SELECT draft_id, account_id, message_id FROM draft_link")
        allowed = set(self._accounts())
        return [
            draft for draft, account, version in rows if account in allowed and _uid(version) == uid
        ]

    def draft_uid(self, draft_id: str, revision: int) -> int:
        """UID of the copy that the mail server has of this revision, 0 where it has none."""
        rows = self._db.rows(
            "SELECT message_id FROM draft_link WHERE draft_id = ? AND revision = ?",
            (draft_id, revision),
        )
        return _uid(str(rows[0][0])) if rows else 0

    def history(self, account_id: str) -> str:
        """The place in the server's history up to which an account has been read; may be empty."""
        rows = self._db.rows(
            "SELECT history_id FROM sync_state WHERE account_id = ?", (account_id,)
        )
        return str(rows[0][0]) if rows and account_id in self._accounts() else ""

    def labels(self) -> list[ServerLabel]:
        """The labels that servers have, in every account."""
        rows = self._db.rows(
            "SELECT account_id, remote_id, name, in_list, in_messages FROM remote_label"
        )
        allowed = set(self._accounts())
        return [ServerLabel(*row) for row in rows if row[0] in allowed]

    def _accounts(self) -> Sequence[str]:
        with self._db.reading() as connection:
            known = names(connection).values()
        return [id_ for id_ in known if self._among is None or id_ in self._among]


def _same_folder(wanted: str, name: str) -> bool:
    if wanted.upper() == "INBOX":
        return name.upper() == "INBOX"
    return wanted in {"", name}


def _uid(version: str) -> int:
    """UID in the version of a draft on a mail server, `UIDVALIDITY:UID`; 0 for any other."""
    validity, colon, uid = version.partition(":")
    return int(uid) if colon and validity.isdecimal() and uid.isdecimal() else 0
