"""Reading of messages by their UIDs; one at which the server stumbles is found by halves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from threading import Event
from typing import Any, TypeVar

from imapclient.exceptions import IMAPClientAbortError, IMAPClientError

from desktop_app.accounts.folder_ledger import FolderLedger
from desktop_app.accounts.imap.answers import body_of
from desktop_app.accounts.imap.client import BoundedClient
from desktop_app.accounts.imap.errors import said_no
from desktop_app.accounts.imap.session import ImapSession
from desktop_app.model.errors import Declined, KnownError, SlowDown, Unavailable

T = TypeVar("T")
_WORDS = "BODY.PEEK[]"
_FOLDERS_AT_ONCE = 16
"""Folders that are asked before an answer is read: their commands fit into any buffer."""


class _NumberedAnewError(Unavailable):
    """The UIDs that are known are other messages' by now."""


class _NotOpenedError(Declined):
    """The server does not open the folder: it is none of its messages."""


class Reading:
    """Reading in the folders of a ledger. `cancelled` ends it between two commands."""

    def __init__(self, session: ImapSession, ledger: FolderLedger, cancelled: Event) -> None:
        self._session, self._ledger, self._cancelled = session, ledger, cancelled

    def all_bodies(
        self, wanted: Mapping[str, Sequence[int]]
    ) -> dict[str, dict[int, bytes | KnownError]]:
        """Messages of several folders, by folder and UID, in one turn; what that does not bring is
        asked for folder by folder."""
        found: dict[str, dict[int, bytes | KnownError]] = {}
        if len(wanted) > 1:
            names = [*wanted]
            for start in range(0, len(names), _FOLDERS_AT_ONCE):
                some = names[start : start + _FOLDERS_AT_ONCE]
                found |= self._in_one_turn({name: wanted[name] for name in some})
        for folder, uids in wanted.items():
            if folder not in found:
                found[folder] = self.bodies(folder, uids)
        return found

    def _in_one_turn(
        self, wanted: Mapping[str, Sequence[int]]
    ) -> dict[str, dict[int, bytes | KnownError]]:
        def work(client: BoundedClient) -> dict[str, dict[int, bytes | KnownError]]:
            cursors = self._ledger.folders()
            self._session.left_open()
            told = client.bodies(wanted, _WORDS)
            return {
                name: _words(data)
                for name, (validity, data) in told.items()
                if name in cursors and cursors[name].uidvalidity == validity
            }

        try:
            return self._read(work)
        except SlowDown:
            raise
        except Unavailable:
            return {}  # at some message the server stumbles

    def bodies(self, folder: str, uids: Sequence[int]) -> dict[int, bytes | KnownError]:
        """Messages by UID. One at which the server stumbles is found by halves, while it goes on
        to answer otherwise."""
        try:
            told = self.items(folder, uids, _WORDS)
        except (SlowDown, _NumberedAnewError):
            raise
        except _NotOpenedError as error:
            return dict.fromkeys(uids, error)
        except Unavailable as error:
            self._read(lambda client: client.noop())  # else it is the server, and no message
            if len(uids) == 1:
                return {uids[0]: error}
            half = len(uids) // 2
            return self.bodies(folder, uids[:half]) | self.bodies(folder, uids[half:])
        return _words(told)

    def items(self, folder: str, uids: Sequence[int], item: str) -> dict[int, dict[bytes, Any]]:
        """One item of messages, by UID. Raises `KnownError`."""

        def work(client: BoundedClient) -> dict[int, dict[bytes, Any]]:
            cursor = self._ledger.folders().get(folder)
            if cursor is None or self._opened(client, folder) != cursor.uidvalidity:
                raise _NumberedAnewError(
                    "A folder was numbered anew.", next_step="Draftdesk looks again."
                )
            return dict(client.fetch(uids, [item]))

        return self._read(work)

    def _opened(self, client: BoundedClient, folder: str) -> int:
        try:
            return self._session.opened(client, folder)
        except IMAPClientAbortError:
            raise
        except IMAPClientError as error:
            known = said_no(self._session.host, str(error))
            raise _NotOpenedError(known.sentence, details=known.details) from error

    def _read(self, work: Callable[[BoundedClient], T]) -> T:
        return self._session.run(work, self._cancelled, again=True)


def _words(told: Mapping[int, Mapping[bytes, Any]]) -> dict[int, bytes | KnownError]:
    bodies = {uid: body_of(data) for uid, data in told.items()}
    return {uid: raw for uid, raw in bodies.items() if raw is not None}
