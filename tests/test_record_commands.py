"""The activity record on the command line: exported, and looked through."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from desktop_app.__main__ import main
from desktop_app.model.backup import Occasion
from desktop_app.store.store import Store
from tests.store.records import fill, with_field

DAY = 86_400.0


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    with closing(Store(tmp_path / "profile")) as store:
        fill(store, 6)
    return tmp_path / "profile"


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(list(arguments))
    out, err = capsys.readouterr()
    return status, out, err


def exported(profile: Path) -> Path:
    target = profile.parent / "record.jsonl"
    assert main(["--profile", str(profile), "record", "export", str(target)]) == 0
    return target


def shorten(profile: Path) -> None:
    """Cuts the end off, as somebody would who can write to the files."""
    with closing(apsw.Connection(str(profile / "audit.db"))) as connection:
        connection.execute("DELETE FROM audit WHERE id > 4")


def test_an_export_is_whole_and_a_change_of_it_is_named(
    profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = exported(profile)
    assert capsys.readouterr().out == "Saved 6 rows.\n"
    status, out, _ = said(capsys, "record", "verify", str(target))
    assert (status, out.splitlines()[0]) == (0, "The record is whole: 6 rows.")
    lines = target.read_bytes().splitlines(keepends=True)
    lines[3] = with_field(lines[3], "outcome", "refused")
    target.write_bytes(b"".join(lines))
    status, out, _ = said(capsys, "record", "verify", str(target))
    assert status == 1
    assert "Row 3 was changed. (1970-01-01 00:17:00 UTC)" in out


def test_a_file_is_looked_through_without_a_profile(
    profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target, other = exported(profile), profile.parent / "other"
    assert main(["--profile", str(other), "record", "verify", str(target)]) == 0
    assert not other.exists()


def test_what_is_no_record_has_a_status_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "letter").write_text("Dear Dana")
    assert said(capsys, "record", "verify", str(tmp_path / "letter"))[0] == 2
    assert said(capsys, "record", "verify", str(tmp_path / "missing"))[0] == 2
    assert said(capsys, "record", "verify", str(tmp_path / "letter"), "--head", "12")[0] == 2
    with pytest.raises(SystemExit) as ended:
        main(["record"])
    assert ended.value.code == 2


def test_a_head_that_was_noted_finds_a_cut_end(
    profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head = json.loads(exported(profile).read_bytes().splitlines()[0])["head"]
    own = ["--profile", str(profile), "record", "verify"]
    capsys.readouterr()
    assert said(capsys, *own, "--head", head)[0] == 0
    shorten(profile)
    assert said(capsys, *own)[0] == 0
    target = exported(profile)
    for arguments in (
        [*own, "--head", head.upper()],
        ["record", "verify", str(target), "--head", head],
    ):
        status, out, _ = said(capsys, *arguments)
        assert status == 1
        assert "the hash you gave" in out
    assert said(capsys, *own, "--head", "9f3a")[0] == 1


def test_the_backups_find_a_cut_end_and_not_what_the_settings_removed(
    profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(Store(profile)) as store:
        store.backups.add(Occasion.DAILY, now=20_000 * DAY)
        [backup] = store.backups.whole()
        assert backup.record is not None
        assert backup.record[1] == 6
        fill(store, 3, start=9_000.0)
        store.audit.cut(9_000.0)
    own = ["--profile", str(profile), "record", "verify"]
    status, out, _ = said(capsys, *own)
    assert (status, "Its settings had rows 1 to 6 removed." in out) == (0, True)


def test_the_head_in_a_backup_finds_a_cut_end(
    profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(Store(profile)) as store:
        store.backups.add(Occasion.DAILY, now=20_000 * DAY)
    own = ["--profile", str(profile), "record", "verify"]
    assert said(capsys, *own)[0] == 0
    shorten(profile)
    status, out, _ = said(capsys, *own)
    assert status == 1
    assert "Row 6 that the backup of 2024-10-04 names by its hash is not there" in out


def test_the_last_row_of_a_day_finds_a_cut_end(
    profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(Store(profile)) as store:
        fill(store, 1, start=5 * DAY)
    shorten(profile)
    status, out, _ = said(capsys, "--profile", str(profile), "record", "verify")
    assert status == 1
    assert "Row 6 that the record of 1970-01-01 names" in out


def test_a_backup_is_made_beside_a_damaged_record(profile: Path) -> None:
    (profile / "audit.db").write_bytes(b"not a database " * 900)
    with closing(Store(profile)) as store:
        made = store.backups.add(Occasion.DAILY, now=20_000 * DAY)
    assert made.record is None
