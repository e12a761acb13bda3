"""Store of one profile: the database and one part for each subject.

A part knows the database and, where it must, other parts. Only store/ knows SQLite. No mail code,
no network and no Qt come in here.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from threading import Event, Lock
from typing import TYPE_CHECKING
from uuid import uuid4

from desktop_app.model.backup import Backup, Occasion
from desktop_app.model.changes import Changes
from desktop_app.model.clock import Clock
from desktop_app.model.errors import Damaged, DiskFull, StorageError
from desktop_app.store.backups import schema_copy
from desktop_app.store.base import marker, swap
from desktop_app.store.base.db import Database
from desktop_app.store.base.log_note import ExpectedLog
from desktop_app.store.base.profile_folder import FULL, MAKE_ROOM, is_full, profile_folder
from desktop_app.store.base.profile_lock import ProfileLock
from desktop_app.store.base.sqlite_errors import MAIL
from desktop_app.store.mail.told_ids import PlainIds, ToldIds
from desktop_app.store.parts import Parts

if TYPE_CHECKING:
    from desktop_app.store.backups.shelf import BackupShelf
    from desktop_app.store.drafts.template_folder import TemplateFolder
    from desktop_app.store.granted.parts import GrantedViews
    from desktop_app.store.programs.audit import Audit
    from desktop_app.store.rows.bulk import BulkLoad


class Store(Parts):
    """`<profile>/mail.db` opened, and `audit.db` from its first use. Several processes may have one
    profile open.
    """

    told_ids: ToldIds = PlainIds()
    narrowed = False
    """Whether there is mail of the accounts that is not seen; see scoped_store.py."""

    def __init__(self, profile: Path, *, clock: Clock = time.time) -> None:
        """Creates a missing profile directory (0700). Raises StorageError: Damaged when there was a
        mail database and it can't be used; Refused while another process replaces it."""
        self.profile = profile_folder(profile)
        self._clock = clock
        self._files = ProfileLock(profile)
        try:
            self.db = self._open(clock)
        except BaseException as error:
            self._files.release()
            if isinstance(error, StorageError) and is_full(profile):
                raise DiskFull(FULL, next_step=MAKE_ROOM, details=error.details) from error
            raise
        self._trail: Database | None = None
        self._opening = Lock()
        self.window = uuid4().hex
        """The run of the window, with which grants end that hold until it closes."""

    def _open(self, clock: Clock) -> Database:
        profile = self.profile
        swap.finish(profile)
        swap.clear_building(profile)
        if words := swap.lost(profile):
            raise Damaged(words, next_step=MAIL.remedy)
        log = ExpectedLog.of(profile / "mail.db")
        opened = Database(
            profile / "mail.db",
            clock=clock,
            named=replace(MAIL, told=lambda words: marker.note_damage(profile, words)),
            before_migration=lambda: self.backups.add(Occasion.MIGRATION, now=clock()),
        )
        marker.note_lost(profile, log, opened)
        opened.keep_note()
        marker.mark(profile)
        schema_copy.keep(profile, opened)
        return opened

    @cached_property
    def templates(self) -> TemplateFolder:
        from desktop_app.store.drafts.template_folder import FOLDER, TemplateFolder

        return TemplateFolder(self.profile / FOLDER)

    @cached_property
    def granted(self) -> GrantedViews:
        from desktop_app.store.granted.parts import GrantedViews

        return GrantedViews(self.db)

    @cached_property
    def backups(self) -> BackupShelf:
        from desktop_app.store.backups.shelf import BackupShelf

        return BackupShelf(self.profile, self._clock)

    @cached_property
    def audit(self) -> Audit:
        from desktop_app.store.programs.audit import Audit

        return Audit(self._opened_trail)

    def _opened_trail(self) -> Database:
        if self._trail is None:
            from desktop_app.store.programs.audit import open_trail

            with self._opening:
                if self._trail is None:
                    self._trail = open_trail(self.profile, self.db)
        return self._trail

    def keep_schema(self) -> None:
        """Notes where the tables of mail.db begin, which its rewriting changes."""
        schema_copy.keep(self.profile, self.db)

    @property
    def damaged(self) -> bool:
        """Whether mail.db was found to be damaged since it was last whole."""
        return bool(marker.noted_damage(self.profile))

    def back_up(self, target: Path, *, all_mail: bool = False) -> Backup:
        """Writes a backup to a file; see store/backups/writing.py."""
        from desktop_app.store.backups.writing import write_backup

        now = self.db.clock()
        return write_backup(self.profile / "mail.db", target, now=now, all_mail=all_mail)

    def one_commit(self) -> AbstractContextManager[object]:
        """Everything that this thread writes in the block is one transaction. Nothing in it may
        wait for another thread or a network."""
        return self.db.write(Changes())

    def shorten_record(self, days: int) -> int:
        """Removes from the activity record what has outlived `days` days of use; how many rows."""
        from desktop_app.store.base.days import outlived

        with self.db.reading() as connection:
            before = outlived(connection, days)
        return self.audit.cut(before) if before else 0

    def note_proposals(self) -> int:
        """Writes into the activity record what became of the drafts that assistants and programs
        proposed; how many rows that took."""
        return self.audit.note_proposals(self._states_of_drafts)

    def _states_of_drafts(self, ids: list[str]) -> dict[str, tuple[str, int]]:
        rows = self.db.rows(
            "SELECT id, state, revision FROM draft WHERE id IN (SELECT value FROM json_each(?))",
            (json.dumps(ids),),
        )
        return {id_: (state, revision) for id_, state, revision in rows}

    def check(self, cancelled: Event) -> bool:
        """Looks at the structure of every page of mail.db; whether it is sound. A damaged one is
        noted for the next start. Reads the whole file: for a background thread in idle time. Raises
        Cancelled."""
        return self.db.check(cancelled)

    def subscribe(self, callback: Callable[[Changes], None]) -> Callable[[], None]:
        """Calls `callback` after every commit of this process, and after foreign ones that a
        poll noticed."""
        return self.db.subscribe(callback)

    def announce(self, changes: Changes) -> None:
        """Notifies subscribers of a change that is no commit, such as the bridge's state."""
        self.db.announce(changes)

    def poll_foreign_changes(self) -> bool:
        """See Database.poll_foreign_changes."""
        trail = self._trail
        noted = trail is not None and trail.poll_foreign_changes()
        return self.db.poll_foreign_changes() or noted

    def bulk_load(
        self,
        account_id: str,
        *,
        counting: bool = False,
        told: Callable[[str, int, int], object] | None = None,
    ) -> BulkLoad:
        """Context manager for storing thousands of messages; see store/rows/bulk.py."""
        from desktop_app.store.rows.bulk import BulkLoad, nobody

        target = self.accounts.target(account_id)
        return BulkLoad(self.db, target, counting=counting, told=told or nobody)

    def tidy(self) -> bool:
        """Finishes the work that a killed load left; returns whether there was any.

        May take seconds: for a background thread, soon after the start.
        """
        from desktop_app.store.rows.bulk import tidy

        return tidy(self.db)

    def close(self) -> None:
        self.db.close()
        with self._opening:
            if self._trail is not None:
                self._trail.close()
        self._files.release()
