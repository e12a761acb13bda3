"""A dictionary, opened: its files looked through, then read by Hunspell.

For the process of its own alone (`process.py`): the library holds Python's lock while it works,
and a file that it can't bear ends the process that it is in.
"""

from __future__ import annotations

import codecs
import re
from functools import lru_cache
from pathlib import Path

MOST_BYTES = 40_000_000
"""Of a file of a dictionary; the largest known has a third of that."""

LEAST_SHARE = 0.9
"""Of the words that a list says it has, and has."""

KEPT_WORDS = 100_000
_SET = re.compile(rb"^[ \t]*SET[ \t]+(\S{1,40})", re.MULTILINE)
_ENCODINGS = {"microsoft-cp1251": "cp1251", "tis620-2533": "tis-620"}


class DictionaryError(Exception):
    """Why a dictionary can't be used: what follows *The German dictionary*, without a full stop."""


class HunspellSpeller:
    """The dictionary of two files. Raises `DictionaryError`."""

    def __init__(self, aff: Path, dic: Path) -> None:
        look_through(aff, dic)
        import hunspell

        try:
            self._hunspell = hunspell.Hunspell(
                dic.stem, hunspell_data_dir=str(dic.parent), system_encoding="UTF-8"
            )
        except (OSError, ValueError, UnicodeError) as error:
            raise DictionaryError("can't be opened") from error
        self.right = lru_cache(KEPT_WORDS)(self._right)

    def _right(self, word: str) -> bool:
        try:
            return bool(self._hunspell.spell(word))
        except UnicodeError:
            return False  # the dictionary's letters have none of this word's

    def suggest(self, word: str) -> tuple[str, ...]:
        """Words that may be meant, the likeliest first."""
        try:
            return tuple(each for each in self._hunspell.suggest(word) if each)
        except UnicodeError:
            return ()


def look_through(aff: Path, dic: Path) -> None:
    rules, words = _bytes(aff), _bytes(dic)
    found = _SET.search(rules.removeprefix(codecs.BOM_UTF8))
    named = found.group(1).decode("ascii", "replace").lower() if found else "iso8859-1"
    try:
        encoding = codecs.lookup(_ENCODINGS.get(named, named)).name
        text = words.decode(encoding)
    except LookupError:
        raise DictionaryError("is written in a character set that nobody knows") from None
    except UnicodeDecodeError:
        raise DictionaryError(f"is damaged: its words are not {named.upper()} text") from None
    if "\0" in text:
        raise DictionaryError("is damaged: it is no list of words")
    first, _, rest = text.removeprefix("\ufeff").partition("\n")
    number = first.split()[0] if first.split() else ""
    if not number.isdecimal():
        raise DictionaryError("is damaged: it does not begin with the number of its words")
    if rest.count("\n") + 1 < LEAST_SHARE * int(number[:12]):
        raise DictionaryError("is cut short: words at its end are missing")


def _bytes(path: Path) -> bytes:
    try:
        if not path.is_file():
            raise DictionaryError(f"can't be read: {path.name} is no file")
        if path.stat().st_size > MOST_BYTES:
            raise DictionaryError(f"is larger than {MOST_BYTES // 1_000_000} MB")
        return path.read_bytes()
    except OSError as error:
        reason = (error.strerror or "the disk reported an error").lower()
        raise DictionaryError(f"can't be read: {reason}") from error
