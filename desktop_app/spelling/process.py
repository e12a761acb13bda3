"""The process in which Hunspell works: dictionaries are strangers' files, and the library holds
Python's lock while it looks for suggestions, up to half a second.

A dictionary that ends the process, or passes its limits, is told of and left out from then on. A
text that does is not checked.
"""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import msgspec

from desktop_app.bounded_process import Answering, Limits, Passed, Why
from desktop_app.mail.hidden.invisible import without_invisible
from desktop_app.spelling.dictionaries import Dictionary
from desktop_app.spelling.judging import judge
from desktop_app.spelling.passages import Judged, Passage
from desktop_app.spelling.speller import DictionaryError, HunspellSpeller, look_through

LIMITS = Limits(memory=900_000_000, per_byte=50, cpu=20.0, seconds=120.0)
"""Of one question. Four dictionaries take 100 MB and 0.4 s when they are first opened."""

MOST_SUGGESTED = 5
MOST_LETTERS = 100
"""Of a suggestion."""

MOST_OPEN = 12
"""Dictionaries that are used at a time."""

_NICE = 5
_TOLD = {
    Why.MEMORY: "takes too much memory",
    Why.TIME: "takes too long to be read",
    Why.ENDED: "makes the spelling program fail",
}
_TRIED = (Passage("Ein Wort, a word, un mot, una palabra, testt."),)
_log = logging.getLogger(__name__)


class _Files(msgspec.Struct, frozen=True, array_like=True):
    code: str
    aff: str
    dic: str


class _Asked(msgspec.Struct, frozen=True, array_like=True):
    """Passages to check, a word to find suggestions for, or `look`: files to look through."""

    files: list[_Files]
    passages: list[Passage] = []
    word: str = ""
    look: bool = False


class _Answer(msgspec.Struct, frozen=True, array_like=True):
    """`troubles`: why dictionaries can't be used, by code."""

    judged: list[Judged] = []
    suggested: tuple[str, ...] = ()
    troubles: dict[str, str] = {}


_questions = msgspec.msgpack.Decoder(_Asked)
_answers = msgspec.msgpack.Decoder(_Answer)


class Asks(Protocol):
    """`KeptProcess`, as far as it is needed."""

    def ask(self, question: bytes, *, size: int = 0) -> bytes: ...


def begin_spelling() -> Answering:
    """The process: the window has the processor first."""
    with contextlib.suppress(AttributeError, OSError):
        os.nice(_NICE)
    return Opened().answer


class Opened:
    """The dictionaries that the process has opened, and what it answers."""

    def __init__(self) -> None:
        self._spellers: dict[_Files, HunspellSpeller] = {}
        self._troubles: dict[_Files, str] = {}

    def answer(self, question: bytes) -> bytes:
        asked = _questions.decode(question)
        if asked.look:
            troubles = {files.code: _looked_through(files) for files in asked.files}
            return msgspec.msgpack.encode(
                _Answer(troubles={c: t for c, t in troubles.items() if t})
            )
        for gone in self._spellers.keys() - set(asked.files):
            if len(self._spellers) >= MOST_OPEN:
                del self._spellers[gone]
        spellers = {files.code: self._opened(files) for files in asked.files}
        usable = {code: speller for code, speller in spellers.items() if speller is not None}
        return msgspec.msgpack.encode(
            _Answer(
                judge(asked.passages, usable),
                _suggested(asked.word, list(usable.values())) if asked.word else (),
                {f.code: self._troubles[f] for f in asked.files if f in self._troubles},
            )
        )

    def _opened(self, files: _Files) -> HunspellSpeller | None:
        if files not in self._spellers and files not in self._troubles:
            try:
                self._spellers[files] = HunspellSpeller(Path(files.aff), Path(files.dic))
            except DictionaryError as error:
                self._troubles[files] = str(error)
        return self._spellers.get(files)


def _suggested(word: str, spellers: Sequence[HunspellSpeller]) -> tuple[str, ...]:
    """Of the first language most, of the others what there is room for."""
    found = [each for speller in spellers for each in speller.suggest(word)[:MOST_SUGGESTED]]
    return tuple(dict.fromkeys(found))[:MOST_SUGGESTED]


def _looked_through(files: _Files) -> str:
    try:
        look_through(Path(files.aff), Path(files.dic))
    except DictionaryError as error:
        return str(error)
    return ""


class SpellingProcess:
    """What the process is asked. Each call waits for it: for jobs alone."""

    def __init__(self, process: Asks) -> None:
        self._process = process
        self.troubles: dict[str, str] = {}
        """Why dictionaries are left out, by code: what follows *The German dictionary*."""

    def check(self, passages: Sequence[Passage], known: Sequence[Dictionary]) -> list[Judged]:
        """What is found in each of the passages; nothing where they can't be checked."""
        usable = self._usable(known)
        if not usable:
            return [Judged()] * len(passages)
        try:
            return self._asked(usable, passages).judged
        except Passed as passed:
            _log.warning("The spelling process has ended: it %s.", passed.why.value)
        self._find_the_bad(usable)
        left = self._usable(usable)
        if left and left != usable:
            with contextlib.suppress(Passed):
                return self._asked(left, passages).judged
        return [Judged()] * len(passages)

    def suggest(self, word: str, known: Sequence[Dictionary]) -> tuple[str, ...]:
        """What may be meant by a word, the likeliest first; nothing that is not wholly seen."""
        usable = self._usable(known)
        try:
            found = self._asked(usable, (), word).suggested if usable else ()
            return tuple(each for each in found if _is_seen(each))
        except Passed as passed:
            _log.warning("The spelling process has ended: it %s.", passed.why.value)
            return ()

    def look(self, known: Sequence[Dictionary]) -> None:
        """Look through the files of dictionaries, without opening them."""
        try:
            self._tell(self._answered(_Asked(_files(known), look=True)))
        except Passed as passed:
            _log.warning("The spelling process has ended: it %s.", passed.why.value)

    def forget_troubles(self) -> None:
        """Try again what was left out."""
        self.troubles.clear()

    def _usable(self, known: Sequence[Dictionary]) -> list[Dictionary]:
        return [one for one in known if one.code not in self.troubles][:MOST_OPEN]

    def _find_the_bad(self, known: Sequence[Dictionary]) -> None:
        """Try each alone on words that hurt nobody."""
        for one in known:
            try:
                self._asked((one,), _TRIED, "testt")
            except Passed as passed:
                self.troubles[one.code] = _TOLD[passed.why]

    def _asked(
        self, known: Sequence[Dictionary], passages: Sequence[Passage], word: str = ""
    ) -> _Answer:
        answer = self._answered(_Asked(_files(known), list(passages), word))
        self._tell(answer)
        return answer

    def _answered(self, asked: _Asked) -> _Answer:
        return _answers.decode(self._process.ask(msgspec.msgpack.encode(asked)))

    def _tell(self, answer: _Answer) -> None:
        for code, why in answer.troubles.items():
            if self.troubles.get(code) != why:
                _log.warning("The dictionary %s %s.", code, why)
        self.troubles.update(answer.troubles)


def _is_seen(word: str) -> bool:
    """Whether what is put in is what the menu shows: a dictionary is a stranger's file."""
    return word.isprintable() and without_invisible(word) == word and len(word) <= MOST_LETTERS


def _files(known: Sequence[Dictionary]) -> list[_Files]:
    return [_Files(one.code, str(one.aff), str(one.dic)) for one in known]
