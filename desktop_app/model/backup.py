"""Backups of a profile, and what is known of one whose mail database is lost or damaged."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

SUFFIX = ".draftdesk-backup"


class Occasion(StrEnum):
    """Why a backup was made: each day, before the database is migrated, or asked for."""

    DAILY = "daily"
    MIGRATION = "migration"
    ASKED = "asked"


@dataclass(frozen=True, slots=True)
class BackupContents:
    """What is in a backup; `mails` are those that nothing else has."""

    accounts: int = 0
    drafts: int = 0
    versions: int = 0
    outbox: int = 0
    conversations: int = 0
    searches: int = 0
    mails: int = 0


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that could be opened and is whole. `made` is in seconds since the epoch, `size` in
    bytes."""

    path: Path
    made: float
    size: int
    occasion: Occasion
    contents: BackupContents


@dataclass(frozen=True, slots=True)
class Examination:
    """What is wrong with a profile's mail database, in a sentence (empty: nothing), and what there
    is to restore it from. `readable_drafts` and `readable_mails` can still be read from the damaged
    file itself; `changed` is when that file was last written, 0 where it is not there."""

    problem: str
    backups: tuple[Backup, ...] = ()
    readable_drafts: int = 0
    readable_mails: int = 0
    changed: float = 0.0


@dataclass(frozen=True, slots=True)
class RestoreReport:
    """What a restored profile has. `from_former` are the drafts that were read from the former
    mail.db, `mails` those that are here already, `awaited` those that are fetched or imported
    again, `gone` those that only the former mail.db had; `set_aside` is the folder that the former
    files are in, None where there were none.
    `whole`: the former mail.db was sound, so that nothing in it is older than it was."""

    backup: Backup | None
    drafts: int
    from_former: int
    mails: int
    awaited: int
    gone: int
    set_aside: Path | None
    whole: bool
