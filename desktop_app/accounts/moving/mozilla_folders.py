"""Folders of mail as Mozilla programs keep them: an mbox (or a Maildir) for each, its subfolders
beside it in a folder called like it with `.sbd` behind.

Source: https://wiki.mozilla.org/MailNews:Mbox_Primer, nsMsgBrkMBoxStore.cpp.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from desktop_app.accounts.moving.files_within import (
    beginning,
    names_in,
    plain_file,
    plain_folder,
    tidy,
)
from desktop_app.model.moving import MailForm, SeenFolder, SeenTree

_DEEPEST, _MOST = 40, 20_000
_BELOW = ".sbd"
_NO_MAIL = frozenset(
    {".msf", ".dat", ".json", ".html", ".sqlite", ".wdseml", ".txt", ".log", ".rdf", ".xml", ".bak"}
)


def tree_of(title: str, root: Path, *, maildir: bool = False) -> SeenTree:
    """All folders of an account whose mail lies in `root`. `maildir`: a folder may be a Maildir
    there, which both kinds of store have side by side."""
    folders = tuple(_walk(root, root, (), maildir=maildir))
    return SeenTree(title, folders, sum(folder.size for folder in folders))


def _walk(
    folder: Path, root: Path, names: tuple[str, ...], *, maildir: bool
) -> Iterator[SeenFolder]:
    if len(names) > _DEEPEST:
        return
    for name in names_in(folder, _MOST):
        path = folder / name
        if name.endswith(_BELOW) and plain_folder(path, root):
            inner = (*names, _named(name.removesuffix(_BELOW)))
            yield from _walk(path, root, inner, maildir=maildir)
        elif maildir and plain_folder(path / "cur", root):
            if size := _maildir_size(path / "cur", root):
                yield SeenFolder(path, (*names, _named(name)), MailForm.MARKED_MAILDIR, size)
        elif _is_mbox(path, root):
            size = path.stat().st_size
            yield SeenFolder(path, (*names, _named(name)), MailForm.MBOX, size)


def _is_mbox(path: Path, root: Path) -> bool:
    if path.suffix.lower() in _NO_MAIL or path.name.startswith(".") or not plain_file(path, root):
        return False
    start, _ = beginning(path, root, 64)
    return start.lstrip(b"\r\n").startswith(b"From ")


def _maildir_size(cur: Path, root: Path) -> int:
    return sum(
        path.stat().st_size for path in map(cur.joinpath, names_in(cur, 1_000_000))
        if plain_file(path, root)
    )  # fmt: skip


def _named(name: str) -> str:
    return tidy(name) or "Folder"
