"""Google Takeout, unpacked: an mbox of all mail, whose fields name the labels."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from desktop_app.accounts.moving.files_within import beginning, below, names_in, plain_file
from desktop_app.model.moving import (
    MailForm,
    MailProgram,
    SeenFolder,
    SeenProgram,
    SeenTree,
)

_MOST = 2_000
_BEGINNING = 262_144


def look_at(place: Path) -> SeenProgram:
    """The mail of an unpacked archive."""
    folders = tuple(_folders(place))
    tree = SeenTree("Mail", folders, sum(folder.size for folder in folders))
    return SeenProgram(
        MailProgram.TAKEOUT,
        place,
        "Google Takeout",
        trees=(tree,) if folders else (),
        notes=("Contacts of Takeout come in under People, from their .vcf files.",),
    )


def _folders(place: Path) -> Iterator[SeenFolder]:
    for folder in below(place, place, deepest=2, most=_MOST):
        for name in names_in(folder, _MOST):
            path = folder / name
            if name.endswith(".mbox") and plain_file(path, place) and _is_googles(path, place):
                # The mails name their labels; what does not is archived.
                yield SeenFolder(path, ("Archive",), MailForm.MBOX, path.stat().st_size)


def _is_googles(path: Path, root: Path) -> bool:
    start, _ = beginning(path, root, _BEGINNING)
    return b"X-Gmail-Labels:" in start
