"""Dictionaries of Hunspell on this computer: where they are looked for, and which are there.

A dictionary is two files, `xx_YY.aff` and `xx_YY.dic`. Several names of one file are one
dictionary.
"""

from __future__ import annotations

import importlib.util
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from desktop_app.spelling.languages import language_of, name_of

FOLDER = "dictionaries"
"""Folder of the profile for dictionaries of the person's own."""

MOST = 400
"""Dictionaries that are looked at; more is no folder of dictionaries."""

_CODE = re.compile(r"[a-z]{2,3}(?:[_-][A-Za-z0-9]{1,16}){0,3}")
_SYSTEM = (
    *("/usr/share/hunspell", "/usr/share/myspell", "/usr/share/myspell/dicts"),
    *("/usr/local/share/hunspell", "/opt/homebrew/share/hunspell"),
)
_ENGLISH = ("en_US", "en_GB")


@dataclass(frozen=True, slots=True)
class Dictionary:
    """`code` is its language as the file is named (`de_AT`), `others` are further names of the
    same files."""

    code: str
    aff: Path
    dic: Path
    others: tuple[str, ...] = ()

    def is_for(self, code: str) -> bool:
        """Whether it is the one of this code: `pt-BR` and `pt_BR` are the same."""
        return code.replace("-", "_") in {c.replace("-", "_") for c in (self.code, *self.others)}


def places(profile: Path, environment: dict[str, str] | None = None) -> tuple[Path, ...]:
    """Folders in which dictionaries are looked for, the first counts: the profile's own, the
    system's, and English of the library."""
    environment = dict(os.environ) if environment is None else environment
    given = (Path(p) for p in environment.get("DICPATH", "").split(os.pathsep) if p)
    shared = (Path(p) / "hunspell" for p in environment.get("XDG_DATA_DIRS", "").split(":") if p)
    mac = (Path.home() / "Library/Spelling", Path("/Library/Spelling"))
    system = (*map(Path, _SYSTEM), *(mac if sys.platform == "darwin" else ()))
    found = (profile / FOLDER, *given, *system, *shared, *_bundled())
    return tuple(dict.fromkeys(found))


def _bundled() -> tuple[Path, ...]:
    """The library's own folder; it is not imported."""
    library = importlib.util.find_spec("hunspell")
    if library is None or library.origin is None:
        return ()
    return (Path(library.origin).parent / "dictionaries",)


def find(folders: Iterable[Path]) -> tuple[Dictionary, ...]:
    """The dictionaries of these folders, by code. A folder that is not there, or can't be read,
    has none."""
    found: dict[str, Dictionary] = {}
    files: dict[Path, str] = {}
    for aff, dic in _pairs(folders):
        code, real = dic.stem, dic.resolve()
        if code in found or len(found) >= MOST:
            continue
        if real in files:
            first = found[files[real]]
            if code not in first.others:
                found[first.code] = replace(first, others=(*first.others, code))
            continue
        files[real] = code
        found[code] = Dictionary(code, aff, dic)
    known = {other for one in found.values() for other in one.others}
    return tuple(one for code, one in sorted(found.items()) if code not in known)


def _pairs(folders: Iterable[Path]) -> Iterator[tuple[Path, Path]]:
    """Both files of each dictionary. A file before the links to it."""
    for folder in folders:
        try:
            files = sorted(folder.glob("*.dic"), key=lambda each: (each.is_symlink(), each.name))
        except OSError:
            continue
        for dic in files[:MOST]:
            aff = dic.with_suffix(".aff")
            if _CODE.fullmatch(dic.stem) and aff.exists():
                yield aff, dic


def chosen(
    known: Sequence[Dictionary], wanted: Sequence[str], system: str
) -> tuple[Dictionary, ...]:
    """The dictionaries of the languages that the person wants; without a wish that of the
    `system`'s language (`de_AT`), and English."""
    if wanted:
        picked = [one for code in wanted for one in known if one.is_for(code)]
        return tuple(dict.fromkeys(picked))
    own = _best(known, system)
    english = own if own and language_of(own.code) == "en" else _best(known, *_ENGLISH)
    return tuple(dict.fromkeys(one for one in (own, english) if one is not None))


def _best(known: Sequence[Dictionary], *codes: str) -> Dictionary | None:
    """The dictionary of the first of these codes that has one, else any of the language."""
    for code in codes:
        for one in known:
            if one.is_for(code):
                return one
    language = language_of(codes[0])
    return next((one for one in known if language_of(one.code) == language), None)


def told(one: Dictionary, known: Sequence[Dictionary]) -> str:
    """What a dictionary is called: with its country where the language has several."""
    alike = [each for each in known if language_of(each.code) == language_of(one.code)]
    return name_of(one.code, exactly=len(alike) > 1)
