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
    counts messages that the server can't hand out, `reason` (a sentence) is why. `refused` counts
    messages with a change that the server refused, `refused_title` is the subject of the first,
    `left_out` are the titles of folders that it does not open; of each one reason is kept."""

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
    refused: int = 0
    refused_title: str = ""
    refused_reason: str = ""
    left_out: tuple[str, ...] = ()
    left_out_reason: str = ""

    @property
    def whole(self) -> bool:
        """Whether the last pass left nothing aside: only then is an account up to date."""
        return not (self.set_aside or self.refused or self.left_out)

    @property
    def refused_words(self) -> str:
        """What was refused and why, in a sentence; empty where nothing was."""
        if not self.refused:
            return ""
        changed = (
            f"The change of “{self.refused_title}” was" if self.refused_title else "A change was"
        )
        if self.refused > 1:
            changed = f"Changes of {self.refused:,} mails were"
        return f"{changed} not made at the server: {self.refused_reason}"

    @property
    def left_out_words(self) -> str:
        """The folders that can't be opened, in a sentence; empty where there are none."""
        if not self.left_out:
            return ""
        few = ", ".join(f"“{title}”" for title in self.left_out[:3])
        more = len(self.left_out) - 3
        named = f"{few} and {more:,} more" if more > 0 else few
        return f"The server does not open {named}: {self.left_out_reason}"

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
