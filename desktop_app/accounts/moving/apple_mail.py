"""Apple Mail: trees of .emlx files, and mailboxes that it exported (`.mbox` folders).

Source: https://docs.fileformat.com/email/emlx/
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from desktop_app.accounts.moving.files_within import (
    below,
    names_in,
    plain_file,
    plain_folder,
    tidy,
)
from desktop_app.model.moving import (
    MailForm,
    MailProgram,
    SeenFolder,
    SeenProgram,
    SeenTree,
)

_DEEPEST, _MOST, _MOST_MAILS = 16, 50_000, 1_000_000
_EMLX, _MAILBOX = ".emlx", ".mbox"


def look_at(place: Path) -> SeenProgram:
    """The mail below `place`: `~/Library/Mail`, or a copy of it."""
    folders = tuple(_folders(place))
    tree = SeenTree("Mail", folders, sum(folder.size for folder in folders))
    return SeenProgram(
        MailProgram.APPLE_MAIL,
        place,
        "Apple Mail",
        trees=(tree,) if folders else (),
        notes=("Accounts, signatures and rules of Apple Mail are not read.",),
    )


def is_one(folder: Path) -> bool:
    """Whether Apple's mail lies in the folder, near its top."""
    return any(True for _ in _folders(folder, deepest=9, most=2_000))


def _folders(place: Path, *, deepest: int = _DEEPEST, most: int = _MOST) -> Iterator[SeenFolder]:
    for folder in below(place, place, deepest=deepest, most=most):
        names = _names(folder, place)
        if folder.suffix == _MAILBOX and plain_file(folder / "mbox", place):
            yield SeenFolder(
                folder / "mbox", names, MailForm.MBOX, (folder / "mbox").stat().st_size
            )
        if folder.name != "Messages" and folder.suffix != _MAILBOX:
            continue
        sizes = [
            (folder / name).stat().st_size
            for name in names_in(folder, _MOST_MAILS)
            if name.endswith(_EMLX) and plain_file(folder / name, place)
        ]
        if sizes and plain_folder(folder, place):
            yield SeenFolder(folder, names, MailForm.EMLX, sum(sizes))


def _names(folder: Path, place: Path) -> tuple[str, ...]:
    """Names of the mailboxes above the folder: `Work.mbox/Deep.mbox/…/Messages`."""
    parts = (folder.name, *(p.name for p in folder.parents)) if folder != place else (folder.name,)
    inside = [part for part in reversed(parts) if part.endswith(_MAILBOX)]
    found = tuple(filter(None, (tidy(part.removesuffix(_MAILBOX)) for part in inside)))
    return found or ("Apple Mail",)
