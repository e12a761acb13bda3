"""The profile folder: made private, left as it is, refused with the reason."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from types import SimpleNamespace

import pytest

from desktop_app.model.errors import StorageError
from desktop_app.store import store
from desktop_app.store.base.profile_folder import is_full, others_may_read, profile_folder
from desktop_app.store.store import Store


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_folder_that_is_made_is_private(tmp_path: Path) -> None:
    made = profile_folder(tmp_path / "one" / "two")
    assert mode(made) == 0o700
    assert others_may_read(made) is None


@pytest.mark.parametrize("before", [0o755, 0o770, 0o711])
def test_a_folder_that_was_there_keeps_its_mode_and_the_person_is_told(
    tmp_path: Path, before: int
) -> None:
    folder = tmp_path / "it's mine"
    folder.mkdir()
    folder.chmod(before)
    Store(folder).close()
    assert mode(folder) == before
    told = others_may_read(folder)
    assert told is not None
    assert "chmod 700 '/" in told.next_step


def test_the_databases_are_private_in_a_folder_that_is_not(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    opened = Store(tmp_path)
    opened.audit.newest(limit=1)
    names = [p for p in tmp_path.iterdir() if ".db" in p.name]
    assert {p.name for p in names} >= {"mail.db", "mail.db-wal", "audit.db"}
    assert {mode(p) for p in names} == {0o600}
    opened.close()


def _file(path: Path) -> Path:
    path.write_text("in the way")
    return path


def _below_a_file(path: Path) -> Path:
    return _file(path) / "profile"


def _loop(path: Path) -> Path:
    path.symlink_to(path)
    return path


def _dangling(path: Path) -> Path:
    path.symlink_to(path / "nowhere")
    return path


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (_file, "is a file, not a folder"),
        (_below_a_file, "can't be made"),
        (_loop, "leads back to itself"),
        (lambda path: path / ("x" * 300), "too long"),
        (lambda path: path / "a\0b", "name that no folder can have"),
    ],
)
def test_a_folder_that_can_not_be_used_is_refused_with_the_reason(
    tmp_path: Path, make: object, reason: str
) -> None:
    with pytest.raises(StorageError, match=reason):
        profile_folder(make(tmp_path / "profile"))  # type: ignore[operator]


@pytest.mark.parametrize(
    ("owner", "flags", "reason"),
    [
        (os.geteuid(), 0, "You are not allowed to write"),
        (os.geteuid() + 1, 0, "belongs to another user"),
        (os.geteuid(), os.ST_RDONLY, "read-only"),
    ],
)
def test_a_folder_that_can_not_be_written_is_refused_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: int, flags: int, reason: str
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setattr(os, "geteuid", lambda: owner)
    monkeypatch.setattr(os, "statvfs", lambda _: SimpleNamespace(f_flag=flags))
    with pytest.raises(StorageError, match=reason):
        profile_folder(tmp_path)


def disk(*, free: int, size: int = 10_000_000_000, files: int = 10) -> SimpleNamespace:
    return SimpleNamespace(
        f_files=1000, f_favail=files, f_bavail=free // 4096, f_frsize=4096, f_blocks=size // 4096
    )


@pytest.mark.parametrize(
    ("there", "full"),
    [
        (disk(free=100_000), True),
        (disk(free=100_000, size=1_000_000), False),
        (disk(free=0, size=1_000_000), True),
        (disk(free=5_000_000_000, files=0), True),
        (disk(free=5_000_000_000), False),
    ],
)
def test_a_disk_is_full_without_room_for_data_or_for_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: SimpleNamespace, full: bool
) -> None:
    monkeypatch.setattr(os, "statvfs", lambda _: there)
    assert is_full(tmp_path) is full


def test_a_profile_on_a_full_disk_says_full_whatever_sqlite_calls_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise StorageError("The disk reported an error while the mail database was used.")

    monkeypatch.setattr(store, "Database", fails)
    with pytest.raises(StorageError, match="disk reported"):
        Store(tmp_path)
    monkeypatch.setattr(os, "statvfs", lambda _: disk(free=0))
    with pytest.raises(StorageError, match="The disk is full"):
        Store(tmp_path)


def test_a_full_disk_before_there_is_a_folder_says_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "mkdir", full)
    with pytest.raises(StorageError, match="The disk is full"):
        profile_folder(tmp_path / "new")
