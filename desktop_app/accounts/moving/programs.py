"""The mail programs that can be moved in from, each with its reader."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from desktop_app.accounts.moving import thunderbird
from desktop_app.model.moving import MailProgram, SeenProgram


def look_at(program: MailProgram, place: Path) -> Iterator[SeenProgram]:
    """What a program has in its folder, by profile where it has several."""
    if program is MailProgram.THUNDERBIRD:
        for name, folder in thunderbird.profiles_at(place):
            yield thunderbird.look_at(folder, name)


def look_again(program: MailProgram, place: Path) -> Iterator[SeenProgram]:
    """Likewise by the `place` of what was seen."""
    if program is MailProgram.THUNDERBIRD:
        if (place / "prefs.js").is_file():
            yield thunderbird.look_at(place)
    else:
        yield from look_at(program, place)


def look_into(folder: Path) -> Iterator[SeenProgram]:
    """What lies in a folder that somebody chose, told by what is in it."""
    if (folder / "profiles.ini").is_file():
        yield from look_at(MailProgram.THUNDERBIRD, folder)
    elif (folder / "prefs.js").is_file():
        yield thunderbird.look_at(folder)
