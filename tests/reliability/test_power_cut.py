"""A slice of `python -m tests.reliability.power_cut`, and the planted fault, which it finds."""

from __future__ import annotations

import shutil

import pytest

from tests.reliability.power_cut import cuts, unsynced

pytestmark = pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not here")


def test_what_was_said_to_be_saved_is_there_after_a_power_cut() -> None:
    found = list(cuts(6, seed=7))
    assert [cut for cut in found if not cut.sound] == []
    assert all(cut.loaded for cut in found)


def test_commits_that_do_not_wait_are_found() -> None:
    assert any(not cut.sound for cut in cuts(3, seed=7, plant=True))


def test_a_sync_covers_what_was_written_before_it_began() -> None:
    log = """\
1  pwrite64(3</p/mail.db-wal>, ""..., 24, 0) = 24
2  fdatasync(3</p/mail.db-wal> <unfinished ...>
1  pwrite64(3</p/mail.db-wal>, ""..., 10, 24) = 10
2  <... fdatasync resumed>) = 0
1  pwrite64(4</p/mail.db>, ""..., 8192, 0) = 8192
1  fdatasync(3</p/mail.db-wal> <unfinished ...>
"""
    assert unsynced(log) == {"mail.db-wal": [(24, 10)], "mail.db": [(0, 8192)]}
