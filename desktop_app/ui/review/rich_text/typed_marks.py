"""Markdown as it is typed: `- `, `1. `, `> `, `# `, `**bold**`, backticks and `---` become what
they mean, in a step of their own: one Ctrl+Z gives the signs back."""

from __future__ import annotations

import re
from dataclasses import replace

from PySide6.QtGui import QTextCursor

from desktop_app.mail.reader.links import safe_target
from desktop_app.mail.rich.document import Kind, ListKind, Mark
from desktop_app.ui.review.rich_text.edits import (
    change_places,
    in_table,
    insert_rule,
    one_step,
)
from desktop_app.ui.review.rich_text.qt_formats import Formats, Place, link_of, marks_of, place_of
from desktop_app.ui.widgets.invisible_marks import units

_KEEP = QTextCursor.MoveMode.KeepAnchor
_NUMBER = re.compile(r"(\d{1,3})[.)] ")
_PAIRS: tuple[tuple[str, Mark], ...] = (
    ("**", Mark.BOLD),
    ("~~", Mark.STRIKE),
    ("`", Mark.CODE),
    ("*", Mark.ITALIC),
    ("_", Mark.ITALIC),
)
_LONGEST_LINK = 2_048
"""Characters before the cursor in which an address is looked for."""
_LINK = re.compile(
    r"(?:(?<=\s)|(?<=^)|(?<=[(<]))((?:https?://|www\.)[^\s<>\"]{3,2000}?"
    r"|[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[a-z]{2,24})([.,;:!?)>]{0,4})$",
    re.IGNORECASE,
)


def after_sign(cursor: QTextCursor, formats: Formats, sign: str) -> bool:
    """A sign was typed before the cursor: whether something became of it."""
    place = place_of(cursor.block())
    if place.kind is Kind.CODE:
        return False
    before = text_before(cursor)
    if sign == " ":
        begins = not in_table(cursor.block()) and _line_begins(cursor, formats, before, place)
        return begins or _linked(cursor, formats, before[:-1])
    return _paired(cursor, formats, before, sign)


def before_enter(cursor: QTextCursor, formats: Formats) -> bool:
    """Enter is pressed: whether `---` or a code fence before it became what it means, so that the
    key is spent."""
    place, line = place_of(cursor.block()), cursor.block().text()
    if place.kind is not Kind.TEXT or not cursor.atBlockEnd() or in_table(cursor.block()):
        return False
    if line == "---":
        with one_step(cursor):
            _take_back(cursor, len(line))
            insert_rule(cursor, formats)
        return True
    if line == "```":
        with one_step(cursor):
            _take_back(cursor, len(line))
            change_places(cursor, formats, lambda old: replace(old, kind=Kind.CODE))
        return True
    _linked(cursor, formats, line)
    return False


def text_before(cursor: QTextCursor) -> str:
    """The text of the block before the cursor."""
    part = QTextCursor(cursor.block())
    part.setPosition(cursor.position(), _KEEP)
    return part.selectedText()


def _line_begins(cursor: QTextCursor, formats: Formats, before: str, place: Place) -> bool:
    number = _NUMBER.fullmatch(before)
    after = place
    if before in ("- ", "* ", "+ "):
        after = replace(place, lists=(*place.lists, ListKind.BULLETS), goes_on=False)
    elif number is not None:
        lists = (*place.lists, ListKind.NUMBERS)
        after = replace(place, lists=lists, goes_on=False, start=int(number[1]))
    elif before == "> ":
        after = replace(place, quote=place.quote + 1)
    elif before in ("# ", "## ", "### ") and not place.lists:
        after = replace(place, kind=Kind.HEADING)
    if after == place or place.kind is Kind.HEADING:
        return False
    if place.lists:  # the sign of an item that there is already, typed out of habit
        if after.lists[-2:] != (place.lists[-1],) * 2:
            return False
        after = place
    with one_step(cursor):
        _take_back(cursor, len(before))
        change_places(cursor, formats, lambda _: after)
    return True


def _paired(cursor: QTextCursor, formats: Formats, before: str, sign: str) -> bool:
    """The closing sign of a pair was typed: the words between stand out, the signs go."""
    for pair, mark in _PAIRS:
        if not pair.endswith(sign) or not before.endswith(pair):
            continue
        inner = before[: -len(pair)]
        at = inner.rfind(pair)
        words = inner[at + len(pair) :]
        if at < 0 or not words.strip() or words != words.strip() or words.endswith(pair[0]):
            continue
        ahead = inner[at - 1 : at] if at else ""
        if ahead == pair[0] or (ahead and ahead.isalnum()):
            continue
        if mark is Mark.ITALIC and len(pair) == 1 and before.endswith(pair * 2):
            continue
        _stand_out(cursor, formats, mark, len(pair), units(before[at:]))
        return True
    return False


def _stand_out(cursor: QTextCursor, formats: Formats, mark: Mark, signs: int, length: int) -> None:
    end = cursor.position()
    start = end - length
    with one_step(cursor):
        cursor.setPosition(end - signs)
        cursor.setPosition(end, _KEEP)
        cursor.removeSelectedText()
        cursor.setPosition(start)
        cursor.setPosition(start + signs, _KEEP)
        cursor.removeSelectedText()
        cursor.setPosition(end - 2 * signs, _KEEP)
        kind = place_of(cursor.block()).kind
        form = cursor.charFormat()
        cursor.setCharFormat(formats.words(marks_of(form) | {mark}, link_of(form), kind))
        cursor.setPosition(end - 2 * signs)
        cursor.setCharFormat(formats.words((), "", kind))


def _linked(cursor: QTextCursor, formats: Formats, before: str) -> bool:
    """An address that has just been finished becomes a link."""
    found = _LINK.search(before, max(0, len(before) - _LONGEST_LINK))
    if found is None:
        return False
    words = found[1]
    target = words if "://" in words else f"https://{words}"
    if "@" in words and "/" not in words:
        target = f"mailto:{words}"
    target = safe_target(target)
    part = QTextCursor(cursor.block())
    start = cursor.block().position() + units(before[: found.start(1)])
    part.setPosition(start)
    part.setPosition(start + units(words), _KEEP)
    form = part.charFormat()
    if not target or link_of(form):
        return False
    with one_step(part):
        part.setCharFormat(formats.words(marks_of(form), target, place_of(part.block()).kind))
    return True


def _take_back(cursor: QTextCursor, count: int) -> None:
    cursor.setPosition(cursor.position() - count, _KEEP)
    cursor.removeSelectedText()
