"""What became of a file whose text was to be read, and what a search says of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from desktop_app.model.message import MessageId, ThreadId


class FileState(StrEnum):
    """The value is stored."""

    READ = "read"
    CUT = "cut"
    """Its beginning alone was read: it is long, or takes long."""
    NOTHING = "nothing"
    """It has no words, or is of a kind that is not read."""
    LOCKED = "locked"
    TOO_LARGE = "too large"
    DAMAGED = "damaged"


class ReadingPhase(StrEnum):
    """What the reading of attachments does now."""

    OFF = "off"
    DONE = "done"
    READING = "reading"
    PAUSED = "paused"
    ON_BATTERY = "on battery"
    """Only mail of these days is read on."""


@dataclass(frozen=True, slots=True)
class FileCounts:
    """Files that were looked into, and the mails whose files are still to be read."""

    files: int = 0
    waiting: int = 0


@dataclass(frozen=True, slots=True)
class FileHit:
    """A file with the words of a search; `text` is all that was read of it."""

    message: MessageId
    thread: ThreadId
    part: str
    name: str
    text: str
