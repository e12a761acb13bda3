"""Spelling of one profile: what the window asks of dictionaries. A call waits: for jobs alone."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Lock

from desktop_app.bounded_process import KeptProcess
from desktop_app.model.errors import KnownError
from desktop_app.settings import Settings
from desktop_app.spelling import dictionaries
from desktop_app.spelling.dictionaries import FOLDER, Dictionary, find, places, told
from desktop_app.spelling.known import Known, is_known, known_in
from desktop_app.spelling.languages import language_of
from desktop_app.spelling.passages import Judged, Mark, Passage
from desktop_app.spelling.personal import PersonalWords
from desktop_app.spelling.process import LIMITS, Asks, SpellingProcess, begin_spelling

ENABLED, LANGUAGES = "spelling.enabled", "spelling.languages"
MOST_LISTED = 60


@dataclass(frozen=True, slots=True)
class Language:
    """A language one can write in: its dictionary's code, and what it is called. `trouble` is a
    sentence that says why its dictionary can't be used."""

    code: str
    name: str
    chosen: bool = True
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Overview:
    """What Settings show. `trouble` is of the person's own words; `folder` is where dictionaries
    of one's own are put."""

    languages: tuple[Language, ...]
    words: tuple[str, ...]
    folder: Path
    trouble: str = ""


class Spelling:
    """`system` tells the language of the system (`de_AT`); `folders` are where dictionaries are
    looked for, those of this computer without them."""

    def __init__(
        self,
        profile: Path,
        settings: Settings,
        *,
        system: Callable[[], str],
        folders: Sequence[Path] | None = None,
        process: Asks | None = None,
    ) -> None:
        self._profile, self._settings, self._system = profile, settings, system
        self._folders = folders
        self._process = SpellingProcess(process or KeptProcess(begin_spelling, LIMITS))
        self._suggesting = SpellingProcess(process or KeptProcess(begin_spelling, LIMITS))
        """Another one: no check waits for suggestions, which may take half a second."""
        self._lock = Lock()
        self._found: tuple[Dictionary, ...] | None = None
        self._own_words: tuple[tuple[str, ...], Known] = ((), frozenset())
        self._watchers: list[Callable[[], None]] = []
        self.personal = PersonalWords(profile)

    def check(
        self, passages: Sequence[Passage], known: Known = frozenset(), leaning: str = ""
    ) -> list[Judged]:
        """What is found in each of some passages that follow each other; no word that is `known`
        or the person's own is marked. `leaning` is the language that a passage is in which could be
        in several, where those around it say nothing: `de`."""
        chosen = self._chosen()
        leans = tuple(one.code for one in chosen if language_of(one.code) == leaning)
        if leans:
            passages = [Passage(p.text, (*p.around, *leans), p.forced) for p in passages]
        judged = self._process.check(passages, chosen)
        right = known | self._own()
        return [
            Judged(one.language, one.settled, _left(passage, one, right))
            for passage, one in zip(passages, judged, strict=True)
        ]

    def suggest(self, word: str, languages: Sequence[str]) -> tuple[str, ...]:
        """What may be meant by a word, five at most, the likeliest first."""
        bad = self._process.troubles
        known = {one.code: one for one in self._chosen() if one.code not in bad}
        return self._suggesting.suggest(word, [known[code] for code in languages if code in known])

    def languages(self) -> tuple[Language, ...]:
        """The languages that are checked now."""
        known = self._known()
        return tuple(
            Language(one.code, told(one, known))
            for one in self._chosen()
            if one.code not in self._process.troubles
        )

    def overview(self) -> Overview:
        """All that is there, looked for anew."""
        with self._lock:
            self._found = None
        self._process.forget_troubles()
        self._suggesting.forget_troubles()
        known = self._known()[:MOST_LISTED]
        self._process.look(known)
        self._process.check((), picked := self._chosen())
        languages = tuple(
            Language(one.code, told(one, known), one in picked, self._trouble(one, known))
            for one in sorted(known, key=lambda one: told(one, known))
        )
        folder = self._profile / FOLDER
        try:
            return Overview(languages, self.personal.words, folder)
        except KnownError as error:
            return Overview(languages, (), folder, f"{error.sentence} {error.next_step}".strip())

    def add(self, word: str) -> None:
        """Let a word count as right everywhere. Raises `BadInput`, `StorageError`."""
        self.personal.add(word)
        self._tell()

    def remove(self, word: str) -> None:
        """Let it count as right no more. Raises `StorageError`."""
        self.personal.remove(word)
        self._tell()

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back, in any thread, when the person's own words have changed; returns what ends
        that."""
        self._watchers.append(callback)
        return partial(self._unwatch, callback)

    def _unwatch(self, callback: Callable[[], None]) -> None:
        with contextlib.suppress(ValueError):
            self._watchers.remove(callback)

    def _tell(self) -> None:
        for watcher in tuple(self._watchers):
            watcher()

    def _own(self) -> Known:
        """Nothing from a file that can't be read: Settings say so."""
        try:
            words = self.personal.words
        except KnownError:
            return frozenset()
        if self._own_words[0] is not words:
            self._own_words = (words, frozenset().union(*(known_in((word,)) for word in words)))
        return self._own_words[1]

    def _known(self) -> tuple[Dictionary, ...]:
        with self._lock:
            if self._found is None:
                folders = places(self._profile) if self._folders is None else self._folders
                self._found = find(folders)
            return self._found

    def _chosen(self) -> tuple[Dictionary, ...]:
        wanted = self._settings.items(LANGUAGES)
        return dictionaries.chosen(self._known(), wanted, self._system())

    def _trouble(self, one: Dictionary, known: Sequence[Dictionary]) -> str:
        why = self._process.troubles.get(one.code, "")
        return f"The {told(one, known)} dictionary ({one.dic}) {why}." if why else ""


def _left(passage: Passage, judged: Judged, right: Known) -> tuple[Mark, ...]:
    """The marks that stand under their words, and under none that is right."""
    return tuple(
        mark
        for mark in judged.marks
        if passage.text[mark.start : mark.end] == mark.word and not is_known(mark.word, right)
    )
