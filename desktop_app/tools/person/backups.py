"""Backups: those there are, a new one, and the wish to restore one."""

from __future__ import annotations

import itertools
from pathlib import Path

from desktop_app.model.backup import SUFFIX, Backup, Occasion
from desktop_app.model.backup_words import trouble_words
from desktop_app.model.clock import as_datetime
from desktop_app.model.errors import BadInput
from desktop_app.tools.calls.base import Effect, NoParams, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Done, Result


class BackupList(Result, frozen=True):
    """The profile's own backups, newest first, and the folder they are in. `damaged`: the mail
    database was found to be damaged."""

    backups: tuple[Backup, ...]
    folder: Path
    damaged: bool


class BackupState(Result, frozen=True):
    """`words` say what is wrong with the backups, or with what is backed up; empty: nothing."""

    words: str
    damaged: bool


class MadeBackup(Result, frozen=True):
    backup: Backup


class BackUp(Params, frozen=True, kw_only=True):
    """`path` is a file, or a folder to put one into; empty for the profile's own folder.
    `all_mail` adds the mail of local accounts."""

    path: str = ""
    all_mail: bool = False


class RestoreAtNextStart(Params, frozen=True, kw_only=True):
    path: str


def list_backups(context: Context, params: NoParams) -> BackupList:
    """The backups that could be opened and are whole."""
    shelf = context.store.backups
    return BackupList(shelf.whole(), shelf.folder, context.store.damaged)


def backup_state(context: Context, params: NoParams) -> BackupState:
    """Whether the backups go on."""
    store = context.store
    since = store.backups.newest_time(*Occasion)
    words = trouble_words(since, store.backups.trouble, damaged=store.damaged)
    return BackupState(words, store.damaged)


def back_up(context: Context, params: BackUp) -> MadeBackup:
    """Back up what exists nowhere else. Raises `BadInput` when the file is there and is no backup,
    `StorageError` when it can't be written or the mail database is damaged."""
    now, store = context.clock(), context.store
    if not params.path:
        made = store.backups.add(Occasion.ASKED, now=now, all_mail=params.all_mail)
        return MadeBackup(made)
    target = Path(params.path).expanduser()
    if target.is_dir():
        target = _unused(target, f"draftdesk-{as_datetime(now).astimezone():%Y-%m-%d-%H%M%S}")
    return MadeBackup(store.back_up(target, all_mail=params.all_mail))


def _unused(folder: Path, name: str) -> Path:
    """A file of that name, or with a number after it, that is not there yet."""
    names = (f"{name}{f'-{n}' if n > 1 else ''}{SUFFIX}" for n in itertools.count(1))
    return next(path for path in map(folder.joinpath, names) if not path.exists())


def restore_at_next_start(context: Context, params: RestoreAtNextStart) -> Done:
    """Check a backup, and have the next start of the window restore it. Raises `BadInput` for what
    is no backup, `StorageError` for a damaged one."""
    if not params.path:
        raise BadInput("Choose a backup.")
    context.store.backups.want_restore(Path(params.path).expanduser().resolve())
    return Done("The backup is restored when Draftdesk opens again.", 1)


LIST_BACKUPS = person_tool(list_backups, Effect.READ, NoParams)
BACKUP_STATE = person_tool(backup_state, Effect.READ, NoParams)
BACK_UP = person_tool(back_up, Effect.READ, BackUp)
RESTORE_AT_NEXT_START = person_tool(
    restore_at_next_start, Effect.DESTROY, RestoreAtNextStart, "Restore a backup"
)
TOOLS = (LIST_BACKUPS, BACKUP_STATE, BACK_UP, RESTORE_AT_NEXT_START)
