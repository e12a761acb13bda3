"""Repair of a profile: a new mail.db from a backup and from what a damaged one still says.

What the damaged file says is newer, so it goes before the backup, row by row. The former files are
set aside, not deleted.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Event

from desktop_app.model.backup import Backup, Examination, RestoreReport
from desktop_app.model.clock import Clock
from desktop_app.model.errors import Cancelled, StorageError
from desktop_app.model.progress import Progress
from desktop_app.store.backups import package
from desktop_app.store.backups.kept_templates import give_back_templates
from desktop_app.store.backups.making import made_beside
from desktop_app.store.backups.rebuilding import Rebuilding
from desktop_app.store.backups.salvage import DamagedDatabase
from desktop_app.store.backups.shelf import BackupShelf
from desktop_app.store.backups.writing import read_backup
from desktop_app.store.base import marker, swap
from desktop_app.store.base.db import Database
from desktop_app.store.base.profile_lock import ProfileLock

Report = Callable[[Progress], object]


def examine(profile: Path) -> Examination:
    """What is wrong, and what there is to restore from. Reads every page of mail.db, so it takes
    as long as that: for a job."""
    backups = BackupShelf(profile).whole()
    problem = swap.lost(profile)
    if problem:
        return Examination(problem, backups)
    database = profile / "mail.db"
    damaged = DamagedDatabase(database)
    try:
        if not damaged.problem:
            marker.clear_damage(profile)
            return Examination("", backups)
        return Examination("The mail database of this profile is damaged.", backups)
    finally:
        damaged.close()


def forecast(
    profile: Path, backup: Path | None, *, clock: Clock, cancelled: Event
) -> RestoreReport:
    """What `restore` would bring back: the same reading of the same files, without mail being
    written. Raises as `restore`; nothing of the profile is changed."""
    chosen = None if backup is None else read_backup(backup)
    with made_beside(profile, profile) as building:
        building.unlink()
        return _build(profile, building, chosen, clock, lambda _: None, cancelled, counting=True)


def restore(
    profile: Path,
    backup: Path | None,
    *,
    clock: Clock,
    progress: Report,
    cancelled: Event,
) -> RestoreReport:
    """Builds a new mail.db from a backup (None: from nothing) and from what mail.db still says,
    and puts it in place. Until the last step nothing of the profile is changed.

    Of what both have, the newer stays. What was deleted since the backup stays deleted in a
    damaged profile, and comes back in a sound one: for that the person asks.

    Raises Refused while another process uses the profile, StorageError (the backup is damaged, the
    disk is full), BadInput when the backup is none, Cancelled.
    """
    lock = ProfileLock(profile, alone=True)
    try:
        swap.finish(profile)
        chosen = None if backup is None else read_backup(backup)
        swap.clear_building(profile)
        building = profile / swap.BUILDING
        built = _build(profile, building, chosen, clock, progress, cancelled)
        _ready(profile)
        return replace(built, set_aside=swap.finish(profile))
    finally:
        swap.clear_building(profile)
        lock.release()


def _ready(profile: Path) -> None:
    try:
        swap.ready(profile)
    except OSError as error:
        raise StorageError(
            f"What was restored can't be written: {(error.strerror or str(error)).lower()}.",
            next_step="Check the disk, then try again.",
        ) from error


def _build(
    profile: Path,
    building: Path,
    backup: Backup | None,
    clock: Clock,
    progress: Report,
    cancelled: Event,
    *,
    counting: bool = False,
) -> RestoreReport:
    if backup is not None:
        os.close(os.open(building, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        package.unpack(backup.path, building)
    former = DamagedDatabase(profile / "mail.db") if (profile / "mail.db").exists() else None
    whole = former is not None and not former.problem
    db = Database(building, clock=clock)
    try:
        rebuilt = Rebuilding(db, progress, cancelled, counting=counting)
        rebuilt.begin()
        if former is not None:
            rebuilt.take_rows(former, deletions=not whole)
        rebuilt.settle()
        if former is not None:
            rebuilt.add_mail_of(former, deletions=not whole)
        rebuilt.add_kept_mail()
        found = rebuilt.end()
        if not counting and not cancelled.is_set():
            give_back_templates(db, profile, whole=former is None or whole)
    finally:
        db.close()
        if former is not None:
            former.close()
    if cancelled.is_set():
        raise Cancelled("Nothing was restored.")
    return RestoreReport(
        backup,
        found.drafts,
        found.drafts_of_former,
        found.mails,
        found.mails_of_former,
        found.awaited,
        found.gone,
        None,
        whole,
    )
