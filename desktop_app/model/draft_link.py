"""Link between a draft here and its copy on the account's server."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DraftLink:
    """Link of a draft. `remote_id` is the server's id of the draft, which is stable;
    `message_id` that of its message, which changes with every update; `thread_id` the server's
    thread. `revision` is the local revision that the server has."""

    draft_id: str
    remote_id: str
    message_id: str
    thread_id: str
    revision: int
