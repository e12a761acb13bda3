"""The profile's own backups: a folder of files named by time, number and occasion, thinned out.

The number grows with every backup that is made, so that their order is that of their making,
whatever the clock said.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol, TypeVar

from desktop_app.model.account import Removal
from desktop_app.model.backup import SUFFIX, Backup, CopiesOfMail, Occasion
from desktop_app.model.clock import Clock, as_datetime
from desktop_app.model.errors import Conflict, KnownError, NotFound, StorageError
from desktop_app.store.backups.making import clean
from desktop_app.store.backups.writing import read_backup, write_backup, write_without
from desktop_app.store.base import marker, swap

_STAMP = "%Y%m%d-%H%M%S"
"""UTC."""

_NUMBER = re.compile(r"-n(\d{1,12})-")
_DAY = 86_400.0
_NUMBERED, _TIMED, _FUTURE = 2, 1, 0

DAYS, WEEKS, MIGRATIONS = 7, 4, 2
"""How many are kept: the newest daily ones, one of each week before them, and those made before a
migration."""


class BackupShelf:
    """The backups in `<profile>/backups`."""

    def __init__(self, profile: Path, clock: Clock = time.time) -> None:
        self._profile, self._clock = profile, clock
        self.folder = profile / swap.BACKUPS
        self.trouble = ""
        """Why the last attempt of this process to back the profile up has failed, in sentences."""

    def add(self, occasion: Occasion, *, now: float, all_mail: bool = False) -> Backup:
        """Backs the profile up and thins the folder out, unless the profile is known to be damaged:
        then older backups may have what this one has not. `all_mail` adds the mail of local
        accounts. Raises StorageError; the older backups are there then."""
        damaged = bool(marker.noted_damage(self._profile))
        made = write_backup(
            self._profile / "mail.db",
            self.folder / self._name(occasion, now),
            now=now,
            occasion=occasion,
            all_mail=all_mail,
            damaged=damaged,
        )
        if not damaged:
            self._thin_out()
        return made

    def _name(self, occasion: Occasion, now: float) -> str:
        last = max((_number(path.name) for path in self._paths()), default=0)
        return f"{as_datetime(now):{_STAMP}}-n{last + 1:06}-{occasion}{SUFFIX}"

    def whole(self) -> tuple[Backup, ...]:
        """Backups that are whole, the last made first. Each is opened and checked."""
        found = []
        for path in self._paths():
            with suppress(KnownError, OSError):
                found.append(read_backup(path))
        return tuple(last_made_first(found, now=self._clock()))

    def newest_time(self, *occasions: Occasion) -> float:
        """When the last backup of the occasions was made, by its name; 0 without one."""
        for named in self._named():
            if _occasion(named.path) in occasions:
                return named.made
        return 0.0

    def copies_of(self, account_id: str) -> CopiesOfMail:
        """What was copied from an account within the profile, as far as it can be told."""
        holding = tuple(b for b in self.whole() if b.may_have(account_id))
        return CopiesOfMail(holding, self.unreadable(), swap.aside(self._profile))

    def forget(self, removal: Removal) -> None:
        """Makes the backups anew without an account that is being removed. What can't be made anew,
        because it is damaged, goes only where the person said so: it may be of other accounts. The
        sample mailbox is in every copy of the program. Raises StorageError, Conflict."""
        if removal.sample:
            return
        self.without(removal)
        if not removal.set_aside:
            return
        try:
            for path in self.unreadable():
                path.unlink(missing_ok=True)
            swap.clear(self._profile)
        except OSError as error:
            raise StorageError(
                f"What was set aside can't be deleted: {error.strerror}.",
                next_step="Check the permissions of the profile folder.",
            ) from error

    def want_restore(self, backup: Path) -> None:
        """The next start of the window restores this backup. Raises BadInput, StorageError for one
        that can't be restored."""
        read_backup(backup)
        marker.want_restore(self._profile, backup)

    def tidy(self) -> None:
        """Deletes what killed processes were making, wherever it lies."""
        clean(self._profile)

    def unreadable(self) -> tuple[Path, ...]:
        """Backups that are damaged: nothing says what is in them."""
        return tuple(path for path in self._paths() if not _is_whole(path))

    def without(self, removal: Removal) -> int:
        """Makes every backup anew that has an account, without it; how many there were. Raises
        StorageError: those made anew so far stay so, and it can be called again; Conflict while
        a backup is being made."""
        if clean(self._profile):
            raise Conflict("A backup is being made just now.", next_step="Wait a moment.")
        return sum(write_without(self._profile, backup, removal) for backup in self.whole())

    def _paths(self) -> list[Path]:
        if not self.folder.is_dir():
            return []
        return list(self.folder.glob(f"*{SUFFIX}"))

    def _named(self) -> list[_Named]:
        """The last made first, by their names alone."""
        named = [_Named(path, _time(path)) for path in self._paths()]
        return last_made_first(named, now=self._clock())

    def _thin_out(self) -> None:
        paths = [named.path for named in self._named()]
        daily = [p for p in paths if _occasion(p) is Occasion.DAILY]
        before = [p for p in paths if _occasion(p) is Occasion.MIGRATION]
        weekly: dict[str, Path] = {}
        for path in daily[DAYS:]:
            weekly.setdefault(_week(path), path)
        kept = {*daily[:DAYS], *list(weekly.values())[:WEEKS], *before[:MIGRATIONS]}
        for path in [*daily, *before]:
            if path not in kept:
                path.unlink(missing_ok=True)


class _Made(Protocol):
    @property
    def path(self) -> Path: ...

    @property
    def made(self) -> float: ...


@dataclass(frozen=True)
class _Named:
    path: Path
    made: float


_B = TypeVar("_B", bound=_Made)


def last_made_first(backups: Iterable[_B], *, now: float) -> list[_B]:
    """Backups in the order of their making. One without a number is older than one that has it; of
    two without, one of the future is never the newer."""

    def place(backup: _B) -> tuple[int, int, float, str]:
        number = _number(backup.path.name)
        kind = _NUMBERED if number else _TIMED if backup.made <= now + _DAY else _FUTURE
        return kind, number, backup.made, backup.path.name

    return sorted(backups, key=place, reverse=True)


def _is_whole(path: Path) -> bool:
    try:
        read_backup(path)
    except (KnownError, OSError):
        return False
    return True


def _number(name: str) -> int:
    """0 for a name without one."""
    found = _NUMBER.search(name)
    return int(found[1]) if found else 0


def _occasion(path: Path) -> Occasion | None:
    with suppress(ValueError):
        return Occasion(path.name.removesuffix(SUFFIX).rpartition("-")[2])
    return None


def _time(path: Path) -> float:
    """Seconds since the epoch; 0 for a name that is not ours."""
    with suppress(ValueError):
        return datetime.strptime(path.name[:15], _STAMP).replace(tzinfo=UTC).timestamp()
    return 0.0


def _week(path: Path) -> str:
    return f"{as_datetime(_time(path)):%G-%V}"


def newest_in(path: Path) -> Path:
    """The file itself, or the newest whole backup of a folder. Raises NotFound."""
    if not path.is_dir():
        return path
    found = []
    for each in path.glob(f"*{SUFFIX}"):
        with suppress(KnownError, OSError):
            found.append(read_backup(each))
    if not found:
        raise NotFound(f"There is no backup in {path.name}.", next_step="Name the file.")
    return last_made_first(found, now=time.time())[0].path
