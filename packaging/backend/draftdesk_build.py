"""Build backend: setuptools', with the folder `resources` as package data of `desktop_app`.

The folder stands at the top of the checkout. A wheel has it inside the package, where every form of
installation finds it (`desktop_app/locations.py`). An editable installation reads the checkout's.

A wheel and a source archive of one commit are the same bytes wherever they are built: entries
sorted, the time of the commit, no owner. The archive carries the commit and its time in the file
`COMMIT`, so that the wheel that is built of it is the same once more.
"""

from __future__ import annotations

import functools
import gzip
import io
import os
import shutil
import subprocess
import tarfile
import time
import zipfile
from pathlib import Path

from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403 - the hooks of PEP 517 and PEP 660
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent.parent.parent
INSTALLED = (
    *("UPDATES", "draftdesk.desktop", "icons/*", "licences/*", "sample/sample.mbox"),
    *("guide/*.md", "guide/pictures/*.png", "cards/card.html"),
)
"""What the program reads; the sample mailbox is made of the rest by `resources/sample/build.py`."""


def resources() -> list[Path]:
    """The files of `resources` that are installed, sorted; the licence among them."""
    found = (path for pattern in INSTALLED for path in (ROOT / "resources").glob(pattern))
    return sorted(path for path in found if path.is_file())


class BuildPy(build_py):
    """Copies the resources beside the modules. What an earlier build left is not taken along."""

    def run(self) -> None:
        if self.editable_mode:
            super().run()
            return
        shutil.rmtree(Path(self.build_lib) / "desktop_app", ignore_errors=True)
        super().run()
        for source, target in self._pairs():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
        if built_of := commit():
            self._commit_file.write_text(f"{built_of}\n", "utf-8")

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        outputs = super().get_outputs(include_bytecode)
        if self.editable_mode:
            return outputs
        own = [target for _, target in self._pairs()] + ([self._commit_file] if commit() else [])
        return [*outputs, *map(str, own)]

    @property
    def _into(self) -> Path:
        return Path(self.build_lib) / "desktop_app" / "resources"

    @property
    def _commit_file(self) -> Path:
        return self._into / "COMMIT"

    def _pairs(self) -> list[tuple[Path, Path]]:
        into = self._into
        pairs = [(path, into / path.relative_to(ROOT / "resources")) for path in resources()]
        return [*pairs, *((ROOT / name, into / name) for name in ("LICENSE", "CHANGELOG.md"))]


def build_wheel(
    wheel_directory: str,
    config_settings: dict[str, object] | None = None,
    metadata_directory: str | None = None,
) -> str:
    """As setuptools does, and level (PEP 517)."""
    name = build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)
    _level_wheel(Path(wheel_directory) / name)
    return name


def build_sdist(sdist_directory: str, config_settings: dict[str, object] | None = None) -> str:
    """As setuptools does, and level, with the file `COMMIT` (PEP 517)."""
    name = build_meta.build_sdist(sdist_directory, config_settings)
    _level_archive(Path(sdist_directory) / name)
    return name


def commit() -> str:
    """The commit that is built; empty where neither git nor the archive tells."""
    return _told()[0]


def seconds() -> int:
    """Since 1970: SOURCE_DATE_EPOCH, else the time of the commit, else the earliest that a zip
    can tell."""
    given = os.environ.get("SOURCE_DATE_EPOCH") or _told()[1]
    return max(int(given or 0), _EARLIEST)


_EARLIEST = 315_532_800  # 1 January 1980


@functools.cache
def _told() -> tuple[str, str]:
    """Commit and its time: of the archive's own file, or of the checkout."""
    if (ROOT / "COMMIT").is_file():
        words = (ROOT / "COMMIT").read_text("utf-8").split()
    elif (ROOT / ".git").exists():
        words = _git("log", "-1", "--format=%H %ct").split()
    else:
        words = []
    return (words[0], words[1]) if len(words) == 2 else ("", "")


def _git(*arguments: str) -> str:
    git = ["git", "-C", str(ROOT), *arguments]
    try:
        return subprocess.run(git, capture_output=True, text=True, check=True).stdout  # noqa: S603
    except (OSError, subprocess.CalledProcessError):
        return ""


def _level_wheel(path: Path) -> None:
    """The record stays last, as PEP 427 recommends."""
    with zipfile.ZipFile(path) as found:
        contents = {name: found.read(name) for name in found.namelist()}
    names = sorted(contents, key=lambda name: (name.endswith(".dist-info/RECORD"), name))
    with zipfile.ZipFile(path, "w") as wheel:
        for name in names:
            entry = zipfile.ZipInfo(name, time.gmtime(seconds())[:6])
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o100644 << 16
            wheel.writestr(entry, contents[name])


def _level_archive(path: Path) -> None:
    with tarfile.open(path) as found:
        entries = [(entry, found.extractfile(entry)) for entry in found]
        contents = {entry.name: data.read() for entry, data in entries if data is not None}
    top = min(contents).partition("/")[0]
    if all(_told()):
        contents[f"{top}/COMMIT"] = " ".join((*_told(), "\n")).encode()
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name in sorted(contents):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime, entry.mode = len(contents[name]), seconds(), 0o644
            archive.addfile(entry, io.BytesIO(contents[name]))
    path.write_bytes(gzip.compress(packed.getvalue(), mtime=seconds()))
