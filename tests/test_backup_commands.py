"""`draftdesk backup` and `draftdesk restore`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from desktop_app.__main__ import main
from desktop_app.store.store import Store
from tests.fakes.house import mail


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    made = tmp_path / "profile"
    source = tmp_path / "one.eml"
    source.write_bytes(mail())
    assert run(made, "import", str(source)) == 0
    return made


def run(profile: Path, *arguments: str) -> int:
    return main(["--profile", str(profile), *arguments])


def test_a_lost_profile_comes_back_and_its_mail_is_read_again(
    profile: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert run(profile, "backup", str(tmp_path / "b"), "--json") == 0
    made = json.loads(capsys.readouterr().out)
    assert (made["path"], made["accounts"]) == (str(tmp_path / "b"), 1)
    (profile / "mail.db").unlink()
    assert run(profile, "search", "budget") == 1
    said = capsys.readouterr()
    assert "mail database of this profile is missing" in said.err
    assert said.out == ""
    assert run(profile, "restore", str(tmp_path / "b"), "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["drafts"], report["awaited"], report["gone"]) == (0, 1, 0)
    assert run(profile, "accounts", "list") == 0
    assert "local" in capsys.readouterr().out


def test_a_folder_is_given_a_name_and_gives_its_newest(
    profile: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    assert run(profile, "backup", str(folder)) == 0
    assert run(profile, "restore", str(folder)) == 0
    assert "Restored: 0 drafts, 1 mail." in capsys.readouterr().out


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_what_is_no_backup_is_left_alone(
    profile: Path, tmp_path: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("dear")
    assert run(profile, command, str(letter)) == 1
    assert "no backup" in capsys.readouterr().err
    assert letter.read_text() == "dear"


def test_an_open_profile_is_not_restored(
    profile: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(profile, "backup", str(tmp_path / "b")) == 0
    store = Store(profile)
    assert run(profile, "restore", str(tmp_path / "b")) == 1
    assert "Another Draftdesk process is using this profile" in capsys.readouterr().err
    store.close()


def test_a_backup_goes_into_a_new_profile(
    profile: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As on a new computer."""
    assert run(profile, "backup", "--all-mail", str(tmp_path / "b")) == 0
    other = tmp_path / "other"
    assert run(other, "restore", str(tmp_path / "b")) == 0
    capsys.readouterr()
    assert run(other, "search", "budget") == 0
    assert "Budget" in capsys.readouterr().out
