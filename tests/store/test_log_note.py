"""A write-ahead log that is missing or cut: noticed, with what was acknowledged and until when."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from desktop_app.model.changes import Changes
from desktop_app.store.base import marker
from desktop_app.store.base.log_note import log_path, note_path
from desktop_app.store.store import Store
from tests.store.mails import NOW

CHILD = """
import os, signal, sys
from pathlib import Path
from desktop_app.store.store import Store
store = Store(Path(sys.argv[1]), clock=lambda: 1_790_000_000.0 + 60)
for n in range(int(sys.argv[2])):
    store.saved_searches.save(f"search {n}", "subject:a")
os.kill(os.getpid(), signal.SIGKILL)
"""


def killed(profile: Path, saves: int = 12) -> Path:
    """A profile whose process was killed after so many commits that were waited for."""
    with closing(Store(profile, clock=lambda: NOW)) as store:
        store.saved_searches.save("before", "subject:a")
    ended = subprocess.run([sys.executable, "-c", CHILD, str(profile), str(saves)])
    assert ended.returncode < 0
    assert log_path(profile / "mail.db").stat().st_size > 32
    return profile


def searches(profile: Path) -> int:
    with closing(Store(profile, clock=lambda: NOW + 900)) as store:
        return len(store.saved_searches.list())


def test_after_a_kill_nothing_is_lost_and_nothing_is_said(tmp_path: Path) -> None:
    profile = killed(tmp_path / "p")
    assert searches(profile) == 13
    assert marker.noted_lost(profile) is None
    assert not log_path(profile / "mail.db").exists()
    assert searches(profile) == 13
    assert marker.noted_lost(profile) is None


def test_a_log_that_is_missing_is_said_until_the_window_has_told(tmp_path: Path) -> None:
    profile = killed(tmp_path / "p")
    log_path(profile / "mail.db").unlink()
    changed = (profile / "mail.db").stat().st_mtime
    assert searches(profile) == 1
    assert searches(profile) == 1  # a command came first
    lost = marker.noted_lost(profile)
    assert lost is not None
    assert (lost.missing, lost.until) == (True, NOW + 60)
    assert lost.since == min(changed, NOW + 60)
    marker.clear_lost(profile)
    assert marker.noted_lost(profile) is None


@pytest.mark.parametrize("left", [0, 32, 40, 0.3, 0.5, 0.9])
def test_a_log_that_is_cut_is_said(tmp_path: Path, left: float) -> None:
    profile = killed(tmp_path / "p")
    log = log_path(profile / "mail.db")
    os.truncate(log, int(left if left > 1 else log.stat().st_size * left))
    found = searches(profile)
    lost = marker.noted_lost(profile)
    assert found < 13
    assert lost is not None
    assert lost.until == NOW + 60


def test_a_byte_of_the_log_that_is_another_is_said(tmp_path: Path) -> None:
    profile = killed(tmp_path / "p")
    log = log_path(profile / "mail.db")
    with log.open("r+b") as file:
        file.seek(log.stat().st_size // 2)
        byte = file.read(1)
        file.seek(-1, os.SEEK_CUR)
        file.write(bytes([byte[0] ^ 1]))
    assert searches(profile) < 13
    assert marker.noted_lost(profile) is not None


def test_without_the_note_a_log_is_taken_as_it_is(tmp_path: Path) -> None:
    """The control: SQLite says nothing."""
    profile = killed(tmp_path / "p")
    log_path(profile / "mail.db").unlink()
    note_path(profile / "mail.db").unlink()
    assert searches(profile) == 1
    assert marker.noted_lost(profile) is None


def test_a_long_log_is_moved_as_ever_and_a_kill_then_loses_nothing(tmp_path: Path) -> None:
    profile = killed(tmp_path / "p", saves=700)
    assert log_path(profile / "mail.db").stat().st_size < 12_000_000
    copy = tmp_path / "copy"
    shutil.copytree(profile, copy)
    assert searches(copy) == 701
    assert marker.noted_lost(copy) is None


def test_beside_another_process_nothing_is_said(tmp_path: Path) -> None:
    profile = tmp_path / "p"
    with closing(Store(profile, clock=lambda: NOW)) as first:
        for n in range(20):
            first.saved_searches.save(f"{n}", "subject:a")
            with closing(Store(profile, clock=lambda: NOW)) as second:
                second.saved_searches.save(f"other {n}", "subject:a")
            assert marker.noted_lost(profile) is None


def test_beside_a_load_that_begins_the_log_anew_nothing_is_said(tmp_path: Path) -> None:
    """Its commits wait for no disk, so that the note says nothing of them."""
    profile = tmp_path / "p"
    with closing(Store(profile, clock=lambda: NOW)) as first:
        for n in range(20):
            first.saved_searches.save(f"{n}", "subject:a")
        with first.db.alone() as connection:
            connection.wal_checkpoint()
        with first.db.write(Changes(), flushed=False) as connection:
            connection.execute("UPDATE meta SET value = value")
        with closing(Store(profile, clock=lambda: NOW)):
            assert marker.noted_lost(profile) is None


def test_a_note_that_is_no_note_says_nothing(tmp_path: Path) -> None:
    profile = killed(tmp_path / "p")
    note_path(profile / "mail.db").write_bytes(os.urandom(64))
    assert searches(profile) == 13
    assert marker.noted_lost(profile) is None
