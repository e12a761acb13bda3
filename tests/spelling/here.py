"""Spelling without a process of its own: what it answers is answered here."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from desktop_app.settings import Settings
from desktop_app.spelling.dictionaries import find, places
from desktop_app.spelling.process import Opened
from desktop_app.spelling.service import Spelling

WORDS = {
    "en_US": "the and you for with this have are will your not please we to a I is it in of on hi "
    "here house word words letter table best regards from English line sentence write read green",
    "de_DE": "der die das und ist nicht ich sie wir mit für auf ein eine zu bitte von Haus Wort "
    "Wörter Brief Tisch grün lesen schreiben hier Zeile Satz Straße Donau Dampfer",
}
"""Small dictionaries: what is tested with them does not depend on those of a system."""


class Here:
    """Stands in for the process."""

    def __init__(self) -> None:
        self._opened = Opened()
        self.asked = 0

    def ask(self, question: bytes, *, size: int = 0) -> bytes:
        self.asked += 1
        return self._opened.answer(question)


def write(folder: Path, code: str, words: Sequence[str], aff: str = "SET UTF-8\n") -> None:
    """A dictionary of these words."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{code}.aff").write_text(aff, "utf-8")
    (folder / f"{code}.dic").write_text("\n".join((str(len(words)), *words)) + "\n", "utf-8")


def small(profile: Path, settings: Settings | None = None, *, system: str = "de_DE") -> Spelling:
    """Spelling of a profile with the small dictionaries alone."""
    folder = profile / "small dictionaries"
    for code, words in WORDS.items():
        write(folder, code, words.split())
    return Spelling(
        profile,
        settings or Settings(profile, {}),
        system=lambda: system,
        folders=(folder, profile / "dictionaries"),
        process=Here(),
    )


_FOUND = {one.code for one in find(places(Path("/nowhere")))}
NEEDS_FOUR = pytest.mark.skipif(
    not {"en_US", "de_DE", "fr", "es_ES"} <= _FOUND, reason="the four dictionaries are not there"
)
