"""This installation: what is said of it where a fault is reported, in *About* and on the command
line. Nothing is imported for it: versions of libraries are those of their metadata."""

from __future__ import annotations

import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from desktop_app import __version__
from desktop_app.locations import resources

LIBRARIES = (("Qt for Python", "pyside6-essentials"), ("SQLite (apsw)", "apsw"))
_COMMIT = "COMMIT"
"""File among the resources of a package: the commit that it was built of."""
_LONGEST = 64
UNKNOWN = "unknown"


def details() -> tuple[tuple[str, str], ...]:
    """Names and values: version, commit, form of installation, libraries, Python, system."""
    return (
        ("Draftdesk", __version__),
        ("Commit", commit()),
        ("Installed as", form()),
        *((name, _version(library)) for name, library in LIBRARIES),
        ("Python", platform.python_version()),
        ("System", f"{platform.system()} {platform.release()} ({platform.machine()})"),
    )


def form() -> str:
    """How it was installed, as far as the place of its files tells."""
    place = Path(__file__).resolve()
    if getattr(sys, "frozen", False):
        return "an application folder"
    if (place.parent.parent / "pyproject.toml").is_file():
        return "a checkout"
    parts = place.parts
    if "pipx" in parts:
        return "a wheel, by pipx"
    if "uv" in parts and "tools" in parts:
        return "a wheel, by uv tool"
    return "a wheel, by pip"


def commit() -> str:
    """The commit it was built of, or the one that the checkout has; `unknown` where nothing says
    so."""
    try:
        return _first_line(resources() / _COMMIT) or _of_checkout(resources().parent / ".git")
    except OSError:
        return UNKNOWN


def _of_checkout(git: Path) -> str:
    """By the files of git (gitrepository-layout): the program itself may not be installed."""
    head = _first_line(git / "HEAD")
    if not head.startswith("ref: "):
        return head or UNKNOWN
    name = head.removeprefix("ref: ")
    packed = git / "packed-refs"
    loose = _first_line(git / name)
    lines = packed.read_text("utf-8", "replace").splitlines() if packed.is_file() else []
    found = (line.split()[0] for line in lines if line.endswith(f" {name}"))
    return loose or next(found, UNKNOWN)


def _first_line(path: Path) -> str:
    """Empty for a file that is not there."""
    if not path.is_file():
        return ""
    with path.open(encoding="utf-8", errors="replace") as file:
        return file.readline(_LONGEST).strip()


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return UNKNOWN
