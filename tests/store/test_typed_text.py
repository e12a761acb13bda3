"""Typed text that the database could not take: kept wherever there is room, and told once."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

import pytest

from desktop_app.store.base.profile_folder import private_file
from desktop_app.store.drafts import typed_text
from desktop_app.store.mail import attachment_files

NOW = 1_790_000_000.0


@pytest.fixture
def profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    made = tmp_path / "profile"
    made.mkdir(mode=0o700)
    beyond = tmp_path / "tmp"
    beyond.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(beyond))
    typed_text.make_room(made)
    return made


def full(path: Path) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def words_of(profile: Path) -> list[str]:
    return [path.read_text("utf-8") for path in typed_text.untold(profile)]


def test_words_are_in_a_file_of_the_account_and_told_once(profile: Path) -> None:
    assert typed_text.keep(profile, "work", "Dear Dana", now=NOW)
    assert typed_text.keep(profile, "work", "Dear Sam", now=NOW)
    assert sorted(words_of(profile)) == ["Dear Dana", "Dear Sam"]
    assert words_of(profile) == []
    files = list((profile / "attachments" / "work").iterdir())
    assert {oct(f.stat().st_mode & 0o777) for f in files} == {"0o600"}
    attachment_files.forget_account(profile, "work", (), last=False)
    assert not (profile / "attachments" / "work").exists()


def test_a_full_disk_takes_them_into_the_room_that_was_kept(
    profile: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(typed_text, "private_file", full)
        assert typed_text.keep(profile, "work", "Dear Dana", now=NOW)
        assert typed_text.keep(profile, "", "Ünd so weiter", now=NOW)
        assert (profile / typed_text.RESERVE).stat().st_size == typed_text.ROOM
        assert words_of(profile) == []  # the disk is still full: they stay where they are
    assert sorted(words_of(profile)) == ["Dear Dana", "Ünd so weiter"]
    assert (profile / typed_text.RESERVE).read_bytes() == bytes(typed_text.ROOM)


def test_without_that_room_they_are_beyond_the_profile(
    profile: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = private_file

    def full_here(path: Path) -> None:
        full(path) if profile in path.parents else written(path)

    (profile / typed_text.RESERVE).unlink()
    with monkeypatch.context() as patch:
        patch.setattr(typed_text, "private_file", full_here)
        assert typed_text.keep(profile, "work", "Dear Dana", now=NOW)
    [path] = typed_text.untold(profile)
    assert path.parent == Path(tempfile.gettempdir())
    assert path.read_text() == "Dear Dana"


def test_where_no_disk_has_room_that_is_said(
    profile: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(typed_text, "private_file", full)
    assert not typed_text.keep(profile, "work", "a" * typed_text.ROOM, now=NOW)


def test_a_damaged_room_is_no_obstacle(profile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (profile / typed_text.RESERVE).write_bytes(os.urandom(typed_text.ROOM))
    assert words_of(profile) == []
    with monkeypatch.context() as patch:
        patch.setattr(typed_text, "private_file", full)
        assert typed_text.keep(profile, "work", "Dear Dana", now=NOW)
    assert words_of(profile) == ["Dear Dana"]
