"""The profile's own backups: a folder of files named by time and occasion, thinned out."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from desktop_app.model.backup import SUFFIX, Backup, Occasion
from desktop_app.model.clock import as_datetime
from desktop_app.model.errors import KnownError, NotFound
from desktop_app.store.backups.writing import read_backup, write_backup

FOLDER = "backups"
_STAMP = "%Y%m%d-%H%M%S"
"""UTC."""

DAYS, WEEKS, MIGRATIONS = 7, 4, 2
"""How many are kept: the newest daily ones, one of each week before them, and those made before a
migration."""


class BackupShelf:
    """The backups in `<profile>/backups`."""

    def __init__(self, profile: Path) -> None:
        self._database = profile / "mail.db"
        self.folder = profile / FOLDER

    def add(self, occasion: Occasion, *, now: float) -> Backup:
        """Backs the profile up and thins the folder out. Raises StorageError; the older backups
        are there then."""
        name = f"{as_datetime(now):{_STAMP}}-{occasion}{SUFFIX}"
        made = write_backup(self._database, self.folder / name, now=now, occasion=occasion)
        self._thin_out()
        return made

    def whole(self) -> tuple[Backup, ...]:
        """Backups that are whole, the newest first. Each is opened and checked."""
        found = []
        for path in self._paths():
            with suppress(KnownError, OSError):
                found.append(read_backup(path))
        return tuple(sorted(found, key=lambda backup: backup.made, reverse=True))

    def newest_time(self, occasion: Occasion) -> float:
        """When the newest backup of an occasion was made, by its name; 0 without one."""
        times = [_time(p) for p in self._paths() if _occasion(p) is occasion]
        return max(times, default=0.0)

    def clear(self) -> None:
        """Deletes every backup: what was removed for good must not stand in one."""
        for path in self._paths():
            path.unlink(missing_ok=True)

    def _paths(self) -> list[Path]:
        if not self.folder.is_dir():
            return []
        return sorted(self.folder.glob(f"*{SUFFIX}*"))

    def _thin_out(self) -> None:
        for path in self.folder.glob("*.part"):
            path.unlink(missing_ok=True)
        daily = [p for p in self._paths() if _occasion(p) is Occasion.DAILY][::-1]
        before = [p for p in self._paths() if _occasion(p) is Occasion.MIGRATION][::-1]
        weekly: dict[str, Path] = {}
        for path in daily[DAYS:]:
            weekly.setdefault(_week(path), path)
        kept = {*daily[:DAYS], *list(weekly.values())[:WEEKS], *before[:MIGRATIONS]}
        for path in [*daily, *before]:
            if path not in kept:
                path.unlink(missing_ok=True)


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
    return max(found, key=lambda backup: backup.made).path
