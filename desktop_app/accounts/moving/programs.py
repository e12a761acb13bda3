"""The mail programs that can be moved in from, each with its reader."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from desktop_app.accounts.moving import (
    apple_mail,
    evolution,
    mailspring,
    takeout,
    thunderbird,
)
from desktop_app.model.moving import MailProgram, SeenProgram

_READERS: Mapping[MailProgram, Callable[[Path], SeenProgram]] = MappingProxyType(
    {
        MailProgram.EVOLUTION: evolution.look_at,
        MailProgram.MAILSPRING: mailspring.look_at,
        MailProgram.APPLE_MAIL: apple_mail.look_at,
        MailProgram.TAKEOUT: takeout.look_at,
    }
)


def look_at(program: MailProgram, place: Path) -> Iterator[SeenProgram]:
    """What a program has in its folder, by profile where it has several."""
    if program is MailProgram.THUNDERBIRD:
        for name, folder in thunderbird.profiles_at(place):
            yield thunderbird.look_at(folder, name)
    elif program in _READERS:
        yield _READERS[program](place)


def look_again(program: MailProgram, place: Path) -> SeenProgram | None:
    """Likewise by the `place` of what was seen; None where it is gone."""
    if program is MailProgram.THUNDERBIRD:
        if not (place / "prefs.js").is_file():
            return None
        return thunderbird.look_at(place, thunderbird.name_of(place))
    return _READERS[program](place) if program in _READERS and place.is_dir() else None


def look_into(folder: Path) -> Iterator[SeenProgram]:
    """What lies in a folder that somebody chose, told by what is in it."""
    if (folder / "profiles.ini").is_file():
        yield from look_at(MailProgram.THUNDERBIRD, folder)
    elif (folder / "prefs.js").is_file():
        yield thunderbird.look_at(folder, thunderbird.name_of(folder))
    elif (folder / "mail" / "local").is_dir():
        yield evolution.look_at(folder)
    elif (folder / "config.json").is_file() and (folder / "edgehill.db").is_file():
        yield mailspring.look_at(folder)
    elif apple_mail.is_one(folder):
        yield apple_mail.look_at(folder)
    else:
        yield takeout.look_at(folder)
