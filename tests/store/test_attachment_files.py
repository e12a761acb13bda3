"""Copies of attachments in the profile: private, and gone when they are of no use."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from desktop_app.model.errors import StorageError
from desktop_app.store.mail.attachment_files import (
    KEPT_SECONDS,
    dragged_copy,
    forget_dragged,
    opened_copy,
    write_copy,
)

NOW = 1_790_000_000.0


def written(path: Path, ago: float) -> Path:
    write_copy(path, b"words", read_only=True)
    os.utime(path, (NOW - ago, NOW - ago))
    return path


def test_what_was_dragged_out_goes_after_an_hour_and_nothing_else(tmp_path: Path) -> None:
    old = written(dragged_copy(tmp_path, "work", 1, "2", "a.pdf"), KEPT_SECONDS + 60)
    new = written(dragged_copy(tmp_path, "work", 1, "3", "b.pdf"), KEPT_SECONDS - 60)
    opened = written(opened_copy(tmp_path, "work", 1, "2", "a.pdf"), KEPT_SECONDS * 99)
    assert forget_dragged(tmp_path, now=NOW) == 1
    assert (old.exists(), new.exists(), opened.exists()) == (False, True, True)


def test_a_copy_is_for_this_user_alone_and_may_be_written_again(tmp_path: Path) -> None:
    path = dragged_copy(tmp_path, "work", 1, "2", "a.pdf")
    for data in (b"one", b"two"):
        assert write_copy(path, data, read_only=True).read_bytes() == data
    assert path.stat().st_mode & 0o777 == 0o400
    assert path.parent.stat().st_mode & 0o077 == 0


def test_a_folder_that_cannot_be_made_says_so(tmp_path: Path) -> None:
    (tmp_path / "attachments").write_text("in the way")
    with pytest.raises(StorageError, match=r"a\.pdf can't be written"):
        write_copy(opened_copy(tmp_path, "work", 1, "2", "a.pdf"), b"")
