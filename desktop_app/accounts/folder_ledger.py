"""What a mailbox remembers of its server's folders between two runs; the store implements it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from desktop_app.model.folder import FolderCopy, FolderCursor, FoundCopy, Place
from desktop_app.model.remote import RemoteHistory, RemotePage, RemoteRef


class FolderLedger(Protocol):
    def folders(self) -> dict[str, FolderCursor]: ...

    def copies(self, folder: str) -> dict[int, FolderCopy]: ...

    def keep(self, cursor: FolderCursor) -> None: ...

    def add(self, folder: str, found: Sequence[FoundCopy]) -> None: ...

    def relabel(self, folder: str, labels: Mapping[int, frozenset[str]]) -> None: ...

    def drop(self, folder: str, uids: Iterable[int]) -> None: ...

    def drop_folder(self, folder: str) -> None: ...

    def flags_at(self, folder: str) -> float:
        """When the flags of all of a folder's mails were read, in seconds since the epoch; 0 where
        they are to be read."""

    def note_flags(self, folder: str, at: float) -> None:
        """The flags of all of a folder's mails were read."""

    def in_sight(self, folder: str) -> frozenset[int]:
        """UIDs of the mail that the person has before the eyes."""

    def not_taken(self, labels: Mapping[str, tuple[frozenset[str], frozenset[str]]]) -> None:
        """Labels that messages were given here, and that were taken from them, where the server
        did not do it: `settle` tells that it is otherwise there."""

    def still_there(self, ids: Sequence[str]) -> None:
        """Messages that were deleted here and that the server has kept: `settle` tells that they
        came."""

    def settle(self, *, gone: bool = True) -> None:
        """Numbers what changed since the last time; without `gone` only of messages that some
        folder has."""

    def newest(self) -> str:
        """The number of the newest change."""

    def history(self, start: str) -> RemoteHistory:
        """The changes since `start`. Raises `NotFound` when that is too long ago."""

    def page(self, *, since: int, label: str, token: str, limit: int) -> RemotePage: ...

    def total(self) -> int: ...

    def known(self, ids: Sequence[str]) -> frozenset[str]:
        """Those of the messages that a folder has, or had when it was told of last."""

    def headers(self, ids: Sequence[str]) -> dict[str, str]:
        """The `header_digest` of messages where it was needed once."""

    def stored_headers(self, ids: Sequence[str]) -> dict[str, str]:
        """The `header_digest` of those whose words are stored here."""

    def leave_out(self, folders: Mapping[str, str]) -> None:
        """Folders that could not be read this time, by title, with the reason (a sentence)."""

    def places(self, ids: Sequence[str]) -> dict[str, tuple[Place, ...]]: ...

    def refs(self, folder: str, uids: Sequence[int]) -> tuple[RemoteRef, ...]: ...

    def dates(self, ids: Sequence[str]) -> dict[str, tuple[int, str]]: ...
