"""Files whose names are not UTF-8 are imported like any other, and shown with replacements."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path

import pytest

from desktop_app.__main__ import main
from desktop_app.accounts.local.readers import discover
from desktop_app.workers import import_run
from tests.fakes.house import mail

ODD = b"caf\xe9"


def write(path: bytes, data: bytes) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)  # noqa: PTH103, PTH120 - a path of bytes
    with open(path, "wb") as file:  # noqa: PTH123
        file.write(data)


def mails(number: int) -> bytes:
    return mail(f"Budget {number}", message_id=f"{number}@lee.example")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """One mail each as .eml, in an mbox, in a Maildir whose folder and files have odd names, and
    two files that can't be read as mail."""
    root = os.fsencode(tmp_path / "mail")
    write(root + b"/" + ODD + b".eml", mails(1))
    write(root + b"/" + ODD + b".mbox", b"From x@y Thu Jan  1 00:00:00 2026\n" + mails(2))
    write(root + b"/." + ODD + b"/cur/1." + ODD + b":2,S", mails(3))
    write(root + b"/." + ODD + b"/cur/2." + ODD + b":2,S", b"")
    write(root + b"/empty" + ODD + b".eml", b"")
    return tmp_path / "mail"


@pytest.mark.parametrize("processes", [False, True])
def test_they_are_imported_and_found(
    source: Path,
    tmp_path: Path,
    processes: bool,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(import_run, "_SMALL", 0 if processes else 2)
    profile = ("--profile", str(tmp_path / "profile"))
    assert main([*profile, "import", "--json", str(source)]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["imported"], report["duplicates"], len(report["unreadable"])) == (3, 0, 2)
    for place in report["unreadable"]:
        assert "caf�" in place["location"]
        place["location"].encode()
    assert main([*profile, "import", "--json", str(source)]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["imported"], report["duplicates"]) == (0, 3)
    assert main([*profile, "search", "budget", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["count"] == 3


def test_the_file_itself_may_be_named(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = os.fsdecode(os.fsencode(source) + b"/" + ODD + b".eml")
    assert main(["--profile", str(tmp_path / "profile"), "import", given]) == 0
    assert capsys.readouterr().out.startswith("1 imported")
    missing = os.fsdecode(os.fsencode(source) + b"/" + ODD + b".no")
    assert main(["--profile", str(tmp_path / "profile"), "import", missing]) == 1
    assert "caf�.no is not there" in capsys.readouterr().err


def test_what_is_no_file_is_never_opened_inside_a_folder(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.eml")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "mail.eml").write_bytes(mails(1))
    (tmp_path / "null.mbox").symlink_to("/dev/null")
    found: list[tuple[str, str]] = []

    def look() -> None:
        found.extend((s.path.name, s.problem) for s in discover([tmp_path]))

    looking = threading.Thread(target=look, daemon=True)  # opening a pipe would wait for ever
    looking.start()
    looking.join(20)
    assert sorted(found) == [
        ("mail.eml", ""),
        ("null.mbox", "This is a device, not a file."),
        ("pipe.eml", "This is a pipe, not a file."),
    ]
