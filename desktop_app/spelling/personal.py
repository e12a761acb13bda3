"""The person's own words: a text file of the profile, one word a line."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from threading import Lock

from desktop_app.model.errors import BadInput, StorageError
from desktop_app.spelling.words import LONGEST

FILE = "words.txt"
MOST_BYTES = 2_000_000
_NEXT = "Mend the file, or move it away to begin anew."


class PersonalWords:
    """Words that count as right. The file is read when it is first needed, and again before each
    change: what was written into it meanwhile stays."""

    def __init__(self, profile: Path) -> None:
        self.path = profile / FILE
        self._lock = Lock()
        self._words: tuple[str, ...] | None = None

    @property
    def words(self) -> tuple[str, ...]:
        """In the order of the file. Raises `StorageError` for a file that can't be read."""
        with self._lock:
            if self._words is None:
                self._words = self._read()
            return self._words

    def add(self, word: str) -> None:
        """Raises `BadInput` for what is no word, `StorageError`: nothing is changed then."""
        checked = one_word(word)
        with self._lock:
            words = self._read()
            if checked not in words:
                self._write((*words, checked))

    def remove(self, word: str) -> None:
        """Raises `StorageError`: nothing is changed then."""
        with self._lock:
            self._write(tuple(each for each in self._read() if each != word))

    def _read(self) -> tuple[str, ...]:
        try:
            if self.path.exists() and not self.path.is_file():
                raise _unreadable("it is no file")
            if self.path.stat().st_size > MOST_BYTES:
                raise _unreadable(f"it is larger than {MOST_BYTES // 1_000_000} MB")
            lines = self.path.read_text("utf-8-sig").splitlines()
        except FileNotFoundError:
            return ()
        except UnicodeDecodeError:
            raise _unreadable("it is not UTF-8 text") from None
        except OSError as error:
            raise _unreadable(error.strerror or "the disk reported an error") from error
        return tuple(dict.fromkeys(_kept(lines)))

    def _write(self, words: tuple[str, ...]) -> None:
        fresh = self.path.with_suffix(".txt.new")
        try:
            with fresh.open("w", encoding="utf-8") as file:
                file.writelines(f"{word}\n" for word in words)
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(self.path)
        except OSError as error:
            raise StorageError(f"The word can't be kept: {error.strerror}.") from error
        self._words = words


def one_word(text: str) -> str:
    """A word as it is kept. Raises `BadInput` for no word, several, or one that is too long."""
    word = text.strip()
    if not word or len(word.split()) > 1 or not word.isprintable():
        raise BadInput("Type one word.")
    if len(word) > LONGEST:
        raise BadInput(f"A word has at most {LONGEST} letters.")
    return word


def _kept(lines: Iterable[str]) -> Iterable[str]:
    """Words of the file; what is no word is passed over."""
    for line in lines:
        try:
            yield one_word(line)
        except BadInput:
            continue


def _unreadable(reason: str) -> StorageError:
    return StorageError(f"{FILE} in the profile folder can't be read: {reason}.", next_step=_NEXT)
