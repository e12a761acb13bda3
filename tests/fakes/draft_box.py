"""Drafts on a server, in memory: ids behave as Gmail's do, and a call can fail before or after
it has taken effect."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import count

from desktop_app.accounts.draft_box import DraftBox, RemoteDraft
from desktop_app.model.errors import NotFound, Unavailable


@dataclass
class MemoryBox(DraftBox):
    """`before` and `after` are called around each act with its name; they may raise."""

    drafts: dict[str, RemoteDraft] = field(default_factory=dict)
    before: Callable[[str], object] = str
    after: Callable[[str], object] = str
    acts: list[str] = field(default_factory=list)
    _ids: count[int] = field(default_factory=lambda: count(1))

    def available(self) -> bool:
        return True

    def list(self) -> tuple[RemoteDraft, ...]:
        self._begin("list")
        found = tuple(replace(d, raw=b"") for d in self.drafts.values())
        self.after("list")
        return found

    def get(self, remote_id: str) -> RemoteDraft:
        self._begin("get")
        found = self._there(remote_id)
        self.after("get")
        return found

    def put(self, mime: bytes, *, remote_id: str = "", thread_id: str = "") -> RemoteDraft:
        self._begin("put")
        if remote_id:
            self._there(remote_id)
        key = remote_id or f"r{next(self._ids)}"
        self.drafts[key] = RemoteDraft(key, f"m{next(self._ids)}", thread_id or "t", mime)
        self.after("put")
        return replace(self.drafts[key], raw=b"")

    def thread_of(self, message_id: str) -> str:
        return f"thread of {message_id}"

    def delete(self, remote_id: str) -> None:
        self._begin("delete")
        self.drafts.pop(remote_id, None)
        self.after("delete")

    def edit(self, remote_id: str, old: bytes, new: bytes) -> None:
        """Somebody writes in the web."""
        draft = self.drafts[remote_id]
        assert old in draft.raw
        self.drafts[remote_id] = replace(
            draft, raw=draft.raw.replace(old, new), message_id=f"m{next(self._ids)}"
        )

    def _begin(self, act: str) -> None:
        self.acts.append(act)
        self.before(act)

    def _there(self, remote_id: str) -> RemoteDraft:
        if remote_id not in self.drafts:
            raise NotFound("Requested entity was not found.")
        return self.drafts[remote_id]


class Failing:
    """Raises at the `at`-th call (from 1), once."""

    def __init__(self, at: int) -> None:
        self.left = at

    def __call__(self, act: str) -> None:
        self.left -= 1
        if self.left == 0:
            raise Unavailable(f"The connection broke in {act}.")
