"""A mailbox being written where the person chose: an mbox or a Maildir, mail by mail.

Until it is finished its name ends in `.unfinished`; what was written by then is whole.
"""

from __future__ import annotations

import os
from abc import abstractmethod
from pathlib import Path
from types import TracebackType
from typing import Self

from desktop_app.mail.wire import moved_fields
from desktop_app.mail.wire.mbox import MboxMail, entry
from desktop_app.model.errors import BadInput, StorageError

UNFINISHED = ".unfinished"
_PARTS = ("cur", "new", "tmp")


class WrittenMailbox:
    """`with Mbox(target) as box: box.add(mail, labels) … box.finish()`. Raises `StorageError` where
    it can't be written, `BadInput` where there is something that is not overwritten."""

    def __init__(self, target: Path) -> None:
        self._target, self._fresh = target, target.with_name(target.name + UNFINISHED)
        self.unfinished = True

    @property
    def path(self) -> Path:
        """Where it is: under its own name once it is finished."""
        return self._fresh if self.unfinished else self._target

    def __enter__(self) -> Self:
        try:
            self._open()
        except OSError as error:
            raise self._trouble(error) from error
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._close()

    def add(self, mail: MboxMail, labels: frozenset[str]) -> None:
        """Write one mail with its labels and flags."""
        told = MboxMail(moved_fields.fields(labels) + mail.raw, mail.sender, mail.date)
        try:
            self._write(told, moved_fields.flags_of(labels))
        except OSError as error:
            raise self._trouble(error) from error

    def finish(self) -> None:
        """All is written: it gets its own name."""
        try:
            self._flush()
            self._fresh.replace(self._target)
        except OSError as error:
            raise self._trouble(error) from error
        self.unfinished = False

    def _trouble(self, error: OSError) -> StorageError:
        return StorageError(
            f"{self._target.name} can't be written: {error.strerror or 'input/output error'}.",
            next_step=f"What was written by then is {self._fresh.name}."
            if self._fresh.exists()
            else "",
        )

    @abstractmethod
    def _open(self) -> None:
        """Begin."""

    @abstractmethod
    def _write(self, mail: MboxMail, flags: str) -> None:
        """Write one mail; `flags` are letters of a Maildir."""

    def _flush(self) -> None:
        """See that it is on the disk."""

    def _close(self) -> None:
        """Let go of what is open."""


class Mbox(WrittenMailbox):
    """One file of all mails (mboxrd)."""

    def _open(self) -> None:
        if self._target.is_dir():
            raise BadInput(f"{self._target.name} is a folder.", next_step="Choose another name.")
        self._file = self._fresh.open("wb")

    def _write(self, mail: MboxMail, flags: str) -> None:
        del flags  # they stand in its fields
        self._file.write(entry(mail))

    def _flush(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()

    def _close(self) -> None:
        if hasattr(self, "_file"):
            self._file.close()


class Maildir(WrittenMailbox):
    """A folder with a file for each mail; flags are in their names, labels in their fields."""

    def _open(self) -> None:
        for folder in (self._target, self._fresh):
            if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
                raise BadInput(
                    f"{folder.name} is there already and has something in it.",
                    next_step="Choose another name.",
                )
        for part in _PARTS:
            (self._fresh / part).mkdir(parents=True, exist_ok=True)
        self._number = 0

    def _write(self, mail: MboxMail, flags: str) -> None:
        self._number += 1
        seconds = int(max(mail.date, 0))
        name = f"{seconds}.M{self._number}.draftdesk:2,{flags}"
        if os.name == "nt":
            name = name.replace(":2,", "!2,")
        fresh = self._fresh / "tmp" / f"{self._number}"
        fresh.write_bytes(mail.raw.replace(b"\r\n", b"\n"))
        os.utime(fresh, (seconds, seconds))
        fresh.replace(self._fresh / "cur" / name)

    def _flush(self) -> None:
        if self._target.exists():
            self._target.rmdir()
