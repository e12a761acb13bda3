"""The tree that every package carries: `lib/draftdesk` is the folder of PyInstaller, `share` what
desktops, manuals and shells look for. It is the same below /usr, /usr/local and ~/.local."""

from __future__ import annotations

import datetime as dt
import gzip
import os
import shutil
import stat
from dataclasses import dataclass
from pathlib import Path

from draftdesk_linux.changelog import debian_changelog, of_version, releases
from draftdesk_linux.command_table import table
from draftdesk_linux.completions import COMPLETIONS
from draftdesk_linux.icons import write_icons
from draftdesk_linux.man_page import man_page
from draftdesk_linux.metainfo import metainfo
from draftdesk_linux.names import HERE, ROOT, Names
from draftdesk_linux.search_paths import cut_foreign

FORMS = ("deb", "rpm", "run")
"""By these names the program knows how it was installed (`desktop_app/installation.py`)."""


@dataclass(frozen=True, slots=True)
class Stage:
    """`tree` is what is installed below a prefix; `extra` are files of one kind of package."""

    tree: Path
    extra: Path


def stage(folder: Path, into: Path, names: Names, release: str, when: dt.datetime) -> Stage:
    """Make both from a folder of PyInstaller. `when` is the time of every file, in UTC."""
    shutil.rmtree(into, ignore_errors=True)
    made = Stage(into / "tree", into / "extra")
    own = made.tree / "lib" / names.name
    shutil.copytree(folder, own, symlinks=True)
    cut_foreign(own)
    _write_share(made.tree / "share", names, when)
    _write_extra(made.extra, names, release, when)
    for root in (made.tree, made.extra):
        _settle(root, when)
    return made


def _write_share(share: Path, names: Names, when: dt.datetime) -> None:
    from desktop_app.command_line import parser

    page = (ROOT / "CHANGELOG.md").read_text("utf-8")
    entry = (ROOT / "resources" / names.desktop).read_text("utf-8")
    day = of_version(page, names.version) or when.date()
    commands = table(parser())
    texts = {
        f"share/applications/{names.desktop}": entry,
        f"share/metainfo/{names.id}.metainfo.xml": metainfo(names, releases(page), entry),
        **{path: make(commands, names.name) for path, make in COMPLETIONS.items()},
    }
    for path, text in texts.items():
        _write(share.parent / path, text.encode())
    _write(share / "man" / "man1" / f"{names.name}.1.gz", packed(man_page(commands, names, day)))
    drawing = ROOT / "resources" / "icons" / f"{names.name}.svg"
    write_icons(drawing, HERE / f"{names.name}-symbolic.svg", share, names.name)


def _write_extra(extra: Path, names: Names, release: str, when: dt.datetime) -> None:
    page = (ROOT / "CHANGELOG.md").read_text("utf-8")
    _write(extra / "changelog.gz", packed(page))
    _write(extra / "changelog.Debian.gz", packed(debian_changelog(page, names, release, when)))
    _write(extra / "copyright", copyright_file(names).encode())
    for form in FORMS:
        _write(extra / f"FORM.{form}", f"{form}\n".encode())


def copyright_file(names: Names) -> str:
    """Debian's machine-readable form 1.0, of the program's own licence. Those of the libraries are
    in the folder, and *Help → About* shows them."""
    lines = (ROOT / "LICENSE").read_text("utf-8").strip().splitlines()
    holder = next(line for line in lines if line.startswith("Copyright"))
    words = "\n".join(f" {line}" if line.strip() else " ." for line in lines)
    where = names.urls.get("Homepage", "")
    source = f"Source: {where}\n" if where else ""
    return (
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"
        f"Upstream-Name: {names.title}\n{source}"
        "Comment: The libraries that come inside have licences of their own; their texts are in\n"
        f" /usr/lib/{names.name}, and Help, About shows them.\n\n"
        f"Files: *\nCopyright: {holder.removeprefix('Copyright').removeprefix(' (c)').strip()}\n"
        f"License: {names.license}\n{words}\n"
    )


def packed(text: str) -> bytes:
    """gzip at its best, without a name or a time in it."""
    return gzip.compress(text.encode(), 9, mtime=0)


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _settle(root: Path, when: dt.datetime) -> None:
    """Modes and times that don't depend on who built it: what is a program can be run, libraries
    and everything else can be read."""
    moment = int(when.timestamp())
    for path in sorted(root.rglob("*"), reverse=True):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or _is_program(path) else 0o644)
        os.utime(path, (moment, moment), follow_symlinks=False)
    root.chmod(0o755)
    os.utime(root, (moment, moment))


def _is_program(path: Path) -> bool:
    if not path.stat().st_mode & stat.S_IXUSR:
        return False
    with path.open("rb") as file:
        begins = file.read(4)
    return ".so" not in path.name and (begins == b"\x7fELF" or begins[:2] == b"#!")
