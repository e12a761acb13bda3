"""Wishes of the command line: what the arguments ask of the window.

Files that are named are looked at here, where the names mean something: whoever has the window may
stand in another folder.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO
from urllib.parse import unquote_to_bytes, urlsplit

from desktop_app.model.errors import BadInput, NotFound
from desktop_app.model.wish import Letter, Want, Wish

MOST_BODY = 100_000
"""Characters of the text of a mail that begins here."""
_READ = MOST_BODY * 4 + 1
"""Bytes that such a text has at most, and one more."""


def wishes_of(arguments: Namespace) -> tuple[Wish, ...]:
    """What the arguments ask of the window; none for the window alone. Raises `KnownError` for a
    file that can't be read."""
    if arguments.command == "compose":
        return (Wish(Want.COMPOSE, letter=_letter(arguments)),)
    if arguments.command == "open":
        return _opened(arguments.targets)
    return ()


def _letter(arguments: Namespace) -> Letter:
    body = _body(arguments.body_file) if arguments.body_file else arguments.body
    if len(body) > MOST_BODY:
        raise BadInput(
            f"The text may have {MOST_BODY:,} characters.", next_step="Attach it as a file."
        )
    return Letter(
        to=tuple(arguments.to),
        cc=tuple(arguments.cc),
        bcc=tuple(arguments.bcc),
        subject=arguments.subject,
        body=body,
        files=tuple(_file(name) for name in arguments.attach),
    )


def _opened(targets: Sequence[str]) -> tuple[Wish, ...]:
    """A new mail for each mailto address; the files together."""
    links = [each for each in targets if each.lower().startswith("mailto:")]
    files = [_file(_path_of(each)) for each in targets if each not in links]
    wishes = [Wish(Want.COMPOSE, letter=Letter(link=_shown(link))) for link in links]
    if files:
        wishes.append(Wish(Want.FILES, paths=tuple(dict.fromkeys(files))))
    return tuple(wishes)


def _path_of(target: str) -> str:
    """The path of a file address (RFC 8089) of this computer; any other text is a path."""
    if not target.lower().startswith("file:"):
        return target
    parts = urlsplit(target)
    if parts.netloc.lower() not in {"", "localhost"}:
        raise BadInput("That file is on another computer.")
    path = unquote_to_bytes(parts.path)
    if sys.platform == "win32":
        return path.decode("utf-8", "replace").lstrip("/")
    return path.decode("utf-8", "surrogateescape")


def _file(name: str) -> str:
    """The absolute path of a file that is there. Raises `NotFound`, `BadInput`."""
    try:
        path = Path(name).expanduser().resolve()
        if path.is_file():
            str(path).encode()
            return str(path)
        there = path.exists()
    except UnicodeEncodeError:
        raise BadInput(f"The name of {_shown(name)} is not UTF-8.") from None
    except (OSError, RuntimeError, ValueError):
        raise BadInput(f"{_shown(name)} can't be the name of a file.") from None
    if there:
        raise BadInput(f"{_shown(name)} is no file.")
    raise NotFound(f"{_shown(name)} is not there.")


def _body(name: str) -> str:
    if name == "-":
        return _text(sys.stdin.buffer)
    try:
        with Path(_file(name)).open("rb") as file:
            return _text(file)
    except OSError as error:
        raise BadInput(f"{_shown(name)} can't be read: {error.strerror}.") from None


def _text(stream: BinaryIO) -> str:
    data = stream.read(_READ)
    return data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\0", "")


def _shown(given: str) -> str:
    """The text with what is not UTF-8 in it replaced."""
    return given.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
