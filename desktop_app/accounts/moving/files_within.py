"""Files of another program's folder: read only, within bounds, never outside the folder.

A link that leads out of the folder, a pipe and a device are not there for a reader.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

from desktop_app.mail.hidden.invisible import without_invisible

LONGEST_NAME = 200
"""Characters of a name that is shown or becomes a label."""


def plain_file(path: Path, root: Path) -> bool:
    """Whether it is a regular file that lies in `root`, whatever links there are."""
    return _lies_in(path, root, stat.S_ISREG)


def plain_folder(path: Path, root: Path) -> bool:
    """Whether it is a folder that lies in `root`, or is `root`, whatever links there are."""
    return _lies_in(path, root, stat.S_ISDIR)


def _lies_in(path: Path, root: Path, is_it: Callable[[int], bool]) -> bool:
    try:
        real = Path(os.path.realpath(path))
        mode = real.stat().st_mode
        inside = real.is_relative_to(os.path.realpath(root))
    except (OSError, ValueError):
        return False
    return inside and is_it(mode)


def beginning(path: Path, root: Path, most: int) -> tuple[bytes, bool]:
    """The first `most` bytes of a file in `root`, and whether that is all of it. Empty for what is
    not there, can't be read, or lies elsewhere."""
    if not plain_file(path, root):
        return b"", True
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError:
        return b"", True
    return data[:most], len(data) <= most


def names_in(folder: Path, most: int) -> list[str]:
    """Names in a folder in a stable order, at most so many; none for what can't be read."""
    found: list[str] = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                found.append(entry.name)
                if len(found) >= most:
                    break
    except OSError:
        return []
    return sorted(found)


def below(folder: Path, root: Path, *, deepest: int, most: int) -> Iterator[Path]:
    """Folders at and below `folder` that lie in `root`, each once."""
    waiting, seen = [(folder, 0)], set[tuple[int, int]]()
    while waiting and len(seen) < most:
        here, depth = waiting.pop()
        if not plain_folder(here, root):
            continue
        status = here.stat()
        if (status.st_dev, status.st_ino) in seen:
            continue
        seen.add((status.st_dev, status.st_ino))
        yield here
        if depth < deepest:
            further = (here / name for name in reversed(names_in(here, most)))
            waiting += [(path, depth + 1) for path in further if path.is_dir()]


def tidy(text: str) -> str:
    """A stranger's text as one short line that can be shown: no controls, nothing unseen."""
    shown = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    kept = "".join(c if c.isprintable() else " " for c in without_invisible(shown[:4000]))
    return " ".join(kept.split())[:LONGEST_NAME].strip()
