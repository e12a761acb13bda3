"""Which draft of an account's server belongs to which of ours."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DraftLink:
    """`remote_id` is the server's id of the draft, which stays; `message_id` that of its message,
    which changes with every update there; `thread_id` the server's thread. `revision` is the
    one of ours the server has."""

    draft_id: str
    remote_id: str
    message_id: str
    thread_id: str
    revision: int
