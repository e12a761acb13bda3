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
    bytes. `account_ids` is None for one that does not say whose mail it knows. `record` is the hash
    of the last row that the activity record had, and that row's number; None where it is not
    known."""

    path: Path
    made: float
    size: int
    occasion: Occasion
    contents: BackupContents
    account_ids: tuple[str, ...] | None = None
    record: tuple[str, int] | None = None

    def may_have(self, account_id: str) -> bool:
        return self.account_ids is None or account_id in self.account_ids


@dataclass(frozen=True, slots=True)
class CopiesOfMail:
    """What was copied from an account within the profile: `backups` that have it, which can be made
    anew without it, and what can't be: backups that are damaged, and folders that repairs have set
    aside. Nothing says of whom these are."""

    backups: tuple[Backup, ...] = ()
    damaged: tuple[Path, ...] = ()
    set_aside: tuple[Path, ...] = ()

    @property
    def unclear(self) -> tuple[Path, ...]:
        return self.damaged + self.set_aside


@dataclass(frozen=True, slots=True)
class Examination:
    """What is wrong with a profile's mail database, in a sentence (empty: nothing), and what there
    is to restore it from."""

    problem: str
    backups: tuple[Backup, ...] = ()


@dataclass(frozen=True, slots=True)
class RestoreReport:
    """What a restored profile has, or would have. Of the `drafts`, `from_former` were read from the
    former mail.db, as `mails_of_former` were of the `mails` that are here; the others are the
    backup's. `awaited` are mails that are fetched or imported again, `gone` those that only the
    former mail.db had. `set_aside` is the folder that the former files are in, None where there
    were none.
    `whole`: the former mail.db was sound, so that nothing in it is older than it was."""

    backup: Backup | None
    drafts: int
    from_former: int
    mails: int
    mails_of_former: int
    awaited: int
    gone: int
    set_aside: Path | None
    whole: bool

    @property
    def anything(self) -> bool:
        """Whether anything comes back."""
        return self.backup is not None or bool(self.drafts or self.mails or self.awaited)
