"""Who made what lies in the folder: each file and each module of the archive has one owner.

Owners are distributions of Python packages, by the RECORD of each; packages of the build system,
by dpkg, for libraries that came from there; Python itself; Draftdesk.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import Distribution, distributions
from pathlib import Path

DRAFTDESK, PYTHON = "draftdesk", "Python"


@dataclass(frozen=True, slots=True)
class Owner:
    """`kind` is python, system or own; `dist` its metadata, where it is a Python package."""

    name: str
    version: str
    kind: str
    dist: Distribution | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Inside:
    """What PyInstaller took: targets in the folder with their sources, and sources of modules. The
    specification writes that (`packaging/pyinstaller.spec`)."""

    root: Path
    files: dict[str, str]
    modules: dict[str, str]

    @classmethod
    def read(cls, path: Path, root: Path) -> Inside:
        told = json.loads(path.read_text("utf-8"))
        return cls(root, told["files"], told["modules"])

    @cached_property
    def _by_file(self) -> dict[str, Distribution]:
        found: dict[str, Distribution] = {}
        for dist in distributions():
            place = Path(str(dist.locate_file(""))).resolve()
            found |= dict.fromkeys((f"{place}/{file}" for file in recorded(dist)), dist)
        return found

    def owner(self, source: str) -> Owner:
        """Of a file that the folder was made from."""
        path = Path(source).resolve()
        if (dist := self._by_file.get(str(path))) is not None:
            return Owner(dist.name, dist.version, "python", dist)
        if path.is_relative_to(Path(sys.base_prefix).resolve()):
            return Owner(PYTHON, sys.version.split()[0], "own")
        if path.is_relative_to(self.root):
            return Owner(DRAFTDESK, "", "own")
        return self._of_system(path)

    def _of_system(self, path: Path) -> Owner:
        """The package of the build system; only its own library where there is no dpkg."""
        name = _package_of(path)
        return Owner(name, _told("dpkg-query", "-W", "-f", "${Version}", name), "system")

    @cached_property
    def owners(self) -> dict[str, Owner]:
        """By the targets in the folder."""
        return {target: self.owner(source) for target, source in sorted(self.files.items())}

    @cached_property
    def all(self) -> list[Owner]:
        """Every owner of a file or a module, each once, sorted."""
        found = set(self.owners.values())
        found |= {self.owner(source) for source in self.modules.values() if source}
        return sorted(found, key=lambda owner: (owner.kind, owner.name.lower()))


def locked(lock: Path) -> set[str]:
    """Names in a file of packaging/lock."""
    lines = lock.read_text("utf-8").splitlines()
    return {line.partition("==")[0] for line in lines if "==" in line and line[:1].isalnum()}


def recorded(dist: Distribution) -> list[str]:
    """Files of a distribution beside and below its metadata; `files` would look at each."""
    lines = (dist.read_text("RECORD") or "").splitlines()
    named = (line.rpartition(",")[0].rpartition(",")[0].strip('"') for line in lines)
    return [name for name in named if name and not name.startswith((".", "/"))]


def plain(name: str) -> str:
    """Name of a distribution as locks write it (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def tools(run: set[str]) -> set[str]:
    """First names of the modules that only the build has: of distributions that no lock of the
    program names. A library may import one of them for those who have it."""
    names: dict[str, set[str]] = {"": set()}
    # Of the environment alone: PyInstaller puts the copies within setuptools on the path, too.
    for dist in distributions(path=[sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]):
        files = (file for file in recorded(dist) if file.endswith((".py", ".so", ".pyd")))
        firsts = {file.partition("/")[0].partition(".")[0] for file in files}
        names.setdefault(plain(dist.name), set()).update(firsts)
    ours = run | {DRAFTDESK}
    kept = set().union(*(found for name, found in names.items() if name in ours))
    return set().union(*(found for name, found in names.items() if name not in ours)) - kept


def _package_of(path: Path) -> str:
    """dpkg may know a library by the other of two names of its folder."""
    for place in (path, Path(str(path).removeprefix("/usr"))):
        if told := _told("dpkg-query", "-S", str(place)):
            return told.partition(":")[0].partition(",")[0]
    return path.name


def _told(*command: str) -> str:
    program = shutil.which(command[0])
    if program is None:
        return ""
    command = (program, *command[1:])
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - dpkg
    return done.stdout.strip() if done.returncode == 0 else ""
