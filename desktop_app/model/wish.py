"""Wish: what the window is asked to show, by another start, the tray, or a notice of the desktop.

A wish only opens; it sends nothing, allows nothing and marks nothing as seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Want(StrEnum):
    """What a wish wants: the window as it is; a draft in review; a conversation; a place of the
    sidebar (`Folder.name`); a new draft; files, shown without being imported; the question of a
    program that asks to be let in."""

    WINDOW = "window"
    REVIEW = "review"
    CONVERSATION = "conversation"
    PLACE = "place"
    COMPOSE = "compose"
    FILES = "files"
    LET_IN = "let_in"


@dataclass(frozen=True, slots=True)
class Letter:
    """What a new draft begins with. Addresses are as they were given, names included; `files` are
    absolute paths that the person named on the command line, never those of a mailto address.
    `link` is a mailto address as it was given, which is read where the draft is made; nothing else
    is set then."""

    to: tuple[str, ...] = ()
    cc: tuple[str, ...] = ()
    bcc: tuple[str, ...] = ()
    subject: str = ""
    body: str = ""
    files: tuple[str, ...] = ()
    link: str = ""


@dataclass(frozen=True, slots=True)
class Wish:
    """One wish; only what belongs to its `want` is set. `asked_by` names a program that asks, where
    one does: it may interrupt nobody."""

    want: Want = Want.WINDOW
    draft_id: str = ""
    thread_id: int = 0
    place: str = ""
    letter: Letter = Letter()
    paths: tuple[str, ...] = ()
    asked_by: str = ""
    question: str = ""
