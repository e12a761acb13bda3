"""Sync status of an account."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from desktop_app.model.progress import Progress


class SyncPhase(StrEnum):
    IDLE = "idle"
    WORKING = "working"
    PAUSED = "paused"
    WAITING = "waiting"
    """Something is in the way; it is tried again at `next_try`."""
    STOPPED = "stopped"
    """Only the person can go on: a sign-in, a permission, a setting at the service."""


@dataclass(frozen=True, slots=True)
class SyncStatus:
    """Status of an account's sync. `synced` is the end of the last complete pass, in seconds
    since the epoch, 0 for never; `pending` counts messages with a waiting change; `next_try`
    (seconds since the epoch) and the two sentences belong to WAITING and STOPPED. `set_aside`
    counts messages that the server can't hand out, `reason` (a sentence) is why."""

    account_id: str
    phase: SyncPhase = SyncPhase.IDLE
    progress: Progress | None = None
    synced: float = 0.0
    pending: int = 0
    next_try: float = 0.0
    sentence: str = ""
    next_step: str = ""
    set_aside: int = 0
    reason: str = ""

    @property
    def set_aside_words(self) -> str:
        """What is set aside and why, in a sentence; empty where nothing is."""
        if not self.set_aside:
            return ""
        mails = "1 mail is" if self.set_aside == 1 else f"{self.set_aside:,} mails are"
        return f"{mails} set aside and tried again later: {self.reason}"


@dataclass(frozen=True, slots=True)
class SyncOutcome:
    """Counts of one pass: mails fetched, matched with imported ones, changed, deleted; local
    changes pushed, and refused by the server; drafts moved either way."""

    account_id: str
    fetched: int = 0
    matched: int = 0
    changed: int = 0
    deleted: int = 0
    pushed: int = 0
    refused: int = 0
    drafts: int = 0
