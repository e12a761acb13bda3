"""This installation: what is said of it where a fault is reported, in *About* and on the command
line. Nothing is imported for it: versions of libraries are those of their metadata."""

from __future__ import annotations

import os
import platform
import sys
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from desktop_app import __version__
from desktop_app.locations import resources

LIBRARIES = (("Qt for Python", "pyside6-essentials"), ("SQLite (apsw)", "apsw"))
_COMMIT = "COMMIT"
"""File among the resources of a package: the commit that it was built of."""
_FORM = "FORM"
"""File among the resources of a packaged program: the name of its form, where a package of a system
was made of the folder."""
_LONGEST = 64
UNKNOWN = "unknown"


class Form(StrEnum):
    """How it was installed, in words; by its name in the file `FORM` of a packaged program."""

    CHECKOUT = "a checkout"
    PIP = "a wheel, by pip"
    PIPX = "a wheel, by pipx"
    UV = "a wheel, by uv tool"
    UVX = "a wheel, by uvx"
    FOLDER = "an application folder"
    DEB = "a package of the system, .deb"
    RPM = "a package of the system, .rpm"
    RUN = "an application folder, by its .run file"
    FLATPAK = "a Flatpak"
    APPIMAGE = "an AppImage"
    DMG = "an application, by its .dmg file"
    MSI = "an application, by its .msi file"

    @property
    def is_packaged(self) -> bool:
        """Whether nothing can be installed into it."""
        return self not in {Form.CHECKOUT, Form.PIP, Form.PIPX, Form.UV, Form.UVX}


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


def licences() -> str:
    """Text of the licences: in a packaged program of everything inside, else Draftdesk's own, and
    by name those of the libraries, whose packages bring their texts. Empty where no file is."""
    place = resources()
    whole = place / "LICENSES.txt"
    own = next((p for p in (place / "LICENSE", place.parent / "LICENSE") if p.is_file()), None)
    found = (whole,) if whole.is_file() else (own, place / "licences" / "README.md")
    texts = [p.read_text("utf-8", "replace") for p in found if p is not None and p.is_file()]
    return "\n\n".join(texts)


def form() -> Form:
    """How it was installed, as far as the place of its files tells, and that of its package."""
    place = Path(__file__).resolve()
    if getattr(sys, "frozen", False):
        return _packaged()
    if (place.parent.parent / "pyproject.toml").is_file():
        return Form.CHECKOUT
    parts = place.parts
    if "pipx" in parts:
        return Form.PIPX
    if "uv" in parts and "tools" in parts:
        return Form.UV
    if "uv" in parts and any(part.startswith(("archive-", "environments-")) for part in parts):
        return Form.UVX
    return Form.PIP


def _packaged() -> Form:
    if "APPIMAGE" in os.environ:
        return Form.APPIMAGE
    try:
        return Form[_first_line(resources() / _FORM).upper()]
    except (KeyError, OSError):
        return Form.FOLDER


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
