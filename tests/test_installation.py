"""What is said of this installation: true of each form of it, and never in the way."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from desktop_app import __version__, installation

COMMIT = "0123456789abcdef0123456789abcdef01234567"


def test_the_command_line_says_the_version_and_with_a_word_more_the_rest() -> None:
    def said(*more: str) -> list[str]:
        command = [sys.executable, "-m", "desktop_app", "--version", *more]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return done.stdout.splitlines()

    assert said() == [f"Draftdesk {__version__}"]
    names = [line.partition(":")[0] for line in said("--verbose")]
    assert names == [f"Draftdesk {__version__}", *(name for name, _ in installation.details()[1:])]


@pytest.mark.parametrize(
    ("place", "form"),
    [
        ("/home/a/.local/share/pipx/venvs/draftdesk/lib/python3.11/site-packages", "by pipx"),
        ("/home/a/.local/share/uv/tools/draftdesk/lib/python3.11/site-packages", "by uv tool"),
        ("/home/a/venv/lib/python3.11/site-packages", "by pip"),
    ],
)
def test_a_wheel_says_who_installed_it(
    monkeypatch: pytest.MonkeyPatch, place: str, form: str
) -> None:
    monkeypatch.setattr(installation, "__file__", f"{place}/desktop_app/installation.py")
    assert installation.form() == f"a wheel, {form}"


def test_a_checkout_and_an_application_folder_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    assert installation.form() == "a checkout"
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert installation.form() == "an application folder"


@pytest.mark.parametrize("how", ["loose", "packed", "detached", "built", "none", "odd"])
def test_the_commit_is_found_wherever_it_is_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, how: str
) -> None:
    resources, git = tmp_path / "resources", tmp_path / ".git"
    (git / "refs" / "heads").mkdir(parents=True)
    resources.mkdir()
    monkeypatch.setattr(installation, "resources", lambda: resources)
    (git / "HEAD").write_text(COMMIT if how == "detached" else "ref: refs/heads/main\n")
    if how == "loose":
        (git / "refs" / "heads" / "main").write_text(f"{COMMIT}\n")
    elif how == "packed":
        (git / "packed-refs").write_text(f"# pack-refs\n{COMMIT} refs/heads/main\n")
    elif how == "built":
        (resources / "COMMIT").write_text(f"{COMMIT}\n")
    elif how == "odd":
        (git / "HEAD").write_bytes(b"\xff" * 5_000_000)
    found = installation.commit()
    assert found == COMMIT or (how == "none" and found == "unknown") or how == "odd"
    assert len(found) <= 64


def test_the_licences_are_those_of_the_package_or_those_beside_the_modules(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(installation, "resources", lambda: tmp_path / "resources")
    (tmp_path / "resources" / "licences").mkdir(parents=True)
    assert installation.licences() == ""
    (tmp_path / "LICENSE").write_text("our own")
    (tmp_path / "resources" / "licences" / "README.md").write_text("those of others")
    assert installation.licences() == "our own\n\nthose of others"
    (tmp_path / "resources" / "LICENSES.txt").write_text("everything inside")
    assert installation.licences() == "everything inside"
