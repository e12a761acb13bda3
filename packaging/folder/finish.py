"""Makes a collected folder ready: symbols off, nothing twice, the same times and rights of files
whoever built it, and what is written about it laid inside.

`python -m folder.finish FOLDER SECONDS INSIDE VERSION`: the seconds since 1970 of the commit that
is built, and what PyInstaller took. Run from packaging/, with the Python of the environment that
was packaged.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

from folder import elf, libraries, licences, sbom, within
from folder.inside import Inside, locked, plain
from folder.licences import NoLicence

LOCK = Path(__file__).resolve().parents[1] / "lock" / "run.txt"


class Broken(Exception):
    """The folder can't be given to anybody."""


def finish(folder: Path, seconds: int, taken: Path, version: str) -> None:
    """Everything, in its order. Raises `Broken`."""
    if sys.platform == "linux":
        strip(folder)
        link = folder / "draftdesk-pipe"
        link.unlink(missing_ok=True)
        link.symlink_to("draftdesk")
    if twice := doubles(folder):
        raise Broken(f"One file lies there more than once: {twice}")
    if lacking := libraries.unknown(folder):
        raise Broken(f"Neither the folder nor every desktop has {', '.join(lacking)}.")
    write(folder, taken, version)
    level(folder, seconds)


def write(folder: Path, taken: Path, version: str) -> None:
    """The licences and the bill of materials among the resources, and a link to the licences where
    they are looked for."""
    inside = Inside.read(taken, Path(__file__).resolve().parents[2])
    if strange := strangers(inside):
        raise Broken(f"These are no libraries of the program: {', '.join(strange)}")
    parts = within.parts(original=folder.name.endswith("-original"))
    bill = sbom.written(folder, inside, version, parts)
    if faults := sbom.faults(bill):
        raise Broken(f"The bill of materials is not what its schema says: {faults}")
    content = folder / "_internal" if (folder / "_internal").is_dir() else folder
    resources = content / "resources"
    (resources / "SBOM.cdx.json").write_text(bill, "utf-8")
    (resources / "LICENSES.txt").write_text(licences.written(inside, parts), "utf-8")
    link = folder / "LICENSES.txt"
    link.unlink(missing_ok=True)
    link.symlink_to((resources / "LICENSES.txt").relative_to(folder))


def strangers(inside: Inside) -> list[str]:
    """Python packages that came along and that the program's own lock does not name; PyInstaller's
    own code begins the program."""
    allowed = locked(LOCK) | {"pyinstaller"}
    found = {plain(owner.name) for owner in inside.all if owner.kind == "python"}
    return sorted(found - allowed)


def strip(folder: Path) -> None:
    """Takes off the symbols that only a debugger reads. Qt's own files have none."""
    program = shutil.which("strip")
    if program is None:
        raise Broken("binutils are not installed: strip is missing.")
    for path in files(folder):
        # What PyInstaller appends to the program is no part of what strip knows.
        if path == folder / "draftdesk" or "PySide6" in path.parts or not elf.is_elf(path):
            continue
        before = elf.needed(path), elf.soname(path)
        command = [program, "--strip-unneeded", "--preserve-dates", str(path)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - strip itself
        if (elf.needed(path), elf.soname(path)) != before or not elf.is_loadable(path):
            raise Broken(f"{path.relative_to(folder)} is broken without its symbols.")


def doubles(folder: Path) -> list[list[str]]:
    """Files of a kilobyte and more whose bytes lie in the folder more than once."""
    found: dict[tuple[int, str], list[str]] = {}
    for path in files(folder):
        if (size := path.stat().st_size) > 1000:
            with path.open("rb") as file:
                told = hashlib.file_digest(file, "sha256").hexdigest()
            found.setdefault((size, told), []).append(path.relative_to(folder).as_posix())
    return sorted(sorted(names) for names in found.values() if len(names) > 1)


def level(folder: Path, seconds: int) -> None:
    """The same time for every file, and rights that say only whether it can be run."""
    for path in sorted([folder, *folder.rglob("*")], key=lambda each: -len(each.parts)):
        if not path.is_symlink():
            runs = path.is_dir() or path.stat().st_mode & stat.S_IXUSR
            path.chmod(0o755 if runs else 0o644)
        os.utime(path, (seconds, seconds), follow_symlinks=False)


def files(folder: Path) -> list[Path]:
    """Its files, without links, sorted."""
    found = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return sorted(found)


if __name__ == "__main__":
    try:
        finish(Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]), sys.argv[4])
    except (Broken, NoLicence) as error:
        sys.exit(str(error))
