"""Libraries that a folder needs and does not bring: read from its ELF files by readelf, not run.

What only a plugin wants that Qt does without is recommended; everything else is needed.
"""

from __future__ import annotations

import re
import subprocess
import tomllib
from dataclasses import dataclass
from pathlib import Path

from draftdesk_linux.names import HERE

GLIBC = re.compile(
    r"^(libc|libm|libdl|libpthread|librt|libresolv|libutil|libanl|libnsl|ld-linux[\w-]*)\.so\.\d+$"
)
OURS = ("libQt6", "libpyside6", "libshiboken6")
"""Libraries that no system has for us: a plugin that wants one that was left out is not loaded."""
OPTIONAL = (
    *("/platformthemes/", "/printsupport/", "/egldeviceintegrations/", "/generic/"),
    *("/platforms/libqlinuxfb", "/platforms/libqeglfs", "/platforms/libqvnc"),
)
_NEEDED = re.compile(r"\(NEEDED\).*\[(.+)\]")
_VERSION = re.compile(r"Name: GLIBC_(\d+(?:\.\d+)+)")
_CXX = re.compile(r"Name: GLIBCXX_(\d+(?:\.\d+)+)")
CXX = "libstdc++.so.6"
_AT_ONCE = 200
"""Files that one readelf reads: command lines have an end."""


@dataclass(frozen=True, slots=True)
class Needs:
    """Names of libraries (DT_SONAME) by how much they are needed, the smallest version of the C
    library, libraries of Qt that were left out with the files that would want them, and the
    smallest version of the C++ library, empty where the folder brings its own."""

    needed: tuple[str, ...]
    recommended: tuple[str, ...]
    glibc: str
    left_out: tuple[tuple[str, str], ...]
    glibcxx: str = ""


def needs(folder: Path) -> Needs:
    """What the files of a folder want from the system."""
    inside = {path.name for path in folder.rglob("*")}
    files = [path for path in sorted(folder.rglob("*")) if _is_elf(path)]
    wanted: dict[str, bool] = {}
    left_out: list[tuple[str, str]] = []
    versions, cxx = ["0"], ["0"]
    for file, text in _read(files):
        place = f"/{file.relative_to(folder)}"
        versions += _VERSION.findall(text)
        cxx += _CXX.findall(text)
        for name in _NEEDED.findall(text):
            if name in inside or GLIBC.match(name):
                continue
            if name.startswith(OURS):
                left_out.append((name, place))
            else:
                must = not any(part in place for part in OPTIONAL)
                wanted[name] = wanted.get(name, False) or must
    return Needs(
        needed=tuple(sorted(name for name, must in wanted.items() if must)),
        recommended=tuple(sorted(name for name, must in wanted.items() if not must)),
        glibc=max(versions, key=_number),
        left_out=tuple(left_out),
        glibcxx=max(cxx, key=_number) if CXX in wanted else "",
    )


def _number(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def _is_elf(path: Path) -> bool:
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def _read(files: list[Path]) -> list[tuple[Path, str]]:
    found: list[tuple[Path, str]] = []
    for start in range(0, len(files), _AT_ONCE):
        some = files[start : start + _AT_ONCE]
        # With one file readelf says no name; the archive's own way is to name /dev/null beside it.
        command = ["readelf", "--wide", "-d", "-V", *map(str, some), "/dev/null"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
        parts = re.split(r"^File: (.+)$", done.stdout, flags=re.MULTILINE)
        found += [(Path(name), text) for name, text in zip(parts[1::2], parts[2::2], strict=True)]
    if len([name for name, _ in found if name != Path("/dev/null")]) != len(files):
        raise SystemExit("readelf of binutils could not read the folder's files.")
    return [(name, text) for name, text in found if name != Path("/dev/null")]


def debian(names: tuple[str, ...]) -> list[str]:
    """Packages of Debian and Ubuntu for these libraries. One that the table does not know ends the
    build: a package that says less than it needs does not start somewhere else."""
    table = tomllib.loads((HERE / "system_libraries.toml").read_text("utf-8"))
    unknown = [name for name in names if name not in table]
    if unknown:
        raise SystemExit(f"system_libraries.toml does not say who has {', '.join(unknown)}.")
    return sorted({table[name] for name in names})


def rpm(names: tuple[str, ...]) -> list[str]:
    """Requirements of an rpm: the libraries by their own names, of 64 bits."""
    return [f"{name}()(64bit)" for name in names]
