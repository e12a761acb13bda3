"""Moving in: what other mail programs have on this computer is found, and their mail taken over.

The programs' files are only read. Implements the tools' `MovesIn`.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from itertools import takewhile
from pathlib import Path
from threading import Event

from desktop_app.accounts.local.labels import is_deleted_flags, of_mozilla_flags
from desktop_app.accounts.local.sources import Indexed, Marks, SourceFile, SourceFormat, Told
from desktop_app.accounts.moving import evolution, mork, mozilla_cards, programs
from desktop_app.accounts.moving.files_within import beginning
from desktop_app.accounts.moving.places import places
from desktop_app.model.clock import Clock
from desktop_app.model.moving import (
    BookForm,
    MailForm,
    MailProgram,
    SeenBook,
    SeenFolder,
    SeenProgram,
    SeenTree,
)
from desktop_app.model.progress import ImportReport, Progress
from desktop_app.store.base.other_database import rows_of_copy
from desktop_app.store.store import Store
from desktop_app.workers import outlook_file
from desktop_app.workers.import_run import ImportRun
from desktop_app.workers.moving_labels import LabelNames

_FORMATS = {
    MailForm.MBOX: SourceFormat.MBOX,
    MailForm.MAILDIR: SourceFormat.MAILDIR,
    MailForm.MARKED_MAILDIR: SourceFormat.MAILDIR,
    MailForm.EMLX: SourceFormat.EMLX,
}

_FOR_A_WHILE = "moving-in"
"""Folder of the profile for what another tool makes of a file."""


class MovingIn:
    """`home`, `environment` and `platform` say where programs keep their data."""

    def __init__(
        self,
        store: Store,
        *,
        home: Path | None = None,
        environment: Mapping[str, str] = os.environ,
        platform: str = sys.platform,
        clock: Clock = time.monotonic,
    ) -> None:
        self._store, self._clock = store, clock
        self._home = home if home is not None else Path.home()
        self._environment, self._platform = environment, platform

    def there(self) -> tuple[MailProgram, ...]:
        """Programs whose folders are here, without a look into them."""
        found = (program for program, _ in self._places())
        return tuple(dict.fromkeys(found))

    def look(self, cancelled: Event) -> tuple[SeenProgram, ...]:
        """What the programs of this computer have; those that have nothing are left out."""
        seen: list[SeenProgram] = []
        for program, place in self._places():
            for one in programs.look_at(program, place):
                if cancelled.is_set():
                    return tuple(seen)
                seen += [] if one.empty else [one]
        return tuple(seen)

    def look_into(self, folder: Path, cancelled: Event) -> tuple[SeenProgram, ...]:
        """What lies in a folder or an Outlook file that the person chose. Raises `Unavailable`
        where the tool for that file is not there."""
        if folder.is_file():
            return (outlook_file.look_at(folder),) if outlook_file.is_outlook(folder) else ()
        found = takewhile(lambda _: not cancelled.is_set(), programs.look_into(folder))
        return tuple(one for one in found if not one.empty)

    def again(self, program: MailProgram, place: Path) -> SeenProgram | None:
        """The same program once more, as it is now."""
        if program is MailProgram.OUTLOOK:
            return outlook_file.look_at(place) if outlook_file.is_outlook(place) else None
        return programs.look_again(program, place)

    def take_mail(
        self,
        seen: SeenProgram,
        trees: Sequence[str],
        account_id: str,
        *,
        progress: Callable[[Progress], None],
        cancelled: Event,
        paused: Event,
    ) -> ImportReport:
        """The mail of these trees, by their titles. What is here already is taken no second time;
        what was stopped goes on."""
        known = (label.id for label in self._store.labels.list(account_id) if not label.system)
        names = LabelNames(known)
        keywords = names.of_tags(seen.tags)
        chosen = [tree for tree in seen.trees if tree.title in trees]
        with ExitStack() as stack:
            if seen.program is MailProgram.OUTLOOK:
                progress(Progress(0, phase="Reading the Outlook file"))
                folder = self._store.profile / _FOR_A_WHILE
                stack.callback(shutil.rmtree, folder, ignore_errors=True)
                folders = outlook_file.converted(seen.place, folder, cancelled)
                chosen = [replace(tree, folders=folders) for tree in chosen]
            sources = [s for tree in chosen for s in _sources(tree, names, keywords)]
            return ImportRun(self._store, self._clock).run(
                (),
                account_id,
                progress=progress,
                cancelled=cancelled,
                paused=paused,
                expected_only=False,
                sources=sources,
            )

    def cards(self, book: SeenBook) -> Iterator[bytes]:
        """An address book as lines of vCards. Raises `StorageError` where it can't be read."""
        if book.form is BookForm.MOZILLA:
            queries = (mozilla_cards.PROPERTIES, mozilla_cards.LISTS)
            properties, lists = rows_of_copy(book.path, queries)
            return mozilla_cards.cards_of(properties, lists)
        [rows] = rows_of_copy(book.path, (evolution.BOOK_QUERY,))
        return (line for (card, *_) in rows for line in f"{card}\r\n".encode().splitlines(True))

    def _places(self) -> Iterator[tuple[MailProgram, Path]]:
        return places(self._home, self._environment, self._platform)


def _sources(
    tree: SeenTree, names: LabelNames, keywords: tuple[tuple[str, str], ...]
) -> Iterator[SourceFile]:
    for folder in tree.folders:
        yield SourceFile(
            folder.path,
            _FORMATS[folder.form],
            folder.size,
            names.of_folder(folder.names),
            marks=Marks(
                keywords,
                in_fields=folder.form is MailForm.MARKED_MAILDIR,
                leaves_deleted=True,
            ),
            told=partial(_index, folder, dict(keywords)) if _indexed(folder) else None,
        )


def _indexed(folder: SeenFolder) -> bool:
    return folder.form in {MailForm.MBOX, MailForm.MARKED_MAILDIR}


def _index(folder: SeenFolder, labels: Mapping[str, str]) -> Told | None:
    """What the folder's index says of its mails. It counts while it is as old as the folder's file:
    by its length, as Thunderbird itself tells."""
    path = folder.path.with_name(folder.path.name + ".msf")
    data, whole = beginning(path, path.parent, mork.LARGEST)
    found = mork.read_index(data) if whole else None
    if found is None or not _fits(found, folder):
        return None
    told = {}
    for place, mail in found.mails.items():
        if not is_deleted_flags(mail.flags):
            named = frozenset(labels[word] for word in mail.keywords if word in labels)
            told[place] = Indexed(of_mozilla_flags(mail.flags) | named, mail.least_size)
    return told


def _fits(index: mork.FolderIndex, folder: SeenFolder) -> bool:
    if folder.form is MailForm.MARKED_MAILDIR:
        return bool(index.mails)
    try:
        return index.folder_size == folder.path.stat().st_size
    except OSError:
        return False
