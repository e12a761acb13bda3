"""Drafts of an IMAP account: listed, read, replaced, deleted in its Drafts folder. Nothing is sent.

A draft of ours is known by the header X-Draftdesk-Draft, which has its id and revision; another
program's by its Message-ID and size. To replace one, the new copy is appended first, then the old
one alone is expunged by its UID; at Gmail it is moved to Trash before, else it would stay in All
Mail. What a crash leaves twice is one draft: its highest revision.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from threading import Event
from typing import Any, TypeVar

from desktop_app.accounts.draft_box import RemoteDraft
from desktop_app.accounts.imap.answers import body_of
from desktop_app.accounts.imap.catching_up import read_folders
from desktop_app.accounts.imap.client import BoundedClient
from desktop_app.accounts.imap.folders import Folder, Role
from desktop_app.accounts.imap.gmail import placing_on
from desktop_app.accounts.imap.metadata import header_of, identity
from desktop_app.accounts.imap.session import ImapSession
from desktop_app.model.errors import BadInput, Declined, NotFound
from desktop_app.model.folder import Place

T = TypeVar("T")
NO_FOLDER = "Could not find Drafts folder. Available folders can be listed with list_labels."
_OURS = re.compile(rb"^x-draftdesk-draft:\s*([\w-]{1,100});\s*(\d{1,9})\s*$", re.I | re.M)
_FIELDS = "BODY.PEEK[HEADER.FIELDS (X-DRAFTDESK-DRAFT MESSAGE-ID)]"
_APPENDED = re.compile(rb"\[APPENDUID (\d+) (\d+)\]")
_AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class _Copy:
    """Copy of a draft. `revision` is -1 for another program's."""

    remote_id: str
    revision: int
    uid: int
    version: str

    @property
    def remote(self) -> RemoteDraft:
        return RemoteDraft(self.remote_id, self.version, "")


class ImapDrafts:
    """Drafts of one account. Every call raises `KnownError`."""

    def __init__(self, session: ImapSession, cancelled: Event | None = None) -> None:
        self._session, self._cancelled = session, cancelled or Event()

    def available(self) -> bool:
        return self._read(lambda client: _found(read_folders(client)) is not None)

    def list(self) -> tuple[RemoteDraft, ...]:
        """All drafts, without their bytes."""

        def work(client: BoundedClient) -> tuple[RemoteDraft, ...]:
            newest = _newest(self._copies(client))
            return tuple(copy.remote for copy in newest.values())

        return self._read(work)

    def get(self, remote_id: str) -> RemoteDraft:
        """Draft with its bytes. Raises `NotFound` when it was sent or deleted."""

        def work(client: BoundedClient) -> RemoteDraft:
            copy = _newest(self._copies(client)).get(remote_id)
            if copy is None:
                raise NotFound("The draft is not there any more.")
            data = client.fetch([copy.uid], ["BODY.PEEK[]"]).get(copy.uid, {})
            raw = body_of(data)
            if raw is None:
                raise NotFound("The draft is not there any more.")
            return RemoteDraft(copy.remote_id, copy.version, "", raw)

        return self._read(work)

    def put(self, mime: bytes, *, remote_id: str = "", thread_id: str = "") -> RemoteDraft:
        """Create a draft, or replace the whole of `remote_id`'s. An append whose answer was lost
        is found again and not repeated."""
        del thread_id  # the server has no threads
        ours = _OURS.search(mime[:65_536])
        if ours is None:
            raise BadInput("A draft without a name of ours can't be kept on the server.")
        key, revision = ours.group(1).decode(), int(ours.group(2))

        def work(client: BoundedClient) -> RemoteDraft:
            copies = self._copies(client, write=True)
            old = [copy for copy in copies if copy.remote_id in {remote_id, key}]
            if remote_id and not old:
                raise NotFound("The draft is not there any more.")
            there = [copy for copy in old if (copy.remote_id, copy.revision) == (key, revision)]
            kept = there[-1] if there else self._append(client, mime, key, revision)
            self._remove(client, [copy.uid for copy in old if copy.uid != kept.uid])
            return kept.remote

        return self._session.run(work, self._cancelled)

    def thread_of(self, message_id: str) -> str:
        """An IMAP server has no threads."""
        del message_id
        return ""

    def delete(self, remote_id: str) -> None:
        """Delete every copy; a missing draft is no error."""

        def work(client: BoundedClient) -> None:
            copies = self._copies(client, write=True)
            self._remove(client, [copy.uid for copy in copies if copy.remote_id == remote_id])

        self._session.run(work, self._cancelled)

    # On the connection

    def _append(self, client: BoundedClient, mime: bytes, key: str, revision: int) -> _Copy:
        folder = drafts_folder(client)
        answer = client.append(folder, mime, ("\\Draft", "\\Seen"))
        told = _APPENDED.search(answer if isinstance(answer, bytes) else b"")
        if told is not None:
            validity, uid = told.groups()
            return _Copy(key, revision, int(uid), f"{int(validity)}:{int(uid)}")
        copies = self._copies(client, write=True)
        found = [copy for copy in copies if (copy.remote_id, copy.revision) == (key, revision)]
        if not found:
            raise NotFound("The draft was kept and is not there any more.")
        return found[-1]

    def _copies(self, client: BoundedClient, *, write: bool = False) -> builtins.list[_Copy]:
        """Every copy in the folder, the lowest UID first."""
        client.normalise_times = False
        opened = self._session.select(client, drafts_folder(client), write=write)
        validity = int(opened.get(b"UIDVALIDITY", 0))
        uids = sorted(client.search(["UNDELETED"]))
        copies = []
        for start in range(0, len(uids), _AT_ONCE):
            some = uids[start : start + _AT_ONCE]
            data = client.fetch(some, ["INTERNALDATE", "RFC822.SIZE", _FIELDS])
            told = {uid: data[uid] for uid in some if uid in data}
            if not all(isinstance(header_of(each), bytes) for each in told.values()):
                # Whose draft it is, is not known: none may be taken for gone.
                raise Declined("The server does not tell which drafts are Draftdesk's.")
            copies += [_copy(uid, each, validity) for uid, each in told.items()]
        return copies

    def _remove(self, client: BoundedClient, uids: Iterable[int]) -> None:
        """Take these copies away and no other; without UIDPLUS they go to the trash."""
        if gone := builtins.list(uids):
            folder = drafts_folder(client)
            places = [Place(folder, uid, 0, frozenset()) for uid in gone]
            placing_on(self._session, client).remove_all(places)

    def _read(self, work: Callable[[BoundedClient], T]) -> T:
        return self._session.run(work, self._cancelled, again=True)


def drafts_folder(client: BoundedClient) -> str:
    """The folder for drafts by its use, else by its name. Raises `BadInput`."""
    found = _found(read_folders(client))
    if found is None:
        raise BadInput(NO_FOLDER)
    return found.name


def _found(folders: Iterable[Folder]) -> Folder | None:
    return next((f for f in folders if f.role is Role.DRAFTS and f.selectable), None)


def _copy(uid: int, data: dict[bytes, Any], validity: int) -> _Copy:
    header = header_of(data)
    ours = _OURS.search(header) if isinstance(header, bytes) else None
    version = f"{validity}:{uid}"
    if ours is not None:
        return _Copy(ours.group(1).decode(), int(ours.group(2)), uid, version)
    return _Copy(identity(data, header), -1, uid, version)


def _newest(copies: Iterable[_Copy]) -> dict[str, _Copy]:
    """Of each draft the copy with the highest revision, of those the last."""
    found: dict[str, _Copy] = {}
    for copy in copies:
        known = found.get(copy.remote_id)
        if known is None or (copy.revision, copy.uid) > (known.revision, known.uid):
            found[copy.remote_id] = copy
    return found
