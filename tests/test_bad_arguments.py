"""What is wrong with an argument is one line, and exit 2; never a traceback."""

from __future__ import annotations

import os
import socket
import stat
from pathlib import Path

import pytest

from desktop_app.__main__ import main

NOT_UTF_8 = "caf\udce9"
HUGE = str(2**64)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The line about the error; everything else is argparse's usage."""
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    assert ended.value.code == 2
    output = capsys.readouterr()
    assert output.out == ""
    *usage, line = output.err.splitlines()
    assert usage[0].startswith("usage: ")
    assert all(line.startswith(("usage:", " ")) for line in usage)
    assert ": error: " in line
    return line.partition(": error: ")[2]


@pytest.mark.parametrize(
    "arguments",
    [
        ("search", NOT_UTF_8),
        ("search", "a\0b"),
        ("search", "x", "--limit", HUGE),
        ("search", "x", "--limit", "9" * 5000),
        ("search", "x", "--limit", "0"),
        ("search", "x", "--limit", "-1"),
        ("search", "x", "--limit", "1_0"),
        ("search", "x", "--limit", "many"),
        ("import", ""),
        ("import", "a\0b"),
        ("import", "x" * 5000),
        ("import", "~nobody-of-that-name/mail"),
        ("import", "/dev/null"),
        ("import", ".", "--account", NOT_UTF_8),
        ("sync", "--account", NOT_UTF_8),
        ("accounts", "remove", ""),
        ("accounts", "remove", NOT_UTF_8),
        ("accounts", "add", "local", "--name", "", "--email", "me@x.example"),
        ("accounts", "add", "local", "--name", "a", "--email", NOT_UTF_8),
        ("accounts", "add", "imap", "--email", "me@x.example", "--imap-port", HUGE),
        ("accounts", "add", "imap", "--email", "me@x.example", "--ca-file", "~nobody-of-that/x"),
        ("accounts", "add", "google", "--days", HUGE),
        ("accounts", "add", "google", "--client-file", "x" * 5000),
        ("accounts", "add", "google", "--adopt", "/dev/zero"),
        ("accounts", "add", "google", "--allow", NOT_UTF_8),
        ("nonsense",),
        ("--profile", "", "status"),
        ("--profile", "a\0b", "status"),
        ("--profile", "x" * 5000, "status"),
        ("--profile", "~nobody-of-that-name/mail", "status"),
    ],
)
def test_a_bad_argument_is_one_line_and_exit_2(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DRAFTDESK_PROFILE", str(tmp_path / "profile"))
    assert refused(capsys, *arguments) != ""
    assert list(tmp_path.iterdir()) == []


def test_a_loop_of_links_is_told_as_such(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    assert "symbolic links" in refused(capsys, "import", str(loop))
    assert "back to itself" in refused(capsys, "--profile", str(loop), "status")


def test_a_profile_that_is_a_file_or_not_utf_8_is_told_as_such(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.write_text("x")
    assert "is a file" in refused(capsys, "--profile", str(file), "status")
    odd = f"{tmp_path}/{NOT_UTF_8}"
    assert "not UTF-8" in refused(capsys, "--profile", odd, "status")


def test_pipes_sockets_and_devices_are_refused_and_not_opened(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    os.mkfifo(tmp_path / "pipe.eml")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "socket.mbox"))
        for name in (tmp_path / "pipe.eml", tmp_path / "socket.mbox", Path("/dev/zero")):
            assert "is not read" in refused(capsys, "import", str(name))


def test_the_mode_of_a_folder_that_was_there_is_left_and_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    folder.chmod(0o755)
    assert main(["--profile", str(folder), "status"]) == 0
    assert stat.S_IMODE(folder.stat().st_mode) == 0o755
    told = capsys.readouterr().err
    assert "Other users of this computer can look into your profile folder." in told
    assert f"chmod 700 {folder}" in told
    folder.chmod(0o700)
    assert main(["--profile", str(folder), "status"]) == 0
    assert capsys.readouterr().err == ""
