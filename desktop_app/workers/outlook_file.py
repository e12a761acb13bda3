"""Outlook's data files (.pst), read by `readpst` where it is installed: they become mboxes in a
folder of the profile, which is deleted afterwards.

Source: https://www.five-ten-sg.com/libpst/rn01re01.html
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from threading import Event

from desktop_app.accounts.moving.files_within import below, plain_file, tidy
from desktop_app.model.errors import Cancelled, StorageError, Unavailable
from desktop_app.model.moving import (
    MailForm,
    MailProgram,
    SeenFolder,
    SeenProgram,
    SeenTree,
)

TREE = "Outlook"
MAGIC = b"!BDN"
NO_TOOL = "Outlook files are read by the program readpst, which is not on this computer."
HOW = "Install it, on Debian and Ubuntu with: sudo apt install pst-utils"
_LOOK_SECONDS = 0.2
_DEEPEST, _MOST = 40, 20_000
_BOUNDARY = re.compile(rb"--boundary-LibPST-iamunique-(\d{1,12})_-_-")


def is_outlook(path: Path) -> bool:
    """Whether the file begins as Outlook's do."""
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def look_at(path: Path) -> SeenProgram:
    """What is known of a file before it is read. Raises `Unavailable` without readpst."""
    _tool()
    tree = SeenTree(TREE, (), path.stat().st_size)
    return SeenProgram(MailProgram.OUTLOOK, path, f"Outlook, {tidy(path.name)}", trees=(tree,))


def converted(path: Path, folder: Path, cancelled: Event) -> tuple[SeenFolder, ...]:
    """The folders of a file, as mboxes below `folder`. Raises `Unavailable`, `StorageError`,
    `Cancelled`."""
    tool = _tool()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True, mode=0o700)
    # -u: a folder for each folder, mboxrd; -8: UTF-8; -te: mail alone; -q: no chatter.
    command = [tool, "-u", "-8", "-te", "-q", "-o", str(folder), str(path.resolve())]
    process = subprocess.Popen(  # noqa: S603  # a tool of the system's, a path of the person's
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    while True:
        try:
            code = process.wait(_LOOK_SECONDS)
            break
        except subprocess.TimeoutExpired:
            if cancelled.is_set():
                process.kill()
                process.wait()
                raise Cancelled("Stopped.") from None
    folders = tuple(_folders(folder))
    if code and not folders:
        raise StorageError(
            f"readpst can't read {path.name}.",
            next_step="Close Outlook, and choose a copy of the file.",
        )
    return folders


def _tool() -> str:
    found = shutil.which("readpst")
    if found is None:
        raise Unavailable(NO_TOOL, next_step=HOW)
    return found


def _folders(root: Path) -> Iterator[SeenFolder]:
    for folder in below(root, root, deepest=_DEEPEST, most=_MOST):
        path = folder / "mbox"
        if plain_file(path, root):
            _settle(path)
            names = tuple(filter(None, (tidy(part) for part in folder.relative_to(root).parts)))
            yield SeenFolder(path, names or (TREE,), MailForm.MBOX, path.stat().st_size)


def _settle(path: Path) -> None:
    """Number the boundaries of each mail anew: readpst draws them, and a mail that was drawn
    another one would not be known again."""
    fresh = path.with_name("settled")
    with path.open("rb") as lines, fresh.open("wb") as file:
        drawn: dict[bytes, int] = {}
        for line in lines:
            if line.startswith(b"From "):
                drawn.clear()
            file.write(_BOUNDARY.sub(lambda m: _numbered(m[1], drawn), line))
    fresh.replace(path)


def _numbered(number: bytes, drawn: dict[bytes, int]) -> bytes:
    place = drawn.setdefault(number, len(drawn) + 1)
    return b"--boundary-LibPST-iamunique-%d_-_-" % place
