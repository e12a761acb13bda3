"""The drafts on the server of an account whose kind keeps them there, as Protocols."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from desktop_app.model.draft_link import DraftLink


@dataclass(frozen=True, slots=True)
class RemoteDraft:
    """A draft as an account's server has it; see `DraftLink` for the ids. `raw` are its bytes,
    empty in a listing."""

    remote_id: str
    message_id: str
    thread_id: str
    raw: bytes = b""


class DraftBox(Protocol):
    """The drafts on an account's server. Every call raises `KnownError`."""

    def available(self) -> bool:
        """False where the server has no place for drafts: they stay here then."""

    def list(self) -> tuple[RemoteDraft, ...]: ...

    def get(self, remote_id: str) -> RemoteDraft:
        """With its bytes. Raises `NotFound` when it was sent or deleted."""

    def put(self, mime: bytes, *, remote_id: str = "", thread_id: str = "") -> RemoteDraft:
        """Create one, or replace the whole of `remote_id`'s."""

    def thread_of(self, message_id: str) -> str:
        """The server's thread of one of its messages; empty when that is gone."""

    def delete(self, remote_id: str) -> None: ...


class DraftLinks(Protocol):
    """What an account with server drafts needs to know of ours; the store implements it."""

    def get(self, draft_id: str) -> DraftLink | None: ...

    def keep(self, link: DraftLink) -> None: ...

    def forget(self, draft_id: str) -> None: ...

    def answers(self, draft_id: str) -> str:
        """The server's id of the message the draft answers; empty for a new conversation."""
