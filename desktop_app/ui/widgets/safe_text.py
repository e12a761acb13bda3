"""Text of strangers made safe for a line of the application's own. No Qt comes in here.

Control characters and direction overrides (Unicode UAX #9) could rearrange a line, or hide what it
says. Whatever comes from a mail, a file name or a program passes through `clean` before a label,
a row or a button shows it. Where Qt would take it for mark-up it is escaped here.
"""

from __future__ import annotations

import html
import unicodedata
from collections.abc import Iterator
from itertools import groupby, islice

MOST_CHARS = 300
MOST_MARKS = 8
"""Accents that stand on one letter. No script needs more; hundreds paint over other lines."""

_INVISIBLE = dict.fromkeys(
    [
        *range(0x20),
        *range(0x7F, 0xA0),
        *(0x200B, 0x2060, 0xFEFF),
        *range(0x202A, 0x202F),
        *range(0x2066, 0x206A),
    ],
    " ",
)


def clean(text: str) -> str:
    """One line without controls, direction overrides and piles of accents, at most `MOST_CHARS`
    long."""
    line = " ".join(text[:MOST_CHARS].translate(_INVISIBLE).split())
    return line if line.isascii() else "".join(_unpiled(line))


def _unpiled(line: str) -> Iterator[str]:
    for marks, letters in groupby(line, _is_mark):
        yield from islice(letters, MOST_MARKS if marks else None)


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter) in {"Mn", "Me"}


def as_markup(text: str) -> str:
    """Text as mark-up that shows it letter by letter, line ends included."""
    return html.escape(text).replace("\n", "<br>")


def as_tooltip(text: str, *, wrap: bool = False) -> str:
    """Text for a tooltip. Qt guesses whether that is mark-up, by a tag or an escaped one in it
    (https://doc.qt.io/qt-6/qt.html#mightBeRichText): such a text is escaped.

    With `wrap` it is always mark-up, because Qt wraps the lines of no other tooltip.
    """
    if text and (wrap or "<" in text or "&lt;" in text):
        return f"<p>{as_markup(text)}</p>"
    return text
